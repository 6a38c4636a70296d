import type { Env } from '#platform/env.ts';
import { wakeDispatchers } from '#platform/guards/call-dispatcher.ts';
import { newRequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/send-email.ts';
import type { StorageMeter } from '#platform/storage/database.ts';
import type { SubscriberRow } from '#platform/storage/events-schema.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import type { Subscriber } from '#platform/storage/subscriber.ts';
import type { DispatchLog } from './dispatch-log.ts';
import { FAILING_MAX_MS } from './dispatch-schedule.ts';
import { disableActive } from './repository.ts';
import { inEachStore, ownerOf, spreadWebhook } from './spread-webhook.ts';
import { selectSucceededAt } from './subscriber-repository.ts';

/** A running dispatcher: its address, its log and its clock. */
export interface DispatchPlace {
  readonly env: Env;
  readonly meter: StorageMeter;
  readonly own: Subscriber;
  readonly log: DispatchLog;
  readonly nowMs: () => number;
  readonly waitUntil: (work: Promise<unknown>) => void;
}

type Reason = 'gone' | 'failing';

const BECAUSE: Readonly<Record<Reason, string>> = {
  gone: 'Its receiver answered 410 (Gone).',
  failing: 'No attempt to reach it has succeeded for five days.',
};

/**
 * Disables a webhook whose receiver rejects events, once. Reports `webhook.disabled` to the partner's other
 * webhooks and the feed, and emails the partner's contact. Returns false and changes nothing if the webhook
 * got another address or was enabled again meanwhile, or if it fails only here while its receiver accepts the
 * events of another store.
 */
export async function disableWebhook(
  { env, own, waitUntil }: DispatchPlace,
  subscriber: SubscriberRow,
  reason: Reason,
): Promise<boolean> {
  const ctx = newRequestContext(env, waitUntil);
  ctx.log.onRecorded = (wanting) => waitUntil(wakeDispatchers(env, wanting));
  const registry = registryOf(ctx);
  const [[partner]] = await registry.batch([selectPartner(registry, own.partnerId)]);
  if (!partner) return false;
  const owner = ownerOf(partner, own.environment);
  if (reason === 'failing' && (await isTakenElsewhere(ctx, owner, own))) return false;
  const reporter = { principal: own, nowMs: ctx.nowMs };
  const [[disabled]] = await registry.batch([
    disableActive(registry, own, subscriber, reason),
    recordEvents(registry, reporter, [
      { type: 'webhook.disabled', data: { webhookId: own.webhookId, reason } },
    ]),
  ]);
  if (!disabled) return false;
  emailContact(ctx, partner, own, reason);
  await spreadWebhook(ctx.env, ctx.log, owner, disabled).catch(() => undefined);
  return true;
}

/** Returns whether the receiver has accepted an event of any store in the last five days. */
async function isTakenElsewhere(
  ctx: ReturnType<typeof newRequestContext>,
  owner: ReturnType<typeof ownerOf>,
  own: DispatchPlace['own'],
): Promise<boolean> {
  const found = await inEachStore(ctx.env, ctx.log, owner, async (db) => {
    const [[row]] = await db.batch([selectSucceededAt(db, own)]);
    return row?.succeededAt ?? 0;
  });
  return Math.max(...found) > ctx.nowMs - FAILING_MAX_MS;
}

function emailContact(
  ctx: ReturnType<typeof newRequestContext>,
  { contactEmail }: PartnerRow,
  { environment, webhookId }: DispatchPlace['own'],
  reason: Reason,
): void {
  sendEmail(ctx, {
    to: contactEmail,
    subject: 'A Musette webhook was disabled',
    text: `Musette has disabled your ${environment} webhook ${webhookId}. ${BECAUSE[reason]}\n\nYou can read missed events with GET /v1/events. To enable the webhook, send PATCH /v1/webhooks/${webhookId} with {"status": "active"}. It receives events from that moment on.\n`,
  });
}
