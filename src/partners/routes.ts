import * as z from 'zod/mini';
import { setTier } from '../athletes/set-tier.ts';
import { created, ok } from '../http/answer.ts';
import type { RequestContext } from '../http/context.ts';
import { isFailure } from '../http/errors.ts';
import { pageQuery, readPageRequest, toPage } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { isoInstant, text } from '../http/wire-fields.ts';
import { mintedKeyToWire } from '../keys/wire.ts';
import { tier } from '../records/athlete-fields.ts';
import { createPartner } from './create-partner.ts';
import { grantLiveAccess } from './grant-live-access.ts';
import { getPartner, listPartners } from './read-partners.ts';
import { terminatePartner } from './terminate-partner.ts';
import { partnerToWire } from './wire.ts';

const itemPath = '/operator/v1/partners/{partner_id}';

export const partnerRoutes = [
  defineRoute({
    method: 'POST',
    path: '/operator/v1/partners',
    operationId: 'createPartner',
    access: 'operator',
    body: z.strictObject({
      name: text(200, 1),
      use_case: text(2000, 1),
      contact_email: z.email().check(z.maxLength(254)),
      default_tier: z.optional(z.enum(['teaser', 'full'])),
    }),
    errors: [],
    async handler(ctx, { body }) {
      const { partner, minted } = await createPartner(ctx, {
        name: body.name,
        useCase: body.use_case,
        contactEmail: body.contact_email,
        defaultTier: body.default_tier ?? 'teaser',
      });
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
    access: 'operator',
    query: z.strictObject(pageQuery),
    errors: [],
    async handler(ctx, { query, path }) {
      const page = await readPageRequest(ctx, path, query, {});
      if (isFailure(page)) return page;
      return ok(await toPage(page, await listPartners(ctx, page), partnerToWire, (row) => [row.id]));
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getPartner',
    access: 'operator',
    errors: ['partner_not_found'],
    async handler(ctx, { params }) {
      const partner = await getPartner(ctx, params.partner_id);
      return isFailure(partner) ? partner : ok(partnerToWire(partner));
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${itemPath}/live-access`,
    operationId: 'grantLiveAccess',
    access: 'operator',
    errors: ['partner_not_found', 'partner_terminated', 'key_limit_reached'],
    async handler(ctx, { params }) {
      const minted = await grantLiveAccess(ctx, params.partner_id);
      if (isFailure(minted)) return minted;
      // The partner's address, not the key's: the operator's own credential can read it.
      return created(addressOfPartner(ctx, params.partner_id), {
        live_key: mintedKeyToWire(minted, ctx.nowMs),
      });
    },
  }),
  defineRoute({
    method: 'POST',
    path: `${itemPath}/terminate`,
    operationId: 'terminatePartner',
    access: 'operator',
    errors: ['partner_not_found'],
    async handler(ctx, { params }) {
      const end = await terminatePartner(ctx, params.partner_id);
      if (isFailure(end)) return end;
      return ok({
        id: params.partner_id,
        terminated_at: isoInstant(end.terminatedAt),
        purge_after: isoInstant(end.purgeAfter),
      });
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/operator/v1/athletes/{athlete_id}/tier',
    operationId: 'setAthleteTier',
    access: 'operator',
    body: z.strictObject({ tier }),
    errors: ['athlete_not_found'],
    async handler(ctx, { params, body }) {
      const athlete = await setTier(ctx, params.athlete_id, body.tier);
      if (isFailure(athlete)) return athlete;
      return ok({ id: athlete.id, tier: athlete.tier, updated_at: isoInstant(athlete.updatedAt) });
    },
  }),
];

function addressOfPartner(ctx: RequestContext, partnerId: string): string {
  return `${ctx.env.baseUrl}/operator/v1/partners/${partnerId}`;
}
