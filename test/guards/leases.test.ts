import { evictDurableObject } from 'cloudflare:test';
import { describe, expect, test, vi } from 'vitest';
import { isStillValid, Leases } from '../../src/access/leases.ts';
import type { Admission, Counted, KeyGuard } from '../../src/guards/key-guard.ts';
import { guardOf, inGuard } from '../support/guards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

/** Leases: prepaid tokens that a guard lends to an isolate, and what ends them. */

const BUDGET = 600;
let keys = 0;
const freshKeyId = () => `key_lease${++keys}`;

function counted(lentTokens: number, terms: Partial<Counted> = {}): Counted {
  return {
    outcome: 'admitted',
    budget: BUDGET,
    remaining: 500,
    resetSeconds: 10,
    retryAfterSeconds: 1,
    expiresAtMs: null,
    partnerTerminatedAtMs: null,
    places: null,
    lentTokens,
    ...terms,
  };
}

describe('a lease in its isolate', () => {
  const key = 'key_1';

  /** Makes requests at these moments, each of which finds a token or asks; returns the tokens that each question wanted. */
  function wanted(leases: Leases, momentsMs: readonly number[]): (number | 'lent')[] {
    return momentsMs.map((nowMs) => {
      leases.noteRequest(key, nowMs);
      if (leases.take(key, nowMs)) return 'lent';
      const question = leases.ask(key, nowMs);
      leases.keep(key, question, counted(question.wantedTokens));
      return question.wantedTokens;
    });
  }

  test('lasts 2.75 s from before the guard was asked, and ends if the clock went back', () => {
    const moments = [999, 1000, 3749, 3750];
    expect(moments.map((nowMs) => isStillValid(1000, nowMs))).toEqual([false, true, true, false]);
    const leases = new Leases();
    const question = leases.ask(key, 1000);
    leases.keep(key, question, counted(5));
    expect([3749, 3750, 999].map((nowMs) => leases.take(key, nowMs) !== null)).toEqual([true, false, false]);
  });

  test('starts at one token, grows with use and shrinks without it', () => {
    const leases = new Leases();
    expect(wanted(leases, [0, 100, 200, 300, 400, 500])).toEqual([0, 1, 'lent', 3, 'lent', 'lent']);
    // The next three seconds may need what these did; after six of silence nothing is known.
    expect(wanted(leases, [3100])).toEqual([5]);
    expect(wanted(leases, [60_000, 70_000])).toEqual([0, 0]);
  });

  test('is renewed ahead at half of its tokens or half of its time, by one question', () => {
    const leases = new Leases();
    const grant = (tokens: number, nowMs: number) => {
      leases.keep(key, leases.ask(key, nowMs), counted(tokens));
    };
    for (let request = 0; request < 6; request++) leases.noteRequest(key, 0);
    grant(4, 0);
    leases.take(key, 10);
    expect(leases.askAhead(key, 10)).toBeNull();
    leases.take(key, 20);
    const question = leases.askAhead(key, 20);
    expect(question).toEqual({ askedAtMs: 20, wantedTokens: 4 });
    expect(leases.askAhead(key, 30)).toBeNull();
    if (question) leases.keep(key, question, counted(4));
    leases.take(key, 40);
    expect(leases.askAhead(key, 1300)).toBeNull();
    expect(leases.askAhead(key, 1400)).not.toBeNull();
  });

  test('grants of overlapping questions add up, and each ends by itself, the oldest being used first', () => {
    const leases = new Leases();
    const [first, second] = [leases.ask(key, 0), leases.ask(key, 1000)];
    leases.keep(key, second, counted(2));
    leases.keep(key, first, counted(3));
    for (let token = 0; token < 2; token++) expect(leases.take(key, 2000)).not.toBeNull();
    // Two tokens of the first have gone; its last one ends at 2750, those of the second at 3750.
    const left = [2760, 2770, 2780].map((nowMs) => leases.take(key, nowMs) !== null);
    expect(left).toEqual([true, true, false]);
  });

  test('a request that asks beside another question wants nothing ahead, until that was given up', () => {
    const leases = new Leases();
    for (let request = 0; request < 9; request++) leases.noteRequest(key, 0);
    const first = leases.ask(key, 0);
    expect([first.wantedTokens, leases.ask(key, 1).wantedTokens]).toEqual([8, 0]);
    leases.giveUp(key, first);
    expect(leases.ask(key, 2).wantedTokens).toBe(8);
    // Never answered: its request was cut off.
    expect([leases.ask(key, 3000).wantedTokens, leases.ask(key, 3002).wantedTokens]).toEqual([0, 8]);
  });

  test('is dropped when its key has ended', () => {
    const leases = new Leases();
    leases.keep(key, leases.ask(key, 0), counted(5));
    expect(leases.hasToken(key, 10)).toBe(true);
    leases.forget(key);
    expect([leases.hasToken(key, 10), leases.take(key, 10)]).toEqual([false, null]);
  });
});

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
      const terms = { expiresAtMs: NOON_MS + 9000, partnerTerminatedAtMs: NOON_MS };
      expect(guard.lend(BUDGET, 5)).toMatchObject({ ...terms, lentTokens: 5 });
      expect(guard.standing()).toEqual({ outcome: 'alive', ...terms, places: null });
      vi.setSystemTime(NOON_MS + 9000);
      expect(guard.standing()).toEqual({ outcome: 'expired', expiresAtMs: NOON_MS + 9000 });
    });
  });
});
