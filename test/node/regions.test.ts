import { describe, expect, test } from 'vitest';
import type { Env } from '#platform/env.ts';
import { isRegion, REGIONS, regionOfShard, shardName } from '#platform/regions.ts';
import { chooseShard } from '#platform/storage/placement.ts';
import type { ShardRow } from '#platform/storage/registry-schema.ts';

describe('the names of shards', () => {
  const LAST = 36 ** 3 - 1;

  test('every region and ordinal has a name of four characters that leads back to its region', () => {
    const ordinals = [0, 1, 9, 10, 35, 36, 1_295, 1_296, LAST];
    const names = REGIONS.flatMap((region) => {
      const own = ordinals.map((ordinal) => shardName(region, ordinal));
      expect(own.map(regionOfShard)).toEqual(ordinals.map(() => region));
      return own;
    });
    expect(new Set(names).size).toBe(REGIONS.length * ordinals.length);
    expect(names.every((name) => /^[a-g][0-9a-z]{3}$/.test(name))).toBe(true);
  });

  test('the letters of regions in identifiers never change', () => {
    expect(REGIONS.map((region) => shardName(region, 0)).join(' ')).toBe(
      'a000 b000 c000 d000 e000 f000 g000',
    );
    expect([10, 35, 36, LAST].map((ordinal) => shardName('weur', ordinal))).toEqual([
      'c00a',
      'c00z',
      'c010',
      'czzz',
    ]);
  });

  test.each(['', 'c', 'h000', 'c0', 'c0000', 'C000', 'c0-0', '0c00'])(
    'no region has the shard %j',
    (name) => {
      expect(regionOfShard(name)).toBeNull();
    },
  );

  test.each([LAST + 1, -1, 0.5, Number.NaN])('a region has no shard with the ordinal %d', (ordinal) => {
    expect(() => shardName('oc', ordinal)).toThrow('46656 shards');
  });

  test.each(['weur', 'eu', 'toString', 'WEUR', ''])('%j is a region only if it is listed', (text) => {
    expect(isRegion(text)).toBe((REGIONS as readonly string[]).includes(text));
  });
});

describe('the placement of new athletes', () => {
  const bound = new Map(['c000', 'c001', 'c002', 'b000'].map((shard) => [shard, {} as D1Database]));
  const env: Pick<Env, 'athleteDatabases'> = { athleteDatabases: { test: new Map(), live: bound } };
  const weur = { environment: 'live', region: 'weur' } as const;
  const state = (
    shard: string,
    sizeBytes: number | null,
    athletes: number | null,
    isOpen = true,
  ): ShardRow => ({
    environment: 'live',
    shard,
    sizeBytes,
    athletes,
    isOpen,
    measuredAt: 1,
    fullAt: null,
    schema: null,
    verifiedRegion: null,
    verifiedAt: null,
    runsBegun: 0,
    runsCounted: 0,
    restoredAt: null,
  });

  test('goes by the projected size of a shard: one with few bytes and many athletes will be the larger one', () => {
    const states = [state('c000', 1e6, 4_000), state('c001', 3e9, 500), state('c002', 2e9, 2_000)];
    expect(chooseShard(env, states, weur, [])).toBe('c001');
    expect(chooseShard(env, states, weur, ['c001'])).toBe('c002');
  });

  test('never chooses a shard whose size is unknown, whatever else is closed or used', () => {
    const states = [state('c000', 1e6, 1, false), state('c001', null, null), state('b000', 1, 0)];
    expect(chooseShard(env, states, weur, [])).toBeNull();
    expect(chooseShard(env, states, weur, ['c000'])).toBeNull();
  });
});
