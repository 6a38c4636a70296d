import * as z from 'zod/mini';
import { Alert, FailingWebhook } from '#partner/alerting/alert-shape.ts';
import { Shard } from '#partner/partners/partner-shape.ts';
import { Job } from '#partner/retention/job-shape.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, machineNowMs } from '#platform/clock.ts';
import { escapeText } from './foreign-text.ts';

/** Tables for the terminal of what the operator API returns. Environments are named as in commands: sandbox or production. */

const ENVIRONMENTS: ReadonlyMap<unknown, string> = new Map([
  ['test', 'sandbox'],
  ['live', 'production'],
]);

/** Returns the name of an environment in commands. */
export function nameOfEnvironment(environment: unknown): string {
  return ENVIRONMENTS.get(environment) ?? String(environment);
}

/** Returns the rows of a list of the operator API. Leaves out what another version of the service adds. */
export function listOf<Row extends z.ZodMiniType>(row: Row, body: unknown): readonly z.output<Row>[] {
  const list = z.safeParse(z.object({ data: z.array(z.unknown()) }), body);
  if (!list.success) return [];
  return list.data.data.flatMap((each) => {
    const parsed = z.safeParse(row, each);
    return parsed.success ? [parsed.data] : [];
  });
}

/** Aligns rows below their headings. */
export function tableOf(headings: readonly string[], rows: readonly (readonly unknown[])[]): string[] {
  const cells = [headings, ...rows.map((row) => row.map((cell) => escapeText(String(cell))))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** The most databases named in one row. */
const NAMED_MAX = 4;

/** Returns the jobs that are behind, or one line if none is. */
function linesOfJobs(body: unknown): string[] {
  const jobs = listOf(Job, body);
  const behind = jobs.filter((job) => isBehind(job, machineNowMs()));
  if (behind.length === 0) return [`All ${jobs.length} jobs have finished their work in every database.`];
  const rows = behind.map((job) => [
    job.name,
    worstOf(job),
    job.unfinished_runs,
    job.last_done_at ?? 'never',
    job.databases_behind === 0
      ? `all ${job.databases}`
      : `${job.databases_behind} of ${job.databases}: ${named(
          job.behind.map(({ database }) => database),
          job.databases_behind,
        )}`,
  ]);
  return [
    ...tableOf(['job', 'last run', 'unfinished runs', 'finished everywhere', 'databases behind'], rows),
    `The other ${jobs.length - behind.length} jobs have finished. All with what they do: npm run operator -- jobs --json`,
  ];
}

/** The longest time between two runs, by the cron that starts them. */
export const PERIODS_MS: ReadonlyMap<string, number> = new Map([
  ['*/10 * * * *', 10 * MINUTE_MS],
  ['53 * * * *', HOUR_MS],
  ['23 3 * * *', DAY_MS],
]);

/** Returns whether a job has left work in a database, or has not finished for two of its periods because none began. */
export function isBehind({ cron, databases_behind, last_done_at: doneAt }: Job, nowMs: number): boolean {
  const isOld = doneAt !== null && nowMs - Date.parse(doneAt) > 2 * (PERIODS_MS.get(cron) ?? DAY_MS);
  return databases_behind > 0 || isOld;
}

function worstOf({ behind }: Job): string {
  if (behind.length === 0) return 'not started';
  const outcomes = new Set<string>(behind.map(({ outcome }) => outcome ?? 'none yet'));
  return ['failed', 'more', 'none yet'].find((outcome) => outcomes.has(outcome)) ?? 'done';
}

function named(databases: readonly string[], count: number): string {
  const rest = count - NAMED_MAX;
  return [...databases.slice(0, NAMED_MAX), ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** Returns when a cron last checked a condition, or undefined if none ever did. */
export function lastCheckOf(alerts: readonly Alert[]): string | undefined {
  return alerts
    .map((alert) => alert.checked_at)
    .sort()
    .at(-1);
}

/** Returns the active alerts with their findings, or one line if there is none. */
function linesOfAlerts(body: unknown): string[] {
  const alerts = listOf(Alert, body);
  const active = alerts.filter(({ standing }) => standing);
  const checkedAt = lastCheckOf(alerts);
  if (active.length === 0) return [`No alert is active. Last checked: ${checkedAt ?? 'never'}.`];
  const rows = active.flatMap(({ name, environment, since, findings }) =>
    findings.map((finding, index) =>
      index === 0 ? [name, nameOfEnvironment(environment), since ?? '', finding] : ['', '', '', finding],
    ),
  );
  return [
    ...tableOf(['alert', 'environment', 'since', 'findings'], rows),
    `Last checked: ${checkedAt}. What to do: npm run operator -- doctor`,
  ];
}

const GB = 1e9;

/** Returns one row per athlete database. */
function linesOfShards(body: unknown): string[] {
  const rows = listOf(Shard, body).map((shard) => [
    `${shard.environment}.${shard.shard}`,
    nameOfEnvironment(shard.environment),
    shard.region,
    shard.size_bytes !== null ? `${(shard.size_bytes / GB).toFixed(2)} GB` : 'unknown',
    shard.athletes ?? 'unknown',
    stateOf(shard),
    shard.schema ?? 'unknown',
  ]);
  return tableOf(['database', 'environment', 'region', 'size', 'athletes', 'state', 'schema'], rows);
}

function stateOf({ full_at: fullAt, restored_at: restoredAt, open }: z.output<typeof Shard>): string {
  if (fullAt !== null) return `full since ${fullAt}`;
  const state = open ? 'open' : 'closed to new athletes';
  return restoredAt !== null ? `${state}, restored ${restoredAt}` : state;
}

/** Returns one row per webhook that fails, or one line if none does. */
function linesOfWebhooks(body: unknown): string[] {
  const webhooks = listOf(FailingWebhook, body);
  if (webhooks.length === 0) return ['No webhook fails.'];
  const rows = webhooks.map(({ id, environment, partner_id, partner_name, health }) => [
    id,
    nameOfEnvironment(environment),
    partner_id,
    health.state,
    health.since ?? '',
    partner_name,
    health.message,
  ]);
  return tableOf(['webhook', 'environment', 'partner', 'state', 'since', 'name', 'what happens'], rows);
}

/** A count of the usage report, as far as the table needs it. */
const Count = z.object({
  environment: z.enum(['test', 'live']),
  operation_id: z.string(),
  status_class: z.string(),
  requests: z.number(),
});

/** Returns the requests of a partner by environment and operation, the most frequent ones first. */
export function linesOfUsage(body: unknown): string[] {
  const counts = listOf(Count, body);
  if (counts.length === 0) return ['No requests in this time.'];
  const keyOf = ({ environment, operation_id: id }: z.output<typeof Count>) => `${environment} ${id}`;
  const rows = [...Map.groupBy(counts, keyOf).values()].map((own) => {
    const of = (status: string) =>
      own.filter((each) => each.status_class === status).reduce((sum, { requests }) => sum + requests, 0);
    const all = own.reduce((sum, { requests }) => sum + requests, 0);
    return [
      nameOfEnvironment(own[0]?.environment),
      own[0]?.operation_id,
      all,
      of('2xx'),
      of('4xx'),
      of('5xx'),
    ];
  });
  const mostFirst = rows.toSorted((one, other) => Number(other[2]) - Number(one[2]));
  return tableOf(['environment', 'operation', 'requests', '2xx', '4xx', '5xx'], mostFirst);
}

/** Lists that commands show as tables, by their name in the operator API. */
export const VIEWS: ReadonlyMap<string, (body: unknown) => readonly string[]> = new Map([
  ['jobs', linesOfJobs],
  ['alerts', linesOfAlerts],
  ['shards', linesOfShards],
  ['webhooks', linesOfWebhooks],
]);
