import { nowMs, SECOND_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { describeFault } from '#platform/http/log.ts';
import { deliverEmail, postJson } from '#platform/http/outgoing.ts';
import { isoInstant } from '#platform/http/wire-fields.ts';
import { logLine } from '#platform/log-line.ts';
import { answerWithin, openDatabase } from '#platform/storage/database.ts';
import { addressProblem } from '../webhooks/send-event.ts';
import { type AlertName, CONDITIONS, type ExpectedJob } from './conditions.ts';
import {
  type AlertRow,
  type Check,
  deleteOldCounts,
  recordNotice,
  selectAlerts,
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
  const context = { env, registry, nowMs: nowMs(env), expected };
  const [before] = await registry.batch([selectAlerts(registry)]);
  const checks: Check[] = [];
  for (const name of names) {
    const wasActive = before.some((row) => row.name === name && row.stands);
    try {
      checks.push({ name, findings: await CONDITIONS[name].find(context, wasActive) });
    } catch (fault) {
      logLine('alert_unchecked', { alert: name, fault: describeFault(fault) });
    }
  }
  const ways = { email: env.alertEmail !== null, post: env.alertUrl !== null };
  const [, after] = await registry.batch([
    writeChecks(registry, checks, ways, context.nowMs),
    selectAlerts(registry),
    ...deleteOldCounts(registry, context.nowMs),
  ]);
  logChanges(before, after);
  const [taken] = await registry.batch([takeNotices(registry, context.nowMs)]);
  await Promise.all(taken.map((row) => notify(env, registry, row)));
}

async function notify(env: Env, registry: ReturnType<typeof openDatabase>, row: AlertRow): Promise<void> {
  const body = noticeOf(env, row);
  const [email, post] = await Promise.all([
    row.emailOwed && env.alertEmail !== null ? emailNotice(env, env.alertEmail, body) : null,
    row.postOwed && env.alertUrl !== null ? postNotice(env, env.alertUrl, body) : null,
  ]);
  for (const [way, why] of Object.entries({ email, post })) {
    if (why !== null) logLine('alert_unsent', { alert: row.name, way, why });
  }
  const owed = { email: email !== null, post: post !== null };
  await registry.batch([recordNotice(registry, row, owed)]);
}

function logChanges(before: readonly AlertRow[], after: readonly AlertRow[]): void {
  const noticedBefore = new Map(before.map(({ name, noticedAt }) => [name, noticedAt]));
  for (const { name, notice, noticedAt, findings } of after) {
    if (noticedAt === null || noticedAt === (noticedBefore.get(name) ?? null)) continue;
    logLine('alert', { level: notice === 'ended' ? 'info' : 'error', alert: name, notice, findings });
  }
}

/** Time limit for an email service or a receiver. */
const ANSWER_WITHIN_MS = 10 * SECOND_MS;

/** The body of a notice as it is posted. An email ends with it. */
interface NoticeBody {
  /** One line, under the name that chats display. */
  readonly text: string;
  readonly alert: string;
  readonly state: 'begun' | 'continues' | 'ended';
  /** Start of the condition. */
  readonly since: string;
  readonly at: string;
  readonly findings: readonly string[];
  readonly service: string;
  readonly runbook: string;
}

const STATES = { begun: 'ALERT', continues: 'STILL', ended: 'ENDED' } as const;

function noticeOf(
  { baseUrl }: Pick<Env, 'baseUrl'>,
  { name, notice, beganAt, noticedAt, findings }: AlertRow,
): NoticeBody {
  const state = notice ?? 'ended';
  const about = state === 'ended' ? 'The condition has ended.' : findings.join(' ');
  return {
    text: `${STATES[state]} ${name}: ${about}`,
    alert: name,
    state,
    since: isoInstant(beganAt ?? 0),
    at: isoInstant(noticedAt ?? 0),
    findings,
    service: baseUrl,
    runbook: `OPERATIONS.md, Runbook, ${name}`,
  };
}

/** Emails a notice to ALERT_EMAIL. Returns why it was not sent, or null if it was. */
async function emailNotice(env: Env, to: string, body: NoticeBody): Promise<string | null> {
  const lines = body.state === 'ended' ? ['The condition has ended.'] : body.findings;
  const text = [
    ...lines,
    '',
    `Since ${body.since}. What to do: ${body.runbook}.`,
    '',
    JSON.stringify(body, null, 2),
    '',
  ].join('\n');
  const subject = `${STATES[body.state]} ${body.alert} at ${new URL(body.service).host}`;
  const message = { to, subject, text, atMs: Date.parse(body.at) };
  return answerWithin(ANSWER_WITHIN_MS, () => deliverEmail(env, message)).then(
    () => null,
    (fault: unknown) => (fault instanceof Error ? fault.name : 'refused'),
  );
}

/**
 * Posts a notice to ALERT_URL, by the rules of webhooks. Returns why it was not accepted, or null if it was.
 */
async function postNotice(env: Env, url: string, body: NoticeBody): Promise<string | null> {
  const problem = addressProblem(env, url);
  if (problem !== null) return `the address ${problem}`;
  const headers = { 'user-agent': 'Musette-Alerts/1' };
  const { statusCode } = await postJson(url, JSON.stringify(body), headers, ANSWER_WITHIN_MS);
  if (statusCode === null) return 'no answer';
  return statusCode >= 200 && statusCode < 300 ? null : `answered ${statusCode}`;
}
