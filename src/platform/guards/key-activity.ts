import { DAY_MS, HOUR_MS, startOf } from '../clock.ts';
import type { StatusClass } from '../storage/registry-schema.ts';
import type { UsageCount } from '../storage/usage.ts';

/** A failed request of a key. Nothing of its body is stored but the pointer to the first invalid field. */
export interface FailedRequest {
  readonly atMs: number;
  readonly requestId: string;
  /** The method and path pattern, or null for an unknown path. */
  readonly route: string | null;
  readonly status: number;
  readonly code: string | null;
  readonly pointer: string | null;
}

/** The requests of a key on one UTC day with one class of response status. */
export interface DayCount {
  readonly dayMs: number;
  readonly statusClass: StatusClass;
  readonly requests: number;
}

/** The activity of a key that its console page shows: failed requests, newest first, and counts by day. */
export interface KeyActivity {
  readonly failures: readonly FailedRequest[];
  readonly days: readonly DayCount[];
}

/** The number of failed requests stored for a key. */
export const FAILED_REQUESTS_MAX = 200;
const FAILURES_LIVE_MS = 7 * DAY_MS;
const DAYS_LIVE_MS = 30 * DAY_MS;

const FAILURES = 'failures';

/** Adds failed requests. Returns the time from which the oldest must be removed. */
export function storeFailures(stored: SyncKvStorage, added: readonly FailedRequest[], nowMs: number): number {
  const all = [...readFailures(stored, nowMs), ...added].slice(-FAILED_REQUESTS_MAX);
  return writeFailures(stored, all) ?? nowMs;
}

/** Removes failed requests older than seven days. Returns the time to do it again, or null if none is left. */
export function purgeFailures(stored: SyncKvStorage, nowMs: number): number | null {
  return writeFailures(stored, readFailures(stored, nowMs));
}

/** Returns the counts of the last thirty days, with these added. */
export function countDays(
  days: readonly DayCount[],
  counts: readonly UsageCount[],
  nowMs: number,
): readonly DayCount[] {
  const sums = new Map(recentDays(days, nowMs).map((one) => [`${one.dayMs} ${one.statusClass}`, one]));
  for (const { hourMs, statusClass, requests } of counts) {
    const dayMs = startOf(DAY_MS, hourMs);
    const key = `${dayMs} ${statusClass}`;
    sums.set(key, { dayMs, statusClass, requests: (sums.get(key)?.requests ?? 0) + requests });
  }
  return [...sums.values()];
}

/** Returns what the console shows of a key. */
export function readActivity(stored: SyncKvStorage, days: readonly DayCount[], nowMs: number): KeyActivity {
  return { failures: readFailures(stored, nowMs).toReversed(), days: recentDays(days, nowMs) };
}

function readFailures(stored: SyncKvStorage, nowMs: number): readonly FailedRequest[] {
  const found = stored.get<readonly FailedRequest[]>(FAILURES) ?? [];
  return found.filter(({ atMs }) => atMs > nowMs - FAILURES_LIVE_MS);
}

/** Stores failed requests. Their removal is due with the full hour, so that an alarm removes an hour's together. */
function writeFailures(stored: SyncKvStorage, failures: readonly FailedRequest[]): number | null {
  const [oldest] = failures;
  if (!oldest) {
    stored.delete(FAILURES);
    return null;
  }
  stored.put(FAILURES, failures);
  return Math.ceil((oldest.atMs + FAILURES_LIVE_MS) / HOUR_MS) * HOUR_MS;
}

function recentDays(days: readonly DayCount[], nowMs: number): readonly DayCount[] {
  return days.filter(({ dayMs }) => dayMs > nowMs - DAYS_LIVE_MS);
}
