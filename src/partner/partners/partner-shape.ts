import * as z from 'zod/mini';
import { ENVIRONMENTS } from '#platform/env.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { REGIONS } from '#platform/regions.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';

const OWN_BUDGET = ". Null means the environment's default.";

const budgetsShape = {
  requests_per_min: described(z.nullable(z.int()), `Requests per minute for each key${OWN_BUDGET}`),
  product_requests_per_min: described(
    z.nullable(z.int()),
    `Product requests per minute for each athlete${OWN_BUDGET}`,
  ),
  product_records_per_day: described(
    z.nullable(z.int()),
    `Distinct products per UTC day for each athlete${OWN_BUDGET}`,
  ),
  exports_per_day: described(z.nullable(z.int()), `Exports per UTC day for each athlete${OWN_BUDGET}`),
};

export const Partner = documented(
  z.object({
    id: z.string(),
    name: z.string(),
    use_case: z.string(),
    contact_email: z.string(),
    default_tier: z.enum(['teaser', 'full']),
    regions: described(
      z.array(z.enum(REGIONS)),
      'Regions where its athletes are stored. The first is its home region.',
    ),
    ...budgetsShape,
    status: z.enum(['active', 'suspended', 'terminated', 'purged']),
    live_access_at: z.nullable(instant),
    termination_requested_at: described(
      z.nullable(instant),
      'When an admin requested termination in the console. Null if nobody did.',
    ),
    suspended_at: described(z.nullable(instant), 'Since when it is suspended. Null unless it is.'),
    terminated_at: z.nullable(instant),
    purge_after: z.nullable(instant),
    purged_at: described(z.nullable(instant), 'After this time only this record of the partner remains.'),
    products_seen_30_days: described(
      z.nullable(z.int()),
      'Distinct products shown to its athletes in the last 30 UTC days, in both environments. Counted nightly. Null until the first count.',
    ),
    products_counted_at: described(z.nullable(instant), 'Time of the latest count.'),
    created_at: instant,
  }),
  { id: 'Partner' },
);

export type Partner = z.output<typeof Partner>;

export const partnerExample: Partner = {
  id: exampleIdOf('prt'),
  name: 'Sample Training Platform',
  use_case: 'In-activity nutrition alongside planned workouts',
  contact_email: 'api@platform.example',
  default_tier: 'teaser',
  regions: ['weur', 'enam'],
  requests_per_min: 12_000,
  product_requests_per_min: null,
  product_records_per_day: null,
  exports_per_day: null,
  status: 'active',
  live_access_at: null,
  termination_requested_at: null,
  suspended_at: null,
  terminated_at: null,
  purge_after: null,
  purged_at: null,
  products_seen_30_days: 61,
  products_counted_at: '2026-11-22T03:23:07.000Z',
  created_at: '2026-11-21T09:30:00.000Z',
};

/** An athlete database with its latest measurement. */
export const Shard = z.object({
  shard: described(z.string(), 'Its four characters in identifiers.'),
  environment: z.enum(ENVIRONMENTS),
  region: z.enum(REGIONS),
  size_bytes: described(
    z.nullable(z.number()),
    'Size last reported by the database. Null while it is unreachable or has no tables.',
  ),
  measured_at: described(z.nullable(instant), 'When it reported that size or was found full.'),
  athletes: described(
    z.nullable(z.number()),
    'Number of athletes, counted last night or when the database was new.',
  ),
  schema: described(z.nullable(z.string()), 'Its latest migration. Null until read.'),
  verified_region: described(
    z.nullable(z.string()),
    'Storage location reported by the platform. Null until a deploy has checked it.',
  ),
  full_at: described(
    z.nullable(instant),
    'When it last rejected a row because it was full. Null while it has space.',
  ),
  restored_at: described(
    z.nullable(instant),
    'When it was last found to have been restored to an earlier day; null if it never was.',
  ),
  open: described(z.boolean(), 'Whether it accepts new athletes. False while its size is unknown.'),
});

export const ShardList = z.object({ data: z.array(Shard) });

export type ShardList = z.output<typeof ShardList>;

/** Maps a partner to the operator's wire form. */
export function partnerToWire(partner: PartnerRow): Partner {
  return {
    id: partner.id,
    name: partner.name,
    use_case: partner.useCase,
    contact_email: partner.contactEmail,
    default_tier: partner.defaultTier,
    regions: partner.regions,
    requests_per_min: partner.budgets.standardPerMin ?? null,
    product_requests_per_min: partner.budgets.productPerMin ?? null,
    product_records_per_day: partner.budgets.productRecordsPerDay ?? null,
    exports_per_day: partner.budgets.exportsPerDay ?? null,
    status: partner.status,
    live_access_at: isoInstantOrNull(partner.liveAccessAt),
    termination_requested_at: isoInstantOrNull(partner.terminationRequestedAt),
    suspended_at: isoInstantOrNull(partner.suspendedAt),
    terminated_at: isoInstantOrNull(partner.terminatedAt),
    purge_after: isoInstantOrNull(partner.purgeAfter),
    purged_at: isoInstantOrNull(partner.purgedAt),
    products_seen_30_days: partner.productsSeen,
    products_counted_at: isoInstantOrNull(partner.productsCountedAt),
    created_at: isoInstant(partner.createdAt),
  };
}
