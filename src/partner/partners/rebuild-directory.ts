import { type ComparedDirectory, compareNextPart, directoriesOf } from '#nutrition/athletes/directory.ts';
import type { Environment } from '#platform/env.ts';
import type { PartCounts } from '#platform/guards/directory.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import { CallBudget, INVOCATION_CALLS, MeasuredSteps, withBudget } from '#platform/storage/job.ts';
import { partnerExists, selectPartner } from '#platform/storage/partner.ts';

/**
 * The most steps per request, about 50 ms each. `status` in the answer says whether to repeat the request.
 */
const STEPS_MAX = 100;

type Rebuilt = PartCounts & { readonly isDone: boolean };

/**
 * Compares one of a partner's directories with the shards for the operator: drops entries without an athlete
 * and adds missing ones. Takes as many bounded steps as one request may. Repeating the request continues
 * where it stopped.
 */
export async function rebuildDirectory(
  ctx: RequestContext,
  partnerId: string,
  environment: Environment,
): Promise<Rebuilt | Failure> {
  const registry = registryOf(ctx);
  const audit = auditRow('partner.rebuild_directory', partnerId, { environment }, ctx.nowMs);
  const [, [partner]] = await registry.batch([
    insertAuditWhere(registry, audit, partnerExists(partnerId)),
    selectPartner(registry, partnerId),
  ]);
  const directory = partner && directoriesOf(partner).find((one) => one.environment === environment);
  return directory ? rebuild(ctx, directory) : fail('partner_not_found');
}

async function rebuild(ctx: RequestContext, directory: ComparedDirectory): Promise<Rebuilt> {
  const budget = new CallBudget(INVOCATION_CALLS);
  const env = withBudget(ctx.env, budget);
  const steps = new MeasuredSteps(budget);
  let sum: PartCounts = { added: 0, dropped: 0, conflicts: 0 };
  for (let step = 0; step < STEPS_MAX && steps.fit(); step++) {
    const { isDone, added, dropped, conflicts } = await steps.take(() =>
      compareNextPart(env, ctx.log, directory, 'operator'),
    );
    sum = {
      added: sum.added + added,
      dropped: sum.dropped + dropped,
      conflicts: sum.conflicts + conflicts,
    };
    if (isDone) return { ...sum, isDone };
  }
  return { ...sum, isDone: false };
}
