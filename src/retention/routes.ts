import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { described, documented } from '../http/openapi-metadata.ts';
import { defineRoute } from '../http/route.ts';
import { Job, jobExample } from './job-shape.ts';

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
      'Returns each job of the crons with the last runs of its databases, its backlog, and the databases that are behind.',
    responses: {
      200: { description: 'All of them.', schema: JobList, example: { data: [jobExample] } },
    },
    access: 'operator',
    errors: [],
    async handler(ctx) {
      const { listJobs } = await import('./list-jobs.ts');
      return ok({ data: await listJobs(ctx) });
    },
  }),
];
