import type * as z from 'zod/mini';
import { Alert, FailingWebhook, UNCHECKED_MS } from '#partner/alerting/alert-shape.ts';
import { type Remedy, remedyOf } from '#partner/alerting/remedies.ts';
import { Job } from '#partner/retention/job-shape.ts';
import type { Environment } from '#platform/env.ts';
import { utcMinute } from '#platform/local-time.ts';
import { escapeText, memberOf } from './foreign-text.ts';
import { isBehind, lastCheckOf, listOf, nameOfEnvironment } from './operator-tables.ts';

/**
 * `npm run operator -- doctor`: shows on one screen what is wrong, who is affected, the commands to run and what never to
 * do. Also works while the service does not answer or the operator API is unavailable.
 */

/** Dependencies of the doctor. */
interface DoctorTools {
  readonly baseUrl: string;
  readonly nowMs: number;
  /** Reads a path, with the operator's token. Null if the service does not answer. */
  readonly read: (path: string) => Promise<Reply | null>;
  readonly print: (line: string) => void;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

interface Problem {
  readonly name: string;
  readonly environment: Environment;
  readonly since: string | null;
  readonly findings: readonly string[];
  readonly remedy: Remedy;
}

/** Prints the problems. Returns whether nothing is wrong in production. */
export async function examine(tools: DoctorTools): Promise<boolean> {
  const { baseUrl, nowMs, print } = tools;
  const health = await tools.read('/health');
  const problems = merged(
    health?.status === 200
      ? [...(await notReady(tools)), ...(await alerting(tools))]
      : [unanswered(baseUrl, health)],
  );
  const [own, ofSandbox] = [
    problems.filter(({ environment }) => environment === 'live'),
    problems.filter(({ environment }) => environment === 'test'),
  ];
  const count = own.length === 1 ? '1 problem' : `${own.length} problems`;
  print(
    `${baseUrl}, ${utcMinute(nowMs)}: ${own.length === 0 ? 'nothing is wrong in production.' : `${count}.`}`,
  );
  for (const [index, problem] of own.entries()) printProblem(problem, index + 1, print);
  if (ofSandbox.length > 0) print('\nThe sandbox, which wakes nobody:');
  for (const { name, findings, remedy } of ofSandbox) {
    for (const finding of shortened(findings)) print(`   ${name}: ${finding}`);
    print(`   Next: ${remedy.next[0]}`);
  }
  if (health?.status === 200) for (const line of await remarks(tools, problems)) print(`\n${line}`);
  return own.length === 0;
}

function printProblem(
  { name, since, findings, remedy }: Problem,
  number: number,
  print: DoctorTools['print'],
) {
  print(`\n${number}. ${name}${since === null ? '' : ` since ${since}`}`);
  for (const finding of shortened(findings)) print(`   ${finding}`);
  print(`   Affected: ${remedy.affected}`);
  for (const [index, command] of remedy.next.entries())
    print(`   ${index === 0 ? 'Next:    ' : '         '} ${command}`);
  print(`   ${remedy.never}`);
  print(`   Runbook:  OPERATIONS.md, ${name}`);
}

/** The most findings of one problem on the screen. */
const SHOWN_FINDINGS = 4;

function shortened(findings: readonly string[]): readonly string[] {
  const rest = findings.length - SHOWN_FINDINGS;
  if (rest <= 1) return findings;
  return [...findings.slice(0, SHOWN_FINDINGS), `… and ${rest} more: npm run operator -- alerts`];
}

/** Joins what several sources found of one problem. The first one dates it. */
function merged(problems: readonly Problem[]): readonly Problem[] {
  const keyOf = ({ name, environment }: Problem) => `${environment} ${name}`;
  return [...Map.groupBy(problems, keyOf).values()].flatMap((same) => {
    const dated = same.find(({ since }) => since !== null) ?? same[0];
    if (!dated) return [];
    return { ...dated, findings: [...new Set(same.flatMap(({ findings }) => findings))] };
  });
}

function problem(name: string, finding: string, { baseUrl }: Pick<DoctorTools, 'baseUrl'>): Problem {
  const environment = /\bthe test shard\b/.test(finding) ? 'test' : 'live';
  const remedy = remedyOf(name, { url: baseUrl, about: finding });
  return { name, environment, since: null, findings: [finding], remedy };
}

function unanswered(baseUrl: string, reply: Reply | null): Problem {
  if (reply === null) return problem('unreachable', `No answer from ${baseUrl}/health.`, { baseUrl });
  const message = messageOf(reply);
  if (/^Missing or malformed: /.test(message)) {
    return problem('unconfigured', message.split('. ')[0] ?? message, { baseUrl });
  }
  return problem('unreachable', `${baseUrl}/health answers ${reply.status}. ${message}`.trim(), { baseUrl });
}

/** Problems, by the form of a dependency's name in the message of readiness. */
const TROUBLES = [
  [/\(restored\)$/, 'restored_database'],
  [/\((lacks .*|not migrated)\)$/, 'schema_behind'],
  [/\(full\)$/, 'shard_full'],
  [/ shard /, 'silent_database'],
  [/^/, 'silent_store'],
] as const;

/** Finds stores that do not answer or cannot do their work, as deep readiness names them. */
async function notReady(tools: DoctorTools): Promise<readonly Problem[]> {
  const reply = await tools.read('/health/ready?deep');
  if (reply === null || reply.status === 200) return [];
  const [, names = ''] = /^No answer from (.*?)\.(?: Active alerts: |$)/.exec(messageOf(reply)) ?? [];
  return names
    .split(/, (?![^(]*\))/)
    .filter((name) => name !== '')
    .map((name) => {
      const trouble = TROUBLES.find(([pattern]) => pattern.test(name))?.[1] ?? 'silent_store';
      return problem(trouble, `${/\)$/.test(name) ? '' : 'No answer from '}${name}.`, tools);
    });
}

/** Finds the active alerts, and whether nobody checks them any more. */
async function alerting(tools: DoctorTools): Promise<readonly Problem[]> {
  const reply = await tools.read('/operator/v1/alerts');
  if (reply?.status !== 200) {
    const why = reply === null ? 'no answer' : `${reply.status} ${messageOf(reply)}`;
    tools.print(`The operator API does not answer (${why}). What follows is what anybody can see.`);
    return [];
  }
  const alerts = listOf(Alert, reply.body);
  const active = alerts
    .filter(({ standing }) => standing)
    .map(({ name, environment, since, findings, ...remedy }) => ({
      name,
      environment,
      since,
      findings,
      remedy,
    }));
  const checkedAt = lastCheckOf(alerts);
  const isOld = checkedAt === undefined || tools.nowMs - Date.parse(checkedAt) > UNCHECKED_MS;
  if (!isOld) return active;
  return [
    problem(
      'crons_stopped',
      checkedAt === undefined ? 'No cron has ever run.' : `The last cron ran at ${checkedAt}.`,
      tools,
    ),
    ...active,
  ];
}

/** Returns what does not wake anybody: notices that were not sent, jobs with work left, receivers that fail. */
async function remarks(tools: DoctorTools, problems: readonly Problem[]): Promise<readonly string[]> {
  const [alerts, jobs, webhooks] = await Promise.all([
    readList(tools, 'alerts', Alert),
    readList(tools, 'jobs', Job),
    readList(tools, 'webhooks', FailingWebhook),
  ]);
  const unsent = alerts.flatMap(({ name, unsent: ways }) => ways.map((way) => `${name} by ${way}`));
  const behind = jobs.filter((job) => isBehind(job, tools.nowMs));
  const isKnown = problems.some(({ name }) => name === 'job_overdue');
  const failing = webhooks.map(
    ({ partner_id, partner_name, environment, health }) =>
      `   ${partner_id} ${escapeText(partner_name)} (${nameOfEnvironment(environment)}) since ${health.since}: ${escapeText(health.message)}`,
  );
  return [
    ...(unsent.length > 0
      ? [`Notices that could not be sent: ${unsent.join(', ')}. Check ALERT_EMAIL and ALERT_URL.`]
      : []),
    ...(behind.length > 0 && !isKnown
      ? [`${behind.length} of ${jobs.length} jobs have work left: npm run operator -- jobs`]
      : []),
    ...(failing.length > 0
      ? [
          [
            `Receivers that fail, for their partners to fix (OPERATIONS.md, receiver_down):`,
            ...failing.slice(0, SHOWN_RECEIVERS),
            ...(failing.length > SHOWN_RECEIVERS
              ? [`   and ${failing.length - SHOWN_RECEIVERS} more: npm run operator -- webhooks`]
              : []),
          ].join('\n'),
        ]
      : []),
  ];
}

/** The most receivers on the screen. */
const SHOWN_RECEIVERS = 5;

async function readList<Row extends z.ZodMiniType>(
  tools: DoctorTools,
  name: string,
  row: Row,
): Promise<readonly z.output<Row>[]> {
  const reply = await tools.read(`/operator/v1/${name}`);
  return reply?.status === 200 ? listOf(row, reply.body) : [];
}

function messageOf({ body }: Reply): string {
  const message = memberOf(memberOf(body, 'error'), 'message');
  return typeof message === 'string' ? message : '';
}
