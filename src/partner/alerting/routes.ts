import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { Alert, alertExample } from './alert-shape.ts';

const AlertList = documented(
  z.object({ data: described(z.array(Alert), 'One per checked condition, sorted by name.') }),
  { id: 'AlertList' },
);

export const alertRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/v1/alerts',
    operationId: 'listAlerts',
    tag: 'Operator',
    summary: 'List the alerts',
    description:
      'Returns the conditions that the crons check, and whether each is active. Errors are checked every ten minutes, everything else hourly.',
    responses: {
      200: { description: 'All alerts.', schema: AlertList, example: { data: [alertExample] } },
    },
    access: 'operator',
    errors: [],
    async handler(ctx) {
      const { listAlerts } = await import('./alerts.ts');
      return ok({ data: await listAlerts(ctx) });
    },
  }),
];
