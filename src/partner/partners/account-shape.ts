import * as z from 'zod/mini';
import type { Limits } from '#platform/env.ts';
import { exactly } from '#platform/http/answer.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant } from '#platform/http/wire-fields.ts';
import { GUARD_REGIONS, REGIONS } from '#platform/regions.ts';
import { defaultTierIn } from '#platform/storage/partner.ts';
import { type KeyRow, type PartnerRow, STATUS_CLASSES } from '#platform/storage/registry-schema.ts';
import { rotateBy } from '../keys/key-shape.ts';
import type { UsageOfPeriod } from './usage.ts';

export const Account = documented(
  z.object({
    id: described(z.string(), 'Identifier of your account.'),
    name: described(z.string(), 'Your name, as the operator registered it.'),
    environment: described(z.enum(['test', 'live']), 'The environment of the calling key.'),
    status: described(
      z.enum(['active', 'suspended', 'terminated', 'purged']),
      'While the account is suspended, most requests fail with `partner_suspended`. Requests of a terminated account fail with `partner_terminated`.',
    ),
    default_tier: described(
      z.enum(['teaser', 'full']),
      'Tier of the athletes you create in this environment. Always `full` in the sandbox.',
    ),
    regions: described(
      z.array(z.enum(REGIONS)),
      'Regions where you can store athletes. The first is your home region.',
    ),
    limits: described(
      z.object({
        requests_per_min: described(z.int(), 'Requests per minute for each key and each connection.'),
        product_requests_per_min: described(z.int(), 'Product requests per minute for each athlete.'),
        product_records_per_day: described(z.int(), 'Distinct products per UTC day for each athlete.'),
        exports_per_day: described(z.int(), 'Exports per UTC day for each athlete.'),
      }),
      'Your budgets in this environment.',
    ),
    api_key: described(
      z.object({
        id: described(z.string(), 'Identifier of the calling key.'),
        name: described(z.string(), 'Name given at creation.'),
        region: described(z.enum(GUARD_REGIONS), 'Region that counts its requests.'),
        rotate_by: describedCopy(instant, 'Rotate the key by this time, 90 days after creation.'),
      }),
      'The key that made this request.',
    ),
  }),
  { id: 'Account' },
);

export type Account = z.output<typeof Account>;

export const accountExample = {
  id: 'prt_01kajz8w3t5v9c2b7n4m6q8r0s',
  name: 'Sample Training Platform',
  environment: 'test',
  status: 'active',
  default_tier: 'full',
  regions: ['weur', 'enam'],
  limits: {
    requests_per_min: 6000,
    product_requests_per_min: 300,
    product_records_per_day: 200,
    exports_per_day: 10,
  },
  api_key: {
    id: 'key_01kajz8w3t5v9c2b7n4m6q8r0s',
    name: 'Backend, production',
    region: 'weur',
    rotate_by: '2027-02-19T09:30:00.000Z',
  },
} satisfies Account;

const Usage = documented(
  z.object({
    at: describedCopy(instant, 'Start of the hour or day.'),
    operation_id: described(z.string(), '`operationId` in the OpenAPI document.'),
    status_class: described(z.enum(STATUS_CLASSES), 'Class of the response status.'),
    requests: described(z.int(), 'Number of requests. Approximate, so do not use it for billing.'),
  }),
  { id: 'Usage' },
);

export type Usage = z.output<typeof Usage>;

export const UsageList = documented(
  z.object({
    data: described(z.array(Usage), 'Oldest first, without zero counts.'),
  }),
  { id: 'UsageList' },
);

const OperatorUsage = z.extend(Usage, {
  environment: described(z.enum(['test', 'live']), 'Environment of the credential.'),
});

export type OperatorUsage = z.output<typeof OperatorUsage>;

export const OperatorUsageList = documented(
  z.object({
    data: described(z.array(OperatorUsage), 'Oldest first, without zero counts.'),
  }),
  { id: 'PartnerUsageList' },
);

export const usageExample = {
  at: '2026-11-21T00:00:00.000Z',
  operation_id: 'calculatePrescription',
  status_class: '2xx',
  requests: 1240,
} satisfies Usage;

/** Maps the caller's own account to its wire form. */
export function accountToWire(ctx: PartnerContext, partner: PartnerRow, key: KeyRow): Account {
  const { environment } = ctx.principal;
  return {
    id: partner.id,
    name: partner.name,
    environment,
    status: partner.status,
    default_tier: defaultTierIn(environment, partner),
    regions: partner.regions,
    limits: limitsToWire(ctx.principal.limits),
    api_key: { id: key.id, name: key.name, region: key.region, rotate_by: rotateBy(key) },
  };
}

function limitsToWire(limits: Limits) {
  return {
    requests_per_min: limits.standardPerMin,
    product_requests_per_min: limits.productPerMin,
    product_records_per_day: limits.productRecordsPerDay,
    exports_per_day: limits.exportsPerDay,
  };
}

/** Maps a usage count to the partner's wire form, for the one environment that it asks about. */
export function usageToWire({ at, operationId, statusClass, requests }: UsageOfPeriod): Usage {
  return { at: isoInstant(at), operation_id: operationId, status_class: statusClass, requests };
}

/** Maps a usage count to the operator's wire form. */
export function usageToOperatorWire(usage: UsageOfPeriod): OperatorUsage {
  return exactly({ environment: usage.environment, ...usageToWire(usage) });
}
