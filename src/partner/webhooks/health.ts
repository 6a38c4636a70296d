import type { Env } from '#platform/env.ts';
import { wakeDispatchers } from '#platform/guards/call-object.ts';
import { newRequestContext, registryOf } from '#platform/http/context.ts';
import { sendEmail } from '#platform/http/outgoing.ts';
import {
  type Database,
  openRegistry,
  type StorageMeter,
  StorageUnavailable,
} from '#platform/storage/database.ts';
import {
  EVENT_PATTERNS,
  EVENT_TYPES,
  type EventType,
  eventTypesOf,
  groupOf,
  type ReportedEvent,
} from '#platform/storage/event-types.ts';
import type { SubscriberRow } from '#platform/storage/events-schema.ts';
import type { CallBudget } from '#platform/storage/job.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import type { RefusedType, ReportedHealth, WebhookRow } from '#platform/storage/registry-schema.ts';
import type { Subscriber } from '#platform/storage/subscriber.ts';
import type { DispatchLog } from './dispatch-log.ts';
import { BLOCKING_FAILURES, FAILING_MAX_MS, REPORT_EVERY_MS } from './dispatch-state.ts';
import { fanOutWebhook, inEachStore, type Owner, ownerOf } from './fan-out.ts';
import { nextDueAt } from './queued-events.ts';
import { disableActive, replaceEvents, reportToWebhook } from './repository.ts';
import { selectAcceptedAt } from './subscriber-repository.ts';

/** The health of a webhook's receiver, as its dispatchers last reported it. */
export interface Health extends Omit<ReportedHealth, 'asOf'> {
  /** The time of the newest report. Null before the first event. */
  readonly asOf: number | null;
}

const STATES: readonly ReportedHealth['state'][] = ['healthy', 'degraded', 'stopped'];

/**
 * Returns the health of a webhook from the reports in its row: the most severe state of its stores, what
 * waits in all of them, and the earliest next attempt. Asks no dispatcher. A type that the webhook no longer
 * receives is not refused any more.
 */
export function healthOf({ health, events }: Pick<WebhookRow, 'health' | 'events'>): Health {
  const types = new Set<string>(events.flatMap(eventTypesOf));
  const reports = Object.values(health);
  const failing = reports.filter(({ state }) => state !== 'healthy');
  const severity = ({ state }: ReportedHealth) => STATES.indexOf(state);
  const [worst] = failing.toSorted((one, other) => severity(other) - severity(one) || other.asOf - one.asOf);
  return {
    state: worst?.state ?? 'healthy',
    asOf: reports.length === 0 ? null : Math.max(...reports.map(({ asOf }) => asOf)),
    since: earliest(failing.map(({ since }) => since)),
    statusCode: worst?.statusCode ?? null,
    waiting: failing.reduce((sum, { waiting }) => sum + waiting, 0),
    refusedTypes: addedUp(failing.flatMap(({ refusedTypes }) => refusedTypes)).filter(({ type }) =>
      types.has(type),
    ),
    nextAttemptAt: earliest(failing.map(({ nextAttemptAt }) => nextAttemptAt)),
  };
}

/** Adds up what waits in several stores, by type. */
function addedUp(refused: readonly RefusedType[]): readonly RefusedType[] {
  return [...Map.groupBy(refused, ({ type }) => type)].flatMap(([, [first, ...others]]) => {
    if (!first) return [];
    return { ...first, waiting: others.reduce((sum, { waiting }) => sum + waiting, first.waiting) };
  });
}

