import * as z from 'zod/mini';
import { created, ok } from '#platform/http/answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { answerPage, pageQuery, pageResponse } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { emailAddress, instant, isoInstant, publicName, text } from '#platform/http/wire-fields.ts';
import { ApiKeyWithSecret, keyExample, mintedKeyToWire } from '../keys/key-shape.ts';
import { Partner, partnerExample, partnerToWire } from './partner-shape.ts';
import { budgets, partnerChoices, regions } from './requests.ts';

const tag = 'Operator';

const itemPath = '/operator/v1/partners/{partner_id}';

// Operator verbs load on first use, because few requests are the operator's.

/** The operator's routes for partners. */
export const partnerRoutes = [
  defineRoute({
    method: 'POST',
    path: '/operator/v1/partners',
    operationId: 'createPartner',
    tag,
    summary: 'Create a partner',
    description:
      'Creates a vetted partner with its first sandbox key and fills its sandbox with the sample athletes. The secret is shown only once.',
    bodyExample: {
      name: 'Sample Training Platform',
      use_case: 'In-activity nutrition alongside planned workouts',
      contact_email: 'api@platform.example',
    },
    responses: {
      201: {
        description: 'The partner and its sandbox key.',
        schema: z.object({ partner: Partner, sandbox_key: ApiKeyWithSecret }),
        example: {
          partner: partnerExample,
          sandbox_key: { ...keyExample, secret: 'sk_test_(shown once)' },
        },
      },
    },
    access: 'operator',
    body: z.strictObject({
      name: publicName("The platform's name, which athletes see on the consent page:"),
      use_case: text(2000, 1),
      contact_email: emailAddress,
      ...partnerChoices,
    }),
    errors: [],
    async handler(ctx, { body }) {
      const { choicesOf, createPartner } = await import('./create-partner.ts');
      const made = await createPartner(ctx, {
        name: body.name,
        useCase: body.use_case,
        contactEmail: body.contact_email,
        ...choicesOf(body),
      });
      if (isFailure(made)) return made;
      const { partner, minted } = made;
      return created(addressOfPartner(ctx, partner.id), {
        partner: partnerToWire(partner),
        sandbox_key: mintedKeyToWire(minted, ctx.nowMs),
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/operator/v1/partners',
    operationId: 'listPartners',
    tag,
    summary: 'List partners',
    description: 'Returns all partners, newest first.',
    responses: {
      200: pageResponse('A page of partners.', Partner, 'PartnerList', partnerExample),
    },
    access: 'operator',
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, request) {
      const { listPartners } = await import('./partners.ts');
      return answerPage(ctx, request, {
        read: (wanted) => listPartners(ctx, wanted),
        positionOf: ({ id }) => [id],
        toWire: partnerToWire,
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getPartner',
    tag,
    summary: 'Read a partner',
    description: 'Returns its state and dates.',
    responses: { 200: { description: 'The partner.', schema: Partner, example: partnerExample } },
    access: 'operator',
    errors: ['partner_not_found'],
    async handler(ctx, { params }) {
      const { getPartner } = await import('./partners.ts');
      const partner = await getPartner(ctx, params.partner_id);
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: itemPath,
    operationId: 'setPartnerBudgets',
    tag,
    summary: 'Set the budgets of a partner',
    description:
      "Sets the partner's own budgets in both environments. Missing members stay the same; null restores the environment's default. A lowered budget holds at once, a raised one within five minutes. Athletes' tokens keep the default.",
    bodyExample: { requests_per_min: 12_000, exports_per_day: null },
    responses: { 200: { description: 'The partner.', schema: Partner, example: partnerExample } },
    access: 'operator',
    body: budgets,
    errors: ['partner_not_found', 'partner_terminated'],
    async handler(ctx, { params, body }) {
      const { setBudgets } = await import('./partners.ts');
      const partner = await setBudgets(ctx, params.partner_id, {
        standardPerMin: body.requests_per_min,
        productPerMin: body.product_requests_per_min,
        productRecordsPerDay: body.product_records_per_day,
        exportsPerDay: body.exports_per_day,
      });
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${itemPath}/live-access`,
    operationId: 'grantLiveAccess',
    tag,
    summary: 'Give a partner a live key',
    description:
      'Creates a live key and shows its secret once. Meant for scripts: partners create theirs in the console, after `approve-live`. A second grant creates another live key.',
    responses: {
      201: {
        description: 'The live key.',
        schema: z.object({ live_key: ApiKeyWithSecret }),
        example: { live_key: { ...keyExample, environment: 'live', secret: 'sk_live_(shown once)' } },
      },
    },
    access: 'operator',
    errors: ['partner_not_found', 'partner_terminated', 'partner_suspended', 'key_limit_reached'],
    async handler(ctx, { params }) {
      const { grantLiveAccess } = await import('./live-access.ts');
      const minted = await grantLiveAccess(ctx, params.partner_id);
      if (isFailure(minted)) return minted;
      // The partner's URL, not the key's, because the operator's own credential can read it.
      return created(addressOfPartner(ctx, params.partner_id), {
        live_key: mintedKeyToWire(minted, ctx.nowMs),
      });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `${itemPath}/contact`,
    operationId: 'setPartnerContact',
    tag,
    summary: 'Replace the contact of a partner',
    description:
      'Makes an address the contact and a console admin, and removes the previous contact and its sessions. For a partner that lost its last admin. With `alone`, for an account that someone else has taken over, also removes all other members and ends every session, invitation and request of others. Emails both and the other admins.',
    bodyExample: { email: 'new@platform.example' },
    responses: { 200: { description: 'The partner.', schema: Partner, example: partnerExample } },
    access: 'operator',
    body: z.strictObject({
      email: emailAddress,
      alone: described(
        z.optional(z.boolean()),
        'Whether the new contact is the only member afterwards. Also ends its own sessions. Default: false.',
      ),
    }),
    errors: ['partner_not_found', 'partner_terminated'],
    async handler(ctx, { params, body }) {
      const { setContact } = await import('./partners.ts');
      const partner = await setContact(ctx, params.partner_id, body.email, body.alone);
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
  defineRoute({
    method: 'PUT',
    path: `${itemPath}/regions`,
    operationId: 'setPartnerRegions',
    tag,
    summary: 'Set the regions of a partner',
    description:
      'Sets the regions where the partner can create athletes. A region can be removed only if no athlete is stored there. The response may take five seconds. Athletes created after it use these regions. The home region must stay first.',
    bodyExample: { regions: ['weur', 'enam'] },
    responses: { 200: { description: 'The partner.', schema: Partner, example: partnerExample } },
    access: 'operator',
    body: z.strictObject({ regions }),
    errors: ['partner_not_found', 'partner_terminated', 'partner_suspended', 'region_in_use'],
    async handler(ctx, { params, body }) {
      const { setRegions } = await import('./set-regions.ts');
      const partner = await setRegions(ctx, params.partner_id, body.regions);
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${itemPath}/terminate`,
    operationId: 'terminatePartner',
    tag,
    summary: 'Terminate a partner',
    description:
      "Ends the partner's access for every key before responding. For 30 days its keys can only list, export and erase athletes and delete keys. Then everything is purged. A retry returns the same response and finishes an interrupted call (503).",
    responses: {
      200: {
        description: 'Dates of termination and purge.',
        schema: z.object({ id: z.string(), terminated_at: instant, purge_after: instant }),
        example: {
          id: partnerExample.id,
          terminated_at: '2026-11-21T09:30:00.000Z',
          purge_after: '2026-12-21T09:30:00.000Z',
        },
      },
    },
    access: 'operator',
    errors: ['partner_not_found'],
    async handler(ctx, { params }) {
      const { terminatePartner } = await import('./partners.ts');
      const end = await terminatePartner(ctx, params.partner_id);
      if (isFailure(end)) return end;
      return ok({
        id: params.partner_id,
        terminated_at: isoInstant(end.terminatedAt),
        purge_after: isoInstant(end.purgeAfter),
      });
    },
  }),
];

function addressOfPartner(ctx: RequestContext, partnerId: string): string {
  return `${ctx.env.baseUrl}/operator/v1/partners/${partnerId}`;
}
