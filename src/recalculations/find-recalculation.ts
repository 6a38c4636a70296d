import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { RecalculationRow } from '../storage/registry-schema.ts';
import { selectRecalculation } from './repository.ts';

/** Reads a recalculation of the caller's partner and environment. */
export async function findRecalculation(
  ctx: PartnerContext,
  recalculationId: string,
): Promise<RecalculationRow | Failure> {
  const registry = registryOf(ctx);
  const [[row]] = await registry.batch([selectRecalculation(registry, ctx.principal, recalculationId)]);
  return row ?? fail('recalculation_not_found');
}
