import { SECOND_MS } from '#platform/clock.ts';
import { type Answer, accepted } from '#platform/http/answer.ts';
import { databaseOfAthlete, type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { type Claim, createInRegistry, type Replayed } from '#platform/http/idempotency.ts';
import { listShards } from '#platform/http/partner-shards.ts';
import { ofOwnEnvironment } from '#platform/http/request-identifiers.ts';
import { REGISTRY } from '#platform/storage/athlete-databases.ts';
import { newId, parseAthleteId } from '#platform/storage/ids.ts';
import type { JobMessage } from '#platform/storage/job.ts';
import { noteEvent } from '#platform/storage/record-events.ts';
import type { RecalculationRow } from '#platform/storage/registry-schema.ts';
import { addressOfRecalculation, type Recalculation, recalculationToWire } from './recalculation-shape.ts';
import { insertRecalculation, mayRecalculate, selectRecalculation, selectUnfinished } from './repository.ts';
import { cancelUnfinished } from './shared-repository.ts';

/** The name of the job that works on recalculations (`recalculate.ts`). */
export const RECALCULATE = 'recalculate';

/** Equal requests within this time are one. The first may have answered before the last arrives. */
const SAME_TIME_MS = 2 * SECOND_MS;
const ATTEMPTS_MAX = 3;

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
 * Starts a recalculation, unless another one of the partner and environment is unfinished. Equal ones started
 * at the same time are one. Its job starts after the answer, once the row is written.
 */
export async function startRecalculation(
  ctx: PartnerContext,
  selection: Selection,
  claim: Claim | null,
): Promise<Started | Replayed | Failure> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const outcome = await startNew(ctx, selection, claim);
    if (!isFailure(outcome) || outcome.failure !== 'recalculation_running') return outcome;
    const joined = await joinUnfinished(ctx, selection);
    if (joined) return joined;
  }
  return fail('temporarily_unavailable');
}

function startNew(
  ctx: PartnerContext,
  selection: Selection,
  claim: Claim | null,
): Promise<Started | Replayed | Failure> {
  return createInRegistry(ctx, claim, async (registry) => {
    const row = await newRecalculation(ctx, selection);
    const onlyWhere = mayRecalculate(ctx.principal);
    const answer = acceptedRecalculation(ctx, row);
    return {
      creation: { answer, resourceId: row.id, athleteId: null, showsSecret: false, onlyWhere },
      write: insertRecalculation(registry, row, onlyWhere),
      refusal: 'recalculation_running',
      afterwards: () => ctx.waitUntil(begin(ctx)),
    };
  });
}

async function newRecalculation(ctx: PartnerContext, selection: Selection): Promise<RecalculationRow> {
  const { partnerId, environment } = ctx.principal;
  const athleteIds = selection.athleteIds && sortedIds(selection.athleteIds);
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
    afterAt: 0,
    moves: 0,
    calculated: 0,
    unchanged: 0,
    failed: 0,
    dueAt: ctx.nowMs,
    claims: 0,
    createdAt: ctx.nowMs,
    startedAt: null,
    finishedAt: null,
  };
}

/** Returns the shards of the caller that the identifiers name. Throws StorageUnavailable if a binding is missing. */
function shardsOf(ctx: PartnerContext, athleteIds: readonly string[]): string[] {
  const own = athleteIds.filter((id) => databaseOfAthlete(ctx, id) !== null);
  return [...new Set(own.flatMap((id) => parseAthleteId(id)?.shard ?? []))];
}

/** Sends the message that starts the work. If that fails, the cron finds the row. */
async function begin({ env }: PartnerContext): Promise<void> {
  const message: JobMessage = { database: REGISTRY, jobs: [RECALCULATE] };
  await env.jobQueue.send(message).catch(() => undefined);
}

/**
 * Answers with the unfinished recalculation if this request is equal and began at the same time. Otherwise
 * returns the failure that names it. Returns null if it has finished meanwhile.
 */
async function joinUnfinished(ctx: PartnerContext, selection: Selection): Promise<Started | Failure | null> {
  const registry = registryOf(ctx);
  const [[unfinished]] = await registry.batch([selectUnfinished(registry, ctx.principal)]);
  if (!unfinished) return null;
  const isSameTime = Math.abs(unfinished.createdAt - ctx.nowMs) <= SAME_TIME_MS;
  if (isSameTime && selects(unfinished, selection)) return acceptedRecalculation(ctx, unfinished);
  return fail('recalculation_running', { details: { resource_id: unfinished.id } });
}

function selects(row: RecalculationRow, { fromMs, beforeMs, athleteIds, onlyStale }: Selection): boolean {
  return (
    row.fromAt === fromMs &&
    row.beforeAt === beforeMs &&
    row.onlyStale === onlyStale &&
    JSON.stringify(row.athleteIds) === JSON.stringify(athleteIds && sortedIds(athleteIds))
  );
}

function sortedIds(athleteIds: readonly string[]): string[] {
  return [...new Set(athleteIds)].sort();
}

function acceptedRecalculation(ctx: PartnerContext, row: RecalculationRow): Started {
  return accepted(recalculationToWire(row), { headers: { Location: addressOfRecalculation(ctx, row.id) } });
}

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

/**
 * Cancels a recalculation. A finished one stays unchanged. A page in progress is completed, but not counted.
 */
export async function cancelRecalculation(
  ctx: PartnerContext,
  recalculationId: string,
): Promise<Failure | null> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [, , [row]] = await registry.batch([
    ...cancelUnfinished(registry, { partnerId, environment, id: recalculationId }, ctx.nowMs),
    selectRecalculation(registry, partnerId, recalculationId),
  ]);
  noteEvent(ctx, 'recalculation.finished', null);
  const found = ofOwnEnvironment(ctx, row, 'recalculation_not_found');
  return isFailure(found) ? found : null;
}
