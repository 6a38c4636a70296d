import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { pageOf, pageQuery, pageWith, readPage } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { AccessRequest, accessRequestExample, accessRequestToWire } from './access-request-shape.ts';
import { partnerChoices } from './requests.ts';

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
      200: {
        description: 'A page of requests.',
        schema: pageOf(AccessRequest, 'AccessRequestList'),
        example: { data: [accessRequestExample], has_more: false, next_cursor: null },
      },
    },
    access: 'operator',
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, request) {
      const { listAccessRequests } = await import('./access-requests.ts');
      const page = await readPage(ctx, request, {
        read: (wanted) => listAccessRequests(ctx, wanted),
        positionOf: ({ id }) => [id],
      });
      return isFailure(page) ? page : ok(pageWith(page, page.rows.map(accessRequestToWire)));
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
