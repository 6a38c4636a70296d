import { RandomSource } from '@musette/basics/random-source';
import { describe, expect, test } from 'vitest';
import { Leases, type Question } from '#platform/access/ask-guard.ts';
import { LEASE_MS, Lender, NOTHING_STORED, type StoredArrivals } from '#platform/guards/lender.ts';
import { fc } from '../support/random-seed.ts';

/** Tests a rate limit of which four isolates hold leases: a guard and its holders on one clock, without a network. */

const KEY = 'key_1';
const MINUTE_MS = 60_000;
const ISOLATES = 4;

/** A guard, four isolates and the messages between them, in simulated time. */
class World {
  nowMs = 0;
  messages = 0;
  refused = 0;
  /** The moments at which requests were admitted, in order. */
  readonly admittedAtMs: number[] = [];
  readonly #isolates = Array.from({ length: ISOLATES }, () => new Leases());
  readonly #agenda = new Map<number, (() => void)[]>();
  readonly #rate: { readonly budget: number; readonly periodMs: number };
  readonly #delayMs: () => number;
  #stored: StoredArrivals = NOTHING_STORED;
  #guard = new Lender(NOTHING_STORED, 0);

  constructor(budget: number, delayMs: () => number = () => 0) {
    this.#rate = { budget, periodMs: MINUTE_MS };
    this.#delayMs = delayMs;
  }

  at(ms: number, act: () => void): void {
    const acts = this.#agenda.get(ms) ?? [];
    acts.push(act);
    this.#agenda.set(ms, acts);
  }

  run(untilMs: number): void {
    for (; this.nowMs <= untilMs; this.nowMs++) {
      // An act may add others to its own moment.
      for (const act of this.#agenda.get(this.nowMs) ?? []) act();
      this.#agenda.delete(this.nowMs);
    }
  }

  restartGuard(): void {
    this.#guard = new Lender(this.#stored, this.nowMs);
  }

  /** Sends a request to an isolate, which decides as `admit` does. */
  request(isolate: number): void {
    const leases = this.#isolates[isolate];
    if (!leases) throw new Error('no such isolate');
    leases.noteUse(KEY, this.nowMs);
    if (leases.take(KEY, this.nowMs)) {
      this.admittedAtMs.push(this.nowMs);
      const ahead = leases.askAhead(KEY, this.nowMs);
      if (ahead) this.#ask(leases, ahead, 0);
      return;
    }
    this.#ask(leases, leases.ask(KEY, this.nowMs), 1);
  }

  #ask(leases: Leases, question: Question, tokens: 0 | 1): void {
    this.messages += 1;
    this.at(this.nowMs + this.#delayMs(), () => {
      const loan = this.#guard.take(this.#rate, { tokens, wantedTokens: question.wantedTokens }, this.nowMs);
      this.#stored = loan.toStore ?? this.#stored;
      this.at(this.nowMs + this.#delayMs(), () => {
        leases.store(KEY, question, {
          outcome: loan.isAllowed ? 'admitted' : 'limited',
          budget: this.#rate.budget,
          remaining: loan.remaining,
          resetSeconds: 0,
          retryAfterSeconds: 1,
          expiresAtMs: null,
          partnerTerminatedAtMs: null,
          partnerSuspendedAtMs: null,
          locations: null,
          lentTokens: loan.lentTokens,
        });
        if (tokens === 0) return;
        if (loan.isAllowed || leases.take(KEY, this.nowMs)) this.admittedAtMs.push(this.nowMs);
        else this.refused += 1;
      });
    });
  }
}

/** Returns the largest excess of any stretch of t seconds over N + N·(t + T)/60 admitted requests. */
function largestExcess(admittedAtMs: readonly number[], budget: number): number {
  const refilledPerMs = budget / MINUTE_MS;
  let fewestBefore = Number.POSITIVE_INFINITY;
  let excess = Number.NEGATIVE_INFINITY;
  admittedAtMs.forEach((atMs, index) => {
    fewestBefore = Math.min(fewestBefore, index - atMs * refilledPerMs);
    const admitted = index + 1 - atMs * refilledPerMs - fewestBefore;
    excess = Math.max(excess, admitted - budget - LEASE_MS * refilledPerMs);
  });
  return excess;
}

