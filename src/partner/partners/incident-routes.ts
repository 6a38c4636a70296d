import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { ROLES } from '#platform/storage/console-schema.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { ApiKey, keyExample, keyToWire } from '../keys/key-shape.ts';
import { Partner, partnerExample, partnerToWire } from './partner-shape.ts';

const tag = 'Operator';
const partnerPath = '/operator/v1/partners/{partner_id}';

const role = described(z.enum(ROLES), 'Admins can change everything, viewers only read.');

/** The operator's routes for a leaked key or an account that someone else has taken over. */
export const incidentRoutes = [
  defineRoute({
    method: 'POST',
    path: `${partnerPath}/suspend`,
    operationId: 'suspendPartner',
    tag,
    summary: 'Suspend a partner',
    description:
      "Pauses a partner in both environments before responding, within five seconds: its keys and its athletes' tokens get 403 `partner_suspended`, except for reading the account, listing, exporting and erasing athletes, and deleting keys. Webhooks pause. Console sign-in stays open. Nothing is deleted. Emails the admins. A retry finishes an interrupted call (503).",
    responses: {
      200: {
        description: 'The partner.',
        schema: Partner,
        example: { ...partnerExample, status: 'suspended', suspended_at: '2026-11-21T09:30:00.000Z' },
      },
    },
    access: 'operator',
    errors: ['partner_not_found', 'partner_terminated'],
    async handler(ctx, { params }) {
      const { suspendPartner } = await import('./incidents.ts');
      const partner = await suspendPartner(ctx, params.partner_id);
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${partnerPath}/resume`,
    operationId: 'resumePartner',
    tag,
    summary: 'Resume a suspended partner',
    description:
      'Ends a suspension. Once this has responded, all keys, tokens and webhooks that were not revoked work again. Webhooks continue with the events of the meantime. Emails the admins. A retry finishes an interrupted call (503).',
    responses: { 200: { description: 'The partner.', schema: Partner, example: partnerExample } },
    access: 'operator',
    errors: ['partner_not_found', 'partner_terminated'],
    async handler(ctx, { params }) {
      const { resumePartner } = await import('./incidents.ts');
      const partner = await resumePartner(ctx, params.partner_id);
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${partnerPath}/members`,
    operationId: 'listPartnerMembers',
    tag,
    summary: "List the members of a partner's console",
    description:
      'Returns the members, longest-standing first, and the invitations that can still be accepted.',
    responses: {
      200: {
        description: 'Members and open invitations.',
        schema: z.object({
          data: z.array(z.object({ id: z.string(), email: z.string(), role, created_at: instant })),
          invitations: described(
            z.array(
              z.object({
                id: z.string(),
                email: z.string(),
                role,
                created_at: instant,
                expires_at: described(z.clone(instant), 'Until when it can be accepted.'),
              }),
            ),
            'Invitations that can still be accepted.',
          ),
        }),
        example: {
          data: [
            {
              id: exampleIdOf('mbr'),
              email: 'api@platform.example',
              role: 'admin',
              created_at: '2026-11-21T09:30:00.000Z',
            },
          ],
          invitations: [],
        },
      },
    },
    access: 'operator',
    errors: ['partner_not_found'],
    async handler(ctx, { params }) {
      const { listMembersOfPartner } = await import('./partners.ts');
      const found = await listMembersOfPartner(ctx, params.partner_id);
      if (isFailure(found)) return found;
      return ok({
        data: found.members.map(({ id, email, role, createdAt }) => ({
          id,
          email,
          role,
          created_at: isoInstant(createdAt),
        })),
        invitations: found.invitations.map(({ id, email, role, createdAt, expiresAt }) => ({
          id,
          email,
          role,
          created_at: isoInstant(createdAt),
          expires_at: isoInstant(expiresAt),
        })),
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${partnerPath}/athlete-counts`,
    operationId: 'countPartnerAthletes',
    tag,
    summary: "Count a partner's athletes",
    description: 'Returns how many athletes a termination would delete in each environment.',
    responses: {
      200: {
        description: 'Numbers of athletes.',
        schema: z.object({
          id: z.string(),
          test: described(z.int(), 'Athletes in the sandbox.'),
          live: described(z.int(), 'Athletes in production.'),
        }),
        example: { id: partnerExample.id, test: 20, live: 212 },
      },
    },
    access: 'operator',
    errors: ['partner_not_found'],
    async handler(ctx, { params }) {
      const { countAthletesOfPartner } = await import('./partners.ts');
      const counts = await countAthletesOfPartner(ctx, params.partner_id);
      return isFailure(counts) ? counts : ok({ id: params.partner_id, ...counts });
    },
  }),
  defineRoute({
    method: 'GET',
    path: `${partnerPath}/api-keys`,
    operationId: 'listPartnerApiKeys',
    tag,
    summary: 'List the API keys of a partner',
    description:
      'Returns the keys of both environments, newest first, including ended ones. Compare `prefix` and `last4` to recognize a leaked secret.',
    responses: {
      200: pageResponse('A page of keys.', ApiKey, 'PartnerApiKeyList', keyExample),
    },
    access: 'operator',
    query: z.strictObject(pageQuery),
    errors: ['partner_not_found'],
    async handler(ctx, request) {
      const { listKeysOfPartner } = await import('./incidents.ts');
      return answerPage(ctx, request, {
        read: (wanted) => listKeysOfPartner(ctx, request.params.partner_id, wanted),
        positionOf: ({ id }) => [id],
        toWire: (key) => keyToWire(key, ctx.nowMs),
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/operator/v1/api-keys/{key_id}/revoke',
    operationId: 'revokePartnerApiKey',
    tag,
    summary: 'Revoke an API key of any partner',
    description:
      "Ends a key of either environment before responding, within five seconds. No later request with it succeeds anywhere. The partner's audit shows it. Repeating it returns the same key and finishes an interrupted call (503).",
    responses: {
      200: {
        description: 'The revoked key.',
        schema: ApiKey,
        example: { ...keyExample, status: 'revoked' },
      },
    },
    access: 'operator',
    errors: ['key_not_found'],
    async handler(ctx, { params }) {
      const { revokeKeyOfPartner } = await import('./incidents.ts');
      const key = await revokeKeyOfPartner(ctx, params.key_id);
      return isFailure(key) ? key : ok(keyToWire(key, ctx.nowMs));
    },
  }),
];
