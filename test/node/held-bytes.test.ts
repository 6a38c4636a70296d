import { describe, expect, test } from 'vitest';
import { type BodyOwner, HeldBytes } from '#platform/http/upload.ts';

const MIB = 1024 * 1024;
const live = (keyId: string) => ({ keyId, environment: 'live' as const });
const sandbox = (keyId: string) => ({ keyId, environment: 'test' as const });

const body = (owner: BodyOwner | null, sinceMs = 0) => ({ owner, sinceMs, bytes: 0 });

/** Holds bodies of one size until one is refused, and returns how many fitted. */
function fill(held: HeldBytes, owner: BodyOwner | null, bytes: number): number {
  let count = 0;
  while (count < 10_000 && held.make(body(owner), bytes, 0)) count += 1;
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
    expect(held.make(body(live('key')), 64 * 1024, 0)).toBe(true);
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

  test('count until they are dropped, and a refused one counts nothing', () => {
    const held = new HeldBytes();
    expect(held.make(body(null), 5 * MIB, 0)).toBe(false);
    const first = body(null);
    expect([held.make(first, MIB, 0), held.make(first, 4 * MIB, 0), held.total]).toEqual([
      true,
      true,
      4 * MIB,
    ]);
    expect(held.make(body(null), 1, 0)).toBe(false);
    held.drop(first);
    expect([held.total, held.make(body(null), 4 * MIB, 0)]).toEqual([0, true]);
  });

  test('of a request that the platform ended are forgotten after two minutes', () => {
    const held = new HeldBytes();
    expect(fill(held, null, MIB)).toBe(4);
    expect(held.make(body(null), MIB, 120_000)).toBe(false);
    expect(held.make(body(null, 120_001), MIB, 120_001)).toBe(true);
    expect(held.total).toBe(MIB);
  });
});
