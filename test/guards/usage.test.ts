import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { UsageReport } from '#platform/guards/key-guard-state.ts';
import { newMeter, openDatabase } from '#platform/storage/database.ts';
import { addUsage } from '#platform/storage/usage.ts';
import { FLUSH_ROWS } from '../bench/figures/prices.ts';
import { failingBindings, hiccupingBindings } from '../support/bindings.ts';
import { guardOf, inGuard, rewireGuard } from '../support/guards.ts';
import { NOON_MS, stopClock } from '../support/stopped-clock.ts';

/** The usage that isolates hand over to a guard, and that its alarm brings to the registry once. */

const BUDGET = 600;
let keys = 0;
const freshKeyId = () => `key_usage${++keys}`;

/** Makes a report of each of these numbers of requests, as of one operation each. */
function reportOf(partnerId: string, ...requests: readonly number[]): UsageReport {
  return {
    owner: { partnerId, environment: 'live' },
    counts: requests.map((count, index) => ({
      hourMs: NOON_MS,
      operationId: `operation${index}`,
      statusClass: '2xx',
      requests: count,
    })),
  };
}

/** Reads the requests of a partner's operations from the registry. */
async function usageOf(partnerId: string): Promise<Readonly<Record<string, number>>> {
  const { results } = await env.REGISTRY.prepare(
    'SELECT operation_id, sum(requests) AS requests FROM usage WHERE partner_id = ? GROUP BY operation_id',
  )
    .bind(partnerId)
    .all<{ operation_id: string; requests: number }>();
  return Object.fromEntries(results.map((row) => [row.operation_id, row.requests]));
}

/** Replaces the registry by one that fails after each batch took effect. */
function failingAfterwards(): Partial<Cloudflare.Env> {
  const REGISTRY = new Proxy(env.REGISTRY, {
    get: (target, name) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      if (name !== 'batch') return member.bind(target);
      return async (statements: D1PreparedStatement[]) => {
        await target.batch(statements);
        throw new Error('the answer was lost');
      };
    },
  });
  return { REGISTRY };
}

describe('the pool of a client and region', () => {
  test("adds up the usage of many connections' guards into one flush of the registry, repeated ones once", async () => {
    const pool = { name: 'usage:cli_pool:weur', region: 'weur' } as const;
    const connections = Array.from({ length: 20 }, freshKeyId);
    for (const id of connections) {
      const { owner, counts } = reportOf('prt_pool', 3, 1);
      await guardOf(id).admit(BUDGET, 0, { owner: { ...owner, pool }, counts });
    }
    const [first] = connections;
    // The answer of the pool is lost, so the guard sends the same flush once more.
    const restore = await rewireGuard(first ?? '', hiccupingBindings(1, 'after').bindings);
    await runDurableObjectAlarm(guardOf(first ?? ''));
    await restore();
    for (const id of connections) expect(await runDurableObjectAlarm(guardOf(id))).toBe(true);
    expect(await usageOf('prt_pool')).toEqual({});
    expect(await runDurableObjectAlarm(guardOf(pool.name))).toBe(true);
    expect(await usageOf('prt_pool')).toEqual({ operation0: 60, operation1: 20 });
    const flushes = env.REGISTRY.prepare('SELECT count(*) AS n FROM usage_flushes WHERE guard = ?');
    expect(await flushes.bind(env.KEY_GUARD.idFromName(pool.name).toString()).first('n')).toBe(1);
    const own = connections.map((id) => env.KEY_GUARD.idFromName(id).toString());
    for (const guard of own) expect(await flushes.bind(guard).first('n')).toBe(0);
    expect(await runDurableObjectAlarm(guardOf(pool.name))).toBe(false);
  });
});

/** Returns the requests of the days that the console shows of a key. */
async function requestsByDay(keyId: string): Promise<number[]> {
  const { days } = await inGuard(keyId, (guard) => guard.activity());
  return days.map(({ requests }) => requests);
}

