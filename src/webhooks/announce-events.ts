import type { RequestContext } from '../http/context.ts';
import { eventTypesOf } from '../storage/event-types.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { REGISTRY_STORE, sendMessages } from './queue-messages.ts';

/**
 * Sends a message, after the answer, for each store in which a request has recorded events that a webhook of the partner
 * may want. The partner's record says so without a further call; an athlete's token has no such record, so its events
 * are announced in any case. If the message is lost, the cron finds the events.
 */
export function announceEvents(ctx: RequestContext): void {
  const { principal, recorded } = ctx;
  if (!principal || recorded.length === 0) return;
  const { partnerId, environment, eventTypes } = principal;
  const wanted = eventTypes === null ? null : new Set<string>(eventTypes.flatMap(eventTypesOf));
  const stores = new Set(
    recorded
      .filter(({ type }) => wanted?.has(type) ?? true)
      .map(({ athleteId }) => (athleteId === null ? REGISTRY_STORE : parseAthleteId(athleteId)?.shard)),
  );
  if (stores.size === 0) return;
  const messages = [...stores].map(
    (store) => ({ kind: 'sweep', partnerId, environment, store: store ?? null }) as const,
  );
  ctx.waitUntil(sendMessages(ctx.env, messages).catch(() => undefined));
}
