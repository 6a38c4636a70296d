import { describe, expect, test } from 'vitest';
import { isStillValid, Leases } from '#platform/access/ask-guard.ts';
import type { Counted } from '#platform/guards/key-guard.ts';

const BUDGET = 600;

function counted(lentTokens: number, terms: Partial<Counted> = {}): Counted {
  return {
    outcome: 'admitted',
    budget: BUDGET,
    remaining: 500,
    resetSeconds: 10,
    retryAfterSeconds: 1,
    expiresAtMs: null,
    partnerTerminatedAtMs: null,
    partnerSuspendedAtMs: null,
    locations: null,
    lentTokens,
    ...terms,
  };
}

describe('a lease in its isolate', () => {
  const key = 'key_1';

  /** Makes requests at these moments, each of which finds a token or asks; returns the tokens that each question wanted. */
  function wanted(leases: Leases, momentsMs: readonly number[]): (number | 'lent')[] {
    return momentsMs.map((nowMs) => {
      leases.noteUse(key, nowMs);
      if (leases.take(key, nowMs)) return 'lent';
      const question = leases.ask(key, nowMs);
      leases.store(key, question, counted(question.wantedTokens));
      return question.wantedTokens;
    });
  }

  test('lasts 2.75 s from before the guard was asked, and ends if the clock went back', () => {
    const moments = [999, 1000, 3749, 3750];
    expect(moments.map((nowMs) => isStillValid(1000, nowMs))).toEqual([false, true, true, false]);
    const leases = new Leases();
    const question = leases.ask(key, 1000);
    leases.store(key, question, counted(5));
    expect([3749, 3750, 999].map((nowMs) => leases.take(key, nowMs) !== null)).toEqual([true, false, false]);
  });

  test('starts at one token, grows with use and shrinks without it', () => {
    const leases = new Leases();
    expect(wanted(leases, [0, 100, 200, 300, 400, 500])).toEqual([0, 1, 'lent', 3, 'lent', 'lent']);
    // The next three seconds may need what these did; after six of silence nothing is known.
    expect(wanted(leases, [3100])).toEqual([5]);
    expect(wanted(leases, [60_000, 70_000])).toEqual([0, 0]);
  });

  test('counts the units of a batch as use, so that the next lease holds them', () => {
    const leases = new Leases();
    expect(wanted(leases, [0, 100])).toEqual([0, 1]);
    leases.noteUse(key, 100, 4);
    expect([leases.take(key, 100, 4), leases.take(key, 100)?.askedAtMs]).toEqual([null, 100]);
    // Two requests and four units, of which this question's own is one.
    expect(leases.ask(key, 200).wantedTokens).toBe(5);
  });

  test('is renewed ahead at half of its tokens or half of its time, by one question', () => {
    const leases = new Leases();
    const grant = (tokens: number, nowMs: number) => {
      leases.store(key, leases.ask(key, nowMs), counted(tokens));
    };
    for (let request = 0; request < 6; request++) leases.noteUse(key, 0);
    grant(4, 0);
    leases.take(key, 10);
    expect(leases.askAhead(key, 10)).toBeNull();
    leases.take(key, 20);
    const question = leases.askAhead(key, 20);
    expect(question).toEqual({ askedAtMs: 20, wantedTokens: 4 });
    expect(leases.askAhead(key, 30)).toBeNull();
    if (question) leases.store(key, question, counted(4));
    leases.take(key, 40);
    expect(leases.askAhead(key, 1300)).toBeNull();
    expect(leases.askAhead(key, 1400)).not.toBeNull();
  });

  test('grants of overlapping questions add up, and each ends by itself, the oldest being used first', () => {
    const leases = new Leases();
    const [first, second] = [leases.ask(key, 0), leases.ask(key, 1000)];
    leases.store(key, second, counted(2));
    leases.store(key, first, counted(3));
    for (let token = 0; token < 2; token++) expect(leases.take(key, 2000)).not.toBeNull();
    // Two tokens of the first have gone; its last one ends at 2750, those of the second at 3750.
    const left = [2760, 2770, 2780].map((nowMs) => leases.take(key, nowMs) !== null);
    expect(left).toEqual([true, true, false]);
  });

  test('a request that asks beside another question wants nothing ahead, until that was given up', () => {
    const leases = new Leases();
    for (let request = 0; request < 9; request++) leases.noteUse(key, 0);
    const first = leases.ask(key, 0);
    expect([first.wantedTokens, leases.ask(key, 1).wantedTokens]).toEqual([8, 0]);
    leases.giveUp(key, first);
    expect(leases.ask(key, 2).wantedTokens).toBe(8);
    // Never answered: its request was cut off.
    expect([leases.ask(key, 3000).wantedTokens, leases.ask(key, 3002).wantedTokens]).toEqual([0, 8]);
  });

  test('is dropped when its key has ended', () => {
    const leases = new Leases();
    leases.store(key, leases.ask(key, 0), counted(5));
    expect(leases.hasToken(key, 10)).toBe(true);
    leases.forget(key);
    expect([leases.hasToken(key, 10), leases.take(key, 10)]).toEqual([false, null]);
  });
});
