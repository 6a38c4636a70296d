import type { Env } from '../env.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { SENT_AT_ONCE, sendMessages } from './queue-messages.ts';
import { selectSubscribers } from './repository.ts';

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