function mostAtOnce(admittedAtMs: readonly number[]): number {
  const moments = [...Map.groupBy(admittedAtMs, (ms) => ms).values()];
  return Math.max(0, ...moments.map((same) => same.length));
}

interface Load {
  readonly seed: number;
  readonly budget: number;
  readonly delayMaxMs: number;
  readonly restarts: number;
}

const loads: fc.Arbitrary<Load> = fc.record({
  seed: fc.integer(),
  budget: fc.constantFrom(20, 60, 600, 1200),
  delayMaxMs: fc.constantFrom(0, 30, 400),
  restarts: fc.constantFrom(0, 0, 1, 5, 40),
});

/** Lets four isolates ask for two minutes: silence, a trickle, more than the budget, or a burst, each for some seconds. */
function play({ seed, budget, delayMaxMs, restarts }: Load): World {
  const source = new RandomSource(seed);
  const random = () => source.uniform();
  const world = new World(budget, () => Math.floor(random() * (delayMaxMs + 1)));
  const endMs = 2 * MINUTE_MS;
  for (let isolate = 0; isolate < ISOLATES; isolate++) {
    for (let startMs = 0; startMs < endMs; startMs += 1000 + Math.floor(random() * 8000)) {
      const burst = random() < 0.2 ? Math.floor(random() * budget * 1.5) : 0;
      for (let request = 0; request < burst; request++) world.at(startMs, () => world.request(isolate));
      const perSecond = random() < 0.3 ? 0 : (random() * 2 * budget) / 60;
      for (let ms = startMs; perSecond > 0 && ms < startMs + 5000; ms += (1000 / perSecond) * 2 * random()) {
        world.at(Math.floor(ms), () => world.request(isolate));
      }
    }
  }
  for (let restart = 0; restart < restarts; restart++) {
    world.at(Math.floor(random() * endMs), () => world.restartGuard());
  }
  world.run(endMs + 10_000);
  return world;
}

