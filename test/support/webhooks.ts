import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished, vi } from 'vitest';
import { Dispatcher } from '#partner/webhooks/dispatcher.ts';
import { parseEnv } from '#platform/env.ts';
import { wakeDispatchers } from '#platform/guards/call-object.ts';
import type { Subscriber } from '#platform/storage/subscriber.ts';
import { watchedObjects } from './bindings.ts';
import { type CallOptions, call, type Reply } from './client.ts';
import { runSchedule } from './crons.ts';
import { makePartner } from './partners.ts';
import { SHARD_BINDINGS } from './shards.ts';
import { emptyDispatchers, objectsOf } from './stores.ts';

export const URL_OF_RECEIVER = 'https://platform.example/hooks';
const SUBSCRIBERS = `SELECT partner_id AS partnerId, environment, webhook_id AS webhookId, store, region,
  resume_at AS resumeAt FROM subscribers`;
const CRON = '*/10 * * * *';
/** More rounds than any test needs. Alarms that never stop fail the test. */
const ROUNDS_MAX = 5000;
/** So far ahead that the platform itself runs no alarm. */
const AHEAD_MS = 365 * 86_400_000;

/** A request that a receiver got. */
export interface Received {
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  /** The event, as it was sent. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every type
  readonly event: any;
}

/** Answers a request of the service, or throws as a connection does that fails. */
export type Receive = (received: Received, signal: AbortSignal) => Response | Promise<Response>;

/** A dispatcher's next alarm. */
interface Alarm {
  readonly stub: DurableObjectStub<Dispatcher>;
  readonly atMs: number;
}

/** The dispatchers of a test with a clock that the test moves, and receivers in place of the internet. */
export class DeliveryWorld {
  readonly received: Received[] = [];
  /** Loses every wake while true. */
  areWakesLost = false;
  receive: Receive = () => new Response(null, { status: 204 });
  #known: { readonly alarms: readonly Alarm[]; readonly wakes: number } = { alarms: [], wakes: -1 };
  /** Counts what may have set the alarm of a dispatcher, in addition to its own alarm. */
  readonly #wakes: () => number;

  constructor() {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + AHEAD_MS });
    const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      const received = { url: request.url, headers: request.headers, body, event: JSON.parse(body) };
      this.received.push(received);
      return this.receive(received, init?.signal ?? new AbortController().signal);
    });
    const wake = vi.spyOn(Dispatcher.prototype, 'wake');
    this.#wakes = () => wake.mock.calls.length;
    onTestFinished(async () => {
      spy.mockRestore();
      wake.mockRestore();
      vi.useRealTimers();
      await endAllWebhooks();
    });
  }

  get bindings(): Partial<Cloudflare.Env> {
    return {
      DISPATCHER: watchedObjects(env.DISPATCHER, (message) => {
        if (this.areWakesLost && message === 'wake') throw new Error('the wake is lost');
      }),
    };
  }

  send(method: string, path: string, options: CallOptions = {}): Promise<Reply> {
    return call(method, path, { ...options, bindings: { ...this.bindings, ...options.bindings } });
  }

  /** Lets time pass, with every alarm at its time. */
  async pass(seconds: number): Promise<void> {
    const untilMs = Date.now() + seconds * 1000;
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const alarms = await this.#knownAlarms();
      const firstMs = Math.min(...alarms.map(({ atMs }) => atMs));
      if (firstMs > untilMs) {
        vi.setSystemTime(untilMs);
        return;
      }
      if (firstMs > Date.now()) vi.setSystemTime(firstMs);
      const isDue = ({ atMs }: Alarm) => atMs <= Date.now();
      const later = alarms.filter((alarm) => !isDue(alarm));
      const next = await Promise.all(alarms.filter(isDue).map(({ stub }) => runAlarm(stub)));
      this.#known = { alarms: [...later, ...next.flat()], wakes: this.#known.wakes };
    }
    throw new Error('the alarms do not end');
  }

  /** Lists the alarms, and asks for them only if a dispatcher was woken since: else only those that ran have changed. */
  async #knownAlarms(): Promise<readonly Alarm[]> {
    const wakes = this.#wakes();
    if (wakes !== this.#known.wakes) this.#known = { alarms: await this.alarms(), wakes };
    return this.#known.alarms;
  }

  /** Wakes the dispatchers of a store, as the batch of a change does. */
  async wake(store: D1Database): Promise<void> {
    await wakeDispatchers(parseEnv({ ...env, ...this.bindings }), await subscribersIn(store));
  }

  /** Lets the dispatchers that were woken send what there is: two seconds pass. */
  settle(): Promise<void> {
    return this.pass(2);
  }

  /** Runs the cron, and what it wakes. */
  async runCron(cron = CRON): Promise<void> {
    await runSchedule(cron, { ...env, ...this.bindings });
    await this.settle();
  }

  /** Lists the dispatchers with an alarm. */
  async alarms(): Promise<readonly Alarm[]> {
    return (await Promise.all((await this.dispatchers()).map(alarmOf))).flat();
  }

  /** Lists the dispatchers of this test. */
  async dispatchers(): Promise<readonly DurableObjectStub<Dispatcher>[]> {
    return (await objectsOf(env.DISPATCHER)).map((id) => env.DISPATCHER.get(id));
  }

  /** Returns the dispatcher of a test with events in one store. */
  async dispatcher(): Promise<DurableObjectStub<Dispatcher>> {
    const [first] = await this.dispatchers();
    if (!first) throw new Error('there is no dispatcher');
    return first;
  }

  /** Gives the dispatchers of this test other bindings. Returns a function that restores their own. */
  async rebind(bindings: Partial<Cloudflare.Env>): Promise<() => void> {
    const restore: (() => void)[] = [];
    for (const stub of await this.dispatchers()) {
      await runInDurableObject(stub, (object) => {
        const { env: own } = object as unknown as { env: object };
        Object.defineProperty(object, 'env', { value: { ...own, ...bindings }, configurable: true });
        restore.push(() => Object.defineProperty(object, 'env', { value: own, configurable: true }));
      });
    }
    return () => {
      for (const back of restore) back();
    };
  }

  /** Lists the contents of the dispatchers of this test, as texts. */
  async stored(): Promise<readonly string[]> {
    const found = await Promise.all(
      (await this.dispatchers()).map((stub) =>
        runInDurableObject(stub, (_object, { storage }) => [
          ...[...storage.kv.list()].map(([name, value]) => `${name} ${JSON.stringify(value)}`),
          ...['sent', 'failed', 'waiting'].flatMap((table) => {
            const exists = storage.sql.exec('SELECT 1 FROM sqlite_master WHERE name = ?', table).toArray();
            if (exists.length === 0) return [];
            return storage.sql
              .exec(`SELECT * FROM ${table}`)
              .toArray()
              .map((row) => JSON.stringify(row));
          }),
        ]),
      ),
    );
    return found.flat();
  }
}

