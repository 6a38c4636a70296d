import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { Job, jobExample } from './job-shape.ts';

const JobList = documented(z.object({ data: described(z.array(Job), 'In schedule order.') }), {
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
      'Returns each cron job with the last runs of its databases, its backlog, and the databases that are behind.',
    responses: {
      200: { description: 'All jobs.', schema: JobList, example: { data: [jobExample] } },
    },
    access: 'operator',
    errors: [],
    async handler(ctx) {
      const { listJobs } = await import('./list-jobs.ts');
      return ok({ data: await listJobs(ctx) });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/operator/v1/metrics',
    operationId: 'readMetrics',
    tag: 'Operator',
    summary: 'Read the metrics of the service',
    description:
      'Returns gauges for a metrics collector: sizes and athletes of databases, jobs, late dispatchers, errors, emails, alerts. Labels name databases, jobs and regions, never partners or athletes. Sizes are a few minutes old. Everything else dates from the last cron.',
    responses: {
      200: {
        description: 'The gauges.',
        otherContent: { 'application/openmetrics-text': 'OpenMetrics 1.0.' },
      },
    },
    access: 'operator',
    errors: [],
    async handler(ctx) {
      const [{ readMetrics }, { expectedJobs }] = await Promise.all([
        import('../alerting/metrics.ts'),
        import('./list-jobs.ts'),
      ]);
      const body = await readMetrics(ctx, expectedJobs(ctx.env));
      const type = 'application/openmetrics-text; version=1.0.0; charset=utf-8';
      return { status: 200, content: { type, body } };
    },
  }),
];
