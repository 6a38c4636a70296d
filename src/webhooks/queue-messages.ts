import * as z from 'zod/mini';
import type { Env } from '../env.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { selectSubscribers } from './repository.ts';

const environment = z.enum(['test', 'live']);

const Message = z.discriminatedUnion('kind', [
  z.object({
    /** Makes deliveries of the events in a store; if it is null, in all stores, and sends what is due. */
    kind: z.literal('sweep'),
    partnerId: z.string(),
    environment,
    store: z.nullable(z.string()),
  }),
  z.object({
    kind: z.literal('attempt'),
    partnerId: z.string(),
    environment,
    /** The partner's home shard. */
    shard: z.string(),
    webhookId: z.string(),
    deliveryId: z.string(),
  }),
]);

/**
 * A message of the queue: identifiers only. Losing one delays an event by ten minutes; a duplicate is
 * harmless.
 */
export type Message = z.output<typeof Message>;
export type SweepMessage = Extract<Message, { kind: 'sweep' }>;
export type AttemptMessage = Extract<Message, { kind: 'attempt' }>;

export { REGISTRY_STORE } from '../storage/event-id.ts';

/** The most messages that the queue accepts at once. */
const SENT_AT_ONCE = 100;

/** Parses a message; null if it is malformed, for example after a change of the format. */
export function parseMessage(body: unknown): Message | null {
  return Message.safeParse(body).data ?? null;
}

/** Sends messages, a hundred at a time. */
export async function sendMessages(
  env: Pick<Env, 'webhookQueue'>,
  messages: readonly Message[],
  delaySeconds = 0,
): Promise<void> {
  for (let first = 0; first < messages.length; first += SENT_AT_ONCE) {
    const some = messages.slice(first, first + SENT_AT_ONCE);
    await env.webhookQueue.sendBatch(some.map((body) => ({ body, delaySeconds })));
  }
}

/** The most calls of a step: a page of partners is read, and as many messages are sent at once. */
export const CALLS_OF_SWEEPING: Calls = calls({ d1Queries: 1, subrequests: 2 });

/**
 * Begins to send a message for each partner and environment with an active webhook, and returns a function
 * that takes the next bounded step. The consumer reads all stores of the partner and sends what is due: so a
 * lost message or an interrupted attempt delays an event by at most ten minutes, the time between two runs.
 */
export function beginSweeping(
  env: Pick<Env, 'webhookQueue'>,
  registry: Database,
): () => Promise<{ readonly counts: { readonly partners: number }; readonly isDone: boolean }> {
  let after: Parameters<typeof selectSubscribers>[1] = { partnerId: '', environment: '' };
  return async () => {
    const [page] = await registry.batch([selectSubscribers(registry, after, SENT_AT_ONCE)]);
    after = page.at(-1) ?? after;
    await sendMessages(
      env,
      page.map((subscriber) => ({ kind: 'sweep', ...subscriber, store: null })),
    );
    return { counts: { partners: page.length }, isDone: page.length < SENT_AT_ONCE };
  };
}