/** Returns the earliest of these times. Null if there is none. */
export function earliest(times: readonly (number | null)[]): number | null {
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * Reports to the registry, at most once a minute, how a webhook's receiver does: with the first batch, while
 * the receiver fails, and once it has recovered. A failure whose first retry succeeds is not reported. If the
 * registry is unavailable, reports a minute later.
 */
export async function reportHealth({ env, meter, own, log, nowMs }: DispatchContext): Promise<void> {
  const { state } = log;
  const asOf = nowMs();
  const report = reportOf(log);
  // An unchanged failure is reported again, because `asOf` dates it.
  const isToReport = report.state !== 'healthy' || isUnreported(log, report);
  if (!isToReport || asOf - state.reportedAt < REPORT_EVERY_MS) return;
  state.reportedAt = asOf;
  const registry = openRegistry(env, meter);
  try {
    await registry.batch([reportToWebhook(registry, own, state.activation, { ...report, asOf })]);
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return;
    throw fault;
  }
  state.reported = JSON.stringify(report);
  log.commit();
}

/** Returns when a change that the registry does not know may be reported. Null if there is none. */
export function reportDueAt(log: DispatchLog): number | null {
  return isUnreported(log, reportOf(log)) ? log.state.reportedAt + REPORT_EVERY_MS : null;
}

type Report = Omit<ReportedHealth, 'asOf'>;

const HEALTHY: Report = {
  state: 'healthy',
  since: null,
  statusCode: null,
  waiting: 0,
  refusedTypes: [],
  nextAttemptAt: null,
};

function isUnreported({ state: { reported } }: DispatchLog, report: Report): boolean {
  return JSON.stringify(report) !== reported;
}

function reportOf(log: DispatchLog): Report {
  const { stopped, failingSince, lanes } = log.state;
  const rows = [...log.waiting.values()];
  const others = rows.filter(({ type }) => !(type in lanes));
  const failing = others.filter(({ failures }) => stopped !== null || failures >= BLOCKING_FAILURES);
  if (stopped === null && failing.length === 0 && Object.keys(lanes).length === 0) return HEALTHY;
  const attempts = failing.flatMap((row) => row.attempts).sort((one, other) => one.atMs - other.atMs);
  const last = attempts.at(-1);
  const sinceLanes = Object.values(lanes).map(({ since }) => since);
  return {
    state: stopped ? 'stopped' : 'degraded',
    since: earliest([stopped ? failingSince : null, attempts[0]?.atMs ?? null, ...sinceLanes]),
    statusCode: last?.outcome === 'answered' ? last.statusCode : null,
    waiting: others.length,
    refusedTypes: Object.entries(lanes).map(([type, { statusCode, left }]) => ({
      type,
      statusCode,
      waiting: left + rows.filter((row) => row.type === type).length,
    })),
    nextAttemptAt: nextDueAt(log),
  };
}

/** A running dispatcher: its address, its log and its clock, and the calls that its invocation may make. */
export interface DispatchContext {
  readonly env: Env;
  readonly budget: CallBudget;
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
  context: DispatchContext,
  subscriber: SubscriberRow,
  reason: Reason,
): Promise<boolean> {
  const { own } = context;
  return changeWebhook(context, {
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
  context: DispatchContext,
  subscriber: SubscriberRow,
  type: EventType,
): Promise<boolean> {
  const { own } = context;
  const events = withoutType(subscriber.types, type);
  if (events.length === 0) return false;
  return changeWebhook(context, {
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
    const group = groupOf(type);
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
  { env, own, waitUntil }: DispatchContext,
  { rejected, change, event, email }: Judgement,
): Promise<boolean> {
  const ctx = newRequestContext(env, waitUntil);
  ctx.log.onRecorded = (subscribers) => waitUntil(wakeDispatchers(env, subscribers));
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
  await fanOutWebhook(ctx.env, ctx.log, owner, changed).catch(() => undefined);
  return true;
}

/** Returns whether the receiver has accepted an event of one of these types, of any store, in five days. */
async function isAcceptedElsewhere(
  ctx: ReturnType<typeof newRequestContext>,
  owner: Owner,
  own: DispatchContext['own'],
  types: readonly EventType[],
): Promise<boolean> {
  if (types.length === 0) return false;
  const found = await inEachStore(ctx.env, ctx.log, owner, async (db) => {
    const [[row]] = await db.batch([selectAcceptedAt(db, own)]);
    return Math.max(0, ...types.map((type) => row?.acceptedAt[type] ?? 0));
  });
  return Math.max(...found) > ctx.nowMs - FAILING_MAX_MS;
}
