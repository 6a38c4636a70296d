import { describe, expect, test } from 'vitest';
import { HeldBytes } from '../../src/http/held-bytes.ts';

const MIB = 1024 * 1024;
const live = (keyId: string) => ({ keyId, environment: 'live' as const });
const sandbox = (keyId: string) => ({ keyId, environment: 'test' as const });

/** Takes bodies of one size until one is refused, and returns how many fitted. */
function fill(held: HeldBytes, owner: Parameters<HeldBytes['take']>[0], bytes: number): number {
  let count = 0;
  while (count < 10_000 && held.take(owner, bytes, bytes)) count += 1;
  return count;
}

describe('the bodies that an isolate holds', () => {
  test('of all callers together have at most 32 MiB', () => {
    const held = new HeldBytes();
    for (let key = 0; key < 10; key++) fill(held, live(`key_${key}`), 64 * 1024);
    expect(held.total).toBe(32 * MIB);
  });

  test('on routes without a key have at most 4 MiB, whatever else is free', () => {
    const held = new HeldBytes();
    expect(fill(held, null, 64 * 1024)).toBe(64);
    expect(held.take(live('key'), 64 * 1024, 64 * 1024)).toBe(true);
  });

  test('of sandbox keys leave room to production, and files leave room to small bodies', () => {
    const held = new HeldBytes();
    for (let key = 0; key < 10; key++) fill(held, sandbox(`key_${key}`), 8 * MIB);
    expect(held.total).toBe(16 * MIB);
    for (let key = 0; key < 10; key++) fill(held, live(`key_${key}`), 4 * MIB);
    expect(held.total).toBe(28 * MIB);
    expect(fill(held, live('small'), 64 * 1024)).toBe(64);
  });

  test('of one key have at most 16 MiB', () => {
    const held = new HeldBytes();
    expect(fill(held, live('greedy'), 8 * MIB)).toBe(2);
    expect(fill(held, live('other'), 8 * MIB)).toBe(1);
  });

  test('count until they are given back, and a refused one counts nothing', () => {
    const held = new HeldBytes();
    expect(held.take(null, 5 * MIB, 5 * MIB)).toBe(false);
    expect(held.take(null, 4 * MIB, 4 * MIB)).toBe(true);
    held.give(null, 4 * MIB);
    expect(held.total).toBe(0);
    expect(held.take(null, 4 * MIB, 4 * MIB)).toBe(true);
  });
});
