import { evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test, vi } from 'vitest';
import { numberToStore } from '#platform/guards/gcra.ts';
import type { ProductBudget } from '#platform/guards/product-limiter.ts';
import { guardOf, inGuard, inLimiter } from '../support/guards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

/** Counters that are stored ahead of themselves: few writes, and a restart that never gives anything twice. */

const LIVE_PER_MIN = 600;
const COUNT = { hourMs: NOON_MS, operationId: 'getAthlete', statusClass: '2xx' } as const;
let keys = 0;
const freshKeyId = () => `key_ahead${++keys}`;

/** Counts the rows that an object writes while `work` runs: one for each change of a value or of the alarm. */
async function writesOf(state: DurableObjectState, work: () => unknown): Promise<number> {
  const { storage } = state;
  const spies = [vi.spyOn(storage.kv, 'put'), vi.spyOn(storage.kv, 'delete'), vi.spyOn(storage, 'setAlarm')];
  await work();
  const writes = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return writes;
}

async function usageOf(partnerId: string): Promise<number> {
  const sum = env.REGISTRY.prepare('SELECT sum(requests) AS n FROM usage WHERE partner_id = ?');
  return Number(await sum.bind(partnerId).first('n'));
}

async function admitAtOnce(keyId: string, requests: number): Promise<number> {
  return inGuard(keyId, (guard) => {
    const admissions = Array.from({ length: requests }, () => guard.admit(LIVE_PER_MIN));
    return admissions.filter(({ outcome }) => outcome === 'admitted').length;
  });
}

describe('the stored rate of a key', () => {
  test.each([
    ['one by one', 0],
    ['with leases', 30],
  ])(
    'costs at most one written row in 25 requests at a steady live rate, usage included, %s',
    async (_how, wantedTokens) => {
      stopClock();
      const requests = 3000;
      const owner = { partnerId: `prt_ahead${wantedTokens}`, environment: 'live' } as const;
      const written = await inGuard(freshKeyId(), (guard, state) =>
        writesOf(state, async () => {
          let held = 0;
          let asked = 0;
          for (let request = 0; request < requests; request++) {
            vi.setSystemTime(NOON_MS + request * 100);
            if (request % 600 === 599) await guard.alarm();
            // An isolate at half time: every 1.4 s it asks for as much as it used since.
            if (held > 0) held -= 1;
            else {
              const usage = { owner, counts: [{ ...COUNT, requests: request - asked }] };
              asked = request;
              const admission = guard.admit(LIVE_PER_MIN, Math.min(wantedTokens, 13), usage);
              expect(admission.outcome).toBe('admitted');
              if ('lentTokens' in admission) held = admission.lentTokens;
            }
          }
        }),
      );
      expect(written).toBeGreaterThan(0);
      expect(await usageOf(owner.partnerId)).toBeGreaterThan(requests - 20);
      expect(requests / written).toBeGreaterThanOrEqual(25);
    },
  );

  test('after a restart admits no more than without it, and at most 5 % of the budget less', async () => {
    stopClock();
    for (const before of [1, 29, 30, 31, 32, 100, 571, 599, 600]) {
      const keyId = freshKeyId();
      expect(await admitAtOnce(keyId, before)).toBe(before);
      await evictDurableObject(guardOf(keyId));
      const after = await admitAtOnce(keyId, LIVE_PER_MIN);
      expect(before + after, `${before} before`).toBeLessThanOrEqual(LIVE_PER_MIN);
      expect(before + after, `${before} before`).toBeGreaterThanOrEqual(0.95 * LIVE_PER_MIN);
    }
  });

  test('after many restarts in a row never admits more than the rate limit', async () => {
    stopClock();
    const keyId = freshKeyId();
    let admitted = 0;
    for (let restart = 0; restart < 40; restart++) {
      admitted += await admitAtOnce(keyId, 17);
      await evictDurableObject(guardOf(keyId));
    }
    expect(admitted).toBeLessThanOrEqual(LIVE_PER_MIN);
    expect(admitted).toBeGreaterThan(LIVE_PER_MIN / 3);
  });
});

