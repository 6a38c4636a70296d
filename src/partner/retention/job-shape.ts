import * as z from 'zod/mini';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant } from '#platform/http/wire-fields.ts';

const outcome = z.enum(['done', 'more', 'failed']);

const Run = z.object({
  started_at: describedCopy(instant, 'When the first run began.'),
  finished_at: describedCopy(instant, 'When the last run ended.'),
  outcome: described(
    outcome,
    'Worst outcome of the runs. `done`: finished all work. `more`: left work for the next run. `failed`: hit an error.',
  ),
  counts: described(z.record(z.string(), z.int()), 'Total of what the runs removed or finished, by kind.'),
});

const Behind = z.object({
  database: described(
    z.string(),
    '`registry`, or environment and shard of an athlete database: `live.c000`.',
  ),
  outcome: described(z.nullable(outcome), 'Outcome of its last run. Null if there was none.'),
  last_done_at: described(z.nullable(instant), 'When a run last finished all work.'),
  unfinished_runs: described(z.int(), 'Number of runs since then.'),
});

export const Job = documented(
  z.object({
    name: described(z.string(), 'Name of the job.'),
    does: described(z.string(), 'What it removes or finishes.'),
    cron: described(z.string(), 'Cron expression that starts it.'),
    databases: described(z.int(), 'Number of databases it works on, each in a separate run.'),
    last_run: described(z.nullable(Run), 'Last runs of all databases combined. Null before the first.'),
    last_done_at: described(
      z.nullable(instant),
      'Every database has had a run since then that finished all work. Null if one never had.',
    ),
    unfinished_runs: described(
      z.int(),
      'Largest number of unfinished or failed runs of one database since then. 0 without a backlog.',
    ),
    databases_behind: described(
      z.int(),
      'Number of databases whose last run left work or failed, or that had no run.',
    ),
    behind: described(z.array(Behind), 'Up to 20 of them, furthest behind first.'),
  }),
  { id: 'Job' },
);

export type Job = z.output<typeof Job>;

export const jobExample: Job = {
  name: 'finish-erasures',
  does: 'removes rows of erased athletes that did not fit in the request',
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
};
