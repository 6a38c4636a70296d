import type { Env } from '#platform/env.ts';
import { wakeDispatchers } from '#platform/guards/call-object.ts';
import { newRequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/send-email.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';
import {
  EVENT_PATTERNS,
  EVENT_TYPES,
  type EventType,
  eventTypesOf,
  type ReportedEvent,
} from '#platform/storage/event-types.ts';
import type { SubscriberRow } from '#platform/storage/events-schema.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import type { Subscriber } from '#platform/storage/subscriber.ts';
import type { DispatchLog } from './dispatch-log.ts';
import { FAILING_MAX_MS } from './dispatch-schedule.ts';
import { inEachStore, type Owner, ownerOf, spreadWebhook } from './fan-out.ts';
import { disableActive, replaceEvents } from './repository.ts';
import { selectAcceptedAt } from './subscriber-repository.ts';

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
export function disableWebhook(
  place: DispatchPlace,
  subscriber: SubscriberRow,
  reason: Reason,
): Promise<boolean> {
  const { own } = place;
  return changeWebhook(place, {
    rejected: reason === 'failing' ? EVENT_TYPES : [],
    change: (registry) => disableActive(registry, own, subscriber, reason),
    event: { type: 'webhook.disabled', data: { webhookId: own.webhookId, reason } },
    email: {
      subject: 'A Musette webhook was disabled',
      text: `Musette has disabled your ${own.environment} webhook ${own.webhookId}. ${BECAUSE[reason]}\n\nYou can read missed events with GET /v1/events. To enable the webhook, send PATCH /v1/webhooks/${own.webhookId} with {"status": "active"}. It receives events from that moment on.\n`,
    },
  });
}

/**
 * Takes a type that the receiver has refused for five days out of the webhook's `events`, once. Reports
 * `webhook.type_disabled` and emails the partner's contact. Returns false and changes nothing if the webhook
 * was changed meanwhile, would be left without events, or accepts the type in another store.
 */
export async function dropType(
  place: DispatchPlace,
  subscriber: SubscriberRow,
  type: EventType,
): Promise<boolean> {
  const { own } = place;
  const events = withoutType(subscriber.types, type);
  if (events.length === 0) return false;
  return changeWebhook(place, {
    rejected: [type],
    change: (registry) => replaceEvents(registry, own, subscriber, events),
    event: { type: 'webhook.type_disabled', data: { webhookId: own.webhookId, eventType: type } },
    email: {
      subject: 'A Musette webhook no longer gets one type of event',
      text: `Your server has refused every ${type} event for five days, so Musette has removed this type from your ${own.environment} webhook ${own.webhookId}. The webhook still gets its other events.\n\nYou can read missed events with GET /v1/events?types=${type}. To get the type again, send PATCH /v1/webhooks/${own.webhookId} with all the events that you want.\n`,
    },
  });
}

/** Returns the patterns that match the same types except this one. */
export function withoutType(patterns: readonly string[], type: EventType): string[] {
  const remaining = patterns.flatMap((pattern) => {
    if (!eventTypesOf(pattern).includes(type)) return pattern;
    // '*' becomes the other groups and the rest of the type's own, so that types added later still arrive.
    const group = `${type.slice(0, type.indexOf('.'))}.*`;
    const groups = pattern === '*' ? EVENT_PATTERNS.filter((one) => one.endsWith('.*') && one !== group) : [];
    const siblings = pattern === type ? [] : eventTypesOf(group).filter((one) => one !== type);
    return [...groups, ...siblings];
  });
  return [...new Set(remaining)];
}

interface Judgement {
  /** Types of which no store may have had one accepted in five days. */
  readonly rejected: readonly EventType[];
  readonly change: (registry: Database) => ReturnType<typeof disableActive>;
  readonly event: ReportedEvent;
  readonly email: { readonly subject: string; readonly text: string };
}

async function changeWebhook(
  { env, own, waitUntil }: DispatchPlace,
  { rejected, change, event, email }: Judgement,
): Promise<boolean> {
  const ctx = newRequestContext(env, waitUntil);
  ctx.log.onRecorded = (wanting) => waitUntil(wakeDispatchers(env, wanting));
  const registry = registryOf(ctx);
  const [[partner]] = await registry.batch([selectPartner(registry, own.partnerId)]);
  if (!partner) return false;
  const owner = ownerOf(partner, own.environment);
  if (await isAcceptedElsewhere(ctx, owner, own, rejected)) return false;
  const [[changed]] = await registry.batch([
    change(registry),
    recordEvents(registry, { principal: own, nowMs: ctx.nowMs }, [event]),
  ]);
  if (!changed) return false;
  sendEmail(ctx, { to: partner.contactEmail, ...email });
  await spreadWebhook(ctx.env, ctx.log, owner, changed).catch(() => undefined);
  return true;
}

/** Returns whether the receiver has accepted an event of one of these types, of any store, in five days. */
async function isAcceptedElsewhere(
  ctx: ReturnType<typeof newRequestContext>,
  owner: Owner,
  own: DispatchPlace['own'],
  types: readonly EventType[],
): Promise<boolean> {
  if (types.length === 0) return false;
  const found = await inEachStore(ctx.env, ctx.log, owner, async (db) => {
    const [[row]] = await db.batch([selectAcceptedAt(db, own)]);
    return Math.max(0, ...types.map((type) => row?.acceptedAt[type] ?? 0));
  });
  return Math.max(...found) > ctx.nowMs - FAILING_MAX_MS;
}
