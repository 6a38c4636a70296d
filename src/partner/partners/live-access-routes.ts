import * as z from 'zod/mini';
import { tier } from '#nutrition/records/athlete-fields.ts';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import type { LiveAccessRow } from '#platform/storage/console-schema.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { Partner, partnerExample, partnerToWire } from './partner-shape.ts';

const LiveAccessRequest = documented(
  z.object({
    id: described(z.string(), 'Begins with `lar_`.'),
    partner_id: z.string(),
    status: described(
      z.enum(['pending', 'approved', 'replaced']),
      '`replaced`: superseded by a newer request.',
    ),
    tier: described(z.clone(tier), 'Tier that the partner requests.'),
    data_protection_contact: described(z.string(), "The partner's contact for personal data."),
    expected_athletes: described(z.int(), 'Approximate number of athletes in production.'),
    checklist: described(z.array(z.string()), 'Steps that the partner had completed in the sandbox.'),
    accepted_by: described(z.string(), 'Email address of the admin who accepted both documents.'),
    terms_url: described(z.string(), '`TERMS_URL` when it was accepted.'),
    dpa_url: described(z.string(), '`DPA_URL` when it was accepted.'),
    created_at: instant,
    decided_at: describedCopy(z.nullable(instant), 'When it was approved or replaced.'),
  }),
  { id: 'LiveAccessRequest' },
);

type LiveAccessRequest = z.output<typeof LiveAccessRequest>;

const liveAccessExample: LiveAccessRequest = {
  id: exampleIdOf('lar'),
  partner_id: exampleIdOf('prt'),
  status: 'pending',
  tier: 'full',
  data_protection_contact: 'privacy@platform.example',
  expected_athletes: 50000,
  checklist: ['key_used', 'athlete_created', 'prescription_calculated', 'teaser_read'],
  accepted_by: 'api@platform.example',
  terms_url: 'https://musette.example/terms-2026-11',
  dpa_url: 'https://musette.example/dpa-2026-11',
  created_at: '2026-11-21T09:30:00.000Z',
  decided_at: null,
};

function liveAccessToWire(row: LiveAccessRow): LiveAccessRequest {
  return {
    id: row.id,
    partner_id: row.partnerId,
    status: row.status,
    tier: row.tier,
    data_protection_contact: row.dataProtectionContact,
    expected_athletes: row.expectedAthletes,
    checklist: row.checklist,
    accepted_by: row.acceptedBy,
    terms_url: row.termsUrl,
    dpa_url: row.dpaUrl,
    created_at: isoInstant(row.createdAt),
    decided_at: isoInstantOrNull(row.decidedAt),
  };
}

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
      200: pageResponse('A page of requests.', LiveAccessRequest, 'LiveAccessRequestList', liveAccessExample),
    },
    access: 'operator',
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, request) {
      const { listLiveAccessRequests } = await import('./live-access.ts');
      return answerPage(ctx, request, {
        read: (wanted) => listLiveAccessRequests(ctx, wanted),
        positionOf: ({ id }) => [id],
        toWire: liveAccessToWire,
      });
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
