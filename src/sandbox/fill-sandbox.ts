import type { Principal, RequestContext } from '../http/context.ts';
import type { Failure } from '../http/errors.ts';
import { defaultTierIn } from '../storage/partner.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import { resetSandbox, type SandboxSet } from './reset-sandbox.ts';

/**
 * Fills the sandbox of a partner that has no key yet with the standard athletes. Interrupted, it leaves some of them; the
 * next run, or a reset by the partner, replaces them.
 */
export function fillSandbox(ctx: RequestContext, partner: PartnerRow): Promise<SandboxSet | Failure> {
  const principal: Principal = {
    partnerId: partner.id,
    environment: 'test',
    // No key calls: nothing of this is counted.
    keyId: '',
    defaultTier: defaultTierIn('test', partner),
    guardRegion: partner.homeRegion,
    limits: ctx.env.limits.test,
    regions: partner.regions,
    shards: partner.testShards,
    eventTypes: null,
    athleteId: null,
    scopes: null,
  };
  return resetSandbox({ ...ctx, principal });
}
