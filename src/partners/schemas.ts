import * as z from 'zod/mini';
import { described, documented } from '../http/documentation.ts';
import { instant, isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { PartnerRow } from './repository.ts';

export const Partner = documented(
  z.object({
    id: z.string(),
    name: z.string(),
    use_case: z.string(),
    contact_email: z.string(),
    default_tier: z.enum(['teaser', 'full']),
    status: z.enum(['active', 'terminated', 'purged']),
    live_access_at: z.nullable(instant),
    terminated_at: z.nullable(instant),
    purge_after: z.nullable(instant),
    purged_at: described(z.nullable(instant), 'From then on only this record is left of the partner.'),
    created_at: instant,
  }),
  { id: 'Partner' },
);

export const partnerExample = {
  id: 'prt_01kajz8w3t5v9c2b7n4m6q8r0s',
  name: 'Sample Training Platform',
  use_case: 'In-activity nutrition beside planned workouts',
  contact_email: 'api@platform.example',
  default_tier: 'teaser',
  status: 'active',
  live_access_at: null,
  terminated_at: null,
  purge_after: null,
  purged_at: null,
  created_at: '2026-11-21T09:30:00.000Z',
};

/** A partner as its operator sees it. */
export function partnerToWire(partner: PartnerRow) {
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
    purged_at: isoInstantOrNull(partner.purgedAt),
    created_at: isoInstant(partner.createdAt),
  };
}
