import { athleteTag } from '#nutrition/athletes/athlete-shape.ts';
import { selectLearned } from '#nutrition/records/learned-state.ts';
import { namesTag } from '#platform/http/conditional.ts';
import { databaseOfAthlete, type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { type Database, StorageUnavailable } from '#platform/storage/database.ts';
import { sha256Hex } from '#platform/storage/digest.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { removeRecords } from './remove-records.ts';
import {
  blankAthlete,
  countRecords,
  deleteCreationAnswers,
  insertIntoLedger,
  recordApplied,
} from './repository.ts';

/**
 * Steps that the request itself takes, about 50 ms each. The cron removes the rest of a very large athlete.
 * They make at most 700 queries and 4,400 subrequests with 15 shards, below the limits of an invocation.
 */
const STEPS_MAX = 20;

export interface Erasure {
  readonly id: string;
  readonly deletedAtMs: number;
  /** Null if the cron completes it. */
  readonly completedAtMs: number | null;
  /** The number of the athlete's rows of each kind. */
  readonly records: Readonly<Record<string, number>>;
}

/**
 * Erases one of the caller's athletes. After the answer, it is unknown everywhere and its `external_id` is
 * free. Writes the ledger first, so that the erasure takes place even if a later step fails. Then one batch
 * counts the records and blanks the row to its identifier, which rejects every further write. Bounded steps
 * remove the rest. Of concurrent requests, one erases and the others find nothing.
 */
export async function eraseAthlete(
  ctx: PartnerContext,
  athleteId: string,
  ifMatch: string | null,
): Promise<Erasure | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  const home = parseAthleteId(athleteId);
  if (!db || !home) return fail('athlete_not_found');
  const { partnerId } = ctx.principal;
  const [[athlete], [learned]] = await db.batch([
    selectLiveAthlete(db, partnerId, athleteId),
    selectLearned(db, athleteId),
  ]);
  if (!athlete) return fail('athlete_not_found');
  if (ifMatch !== null && !namesTag(ifMatch, await athleteTag(athlete, learned ?? null))) {
    return fail('precondition_failed');
  }

  const idHash = await sha256Hex(athleteId);
  const registry = registryOf(ctx);
  await registry.batch([
    insertIntoLedger(registry, {
      idHash,
      environment: home.environment,
      shard: home.shard,
      erasedAt: ctx.nowMs,
    }),
  ]);
  const [[records], blanked] = await db.batch([
    countRecords(db, athleteId),
    blankAthlete(db, partnerId, athleteId),
    recordEvents(db, ctx, [{ type: 'athlete.erased', data: { athleteId } }]),
    deleteCreationAnswers(db, [athleteId]),
    recordApplied(db, [idHash], ctx.nowMs),
  ]);
  if (!records || blanked.length === 0) return fail('athlete_not_found');

  const isComplete = await finishNow(ctx, db, athleteId);
  return { id: athleteId, deletedAtMs: ctx.nowMs, completedAtMs: isComplete ? ctx.nowMs : null, records };
}

/**
 * Removes the records in bounded steps. Returns false if some remain for the cron, for example because a
 * store failed.
 */
async function finishNow(ctx: PartnerContext, db: Database, athleteId: string): Promise<boolean> {
  const erased = { id: athleteId, partnerId: ctx.principal.partnerId };
  try {
    for (let step = 0; step < STEPS_MAX; step++) {
      const { athletes } = await removeRecords(ctx.env, registryOf(ctx), db, [erased]);
      if (athletes === 1) return true;
    }
    return false;
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return false;
    throw fault;
  }
}
