import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import type { Partner } from './answers.ts';

/** Maps a partner to the wire of the operator API. */
export function partnerToWire(partner: PartnerRow): Partner {
  return {
    id: partner.id,
    name: partner.name,
    use_case: partner.useCase,
    contact_email: partner.contactEmail,
    default_tier: partner.defaultTier,
    regions: partner.regions,
    status: partner.status,
    live_access_at: isoInstantOrNull(partner.liveAccessAt),
    terminated_at: isoInstantOrNull(partner.terminatedAt),
    purge_after: isoInstantOrNull(partner.purgeAfter),
    purged_at: isoInstantOrNull(partner.purgedAt),
    products_seen_30_days: partner.productsSeen,
    products_counted_at: isoInstantOrNull(partner.productsCountedAt),
    created_at: isoInstant(partner.createdAt),
  };
}
