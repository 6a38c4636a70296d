import * as z from 'zod';
import { ok } from '../http/answer.ts';
import type { RequestContext } from '../http/context.ts';
import { docs } from '../http/documentation.ts';
import { fail } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { checkDependencies } from './check-dependencies.ts';

const tag = 'Service';
const Health = z.object({ status: z.literal('ok') }).register(docs, { id: 'Health' });
const example = { status: 'ok' };

export const healthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    tag,
    summary: 'Is the Worker running?',
    description: 'Depends on nothing but the Worker itself.',
    access: 'public',
    responses: { 200: { description: 'It runs.', schema: Health, example } },
    errors: [],
    handler: () => ok({ status: 'ok' }),
  }),
  defineRoute({
    method: 'GET',
    path: '/health/ready',
    operationId: 'getReadiness',
    tag,
    summary: 'Can the Worker do its work?',
    description:
      'Asks the key projection, the databases and a guard. Says only whether all of them answered.',
    access: 'public',
    responses: { 200: { description: 'All of them answered.', schema: Health, example } },
    errors: [],
    async handler(ctx: RequestContext) {
      return (await checkDependencies(ctx)) ? ok({ status: 'ok' }) : fail('temporarily_unavailable');
    },
  }),
];