describe("a guard's usage", () => {
  test('adds up what isolates report, and reaches the registry with the alarm', async () => {
    const keyId = freshKeyId();
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_sum', 3, 1));
    await guardOf(keyId).lend(BUDGET, 5, reportOf('prt_sum', 4));
    expect(await usageOf('prt_sum')).toEqual({});
    expect(await runDurableObjectAlarm(guardOf(keyId))).toBe(true);
    expect(await usageOf('prt_sum')).toEqual({ operation0: 7, operation1: 1 });
    // Nothing is left to do until the next report.
    expect(await runDurableObjectAlarm(guardOf(keyId))).toBe(false);
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_sum', 10));
    await runDurableObjectAlarm(guardOf(keyId));
    expect(await usageOf('prt_sum')).toEqual({ operation0: 17, operation1: 1 });
  });

  test('is due a minute after its first report, whatever follows', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOON_MS });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await inGuard(freshKeyId(), async (guard, state) => {
      const set = vi.spyOn(state.storage, 'setAlarm');
      guard.admit(BUDGET, 0, reportOf('prt_due', 1));
      vi.setSystemTime(NOON_MS + 30_000);
      guard.admit(BUDGET, 0, reportOf('prt_due', 1));
      expect(set.mock.calls).toEqual([[NOON_MS + 60_000]]);
      set.mockRestore();
    });
  });

  test('idempotency of a flush: one that is repeated after a lost answer counts once, also by a successor', async () => {
    stopClock();
    const keyId = freshKeyId();
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_lost', 3));
    await rewireGuard(keyId, failingAfterwards());
    for (let time = 0; time < 3; time++) {
      await inGuard(keyId, (guard) => guard.alarm());
      expect(await usageOf('prt_lost')).toEqual({ operation0: 3 });
    }
    await evictDurableObject(guardOf(keyId));
    await inGuard(keyId, (guard) => guard.alarm());
    expect(await usageOf('prt_lost')).toEqual({ operation0: 3 });
    await evictDurableObject(guardOf(keyId));
    expect(await requestsByDay(keyId)).toEqual([3]);
  });

  test('survives a registry that is unavailable, and an eviction meanwhile', async () => {
    const keyId = freshKeyId();
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_down', 3));
    await rewireGuard(keyId, failingBindings('registryBatches'));
    await runDurableObjectAlarm(guardOf(keyId));
    expect(await usageOf('prt_down')).toEqual({});
    await evictDurableObject(guardOf(keyId));
    expect(await runDurableObjectAlarm(guardOf(keyId))).toBe(true);
    expect(await usageOf('prt_down')).toEqual({ operation0: 3 });
  });

  test('is stored in the row of the arrival time, or by a visit that finds counts of three seconds ago and does not wait for the row', async () => {
    // The platform runs the alarm by its own clock.
    const beganAtMs = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: beganAtMs });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const keyId = freshKeyId();
    const visit = (seconds: number, requests: number) =>
      inGuard(keyId, async (guard, state) => {
        vi.setSystemTime(beganAtMs + seconds * 1000);
        const [put, row] = [vi.spyOn(state.storage, 'put'), vi.spyOn(state.storage.kv, 'put')];
        const { outcome } = guard.admit(1, 0, reportOf('prt_idle', requests));
        const writes = { outcome, rows: row.mock.calls.length, unconfirmed: put.mock.calls.length };
        for (const call of put.mock.calls as unknown[][]) expect(call[2]).toEqual({ allowUnconfirmed: true });
        put.mockRestore();
        row.mockRestore();
        return writes;
      });
    expect(await visit(0, 3)).toEqual({ outcome: 'admitted', rows: 1, unconfirmed: 0 });
    // Refused visits store no arrival time.
    expect(await visit(1, 2)).toEqual({ outcome: 'limited', rows: 0, unconfirmed: 0 });
    expect(await visit(3, 2)).toEqual({ outcome: 'limited', rows: 0, unconfirmed: 0 });
    expect(await visit(4, 1)).toEqual({ outcome: 'limited', rows: 0, unconfirmed: 1 });
    expect(await visit(5, 10)).toEqual({ outcome: 'limited', rows: 0, unconfirmed: 0 });
    vi.useRealTimers();
    await evictDurableObject(guardOf(keyId));
    expect(await runDurableObjectAlarm(guardOf(keyId))).toBe(true);
    // All but those of the last visit.
    expect(await usageOf('prt_idle')).toEqual({ operation0: 8 });
  });

  test('leaves no timer pending after an admission, which would keep the object in memory', async () => {
    const pending = new Set<unknown>();
    const real = {
      setTimeout: globalThis.setTimeout,
      clearTimeout: globalThis.clearTimeout,
      setInterval: globalThis.setInterval,
    };
    const begin = (start: (...given: never[]) => unknown) =>
      ((...given: never[]) => {
        const timer = start(...given);
        pending.add(timer);
        return timer;
      }) as never;
    Object.assign(globalThis, {
      setTimeout: begin(real.setTimeout as never),
      setInterval: begin(real.setInterval as never),
      clearTimeout: (timer: never) => {
        pending.delete(timer);
        real.clearTimeout(timer);
      },
    });
    onTestFinished(() => {
      Object.assign(globalThis, real);
    });
    await inGuard(freshKeyId(), (guard) => {
      guard.admit(BUDGET, 5, reportOf('prt_timer', 3));
      guard.lend(BUDGET, 5, reportOf('prt_timer', 1));
      guard.charge(BUDGET, 3);
      expect(pending.size).toBe(0);
    });
  });

  test('in steady use costs a guard and the registry as many rows a minute as the bill says', async () => {
    const keyId = freshKeyId();
    const written = await inGuard(keyId, async (guard, { storage }) => {
      const rows: number[] = [];
      for (let minute = 0; minute < 2; minute++) {
        const spies = [
          vi.spyOn(storage.kv, 'put'),
          vi.spyOn(storage.kv, 'delete'),
          vi.spyOn(storage, 'setAlarm'),
        ];
        guard.collect({ id: `flush ${minute}`, ...reportOf('prt_rows', 1), sizes: [], answers: [] });
        await guard.alarm();
        rows.push(spies.reduce((sum, { mock }) => sum + mock.calls.length, 0));
        for (const spy of spies) spy.mockRestore();
      }
      return rows;
    });
    expect(written.at(-1)).toBe(FLUSH_ROWS.object);
    const meter = newMeter();
    const db = openDatabase(env.REGISTRY, meter);
    const answers = [{ slotMs: NOON_MS, environment: 'live', answers: 1, faults: 0, times: {} }] as const;
    const flush = (id: string) =>
      addUsage(db, 'guard', { id, ...reportOf('prt_rows', 1), sizes: [], answers }, NOON_MS);
    await flush('one');
    meter.d1RowsWritten = 0;
    await flush('two');
    expect(meter.d1RowsWritten).toBe(FLUSH_ROWS.registry);
  });

  test('of 1,200 counts takes three flushes, each below the size of a statement', async () => {
    const keyId = freshKeyId();
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_many', ...Array.from({ length: 1200 }, () => 1)));
    const sizes: number[] = [];
    while (await runDurableObjectAlarm(guardOf(keyId))) {
      sizes.push(Object.keys(await usageOf('prt_many')).length);
    }
    expect(sizes).toEqual([500, 1000, 1200]);
  });

  test('shares the alarm with the settlement of a rotation: neither moves the other', async () => {
    const keyId = freshKeyId();
    await guardOf(keyId).expireAt(keyId, Date.now() + 3_600_000);
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_both', 1));
    const left = () =>
      inGuard(keyId, async (_guard, state) => {
        const alarmInMs = ((await state.storage.getAlarm()) ?? Number.NaN) - Date.now();
        return {
          alarmInS: Math.round(alarmInMs / 1000),
          pending: state.storage.kv.get('pending') !== undefined,
        };
      });
    expect(await left()).toEqual({ alarmInS: 60, pending: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    await runDurableObjectAlarm(guardOf(keyId));
    expect(await usageOf('prt_both')).toEqual({ operation0: 1 });
    expect(await left()).toEqual({ alarmInS: 60, pending: true });
    await runDurableObjectAlarm(guardOf(keyId));
    expect(await left()).toEqual({ alarmInS: Number.NaN, pending: false });
  });

  test('is dropped with everything else that a removed key stored', async () => {
    stopClock();
    const keyId = freshKeyId();
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_gone', 2));
    await runDurableObjectAlarm(guardOf(keyId));
    expect(await requestsByDay(keyId)).toEqual([2]);
    await guardOf(keyId).admit(BUDGET, 0, reportOf('prt_gone', 1));
    await guardOf(keyId).forget();
    expect(await requestsByDay(keyId)).toEqual([]);
    expect(await runDurableObjectAlarm(guardOf(keyId))).toBe(false);
    expect(await usageOf('prt_gone')).toEqual({ operation0: 2 });
  });
});
