import { type PartnerContext, registryOf } from '../http/context.ts';
import type { Failure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import type { RecalculationRow } from '../storage/registry-schema.ts';
import { selectRecalculation } from './repository.ts';

/** Reads a recalculation of the caller's partner and environment. */
export async function findRecalculation(
  ctx: PartnerContext,
  recalculationId: string,
): Promise<RecalculationRow | Failure> {
  const registry = registryOf(ctx);
  const { partnerId } = ctx.principal;
  const [[row]] = await registry.batch([selectRecalculation(registry, partnerId, recalculationId)]);
  return ofOwnEnvironment(ctx, row, 'recalculation_not_found');
}
