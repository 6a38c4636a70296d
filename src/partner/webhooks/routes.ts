import * as z from 'zod/mini';
import { accepted, noContent, ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { listDeliveries, redeliver } from './deliveries.ts';
import {
  attemptExample,
  attemptToWire,
  Delivery,
  DeliveryAttempt,
  deliveryExample,
  deliveryToWire,
} from './delivery-shape.ts';
import { deliveryStatus, WebhookInput, WebhookPatch, WebhookTest } from './requests.ts';
import { Webhook, WebhookWithSecret, webhookExample, webhookToWire } from './webhook-shape.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  testWebhook,
  updateWebhook,
} from './webhooks.ts';

const tag = 'Webhooks';

const secretExample = { ...webhookExample, secret: 'whsec_(shown once)' };

export const webhookRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/webhooks',
    operationId: 'createWebhook',
    tag,
    summary: 'Create a webhook',
    description:
      "Sends events of the key's environment to your URL from now on. You can have up to 10 webhooks per environment. After a 503, send the same request again to finish the creation.",
    bodyExample: {
      url: 'https://platform.example/hooks/musette',
      events: ['athlete.*', 'prescription.stale'],
      description: 'Sync',
    },
    responses: {
      201: { description: 'The webhook with its secret.', schema: WebhookWithSecret, example: secretExample },
    },
    idempotent: true,
    access: 'partner',
    scope: null,
    body: WebhookInput,
    errors: ['secret_already_shown', 'webhook_limit_reached'],
    async handler(ctx, { body, claim }) {
      return createWebhook(ctx, fromWire(body), claim);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/webhooks',
    operationId: 'listWebhooks',
    tag,
    summary: 'List webhooks',
    description: "Lists your webhooks in the key's environment, newest first, without their secrets.",
    responses: {
      200: pageResponse('A page of webhooks.', Webhook, 'WebhookList', webhookExample),
    },
    access: 'partner',
    scope: null,
    query: z.strictObject(pageQuery),
    errors: [],
    handler: (ctx, request) =>
      answerPage(ctx, request, {
        read: (wanted) => listWebhooks(ctx, wanted),
        positionOf: ({ id }) => [id],
        toWire: (row) => webhookToWire(row, ctx.nowMs),
      }),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}',
    operationId: 'getWebhook',
    tag,
    summary: 'Read a webhook',
    description: 'Returns one of your webhooks, without its secret.',
    responses: { 200: { description: 'The webhook.', schema: Webhook, example: webhookExample } },
    access: 'partner',
    scope: null,
    errors: ['webhook_not_found'],
    async handler(ctx, { params }) {
      const webhook = await getWebhook(ctx, params.webhook_id);
      return isFailure(webhook) ? webhook : ok(webhookToWire(webhook, ctx.nowMs));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: '/v1/webhooks/{webhook_id}',
    operationId: 'updateWebhook',
    tag,
    summary: 'Change, disable or enable a webhook',
    description:
      'Changes the provided fields. Disabling cancels pending deliveries. After being re-enabled, the webhook receives events from then on. Read the ones it missed from the feed.',
    bodyExample: { events: ['*'] },
    responses: {
      200: { description: 'The webhook after the change.', schema: Webhook, example: webhookExample },
    },
    access: 'partner',
    scope: null,
    body: WebhookPatch,
    errors: ['webhook_not_found'],
    async handler(ctx, { params, body }) {
      const webhook = await updateWebhook(ctx, params.webhook_id, fromWire(body));
      return isFailure(webhook) ? webhook : ok(webhookToWire(webhook, ctx.nowMs));
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/webhooks/{webhook_id}',
    operationId: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook',
    description: 'Deletes the webhook and its deliveries. An attempt in progress may still arrive.',
    responses: { 204: { description: 'The webhook was deleted.' } },
    access: 'partner',
    scope: null,
    errors: ['webhook_not_found'],
    async handler(ctx, { params }) {
      return (await deleteWebhook(ctx, params.webhook_id)) ?? noContent();
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/rotate-secret',
    operationId: 'rotateWebhookSecret',
    tag,
    summary: "Replace a webhook's secret",
    description:
      'Returns a new secret. For 24 hours every delivery carries two signatures, one per secret. After that only the new secret signs. A second rotation ends the oldest secret immediately.',
    responses: {
      200: {
        description: 'The webhook with its new secret.',
        schema: WebhookWithSecret,
        example: { ...secretExample, secret_expires_at: '2026-11-22T09:30:00.000Z' },
      },
    },
    access: 'partner',
    scope: null,
    errors: ['webhook_not_found'],
    async handler(ctx, { params }) {
      const rotated = await rotateSecret(ctx, params.webhook_id);
      if (isFailure(rotated)) return rotated;
      return ok({ ...webhookToWire(rotated.webhook, ctx.nowMs), secret: rotated.secret });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/test',
    operationId: 'testWebhook',
    tag,
    summary: 'Send a test event',
    description:
      'Sends the example of an event type now and returns the outcome. It is signed like every delivery, and has `"test": true` and the header `musette-test: true`. Nothing happened, and its identifiers do not exist. It is not retried and does not appear in the feed. If it succeeds, waiting events are tried within seconds. Limit: ten per minute for each webhook. A disabled webhook returns 409, so enable it first.',
    bodyExample: { type: 'athlete.learned' },
    responses: {
      200: { description: 'The attempt.', schema: DeliveryAttempt, example: attemptExample },
    },
    access: 'partner',
    scope: null,
    body: WebhookTest,
    isBodyOptional: true,
    errors: ['webhook_not_found', 'webhook_disabled'],
    async handler(ctx, { params, body }) {
      const attempt = await testWebhook(ctx, params.webhook_id, body.type);
      return isFailure(attempt) ? attempt : ok(attemptToWire(attempt));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/webhooks/{webhook_id}/deliveries',
    operationId: 'listWebhookDeliveries',
    tag,
    summary: 'List deliveries',
    description:
      'Lists deliveries of the last 30 days, newest first: all pending ones, and from each database that stores your athletes, up to 10,000 failures and about the last 1,000 successes. The feed has every event.',
    responses: {
      200: pageResponse('A page of deliveries.', Delivery, 'WebhookDeliveryList', deliveryExample),
    },
    access: 'partner',
    scope: null,
    query: z.strictObject({
      ...pageQuery,
      status: described(z.optional(z.clone(deliveryStatus)), 'Only deliveries with this status.'),
    }),
    errors: ['webhook_not_found'],
    async handler(ctx, request) {
      const { status } = request.query;
      return answerPage(ctx, request, {
        filters: { status },
        read: (wanted) => listDeliveries(ctx, request.params.webhook_id, wanted, status),
        positionOf: ({ id }) => [id],
        toWire: deliveryToWire,
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver',
    operationId: 'redeliverWebhookDelivery',
    tag,
    summary: 'Send a delivery again',
    description:
      'Makes a delivery due now, whatever its status, with the same `webhook-id` and the full number of attempts. To resend an older event of the last 30 days, use its own identifier (`evt_…`) instead of the delivery’s.',
    responses: {
      202: {
        description: 'The delivery. It is sent after the response.',
        schema: Delivery,
        example: { ...deliveryExample, status: 'pending', next_attempt_at: '2026-11-21T10:00:00.000Z' },
      },
    },
    access: 'partner',
    scope: null,
    errors: ['webhook_not_found', 'delivery_not_found', 'webhook_disabled'],
    async handler(ctx, { params }) {
      const delivery = await redeliver(ctx, params.webhook_id, params.delivery_id);
      return isFailure(delivery) ? delivery : accepted(deliveryToWire(delivery));
    },
  }),
];
