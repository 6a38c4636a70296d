import { DAY_MS, HOUR_MS, SECOND_MS } from '#platform/clock.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { requireRegionOfShard } from '#platform/regions.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import { isBehind } from '#platform/storage/needed-migrations.ts';
import type { ShardRow } from '#platform/storage/registry-schema.ts';
import { selectShardStates } from '#platform/storage/shard-states.ts';
import type { ExpectedJob } from './conditions.ts';
import {
  measureRegistry,
  selectAlerts,
  selectAnsweredIn,
  selectEmailCountsSince,
  selectLateDispatchers,
  selectRuns,
} from './repository.ts';

/** Reads the metrics of the service as OpenMetrics text. Throws StorageUnavailable. */
export async function readMetrics(ctx: RequestContext, expected: readonly ExpectedJob[]): Promise<string> {
  const { env, nowMs } = ctx;
  const registry = registryOf(ctx);
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const registryBytes = await measureRegistry(registry);
  const [states, jobs, late, [emails], alerts, answered] = await registry.batch([
    selectShardStates(registry),
    selectRuns(registry),
    selectLateDispatchers(registry),
    selectEmailCountsSince(registry, hour - HOUR_MS),
    selectAlerts(registry),
    selectAnsweredIn(
      registry,
      METRIC_WINDOWS.map(({ ms }) => nowMs - ms),
    ),
  ]);
  return metricsText({
    registryBytes,
    databasesMaxBytes: env.databasesMaxBytes,
    shards: states.filter(({ environment, shard }) => env.athleteDatabases[environment].has(shard)),
    expected,
    jobs,
    lateDispatchers: late.reduce((sum, row) => sum + row.late, 0),
    answered: answered.map(({ place, answers, faults }) => ({
      window: METRIC_WINDOWS[place]?.window ?? '',
      answers,
      faults,
    })),
    emails: emails ?? { sent: 0, refused: 0 },
    alerts,
  });
}

/** The facts behind the metrics. */
export interface MetricFacts {
  readonly registryBytes: number;
  readonly databasesMaxBytes: number;
  readonly shards: readonly ShardRow[];
  readonly expected: readonly ExpectedJob[];
  readonly jobs: readonly {
    readonly job: string;
    readonly database: string;
    readonly lastDoneAt: number | null;
    readonly unfinishedRuns: number;
  }[];
  readonly lateDispatchers: number;
  readonly answered: readonly {
    readonly window: string;
    readonly answers: number;
    readonly faults: number;
  }[];
  readonly emails: { readonly sent: number; readonly refused: number };
  readonly alerts: readonly { readonly name: string; readonly stands: boolean }[];
}

type Labels = Readonly<Record<string, string>>;
type Series = readonly (readonly [labels: Labels, value: number])[];

/**
 * Writes gauges as OpenMetrics 1.0 text. Labels name databases, jobs, regions and alerts, never a partner or
 * an athlete, so the number of series grows only with the databases: two for each.
 */
export function metricsText(facts: MetricFacts): string {
  const gauges = [
    gauge('database_size_bytes', 'bytes', 'Size last reported by a database.', [
      [{ database: 'registry' }, facts.registryBytes],
      ...ofShards(facts.shards, ({ sizeBytes }) => sizeBytes),
    ]),
    gauge('databases_max_bytes', 'bytes', 'Maximum size of all databases together.', [
      [{}, facts.databasesMaxBytes],
    ]),
    gauge(
      'database_athletes',
      null,
      'Athletes in a database, counted nightly.',
      ofShards(facts.shards, ({ athletes }) => athletes),
    ),
    gauge('databases_open', null, 'Databases that accept new athletes.', openByRegion(facts.shards)),
    gauge('databases_behind', null, 'Athlete databases that lack a migration.', [
      [{}, facts.shards.filter(({ schema }) => schema !== null && isBehind(schema)).length],
    ]),
    gauge(
      'job_done_timestamp_seconds',
      'seconds',
      'When a job last finished in the database where that is longest ago; 0 if it never finished in one.',
      byJob(facts, (found) => Math.min(...found.map((run) => run?.lastDoneAt ?? 0)) / SECOND_MS),
    ),
    gauge(
      'job_unfinished_runs',
      null,
      'Most runs in one database since the job last finished there.',
      byJob(facts, (found) => Math.max(...found.map((run) => run?.unfinishedRuns ?? 0))),
    ),
    gauge('dispatchers_late', null, 'Dispatchers with an event that has waited for 15 minutes.', [
      [{}, facts.lateDispatchers],
    ]),
    gauge(
      'error_ratio',
      'ratio',
      'Share of answers in a window with a status of 500 or more.',
      facts.answered.map(({ window, answers, faults }) => [{ window }, answers === 0 ? 0 : faults / answers]),
    ),
    gauge('emails', null, 'Emails in this hour and the previous one.', [
      [{ outcome: 'sent' }, facts.emails.sent],
      [{ outcome: 'refused' }, facts.emails.refused],
    ]),
    gauge(
      'alert',
      null,
      'Whether an alert is active.',
      facts.alerts.map(({ name, stands }) => [{ alert: name }, Number(stands)]),
    ),
  ];
  return `${gauges.join('')}# EOF\n`;
}

/** The windows of `error_ratio`. The last one is that of the budget. */
const METRIC_WINDOWS = [
  { window: '1h', ms: HOUR_MS },
  { window: '3d', ms: 3 * DAY_MS },
  { window: '30d', ms: 30 * DAY_MS },
] as const;

function gauge(name: string, unit: string | null, help: string, series: Series): string {
  const lines = [
    `# TYPE musette_${name} gauge`,
    ...(unit === null ? [] : [`# UNIT musette_${name} ${unit}`]),
    `# HELP musette_${name} ${help}`,
    ...series.map(([labels, value]) => `musette_${name}${labelsText(labels)} ${value}`),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** None of our names contains a quote, a backslash or a line break. */
function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function ofShards(shards: readonly ShardRow[], of: (row: ShardRow) => number | null): Series {
  return shards.flatMap((row) => {
    const value = of(row);
    return value === null ? [] : [[{ database: databaseName(row) }, value] as const];
  });
}

function openByRegion(shards: readonly ShardRow[]): Series {
  const keyOf = ({ environment, shard }: ShardRow) => `${environment} ${requireRegionOfShard(shard)}`;
  return [...Map.groupBy(shards, keyOf)].map(([key, rows]) => {
    const [environment = '', region = ''] = key.split(' ');
    return [
      { environment, region },
      rows.filter(({ isOpen, sizeBytes }) => isOpen && sizeBytes !== null).length,
    ];
  });
}

type Run = MetricFacts['jobs'][number] | undefined;

function byJob({ jobs, expected }: MetricFacts, of: (found: readonly Run[]) => number): Series {
  const known = new Map(jobs.map((run) => [`${run.job} ${run.database}`, run]));
  return [...Map.groupBy(expected, ({ job }) => job)].map(([job, databases]) => [
    { job },
    of(databases.map(({ database }) => known.get(`${job} ${database}`))),
  ]);
}
