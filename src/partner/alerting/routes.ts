import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { Alert, alertExample, FailingWebhook, failingWebhookExample } from './alert-shape.ts';

const AlertList = documented(
  z.object({ data: described(z.array(Alert), 'One per checked condition and environment, sorted by name.') }),
  { id: 'AlertList' },
);

const FailingWebhookList = documented(
  z.object({ data: described(z.array(FailingWebhook), 'Up to 100, longest failing first.') }),
  { id: 'FailingWebhookList' },
);

export const alertRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/v1/alerts',
    operationId: 'listAlerts',
    tag: 'Operator',
    summary: 'List the alerts',
    description:
      'Returns the conditions that the crons check in each environment, whether each is active, and what to do about it. Errors are checked every ten minutes, everything else hourly.',
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
  defineRoute({
    method: 'GET',
    path: '/operator/v1/webhooks',
    operationId: 'listFailingWebhooks',
    tag: 'Operator',
    summary: 'List the webhooks that fail',
    description:
      'Returns the active webhooks of all partners whose receivers refuse events or do not answer, as their dispatchers last reported it. Their partners have to fix them.',
    responses: {
      200: {
        description: 'Webhooks that fail.',
        schema: FailingWebhookList,
        example: { data: [failingWebhookExample] },
      },
    },
    access: 'operator',
    errors: [],
    async handler(ctx) {
      const { listFailingWebhooks } = await import('./alerts.ts');
      return ok({ data: await listFailingWebhooks(ctx) });
    },
  }),
];
