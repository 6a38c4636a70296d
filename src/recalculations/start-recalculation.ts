import { type Answer, accepted } from '../http/answer.ts';
import { type PartnerContext, registryOf } from '../http/context.ts';
import { createInRegistry } from '../http/create-in-registry.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import type { Claim, Replayed } from '../http/idempotency.ts';
import { listShards } from '../http/partner-shards.ts';
import { newId, parseAthleteId } from '../storage/ids.ts';
import type { RecalculationRow } from '../storage/registry-schema.ts';
import type { Recalculation } from './answers.ts';
import { insertRecalculation, mayRecalculate, selectUnfinished } from './repository.ts';
import { addressOfRecalculation, recalculationToWire } from './wire.ts';
import { beginInstance } from './workflow-instance.ts';

/** The activities of a recalculation. */
export interface Selection {
  readonly fromMs: number;
  readonly beforeMs: number;
  /** Null for all of the partner's athletes. */
  readonly athleteIds: readonly string[] | null;
  readonly onlyStale: boolean;
}

type Started = Answer<Recalculation, 202>;

/**
 * Starts a recalculation, unless another one of the partner and environment is unfinished. Once the row is written
 * the workflow is begun, after the answer; if that fails, the cron begins it.
 */
export async function startRecalculation(
  ctx: PartnerContext,
  selection: Selection,
  claim: Claim | null,
): Promise<Started | Replayed | Failure> {
  const { principal } = ctx;
  const outcome = await createInRegistry(ctx, claim, async (registry) => {
    const row = await newRecalculation(ctx, selection);
    const onlyWhere = mayRecalculate(principal);
    const answer: Started = accepted(recalculationToWire(row), {
      headers: { Location: addressOfRecalculation(ctx, row.id) },
    });
    return {
      creation: { answer, resourceId: row.id, athleteId: null, showsSecret: false, onlyWhere },
      write: insertRecalculation(registry, row, onlyWhere),
      refusal: 'recalculation_running',
      afterwards: () => ctx.waitUntil(begin(ctx, row)),
    };
  });
  return isFailure(outcome) && outcome.failure === 'recalculation_running' ? nameUnfinished(ctx) : outcome;
}

async function newRecalculation(ctx: PartnerContext, selection: Selection): Promise<RecalculationRow> {
  const { partnerId, environment } = ctx.principal;
  const athleteIds = selection.athleteIds && [...new Set(selection.athleteIds)].sort();
  return {
    id: newId('rcl', ctx.nowMs),
    partnerId,
    environment,
    status: 'queued',
    onlyStale: selection.onlyStale,
    fromAt: selection.fromMs,
    beforeAt: selection.beforeMs,
    athleteIds,
    shards: athleteIds === null ? [...(await listShards(ctx))] : shardsOf(ctx, athleteIds),
    afterAthlete: '',
    afterActivity: '',
    moves: 0,
    calculated: 0,
    unchanged: 0,
    failed: 0,
    instance: 1,
    lostInstances: 0,
    activeAt: ctx.nowMs,
    createdAt: ctx.nowMs,
    startedAt: null,
    finishedAt: null,
  };
}

/** Returns the shards that identifiers name and that exist. */
function shardsOf({ env, principal }: PartnerContext, athleteIds: readonly string[]): string[] {
  const named = new Set(athleteIds.flatMap((id) => parseAthleteId(id)?.shard ?? []));
  return [...named].filter((shard) => env.athleteDatabases[principal.environment].has(shard));
}

async function begin({ env }: PartnerContext, { id, instance }: RecalculationRow): Promise<void> {
  try {
    await beginInstance(env, { recalculationId: id, instance });
  } catch {
    // The row is the truth: the cron finds that nothing works on it.
  }
}

async function nameUnfinished(ctx: PartnerContext): Promise<Failure> {
  const registry = registryOf(ctx);
  const [[unfinished]] = await registry.batch([selectUnfinished(registry, ctx.principal)]);
  // The other one has finished meanwhile, so a retry may succeed.
  if (!unfinished) return fail('temporarily_unavailable');
  return fail('recalculation_running', { details: { resource_id: unfinished.id } });
}
