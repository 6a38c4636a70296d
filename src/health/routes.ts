import { ok } from '../http/answer.ts';
import type { RequestContext } from '../http/context.ts';
import { fail } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { checkDependencies } from './check-dependencies.ts';

export const healthRoutes = [
  defineRoute({
    method: 'GET',
    path: '/health',
    operationId: 'getHealth',
    access: 'public',
    errors: [],
    handler: () => ok({ status: 'ok' }),
  }),
  defineRoute({
    method: 'GET',
    path: '/health/ready',
    operationId: 'getReadiness',
    access: 'public',
    errors: [],
    async handler(ctx: RequestContext) {
      return (await checkDependencies(ctx)) ? ok({ status: 'ok' }) : fail('temporarily_unavailable');
    },
  }),
];
