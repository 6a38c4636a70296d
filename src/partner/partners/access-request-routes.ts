import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import type { AccessRequestRow } from '#platform/storage/registry-schema.ts';
import { partnerChoices } from './requests.ts';

const AccessRequest = documented(
  z.object({
    id: described(z.string(), 'Begins with `acr_`.'),
    platform: described(z.string(), "The platform's name, as entered in the form."),
    use_case: described(z.string(), 'What the platform wants to build.'),
    email: described(z.string(), 'Receives the link to the sandbox key after approval.'),
    status: described(z.enum(['pending', 'approved', 'declined']), 'Decisions are final.'),
    created_at: describedCopy(instant, 'When the form was submitted.'),
  }),
  { id: 'AccessRequest' },
);

type AccessRequest = z.output<typeof AccessRequest>;

const accessRequestExample: AccessRequest = {
  id: exampleIdOf('acr'),
  platform: 'Sample Training Platform',
  use_case: 'In-activity nutrition alongside planned workouts',
  email: 'api@platform.example',
  status: 'pending',
  created_at: '2026-11-21T09:30:00.000Z',
};

function accessRequestToWire(row: AccessRequestRow): AccessRequest {
  return {
    id: row.id,
    platform: row.platform,
    use_case: row.useCase,
    email: row.contactEmail,
    status: row.status,
    created_at: isoInstant(row.createdAt),
  };
}

const tag = 'Operator';

const path = '/operator/v1/access-requests';

const itemPath = `${path}/{access_request_id}`;

export const accessRequestRoutes = [
  defineRoute({
    method: 'GET',
    path,
    operationId: 'listAccessRequests',
    tag,
    summary: 'List requests for access',
    description: 'Returns the requests that platforms sent with the form at `/access`, newest first.',
    responses: {
      200: pageResponse('A page of requests.', AccessRequest, 'AccessRequestList', accessRequestExample),
    },
    access: 'operator',
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, request) {
      const { listAccessRequests } = await import('./access-requests.ts');
      return answerPage(ctx, request, {
        read: (wanted) => listAccessRequests(ctx, wanted),
        positionOf: ({ id }) => [id],
        toWire: accessRequestToWire,
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${itemPath}/approve`,
    operationId: 'approveAccessRequest',
    tag,
    summary: 'Approve a request for access',
    description:
      "Creates the partner without a key and emails a link that works once, within 72 hours. Whoever opens it and presses its button gets the sandbox key. The body can set the partner's tier and regions. Approving again with an empty body emails a new link and invalidates the old one.",
    bodyExample: { default_tier: 'full', regions: ['weur', 'enam'] },
    responses: {
      200: {
        description: 'The request.',
        schema: AccessRequest,
        example: { ...accessRequestExample, status: 'approved' },
      },
    },
    access: 'operator',
    body: z.strictObject(partnerChoices),
    isBodyOptional: true,
    errors: ['access_request_not_found', 'request_already_decided'],
    async handler(ctx, { params, body }) {
      const { approveAccess } = await import('./access-requests.ts');
      const request = await approveAccess(ctx, params.access_request_id, body);
      return isFailure(request) ? request : ok(accessRequestToWire(request));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${itemPath}/decline`,
    operationId: 'declineAccessRequest',
    tag,
    summary: 'Decline a request for access',
    description: 'Sends no email. Declining again returns the same response.',
    responses: {
      200: {
        description: 'The request.',
        schema: AccessRequest,
        example: { ...accessRequestExample, status: 'declined' },
      },
    },
    access: 'operator',
    errors: ['access_request_not_found', 'request_already_decided'],
    async handler(ctx, { params }) {
      const { declineAccess } = await import('./access-requests.ts');
      const request = await declineAccess(ctx, params.access_request_id);
      return isFailure(request) ? request : ok(accessRequestToWire(request));
    },
  }),
];
