import { MINUTE_MS, toSeconds } from '../clock.ts';
import { projectPartner } from '../guards/project-partner.ts';
import { type PartnerContext, type RequestContext, registryOf } from '../http/context.ts';
import { refreshRecords } from '../keys/refresh-keys.ts';
import type { Subscriber, Subscription } from './partner-stores.ts';
import { sendMessages } from './queue-messages.ts';
import { forgetEventTypes, updateEventTypes } from './repository.ts';

/** Time after which no isolate and no edge location uses an earlier record of a key. */
const RECORDS_ARE_NEW_MS = 3 * MINUTE_MS;

/**
 * Copies the event types that webhooks want to the partner's row, then with `project` to the records of its keys. If that
 * fails the row forgets them, so that the next sweep finds them missing and repeats both.
 */
async function copyEventTypes(
  ctx: RequestContext,
  { partnerId, environment }: Subscriber,
  project: () => Promise<unknown>,
): Promise<void> {
  const registry = registryOf(ctx);
  await registry.batch([updateEventTypes(registry, partnerId, environment)]);
  try {
    await project();
  } catch (fault) {
    await registry.batch([forgetEventTypes(registry, partnerId, environment)]);
    throw fault;
  }
}

/**
 * Copies the event types that the caller's webhooks want to the partner's row and the record of each of its
 * keys, after the answer. A later sweep finds the events that were recorded before every record was updated.
 * If this fails, the cron finds them, and repeats it.
 */
export function refreshSubscriptions(ctx: PartnerContext): void {
  const { partnerId, environment } = ctx.principal;
  const refresh = async () => {
    await copyEventTypes(ctx, ctx.principal, () => refreshRecords(ctx, partnerId));
    const sweep = { kind: 'sweep', partnerId, environment, store: null } as const;
    await sendMessages(ctx.env, [sweep], toSeconds(RECORDS_ARE_NEW_MS));
  };
  ctx.waitUntil(refresh().catch(() => undefined));
}

/**
 * Copies the event types that webhooks want to the partner's row and its keys' records, after an interrupted
 * change.
 */
export async function repairSubscriptions(
  ctx: RequestContext,
  { partner, partnerId, environment, webhooks }: Subscription,
): Promise<void> {
  const stored = environment === 'test' ? partner.testEventTypes : partner.liveEventTypes;
  const wanted = new Set(webhooks.flatMap(({ events }) => events));
  if (wanted.size === stored.length && stored.every((type) => wanted.has(type))) return;
  const subscriber = { partnerId, environment };
  await copyEventTypes(ctx, subscriber, () => projectPartner(ctx.env, ctx.log, partnerId));
}
