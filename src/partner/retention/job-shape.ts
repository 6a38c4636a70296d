import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { jobStates } from '#platform/storage/registry-schema.ts';

const outcome = z.enum(['done', 'more', 'failed']);

const Run = z.object({
  started_at: describedCopy(instant, 'When the first of them began.'),
  finished_at: describedCopy(instant, 'When the last of them ended.'),
  outcome: described(
    outcome,
    'The worst of them: `done` left nothing to do, `more` left the rest to the next run, `failed` met a fault.',
  ),
  counts: described(z.record(z.string(), z.int()), 'What they removed or finished together, by kind.'),
});

const Behind = z.object({
  database: described(
    z.string(),
    '`registry`, or environment and shard of an athlete database: `live.c000`.',
  ),
  outcome: described(z.nullable(outcome), 'How its last run ended; null if there was none.'),
  last_done_at: described(z.nullable(instant), 'When a run of it last left nothing to do.'),
  unfinished_runs: described(z.int(), 'The runs since that one.'),
});

export const Job = documented(
  z.object({
    name: described(z.string(), 'The name of the job.'),
    cron: described(z.string(), 'The cron expression that starts it.'),
    databases: described(z.int(), 'The databases that it works on, each in a run of its own.'),
    last_run: described(z.nullable(Run), 'The last runs of all of them together; null before the first.'),
    last_done_at: described(
      z.nullable(instant),
      'Since when at the latest every database has had a run that left nothing to do; null if one never had.',
    ),
    unfinished_runs: described(
      z.int(),
      'The most runs of one database since then that left work or failed: 0 if there is no backlog.',
    ),
    databases_behind: described(
      z.int(),
      'The databases whose last run left work or failed, or that had none.',
    ),
    behind: described(z.array(Behind), 'The first 20 of them, those furthest behind first.'),
  }),
  { id: 'Job' },
);

export type Job = z.output<typeof Job>;

export const jobExample = {
  name: 'finish-erasures',
  cron: '*/10 * * * *',
  databases: 6,
  last_run: {
    started_at: '2026-11-21T09:30:00.000Z',
    finished_at: '2026-11-21T09:30:02.000Z',
    outcome: 'more',
    counts: { rows: 4000, athletes: 2 },
  },
  last_done_at: '2026-11-21T09:10:01.000Z',
  unfinished_runs: 2,
  databases_behind: 1,
  behind: [
    {
      database: 'live.c000',
      outcome: 'more',
      last_done_at: '2026-11-21T09:10:01.000Z',
      unfinished_runs: 2,
    },
  ],
} satisfies Job;

type State = typeof jobStates.$inferSelect;

/** Databases that are behind and shown. */
const SHOWN_MAX = 20;

/** Returns a job for the wire, from its last runs for these databases. */
export function jobToWire(
  {
    name,
    cron,
    databases,
  }: { readonly name: string; readonly cron: string; readonly databases: readonly string[] },
  states: readonly State[],
): Job {
  const known = new Map(states.map((state) => [state.database, state]));
  const runs = databases.flatMap((database) => known.get(database) ?? []);
  const behind = behindAmong(databases, known);
  const doneAt = runs.map(({ lastDoneAt }) => lastDoneAt).filter((at) => at !== null);
  return {
    name,
    cron,
    databases: databases.length,
    last_run: runs.length === 0 ? null : lastRunOf(runs),
    last_done_at: isoInstantOrNull(doneAt.length < databases.length ? null : Math.min(...doneAt)),
    unfinished_runs: Math.max(0, ...runs.map(({ unfinishedRuns }) => unfinishedRuns)),
    databases_behind: behind.length,
    behind: behind.slice(0, SHOWN_MAX),
  };
}

function behindAmong(databases: readonly string[], known: ReadonlyMap<string, State>): Job['behind'] {
  const never = databases.filter((database) => !known.has(database));
  const unfinished = databases
    .flatMap((database) => known.get(database) ?? [])
    .filter((state) => state.outcome !== 'done')
    .sort((one, other) => other.unfinishedRuns - one.unfinishedRuns);
  return [
    ...never.map((database) => ({ database, outcome: null, last_done_at: null, unfinished_runs: 0 })),
    ...unfinished.map((state) => ({
      database: state.database,
      outcome: state.outcome,
      last_done_at: isoInstantOrNull(state.lastDoneAt),
      unfinished_runs: state.unfinishedRuns,
    })),
  ];
}

/** Returns the last runs of all databases as one: from the first start to the last end, with the worst outcome. */
function lastRunOf(runs: readonly State[]): Job['last_run'] {
  const counts: Record<string, number> = {};
  for (const [name, count] of runs.flatMap((run) => Object.entries(run.counts))) {
    counts[name] = (counts[name] ?? 0) + count;
  }
  const worst = (['failed', 'more'] as const).find((one) => runs.some((run) => run.outcome === one));
  return {
    started_at: isoInstant(Math.min(...runs.map(({ startedAt }) => startedAt))),
    finished_at: isoInstant(Math.max(...runs.map(({ finishedAt }) => finishedAt))),
    outcome: worst ?? 'done',
    counts,
  };
}
