import { describe, expect, test } from 'vitest';
import { isRegion, REGIONS, regionOfShard, shardName } from '../../src/regions.ts';

describe('the names of shards', () => {
  test('every region and ordinal has a name of two characters that leads back to its region', () => {
    const names = REGIONS.flatMap((region) => {
      const own = Array.from({ length: 36 }, (_, ordinal) => shardName(region, ordinal));
      expect(own.map(regionOfShard)).toEqual(Array.from({ length: 36 }, () => region));
      return own;
    });
    expect(new Set(names).size).toBe(REGIONS.length * 36);
    expect(names.every((name) => /^[a-g][0-9a-z]$/.test(name))).toBe(true);
  });

  test('the letters of regions in identifiers never change', () => {
    expect(REGIONS.map((region) => shardName(region, 0)).join(' ')).toBe('a0 b0 c0 d0 e0 f0 g0');
    expect([shardName('weur', 10), shardName('weur', 35)]).toEqual(['ca', 'cz']);
  });

  test.each(['', 'c', 'h0', 'c00', 'C0', 'c-', '0c'])('no region has the shard %j', (name) => {
    expect(regionOfShard(name)).toBeNull();
  });

  test('a 37th shard of a region is refused', () => {
    expect(() => shardName('oc', 36)).toThrow('36 shards');
  });

  test.each(['weur', 'eu', 'toString', 'WEUR', ''])('%j is a region only if it is listed', (text) => {
    expect(isRegion(text)).toBe((REGIONS as readonly string[]).includes(text));
  });
});