describe('a rate limit with leases in four isolates', () => {
  test('over 200 random loads and restarts never admits more than N + N·(t + 3)/60 in any t seconds', () => {
    fc.assert(
      fc.property(loads, (load) => {
        const { admittedAtMs } = play(load);
        expect(largestExcess(admittedAtMs, load.budget)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 200 },
    );
  });

  test('never admits more than N at one instant', () => {
    fc.assert(
      fc.property(loads, (load) => {
        const { admittedAtMs } = play({ ...load, delayMaxMs: 0, restarts: 0 });
        expect(mostAtOnce(admittedAtMs)).toBeLessThanOrEqual(load.budget);
      }),
      { numRuns: 100 },
    );
  });

  test.each([20, 60, 600])('of N + 1 = %i + 1 at once on a fresh key exactly one is refused', (budget) => {
    const world = new World(budget, () => 5);
    for (let request = 0; request <= budget; request++) world.request(request % ISOLATES);
    world.run(1000);
    expect([world.admittedAtMs.length, world.refused]).toEqual([budget, 1]);
  });

  test('of N + 1 at once in one isolate that holds a lease exactly one is refused', () => {
    const world = new World(600, () => 5);
    world.request(0);
    world.at(1000, () => world.request(0));
    // The two before, of which ten tokens are refilled each second, leave room for the whole budget in one isolate.
    world.at(2000, () => {
      for (let request = 0; request <= 600; request++) world.request(0);
    });
    world.run(10_000);
    expect([world.admittedAtMs.length, world.refused]).toEqual([602, 1]);
  });

  test('a killed guard grants nothing twice: leases and restarts together stay within the budget', () => {
    const world = new World(600, () => 1);
    for (let second = 0; second < 3; second++) {
      world.at(second * 10, () => world.restartGuard());
      for (let request = 0; request < 400; request++) {
        world.at(second * 10 + 5, () => world.request(request % ISOLATES));
      }
    }
    world.run(100);
    expect(world.admittedAtMs.length).toBeLessThanOrEqual(600);
    expect(world.admittedAtMs.length).toBeGreaterThanOrEqual(600 * 0.85 - 3 * 30);
  });

  test('a client within its rate limit is never refused, and asks its guard for fewer than half of its requests', () => {
    const world = new World(600, () => 40);
    const source = new RandomSource(7);
    let requests = 0;
    for (let ms = 0; ms < 5 * MINUTE_MS; ms += 125 * 2 * source.uniform()) {
      requests += 1;
      world.at(Math.floor(ms), () => world.request(Math.floor(source.uniform() * ISOLATES)));
    }
    world.run(5 * MINUTE_MS + 1000);
    expect(world.refused).toBe(0);
    expect(world.messages / requests).toBeLessThan(1 / 2);
  });
});

/** The largest error that the algorithm allows a count, for a budget of 6,000. */
const ROUNDING_MS = 2;

describe('further units of an admitted request', () => {
  interface Spent {
    readonly budget: number;
    readonly cost: number;
    readonly requests: readonly { readonly gapMs: number; readonly wantedTokens: number }[];
  }

  const spent: fc.Arbitrary<Spent> = fc.record({
    budget: fc.constantFrom(10, 60, 600, 6000),
    cost: fc.double({ min: 0, max: 0.5, noNaN: true }),
    requests: fc.array(
      fc.record({ gapMs: fc.integer({ min: 0, max: 40 }), wantedTokens: fc.integer({ min: 0, max: 400 }) }),
      { minLength: 1, maxLength: 400 },
    ),
  });

  /** Spends a budget with leases, until a request of this cost is refused its further units. Null if it never is. */
  function refusedAfter({ budget, cost, requests }: Spent) {
    const rate = { budget, periodMs: MINUTE_MS };
    const lender = new Lender(NOTHING_STORED, 0);
    const further = Math.max(1, Math.floor(budget * cost) - 1);
    let nowMs = 1_800_000_000_000;
    for (const { gapMs, wantedTokens } of requests) {
      nowMs += gapMs;
      lender.take(rate, { tokens: Math.ceil(budget / 20), wantedTokens }, nowMs);
      const before = lender.take(rate, { tokens: 0, wantedTokens: 0 }, nowMs).remaining;
      if (!lender.take(rate, { tokens: 1, wantedTokens }, nowMs).isAllowed) continue;
      const loan = lender.takeFurther(rate, further, nowMs);
      if (!loan.isAllowed) return { rate, lender, further, nowMs, loan, before };
    }
    return null;
  }

  /** Asks for the whole cost as a request does: for its first unit and spare tokens, then for the rest. */
  const asks = ({ rate, lender, further }: NonNullable<ReturnType<typeof refusedAfter>>, nowMs: number) =>
    lender.take(rate, { tokens: 1, wantedTokens: 400 }, nowMs).isAllowed &&
    lender.takeFurther(rate, further, nowMs).isAllowed;

  test('that were refused fit after Retry-After, whatever was lent before, and not earlier', () => {
    let refused = 0;
    fc.assert(
      fc.property(spent, (load) => {
        const [early, late] = [refusedAfter(load), refusedAfter(load)];
        if (!early || !late) return;
        refused += 1;
        const { retryAfterMs } = early.loan;
        expect(asks(early, early.nowMs + Math.floor(retryAfterMs) - ROUNDING_MS)).toBe(false);
        expect(asks(late, late.nowMs + Math.ceil(retryAfterMs))).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(refused).toBeGreaterThan(100);
  });

  test('that were refused leave as much as there was before the request, however often it is repeated', () => {
    fc.assert(
      fc.property(spent, (load) => {
        const world = refusedAfter({
          ...load,
          requests: load.requests.map((each) => ({ ...each, wantedTokens: 0 })),
        });
        if (!world) return;
        for (let attempt = 0; attempt < 50; attempt++) {
          world.lender.take(world.rate, { tokens: 1, wantedTokens: 0 }, world.nowMs);
          world.lender.takeFurther(world.rate, world.further, world.nowMs);
        }
        const { remaining } = world.lender.take(world.rate, { tokens: 0, wantedTokens: 0 }, world.nowMs);
        expect(remaining).toBe(world.before);
      }),
      { numRuns: 200 },
    );
  });
});
