import { nowMs } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { describeFault } from '#platform/http/log.ts';
import { logLine } from '#platform/log-line.ts';
import { openDatabase } from '#platform/storage/database.ts';
import type { ExpectedJob } from './condition.ts';
import { type AlertName, CONDITIONS } from './conditions.ts';
import { emailNotice, noticeOf, postNotice } from './notice.ts';
import {
  type AlertRow,
  type Check,
  deleteOldCounts,
  selectAlerts,
  settleNotice,
  takeNotices,
  writeChecks,
} from './repository.ts';

/**
 * Checks conditions and sends notices of those that begin, end, or are still active a day after their last notice:
 * by email, by a POST, and in the log. Every cron retries a notice until it is sent. Simultaneous crons never
 * send the same notice, but a cron that is interrupted after sending and before recording it sends it again.
 * A condition that cannot be checked is logged and stays unchanged. Throws StorageUnavailable if the registry
 * does not answer.
 */
export async function checkConditions(
  env: Env,
  names: readonly AlertName[],
  expected: readonly ExpectedJob[],
): Promise<void> {
  const registry = openDatabase(env.registry, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
  const place = { env, registry, nowMs: nowMs(env), expected };
  const [before] = await registry.batch([selectAlerts(registry)]);
  const checks: Check[] = [];
  for (const name of names) {
    const stood = before.some((row) => row.name === name && row.stands);
    try {
      checks.push({ name, findings: await CONDITIONS[name].find(place, stood) });
    } catch (fault) {
      logLine('alert_unchecked', { alert: name, fault: describeFault(fault) });
    }
  }
  const ways = { email: env.alertEmail !== null, post: env.alertUrl !== null };
  const [, after] = await registry.batch([
    writeChecks(registry, checks, ways, place.nowMs),
    selectAlerts(registry),
    ...deleteOldCounts(registry, place.nowMs),
  ]);
  logChanges(before, after);
  const [taken] = await registry.batch([takeNotices(registry, place.nowMs)]);
  await Promise.all(taken.map((row) => tell(env, registry, row)));
}

async function tell(env: Env, registry: ReturnType<typeof openDatabase>, row: AlertRow): Promise<void> {
  const body = noticeOf(env, row);
  const [email, post] = await Promise.all([
    row.emailOwed && env.alertEmail !== null ? emailNotice(env, env.alertEmail, body) : null,
    row.postOwed && env.alertUrl !== null ? postNotice(env, env.alertUrl, body) : null,
  ]);
  for (const [way, why] of Object.entries({ email, post })) {
    if (why !== null) logLine('alert_unsent', { alert: row.name, way, why });
  }
  const owed = { email: email !== null, post: post !== null };
  await registry.batch([settleNotice(registry, row, owed)]);
}

function logChanges(before: readonly AlertRow[], after: readonly AlertRow[]): void {
  const noticedBefore = new Map(before.map(({ name, noticedAt }) => [name, noticedAt]));
  for (const { name, notice, noticedAt, findings } of after) {
    if (noticedAt === null || noticedAt === (noticedBefore.get(name) ?? null)) continue;
    logLine('alert', { level: notice === 'ended' ? 'info' : 'error', alert: name, notice, findings });
  }
}