describe("the stored budgets of an athlete's products", () => {
  const budget: ProductBudget = { requestsPerMin: 300, recordsPerDay: 150 };
  const MINUTE_MS = 60_000;

  const limiterOf = (name: string) => env.PRODUCT_LIMITER.get(env.PRODUCT_LIMITER.idFromName(name));
  const productIds = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => `prd_${from + index}`);
  const leftOf = (name: string) =>
    inLimiter(limiterOf(name), (limiter) => limiter.take(budget, []).left.records.remaining);

  test('cost far fewer rows than requests, and none for products that were shown before', async () => {
    stopClock();
    const written = await inLimiter(limiterOf('ath_ahead'), (limiter, state) =>
      writesOf(state, () => {
        for (let request = 0; request < 100; request++) {
          const page = (request % 5) * 7;
          expect(limiter.take(budget, productIds(page, page + 7)).outcome).toBe('admitted');
        }
      }),
    );
    // One row in 15 requests, and one for each of five pages. Stored each by itself they would be 200.
    expect(written).toBeLessThanOrEqual(100 / 15 + 5 + 1);
    await evictDurableObject(limiterOf('ath_ahead'));
    expect(await leftOf('ath_ahead')).toBe(150 - 35);
    const outcomes = await inLimiter(limiterOf('ath_ahead'), (limiter) =>
      Array.from({ length: 300 }, () => limiter.take(budget, []).outcome),
    );
    const admitted = outcomes.filter((outcome) => outcome === 'admitted').length;
    expect(101 + admitted).toBeLessThanOrEqual(300);
    expect(101 + admitted).toBeGreaterThanOrEqual(0.95 * 300);
  });

  test('the distinct products of a day are exact over many evictions, and one row that holds at most the daily limit', async () => {
    stopClock();
    const seen = new Set<string>();
    const outcomes: string[] = [];
    for (let minute = 0; minute < 40; minute++) {
      vi.setSystemTime(NOON_MS + minute * MINUTE_MS);
      // Every page repeats three products of the one before.
      const page = productIds(minute * 7, minute * 7 + 10);
      const fits = new Set([...seen, ...page]).size <= budget.recordsPerDay;
      if (fits) for (const id of page) seen.add(id);
      const { outcome } = await inLimiter(limiterOf('ath_pages'), (limiter) => limiter.take(budget, page));
      expect(outcome).toBe(fits ? 'admitted' : 'daily_limit_reached');
      outcomes.push(outcome);
      await evictDurableObject(limiterOf('ath_pages'));
    }
    expect(outcomes).toContain('daily_limit_reached');
    expect(await leftOf('ath_pages')).toBe(budget.recordsPerDay - seen.size);
    const stored = await inLimiter(limiterOf('ath_pages'), (_limiter, state) => [...state.storage.kv.list()]);
    expect(stored.map(([key]) => key).sort()).toEqual(['day', 'theoreticalArrivalMs']);
    expect(JSON.stringify(stored).length).toBeLessThan(8 * 1024);
  });

  test('what is given back survives a restart, but not what another request has shown meanwhile', async () => {
    stopClock();
    await inLimiter(limiterOf('ath_back'), (limiter) => {
      const [first, second] = [
        limiter.take(budget, productIds(0, 100)),
        limiter.take(budget, productIds(90, 110)),
      ];
      if (first.outcome !== 'admitted' || second.outcome !== 'admitted') throw new Error('refused');
      expect([first.newIds.length, second.newIds.length]).toEqual([100, 10]);
      limiter.giveBack(budget, first.charge);
    });
    await evictDurableObject(limiterOf('ath_back'));
    expect(await leftOf('ath_back')).toBe(150 - 20);
  });

  test('a product of before an eviction is not given back by a later request that showed it too', async () => {
    stopClock();
    await inLimiter(limiterOf('ath_late'), (limiter) => limiter.take(budget, productIds(0, 10)));
    await evictDurableObject(limiterOf('ath_late'));
    await inLimiter(limiterOf('ath_late'), (limiter) => {
      const again = limiter.take(budget, productIds(5, 15));
      if (again.outcome !== 'admitted') throw new Error('refused');
      limiter.giveBack(budget, again.charge);
    });
    expect(await leftOf('ath_late')).toBe(150 - 10);
  });
});

test('a stored counter is never behind the true one, nor more than its distance ahead', () => {
  let stored = 0;
  let writes = 0;
  for (const counter of [1, 2, 5, 6, 7, 12, 12, 3, 4, 20]) {
    const toStore = numberToStore(counter, stored, 5);
    if (toStore !== null) {
      stored = toStore;
      writes += 1;
    }
    expect(stored).toBeGreaterThanOrEqual(counter);
    expect(stored - counter).toBeLessThanOrEqual(5);
  }
  expect(writes).toBe(4);
});
