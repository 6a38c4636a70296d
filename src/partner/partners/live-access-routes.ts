import * as z from 'zod/mini';
import { tier } from '#nutrition/records/athlete-fields.ts';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { pageOf, pageQuery, pageWith, readPage } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { LiveAccessRequest, liveAccessExample, liveAccessToWire } from './live-access-shape.ts';
import { Partner, partnerExample, partnerToWire } from './partner-shape.ts';

const tag = 'Operator';

export const liveAccessRoutes = [
  defineRoute({
    method: 'GET',
    path: '/operator/v1/live-access-requests',
    operationId: 'listLiveAccessRequests',
    tag,
    summary: 'List requests for live access',
    description:
      'Returns the undecided requests that partners made in the console, newest first. Each lists the steps completed in the sandbox and who accepted which documents.',
    responses: {
      200: {
        description: 'A page of requests.',
        schema: pageOf(LiveAccessRequest, 'LiveAccessRequestList'),
        example: { data: [liveAccessExample], has_more: false, next_cursor: null },
      },
    },
    access: 'operator',
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, request) {
      const { listLiveAccessRequests } = await import('./live-access.ts');
      const page = await readPage(ctx, request, {
        read: (wanted) => listLiveAccessRequests(ctx, wanted),
        positionOf: ({ id }) => [id],
      });
      return isFailure(page) ? page : ok(pageWith(page, page.rows.map(liveAccessToWire)));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/v1/partners/{partner_id}/approve-live',
    operationId: 'approveLiveAccess',
    tag,
    summary: 'Open production for a partner',
    description:
      'Approves the pending request for live access, sets the tier of new athletes in production and emails the admins, who then create the live key in the console. Shows no secret. Fails while `TERMS_URL` or `DPA_URL` is unset. Repeating it with the same tier returns the same response.',
    bodyExample: { tier: 'full' },
    responses: {
      200: {
        description: 'The partner.',
        schema: Partner,
        example: { ...partnerExample, live_access_at: '2026-11-21T09:30:00.000Z' },
      },
    },
    access: 'operator',
    body: z.strictObject({ tier: described(z.clone(tier), 'Tier of new athletes in production.') }),
    errors: [
      'partner_not_found',
      'partner_terminated',
      'partner_suspended',
      'live_access_not_requested',
      'documents_not_set',
    ],
    async handler(ctx, { params, body }) {
      const { approveLive } = await import('./live-access.ts');
      const partner = await approveLive(ctx, params.partner_id, body.tier);
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
];
