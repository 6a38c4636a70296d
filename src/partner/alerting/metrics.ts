import { DAY_MS, HOUR_MS, SECOND_MS, startOf } from '#platform/clock.ts';
import type { Environment } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { requireRegionOfShard } from '#platform/regions.ts';
import { databaseName } from '#platform/storage/athlete-databases.ts';
import { isBehind } from '#platform/storage/needed-migrations.ts';
import type { ShardRow } from '#platform/storage/registry-schema.ts';
import { selectShardStates } from '#platform/storage/shard-states.ts';
import { BOUNDS_MS } from '#platform/storage/usage.ts';
import type { ExpectedJob } from './conditions.ts';
import {
  measureRegistry,
  selectAlerts,
  selectAnsweredIn,
  selectAnswersSince,
  selectEmailCountsSince,
  selectLateDispatchers,
  selectRuns,
} from './repository.ts';

/** Reads the metrics of the service as OpenMetrics text. Throws StorageUnavailable. */
export async function readMetrics(ctx: RequestContext, expected: readonly ExpectedJob[]): Promise<string> {
  const { env, nowMs } = ctx;
  const registry = registryOf(ctx);
  const hour = startOf(HOUR_MS, nowMs);
  const registryBytes = await measureRegistry(registry);
  const [states, jobs, late, [emails], alerts, answered, slots] = await registry.batch([
    selectShardStates(registry),
    selectRuns(registry),
    selectLateDispatchers(registry),
    selectEmailCountsSince(registry, hour - HOUR_MS),
    selectAlerts(registry),
    selectAnsweredIn(
      registry,
      METRIC_WINDOWS.map(({ ms }) => nowMs - ms),
    ),
    selectAnswersSince(registry, nowMs - HOUR_MS),
  ]);
  return metricsText({
    registryBytes,
    databasesMaxBytes: env.databasesMaxBytes,
    shards: states.filter(({ environment, shard }) => env.athleteDatabases[environment].has(shard)),
    expected,
    jobs,
    lateDispatchers: late.reduce((sum, row) => sum + row.late, 0),
    answered: answered.map(({ position, environment, answers, faults }) => ({
      window: METRIC_WINDOWS[position]?.window ?? '',
      environment,
      answers,
      faults,
    })),
    slots,
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
    readonly environment: Environment;
    readonly answers: number;
    readonly faults: number;
  }[];
  /** The answers of the last hour. */
  readonly slots: readonly {
    readonly environment: Environment;
    readonly times: Readonly<Record<string, number>>;
  }[];
  readonly emails: { readonly sent: number; readonly refused: number };
  readonly alerts: readonly {
    readonly name: string;
    readonly environment: Environment;
    readonly isActive: boolean;
  }[];
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
      facts.answered.map(({ environment, window, answers, faults }) => [
        { environment, window },
        answers === 0 ? 0 : faults / answers,
      ]),
    ),
    gauge(
      'requests_per_second',
      null,
      'Answers of the last hour by class of route, as reported with the usage of keys.',
      ofClasses(facts).map(({ labels, count }) => [labels, count / (HOUR_MS / SECOND_MS)]),
    ),
    latencies(facts),
    gauge('emails', null, 'Emails in this hour and the previous one.', [
      [{ outcome: 'sent' }, facts.emails.sent],
      [{ outcome: 'refused' }, facts.emails.refused],
    ]),
    gauge(
      'alert',
      null,
      'Whether an alert is active.',
      facts.alerts.map(({ name, environment, isActive }) => [{ alert: name, environment }, Number(isActive)]),
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

interface ClassTimes {
  readonly labels: { readonly environment: Environment; readonly class: string };
  readonly count: number;
  readonly sumMs: number;
  /** The answers within each bound, and all of them. */
  readonly within: readonly (readonly [le: string, count: number])[];
}

/** Adds up the latencies of the last hour by environment and class of route. */
function ofClasses({ slots }: MetricFacts): readonly ClassTimes[] {
  const named = slots.flatMap(({ environment, times }) =>
    Object.entries(times).map(([name, value]) => {
      const [route = '', bound = ''] = name.split(' ');
      return { environment, route, bound, value };
    }),
  );
  const byClass = Map.groupBy(named, ({ environment, route }) => `${environment} ${route}`);
  return [...byClass].toSorted().flatMap(([, [first, ...others]]) => {
    if (!first) return [];
    const own = [first, ...others];
    const sumOf = (wanted: (bound: string) => boolean) =>
      own.filter(({ bound }) => wanted(bound)).reduce((sum, { value }) => sum + value, 0);
    const count = sumOf((bound) => bound !== 'sum');
    const within = BOUNDS_MS.map((max) => {
      const isWithin = (bound: string) => Number(bound) <= max;
      return [String(max / SECOND_MS), sumOf(isWithin)] as const;
    });
    return {
      labels: { environment: first.environment, class: first.route },
      count,
      sumMs: sumOf((bound) => bound === 'sum'),
      within: [...within, ['+Inf', count] as const],
    };
  });
}

/** Writes the latencies of the last hour as a histogram that may go down. */
function latencies(facts: MetricFacts): string {
  const name = 'musette_request_duration_seconds';
  const samples = ofClasses(facts).flatMap(({ labels, count, sumMs, within }) => [
    ...within.map(([le, value]) => `${name}_bucket${labelsText({ ...labels, le })} ${value}`),
    `${name}_gcount${labelsText(labels)} ${count}`,
    `${name}_gsum${labelsText(labels)} ${sumMs / SECOND_MS}`,
  ]);
  const lines = [
    `# TYPE ${name} gaugehistogram`,
    `# UNIT ${name} seconds`,
    `# HELP ${name} Durations of the answers of the last hour by class of route.`,
    ...samples,
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