/** Lists the subscribers of a store. */
export async function subscribersIn(store: D1Database): Promise<readonly Subscriber[]> {
  return (await store.prepare(SUBSCRIBERS).all<Subscriber>()).results;
}

/** Returns a dispatcher's alarm, if it has one. */
async function alarmOf(stub: DurableObjectStub<Dispatcher>): Promise<readonly Alarm[]> {
  const atMs = await runInDurableObject(stub, (_dispatcher, { storage }) => storage.getAlarm());
  return atMs === null ? [] : [{ stub, atMs }];
}

/** Runs a dispatcher's alarm, and returns its next one. */
async function runAlarm(stub: DurableObjectStub<Dispatcher>): Promise<readonly Alarm[]> {
  await runDurableObjectAlarm(stub);
  return alarmOf(stub);
}

/** Creates a partner with one webhook. */
export async function subscribed(events: readonly string[] = ['athlete.*'], url = URL_OF_RECEIVER) {
  const world = new DeliveryWorld();
  const { testKey: key, liveKey, partnerId } = await makePartner();
  const made = await world.send('POST', '/v1/webhooks', { key, body: { url, events } });
  expect(made.status).toBe(201);
  const path = `/v1/webhooks/${made.json.id}`;
  const createAthlete = async (body: object = {}, bindings: Partial<Cloudflare.Env> = {}) => {
    const { json, status } = await world.send('POST', '/v1/athletes', { key, body, bindings });
    expect(status).toBe(201);
    return json;
  };
  const deliveries = async (query = '') =>
    (await world.send('GET', `${path}/deliveries${query}`, { key })).json.data;
  return {
    world,
    key,
    liveKey,
    partnerId,
    path,
    id: made.json.id,
    secret: made.json.secret,
    createAthlete,
    deliveries,
  };
}

/** Ends the webhooks of a test, so the crons of later tests do not continue their pending work. */
async function endAllWebhooks(): Promise<void> {
  await emptyDispatchers();
  for (const database of [env.REGISTRY, ...SHARD_BINDINGS.map((name) => env[name])]) {
    await database.prepare('DELETE FROM subscribers').run();
  }
  await env.REGISTRY.prepare('DELETE FROM webhooks').run();
}

/** Runs the alarm of every dispatcher that has one, whatever its time. */
export async function runAlarms(): Promise<void> {
  for (const id of await objectsOf(env.DISPATCHER)) await runDurableObjectAlarm(env.DISPATCHER.get(id));
}

/** Verifies a delivery with the reference library, which throws if it is not signed with this secret. */
export function verify(secret: string, delivery: Received | undefined): unknown {
  if (!delivery) throw new Error('nothing was delivered');
  return new Webhook(secret).verify(delivery.body, Object.fromEntries(delivery.headers));
}
