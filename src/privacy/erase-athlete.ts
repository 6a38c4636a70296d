import { athleteTag } from '../athletes/entity-tag.ts';
import { namesTag } from '../http/conditional.ts';
import { databaseOfAthlete, type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { selectLearned } from '../records/learned-state.ts';
import { StorageUnavailable } from '../storage/database.ts';
import { sha256Hex } from '../storage/digest.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { selectLiveAthlete } from '../storage/live-athlete.ts';
import { removeRecords } from './remove-records.ts';
import {
  blankAthlete,
  countRecords,
  deleteCreationAnswers,
  insertIntoLedger,
  recordApplied,
} from './repository.ts';

/**
 * Steps that the request itself takes, some 50 ms each; what is left of a very large athlete is the cron's. So many
 * make 280 queries and 4,060 subrequests at most, far below what an invocation may.
 */
const STEPS_MAX = 20;

export interface Erasure {
  readonly id: string;
  readonly deletedAtMs: number;
  /** Null where the cron finishes it. */
  readonly completedAtMs: number | null;
  /** How many rows of each kind the athlete had. */
  readonly records: Readonly<Record<string, number>>;
}

/**
 * Erases an athlete of the caller's: from the answer on it is unknown everywhere and its `external_id` is free.
 * The ledger comes first, so that an erasure that was asked for takes place whatever fails after it; then one
 * batch counts, blanks the row to its identifier and shuts out every further write; then everything goes in
 * bounded steps. Of several requests at once one erases and the others find nothing.
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
    deleteCreationAnswers(db, [athleteId]),
    recordApplied(db, [idHash], ctx.nowMs),
  ]);
  if (!records || blanked.length === 0) return fail('athlete_not_found');

  const isComplete = await finishNow(ctx, db, athleteId);
  return { id: athleteId, deletedAtMs: ctx.nowMs, completedAtMs: isComplete ? ctx.nowMs : null, records };
}

/** Whether everything is gone after the steps of this request. A store that fails by now only leaves work for the cron. */
async function finishNow(
  ctx: PartnerContext,
  db: Parameters<typeof removeRecords>[1],
  athleteId: string,
): Promise<boolean> {
  try {
    for (let step = 0; step < STEPS_MAX; step++) {
      const { athletes } = await removeRecords(ctx.env, db, [athleteId]);
      if (athletes === 1) return true;
    }
    return false;
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return false;
    throw fault;
  }
}
