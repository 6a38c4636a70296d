import type { Env, Environment } from '../env.ts';
import { defaultTierIn } from '../storage/partner.ts';
import { shardsIn } from '../storage/placement.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import type { Principal } from './context.ts';

/**
 * Returns a partner as the caller of a verb, without a key, for the console and for operator actions on its behalf. These
 * calls are not counted.
 *
 * @param callerId stands in for a key's identifier
 */
export function principalOfPartner(
  env: Pick<Env, 'limits'>,
  partner: PartnerRow,
  environment: Environment,
  callerId: string,
): Principal {
  return {
    partnerId: partner.id,
    environment,
    keyId: callerId,
    defaultTier: defaultTierIn(environment, partner),
    guardRegion: partner.homeRegion,
    clientId: null,
    limits: { ...env.limits[environment], ...partner.budgets },
    regions: partner.regions,
    shards: shardsIn(partner, environment),
    athleteId: null,
    scopes: null,
  };
}
