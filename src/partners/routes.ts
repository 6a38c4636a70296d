import * as z from 'zod';
import { created } from '../http/answer.ts';
import { defineRoute } from '../http/route.ts';
import { instant, isoInstant, isoInstantOrNull, text } from '../http/wire-fields.ts';
import { ApiKeyWithSecret, keyExample, keyToWire } from '../keys/wire.ts';
import { createPartner, type PartnerRow } from './create-partner.ts';

const tag = 'Operator';

const Partner = z
  .object({
    id: z.string(),
    name: z.string(),
    use_case: z.string(),
    contact_email: z.string(),
    default_tier: z.enum(['teaser', 'full']),
    status: z.enum(['active', 'terminated', 'purged']),
    live_access_at: instant.nullable(),
    terminated_at: instant.nullable(),
    purge_after: instant.nullable(),
    created_at: instant,
  })
  .meta({ id: 'Partner' });

const partnerExample = {
  id: 'prt_01kajz8w3t5v9c2b7n4m6q8r0s',
  name: 'Sample Training Platform',
  use_case: 'In-activity nutrition beside planned workouts',
  contact_email: 'api@platform.example',
  default_tier: 'teaser',
  status: 'active',
  live_access_at: null,
  terminated_at: null,
  purge_after: null,
  created_at: '2026-11-21T09:30:00.000Z',
};

function partnerToWire(partner: PartnerRow) {
  return {
    id: partner.id,
    name: partner.name,
    use_case: partner.useCase,
    contact_email: partner.contactEmail,
    default_tier: partner.defaultTier,
    status: partner.status,
    live_access_at: isoInstantOrNull(partner.liveAccessAt),
    terminated_at: isoInstantOrNull(partner.terminatedAt),
    purge_after: isoInstantOrNull(partner.purgeAfter),
    created_at: isoInstant(partner.createdAt),
  };
}

export const partnerRoutes = [
  defineRoute({
    method: 'POST',
    path: '/operator/v1/partners',
    operationId: 'createPartner',
    tag,
    summary: 'Create a partner',
    description: 'A vetted partner with its first sandbox key. The secret is shown this once.',
    access: 'operator',
    body: z.strictObject({
      name: text(200, 1),
      use_case: text(2000, 1),
      contact_email: z.email().max(254),
      default_tier: z.enum(['teaser', 'full']).optional(),
    }),
    bodyExample: {
      name: 'Sample Training Platform',
      use_case: 'In-activity nutrition beside planned workouts',
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
    errors: [],
    async handler(ctx, { body }) {
      const { partner, key, secret } = await createPartner(ctx, {
        name: body.name,
        useCase: body.use_case,
        contactEmail: body.contact_email,
        defaultTier: body.default_tier ?? 'teaser',
      });
      return created(`${ctx.env.baseUrl}/operator/v1/partners/${partner.id}`, {
        partner: partnerToWire(partner),
        sandbox_key: { ...keyToWire(key, ctx.nowMs), secret },
      });
    },
  }),
];
