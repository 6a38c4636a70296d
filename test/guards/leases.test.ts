import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import type { Admission, KeyGuard } from '#platform/guards/key-guard.ts';
import { guardOf, inGuard } from '../support/guards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

/** Leases: prepaid tokens that a guard lends to an isolate, and what ends them. What the isolate does with them is in `test/node/lease-memory.test.ts`. */

const BUDGET = 600;
let keys = 0;
const freshKeyId = () => `key_lease${++keys}`;

describe('a guard that lends', () => {
  function tokensOf(admission: Admission): number {
    if (!('budget' in admission)) throw new Error(`the key has ended: ${admission.outcome}`);
    return admission.lentTokens;
  }

  /** Records how long the guard waits, without waiting, and how many rows it writes. */
  function watch(guard: KeyGuard, state: DurableObjectState) {
    const waits: number[] = [];
    guard.wait = async (ms) => {
      waits.push(ms);
    };
    const put = vi.spyOn(state.storage.kv, 'put');
    const takeWrites = () => {
      const writes = put.mock.calls.length;
      put.mockClear();
      return writes;
    };
    return { waits, takeWrites };
  }

  test('never lends more than 5 % of the budget at once, and nothing below a fifth of it', async () => {
    stopClock();
    await inGuard(freshKeyId(), (guard) => {
      expect(tokensOf(guard.admit(BUDGET, 1000))).toBe(30);
      let lent = 31;
      for (;;) {
        const tokens = tokensOf(guard.lend(BUDGET, 1000));
        if (tokens === 0) break;
        lent += tokens;
      }
      expect(lent).toBe(BUDGET * 0.8);
      let admitted = 0;
      while (guard.admit(BUDGET, 1000).outcome === 'admitted') admitted += 1;
      expect(lent + admitted).toBe(BUDGET);
    });
  });

  test('lends more than one token only with a stored count that is at most three seconds old', async () => {
    stopClock();
    await inGuard(freshKeyId(), (guard, state) => {
      const { takeWrites } = watch(guard, state);
      guard.admit(BUDGET);
      expect(takeWrites()).toBe(1);
      guard.lend(BUDGET, 2);
      expect(takeWrites()).toBe(0);
      vi.setSystemTime(NOON_MS + 3001);
      // Below what is stored, so that a request by itself writes nothing.
      guard.lend(BUDGET, 2);
      expect(takeWrites()).toBe(1);
    });
  });

  test('a revocation waits until the last lease can have ended, and so does every later one', async () => {
    stopClock();
    const keyId = freshKeyId();
    await inGuard(keyId, async (guard, state) => {
      const { waits } = watch(guard, state);
      guard.admit(BUDGET, 5);
      vi.setSystemTime(NOON_MS + 1000);
      await guard.revoke(keyId);
      await guard.revoke(keyId);
      vi.setSystemTime(NOON_MS + 3000);
      await guard.revoke(keyId);
      vi.setSystemTime(NOON_MS + 3250);
      await guard.revoke(keyId);
      expect(waits).toEqual([2250, 2250, 250]);
      expect([guard.admit(BUDGET, 5), guard.lend(BUDGET, 5)]).toEqual(Array(2).fill({ outcome: 'revoked' }));
    });
  });

  test('a revocation waits for nothing where nothing was ever lent, and for every possible lease after a restart', async () => {
    stopClock();
    const keyId = freshKeyId();
    await inGuard(keyId, async (guard, state) => {
      const { waits } = watch(guard, state);
      guard.admit(BUDGET);
      await guard.revoke(keyId);
      expect(waits).toEqual([]);
    });
    await evictDurableObject(guardOf(keyId));
    await inGuard(keyId, async (guard, state) => {
      const { waits } = watch(guard, state);
      await guard.revoke(keyId);
      vi.setSystemTime(NOON_MS + 3249);
      await guard.revoke(keyId);
      vi.setSystemTime(NOON_MS + 3250);
      await guard.revoke(keyId);
      expect(waits).toEqual([3250, 1]);
    });
  });

  test('a revocation waits no longer than a lease lasts if the clock of its guard went back', async () => {
    stopClock();
    const keyId = freshKeyId();
    await inGuard(keyId, async (guard, state) => {
      const { waits } = watch(guard, state);
      guard.admit(BUDGET, 5);
      vi.setSystemTime(NOON_MS - 86_400_000);
      await guard.revoke(keyId);
      expect(waits).toEqual([3250]);
    });
  });

  test('a termination waits as a revocation does, and an expiry only if it comes within a lease', async () => {
    stopClock();
    const [ended, rotated] = [freshKeyId(), freshKeyId()];
    await inGuard(ended, async (guard, state) => {
      const { waits } = watch(guard, state);
      guard.admit(BUDGET, 5);
      await guard.endPartner(ended, NOON_MS);
      await guard.endPartner(ended, NOON_MS);
      expect(waits).toEqual([3250, 3250]);
    });
    await inGuard(rotated, async (guard, state) => {
      const { waits } = watch(guard, state);
      guard.admit(BUDGET, 5);
      await guard.expireAt(rotated, NOON_MS + 72 * 3_600_000);
      expect(waits).toEqual([]);
      await guard.expireAt(rotated, NOON_MS + 1000);
      expect(waits).toEqual([3250]);
    });
  });

  test("the end of a rotation's grace and a termination travel with the lease", async () => {
    stopClock();
    const keyId = freshKeyId();
    await inGuard(keyId, async (guard) => {
      guard.wait = async () => undefined;
      await guard.expireAt(keyId, NOON_MS + 9000);
      await guard.endPartner(keyId, NOON_MS);
      const terms = {
        expiresAtMs: NOON_MS + 9000,
        partnerTerminatedAtMs: NOON_MS,
        partnerSuspendedAtMs: null,
      };
      expect(guard.lend(BUDGET, 5)).toMatchObject({ ...terms, lentTokens: 5 });
      expect(guard.status()).toEqual({ outcome: 'alive', ...terms, budgets: null, locations: null });
      vi.setSystemTime(NOON_MS + 9000);
      expect(guard.status()).toEqual({ outcome: 'expired', expiresAtMs: NOON_MS + 9000 });
    });
  });
});
