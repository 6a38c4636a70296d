import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { fail } from '../http/errors.ts';
import { documented } from '../http/openapi-metadata.ts';
import { defineRoute } from '../http/route.ts';
import { checkDependencies } from './check-dependencies.ts';

const tag = 'Service';

const Health = documented(z.object({ status: z.literal('ok') }), { id: 'Health' });

const example = { status: 'ok' } satisfies z.output<typeof Health>;

export const healthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    tag,
    summary: 'Check that the Worker runs',
    description: 'Checks nothing but the Worker itself.',
    responses: { 200: { description: 'The Worker runs.', schema: Health, example } },
    access: 'public',
    errors: [],
    handler: (_ctx) => ok({ status: 'ok' }),
  }),
  defineRoute({
    method: 'GET',
    path: '/health/ready',
    operationId: 'getReadiness',
    tag,
    summary: 'Check that the Worker can do its work',
    description:
      'Asks the key projection, a table of each database and a guard. A 503 names those that did not answer within two seconds, and databases that are not migrated.',
    responses: { 200: { description: 'All of them answered.', schema: Health, example } },
    access: 'public',
    errors: [],
    async handler(ctx) {
      const missing = await checkDependencies(ctx);
      if (missing.length === 0) return ok({ status: 'ok' });
      return fail('temporarily_unavailable', { message: `No answer from ${missing.join(', ')}.` });
    },
  }),
];
