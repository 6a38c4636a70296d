import { SECOND_MS } from '../clock.ts';
import type { Bindings, Env } from '../env.ts';
import { type GuardRegion, type Region, regionOfShard } from '../regions.ts';
import { answerWithin, unavailable } from '../storage/database.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { isRetryable } from '../storage/platform-errors.ts';
import type { Subscriber } from '../storage/subscriber.ts';

/**
 * The name and region of a Durable Object. Neither ever changes. A different address is a different object.
 */
export interface ObjectAddress {
  readonly name: string;
  readonly region: GuardRegion;
}

/**
 * Returns the Durable Object at this address. Workers and objects of neighbouring versions meet during a deployment, so a
 * message keeps its name, parameters and the members of its answer for one more version (`test/platform/neighbours.test.ts`).
 * The first call creates it near the region, or inside it if the region is a jurisdiction. Only this function chooses the
 * jurisdiction `eu`. Local runs lack jurisdictions and use names instead.
 */
export function objectAt<Kind extends Rpc.DurableObjectBranded | undefined>(
  { isLocal }: Pick<Env, 'isLocal'>,
  objects: DurableObjectNamespace<Kind>,
  { name, region }: ObjectAddress,
): DurableObjectStub<Kind> {
  if (region !== 'eu') return objects.get(objects.idFromName(name), { locationHint: region });
  const locationHint = 'weur';
  if (isLocal) return objects.get(objects.idFromName(`eu:${name}`), { locationHint });
  const inside = objects.jurisdiction('eu');
  return inside.get(inside.idFromName(name), { locationHint });
}

/** Returns the region that stores an athlete and the objects of the athlete and its connections. */
export function regionOfAthlete(athleteId: string): Region {
  const address = parseAthleteId(athleteId);
  const region = address && regionOfShard(address.shard);
  if (!region) throw new Error('the identifier of an athlete must name its region');
  return region;
}

/**
 * Sends a message to an object, and once more if the platform says that it may be repeated. Throws StorageUnavailable if
 * neither is answered in time.
 *
 * @param message makes its own stub, because a stub that failed once always fails
 */
export async function call<Answer>(
  object: string,
  withinMs: number,
  message: () => Promise<Answer>,
): Promise<Answer> {
  const send = () =>
    message().catch((fault: unknown) => {
      if (isRetryable(fault)) return message();
      throw fault;
    });
  try {
    return await answerWithin(withinMs, send);
  } catch (cause) {
    throw unavailable(`${object} did not answer`, cause);
  }
}

const ANSWER_WITHIN_MS = 2 * SECOND_MS;

/** Provides the object type of the binding, which is defined in a higher layer. */
type Dispatchers = Pick<Env, 'dispatchers' | 'isLocal'>;
type DispatcherStub = ReturnType<Bindings['DISPATCHER']['get']>;

/**
 * Calls a webhook's dispatcher for one store, in the store's region.
 *
 * @throws StorageUnavailable if the dispatcher did not respond within two seconds
 */
export function callDispatcher<Answer>(
  env: Dispatchers,
  { webhookId, store, region }: Subscriber,
  message: (dispatcher: DispatcherStub) => Promise<Answer>,
): Promise<Answer> {
  const address = { name: `${store}:${webhookId}`, region };
  return call('the dispatcher of a webhook', ANSWER_WITHIN_MS, () =>
    message(objectAt(env, env.dispatchers, address)),
  );
}

/** Waits for all calls to end, even if one fails, and returns their results. Throws the first failure. */
export async function settleAll<Result>(calls: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(calls);
  return Promise.all(calls);
}

/** Wakes the dispatchers of these subscribers, each once. The cron wakes any that missed it. */
export async function wakeDispatchers(env: Dispatchers, found: readonly Subscriber[]): Promise<void> {
  const distinct = new Map(found.map((each) => [`${each.store}:${each.webhookId}`, each]));
  await Promise.allSettled(
    [...distinct.values()].map((each) => callDispatcher(env, each, (dispatcher) => dispatcher.wake(each))),
  );
}
