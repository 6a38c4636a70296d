import { type Environment, otherEnvironment } from '../env.ts';
import { selectPartner } from '../storage/partner.ts';
import { shardsIn } from '../storage/placement.ts';
import { type PartnerContext, registryOf } from './context.ts';
import type { ErrorCode } from './error-codes.ts';
import { type Failure, fail } from './errors.ts';

/**
 * Returns a row of the caller's partner in the caller's environment. Fails with `environment_mismatch` if the row is in
 * the other environment, and with `missing` if it does not exist or belongs to another partner.
 */
export function ofOwnEnvironment<Row extends { readonly environment: Environment }>(
  { principal }: PartnerContext,
  row: Row | undefined,
  missing: ErrorCode,
): Row | Failure {
  if (!row) return fail(missing);
  return row.environment === principal.environment ? row : fail('environment_mismatch');
}

/**
 * Returns the context of the partner's other environment, used only to learn whether something exists there, which fails
 * with `environment_mismatch`.
 */
export async function contextOfOtherEnvironment(ctx: PartnerContext): Promise<PartnerContext> {
  const { principal } = ctx;
  const environment = otherEnvironment(principal.environment);
  const registry = registryOf(ctx);
  const [[partner]] = await registry.batch([selectPartner(registry, principal.partnerId)]);
  if (!partner) throw new Error('an admitted caller must have a partner');
  return { ...ctx, principal: { ...principal, environment, shards: shardsIn(partner, environment) } };
}
