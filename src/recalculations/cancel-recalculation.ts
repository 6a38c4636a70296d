import { sql } from 'drizzle-orm';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import { noteEvent } from '../storage/record-events.ts';
import { selectRecalculation } from './repository.ts';
import { endRecalculations } from './shared-repository.ts';

/**
 * Cancels a recalculation; one that has finished stays as it is. Its workflow ends when it sees the changed
 * row.
 */
export async function cancelRecalculation(
  ctx: PartnerContext,
  recalculationId: string,
): Promise<Failure | null> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const which = sql`recalculations.partner_id = ${partnerId} AND recalculations.environment = ${environment} AND recalculations.id = ${recalculationId}`;
  const [, , [row]] = await registry.batch([
    ...endRecalculations(registry, which, 'cancelled', ctx.nowMs),
    selectRecalculation(registry, partnerId, recalculationId),
  ]);
  noteEvent(ctx, 'recalculation.finished', null);
  const found = ofOwnEnvironment(ctx, row, 'recalculation_not_found');
  return isFailure(found) ? found : null;
}
