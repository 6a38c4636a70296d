import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { described, describedCopy, documented } from '../http/openapi-metadata.ts';
import { defineRoute } from '../http/route.ts';
import { instant } from '../http/wire-fields.ts';

const Run = z.object({
  started_at: describedCopy(instant, 'When it began.'),
  finished_at: described(z.nullable(instant), 'When it ended; null while it runs, and if it was cut off.'),
  outcome: described(
    z.enum(['running', 'done', 'more', 'failed']),
    '`done` left nothing to do; `more` left the rest to the next run; `running` may also have been cut off.',
  ),
  counts: described(z.record(z.string(), z.int()), 'What it removed or finished, by kind.'),
});

const Job = documented(
  z.object({
    name: described(z.string(), 'The name of the job.'),
    cron: described(z.string(), 'The cron expression that starts it.'),
    last_run: described(z.nullable(Run), 'Its last run; null if there was none in 90 days.'),
    last_done_at: described(z.nullable(instant), 'When the last run ended that left nothing to do.'),
    unfinished_runs: described(z.int(), 'The runs since that one: 0 if there is no backlog.'),
  }),
  { id: 'Job' },
);

export type Job = z.output<typeof Job>;

const JobList = documented(z.object({ data: described(z.array(Job), 'In the order of the schedule.') }), {
  id: 'JobList',
});

export const jobRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/v1/jobs',
    operationId: 'listJobs',
    tag: 'Operator',
    summary: 'List the scheduled jobs',
    description:
      'Returns each job of the crons with its last run and its backlog: the number of runs since the last one that left nothing to do.',
    responses: {
      200: {
        description: 'All of them.',
        schema: JobList,
        example: {
          data: [
            {
              name: 'finish-erasures',
              cron: '*/10 * * * *',
              last_run: {
                started_at: '2026-11-21T09:30:00.000Z',
                finished_at: '2026-11-21T09:30:02.000Z',
                outcome: 'more',
                counts: { rows: 4000, athletes: 2 },
              },
              last_done_at: '2026-11-21T09:10:01.000Z',
              unfinished_runs: 2,
            },
          ],
        },
      },
    },
    access: 'operator',
    errors: [],
    async handler(ctx) {
      const { listJobs } = await import('./list-jobs.ts');
      return ok({ data: await listJobs(ctx) });
    },
  }),
];
