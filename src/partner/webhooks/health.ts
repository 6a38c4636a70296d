import { openDatabase } from '#platform/storage/database.ts';
import { eventTypesOf } from '#platform/storage/event-types.ts';
import type { RefusedType, ReportedHealth, WebhookRow } from '#platform/storage/registry-schema.ts';
import type { DispatchLog } from './dispatch-log.ts';
import { BLOCKING_FAILURES, REPORT_EVERY_MS } from './dispatch-schedule.ts';
import type { DispatchPlace } from './judge-webhook.ts';
import { nextDueAt } from './queued-events.ts';
import { reportToWebhook } from './repository.ts';

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
export async function reportHealth({ env, meter, own, log, nowMs }: DispatchPlace): Promise<void> {
  const { state } = log;
  const asOf = nowMs();
  const report = reportOf(log);
  // An unchanged failure is reported again, because `asOf` dates it.
  const isNews = report.state !== 'healthy' || isUnreported(log, report);
  if (!isNews || asOf - state.reportedAt < REPORT_EVERY_MS) return;
  state.reportedAt = asOf;
  const registry = openDatabase(env.registry, meter);
  try {
    await registry.batch([reportToWebhook(registry, own, state.activation, { ...report, asOf })]);
  } catch {
    return;
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
