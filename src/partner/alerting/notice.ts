import { SECOND_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { postJson } from '#platform/http/post-json.ts';
import { deliverEmail } from '#platform/http/send-email.ts';
import { isoInstant } from '#platform/http/wire-fields.ts';
import { answerWithin } from '#platform/storage/deadline.ts';
import { addressProblem } from '../webhooks/send-event.ts';
import type { AlertRow } from './repository.ts';

/** Time limit for an email service or a receiver. */
const ANSWER_WITHIN_MS = 10 * SECOND_MS;

/** The body of a notice as it is posted. An email ends with it. */
export interface NoticeBody {
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

/** Builds an alert's due notice. */
export function noticeOf(
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
export async function emailNotice(env: Env, to: string, body: NoticeBody): Promise<string | null> {
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
export async function postNotice(env: Env, url: string, body: NoticeBody): Promise<string | null> {
  const problem = addressProblem(env, url);
  if (problem !== null) return `the address ${problem}`;
  const headers = { 'user-agent': 'Musette-Alerts/1' };
  const { statusCode } = await postJson(url, JSON.stringify(body), headers, ANSWER_WITHIN_MS);
  if (statusCode === null) return 'no answer';
  return statusCode >= 200 && statusCode < 300 ? null : `answered ${statusCode}`;
}
