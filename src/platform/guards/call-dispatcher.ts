import { SECOND_MS } from '../clock.ts';
import type { Bindings, Env } from '../env.ts';
import type { Subscriber } from '../storage/subscriber.ts';
import { call } from './call-object.ts';
import { objectAt } from './region.ts';

/** The response timeout of a dispatcher. */
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

/** Wakes the dispatchers of these subscribers, each once. The cron wakes any that missed it. */
export async function wakeDispatchers(env: Dispatchers, found: readonly Subscriber[]): Promise<void> {
  const distinct = new Map(found.map((each) => [`${each.store}:${each.webhookId}`, each]));
  await Promise.allSettled(
    [...distinct.values()].map((each) => callDispatcher(env, each, (dispatcher) => dispatcher.wake(each))),
  );
}
