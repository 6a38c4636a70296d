import type { Limits } from '../env.ts';
import { exactly } from '../http/answer.ts';
import type { PartnerContext } from '../http/context.ts';
import { isoInstant } from '../http/wire-fields.ts';
import { rotateBy } from '../keys/wire.ts';
import { defaultTierIn } from '../storage/partner.ts';
import type { KeyRow, PartnerRow } from '../storage/registry-schema.ts';
import type { Account, OperatorUsage, Usage } from './answers.ts';
import type { UsageOfPeriod } from './read-usage.ts';

/** Maps the caller's own account to the wire. */
export function accountToWire(ctx: PartnerContext, partner: PartnerRow, key: KeyRow): Account {
  const { environment } = ctx.principal;
  return {
    id: partner.id,
    name: partner.name,
    environment,
    status: partner.status,
    default_tier: defaultTierIn(environment, partner),
    regions: partner.regions,
    limits: limitsToWire(ctx.env.limits[environment]),
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

/** Maps a count of usage to the wire of the partner, who asks for one environment. */
export function usageToWire({ at, operationId, statusClass, requests }: UsageOfPeriod): Usage {
  return { at: isoInstant(at), operation_id: operationId, status_class: statusClass, requests };
}

/** Maps a count of usage to the wire of the operator. */
export function usageToOperatorWire(usage: UsageOfPeriod): OperatorUsage {
  return exactly({ environment: usage.environment, ...usageToWire(usage) });
}
