import { nowMs, SECOND_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { describeFault } from '#platform/http/log.ts';
import { deliverEmail, postJson } from '#platform/http/outgoing.ts';
import { isoInstant } from '#platform/http/wire-fields.ts';
import { logLine } from '#platform/log-line.ts';
import { answerWithin, openDatabase, openRegistry } from '#platform/storage/database.ts';
import { addressProblem } from '../webhooks/send-event.ts';
import { remedyOfAlert } from './alerts.ts';
import { type AlertName, CONDITIONS, type Condition, type ExpectedJob } from './conditions.ts';
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
 * Checks conditions in both environments and sends notices of those that begin, end, or are still active a day after their last
 * notice: by email, by a POST, and in the log; those of the sandbox only in the log. Every cron retries a notice until it is
 * sent. Simultaneous crons never send the same notice, but a cron that is interrupted after sending and before recording it
 * sends it again. A condition that cannot be checked is logged and stays unchanged. Throws StorageUnavailable if the registry
 * does not answer.
 */
export async function checkConditions(
  env: Env,
  names: readonly AlertName[],
  expected: readonly ExpectedJob[],
): Promise<void> {
  // Notices are sent even while the registry lacks a migration.
  const registry = openDatabase(env.registry);
  const context = { env, registry: openRegistry(env), nowMs: nowMs(env), expected };
  const [before] = await registry.batch([selectAlerts(registry)]);
  const checks: Check[] = [];
  for (const name of names) {
    const wasActive = before.some((row) => row.name === name && row.isActive);
    try {
      const condition: Condition = CONDITIONS[name];
      const found = await condition.find(
        condition.asksBehind ? { ...context, registry } : context,
        wasActive,
      );
      for (const environment of ['live', 'test'] as const) {
        const own = found.filter((finding) => finding.environment === environment);
        checks.push({ name, environment, findings: own.map(({ text }) => text) });
      }
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
  const keyOf = ({ name, environment }: AlertRow) => `${environment} ${name}`;
  const noticedBefore = new Map(before.map((row) => [keyOf(row), row.noticedAt]));
  for (const row of after) {
    const { name, environment, notice, noticedAt, findings } = row;
    if (noticedAt === null || noticedAt === (noticedBefore.get(keyOf(row)) ?? null)) continue;
    const level = notice === 'ended' ? 'info' : environment === 'live' ? 'error' : 'warning';
    logLine('alert', { level, alert: name, environment: NAMES[environment], notice, findings });
  }
}

const NAMES = { live: 'production', test: 'sandbox' } as const;

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
  readonly environment: (typeof NAMES)[AlertRow['environment']];
  readonly affected: string;
  /** Commands, in order. */
  readonly next: readonly string[];
  readonly never: string;
  readonly service: string;
  /** The page that names the alert while it is active. */
  readonly link: string;
  readonly runbook: string;
}

const STATES = { begun: 'ALERT', continues: 'STILL', ended: 'ENDED' } as const;

function noticeOf(env: Pick<Env, 'baseUrl' | 'emailFrom'>, row: AlertRow): NoticeBody {
  const { name, environment, notice, beganAt, noticedAt, findings } = row;
  const state = notice ?? 'ended';
  const remedy = remedyOfAlert(row, env);
  const about =
    state === 'ended' ? 'The condition has ended.' : `${findings.join(' ')} Next: ${remedy.next[0]}`;
  return {
    text: `${STATES[state]} ${name} (${NAMES[environment]}): ${about}`,
    alert: name,
    state,
    since: isoInstant(beganAt ?? 0),
    at: isoInstant(noticedAt ?? 0),
    findings,
    environment: NAMES[environment],
    ...remedy,
    service: env.baseUrl,
    link: `${env.baseUrl}/health/ready?deep`,
    runbook: `OPERATIONS.md, ${name}`,
  };
}

/** Emails a notice to ALERT_EMAIL. Returns why it was not sent, or null if it was. */
async function emailNotice(env: Env, to: string, body: NoticeBody): Promise<string | null> {
  const { state, findings, affected, next, never, since, link, runbook } = body;
  const lines =
    state === 'ended'
      ? ['The condition has ended.']
      : [
          ...findings,
          '',
          `Affected: ${affected}`,
          ...next.map((command, index) => `${index === 0 ? 'Next:    ' : '         '} ${command}`),
          `${never}`,
        ];
  const text = [
    ...lines,
    '',
    `Since ${since}. ${link} names it while it lasts. Runbook: ${runbook}.`,
    '',
    JSON.stringify(body, null, 2),
    '',
  ].join('\n');
  const subject = `${STATES[state]} ${body.alert} (${body.environment}) at ${new URL(body.service).host}`;
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
