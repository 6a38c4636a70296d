import { athleteTag } from '#nutrition/athletes/athlete-shape.ts';
import { releaseAthletes } from '#nutrition/athletes/directory.ts';
import { selectLearned } from '#nutrition/records/read-athlete.ts';
import type { Env } from '#platform/env.ts';
import { forgetKeyGuard, forgetProductLimiter } from '#platform/guards/call-guard.ts';
import { regionOfAthlete } from '#platform/guards/call-object.ts';
import { namesTag } from '#platform/http/answer.ts';
import { databaseOfAthlete, type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { openEvenBehind } from '#platform/storage/athlete-databases.ts';
import { type AthleteRow, connections } from '#platform/storage/athlete-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { type Database, StorageBehind, StorageFull, StorageUnavailable } from '#platform/storage/database.ts';
import { type AthleteAddress, parseAthleteId } from '#platform/storage/ids.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { closeFullShard } from '#platform/storage/shard-states.ts';
import { deleteConsentsOf } from '../oauth/shared-repository.ts';
import { deleteDeliveriesOf } from '../webhooks/deliveries.ts';
import { ATHLETE_TABLES, type AthleteTable } from './athlete-tables.ts';
import {
  blankAthlete,
  blankAthletes,
  countRecords,
  deleteConnections,
  deleteCreationAnswers,
  deleteErased,
  deleteRecords,
  insertIntoLedger,
  markReleased,
  recordApplied,
  selectConnectionIds,
  selectErasing,
  selectLiveId,
  selectSomeAthletes,
  selectTables,
  selectUnreleased,
} from './repository.ts';

/**
 * Steps that the request itself takes, about 50 ms each. The cron removes the rest of a very large athlete.
 * They make at most 700 queries and 4,400 subrequests with 15 shards, below the limits of an invocation.
 */
const STEPS_MAX = 20;

interface Erasure {
  readonly id: string;
  readonly deletedAtMs: number;
  /** Null if the cron completes it. */
  readonly completedAtMs: number | null;
  /** The athlete's database is full or lacks a migration, so the erasure is only recorded, and takes place later. */
  readonly isRecorded: boolean;
  /** The number of the athlete's rows of each kind. */
  readonly records: Readonly<Record<string, number>>;
}

/**
 * Erases one of the caller's athletes. After the answer, it is unknown everywhere and its `external_id` is free. Writes the
 * ledger first, so that the erasure takes place even if a later step fails or the database is full. Then one batch counts the
 * records and blanks the row to its identifier, which rejects every further write. Bounded steps remove the rest. Of concurrent
 * requests, one erases and the others find nothing.
 */
export async function eraseAthlete(
  ctx: PartnerContext,
  athleteId: string,
  ifMatch: string | null,
): Promise<Erasure | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  const address = parseAthleteId(athleteId);
  if (!db || !address) return fail('athlete_not_found');
  const { partnerId } = ctx.principal;
  try {
    const [[athlete], [learned]] = await db.batch([
      selectLiveAthlete(db, partnerId, athleteId),
      selectLearned(db, athleteId),
    ]);
    if (!athlete) return fail('athlete_not_found');
    if (ifMatch !== null && !namesTag(ifMatch, await athleteTag(athlete, learned ?? null))) {
      return fail('precondition_failed');
    }
  } catch (fault) {
    // Without its newest columns, nothing can tell whether the athlete has changed.
    if (!(fault instanceof StorageBehind) || ifMatch !== null) throw fault;
    return recordErasure(ctx, openEvenBehind(ctx.env, ctx.log, address), address, athleteId);
  }

  const erased = { id: athleteId, deletedAtMs: ctx.nowMs };
  const idHash = await writeLedger(ctx, address, athleteId);
  try {
    const [[records], blanked] = await db.batch([
      countRecords(db, athleteId),
      blankAthlete(db, partnerId, athleteId),
      recordEvents(db, ctx, [{ type: 'athlete.erased', data: { athleteId } }]),
      deleteCreationAnswers(db, [athleteId]),
      recordApplied(db, [idHash], ctx.nowMs),
    ]);
    if (!records || blanked.length === 0) return fail('athlete_not_found');
    const isComplete = await finishNow(ctx, db, athleteId);
    return { ...erased, completedAtMs: isComplete ? ctx.nowMs : null, isRecorded: false, records };
  } catch (fault) {
    if (!(fault instanceof StorageFull)) throw fault;
    // The ledger has the erasure, which takes place once there is space.
    ctx.waitUntil(closeFullShard(ctx.env, ctx.log, fault, ctx.nowMs));
    const [[records]] = await db.batch([countRecords(db, athleteId)]);
    if (!records) return fail('athlete_not_found');
    return { ...erased, completedAtMs: null, isRecorded: true, records };
  }
}

/** Writes an erasure to the ledger, from which a job brings it to the athlete's database. Returns the hash that it has there. */
async function writeLedger(ctx: PartnerContext, address: AthleteAddress, athleteId: string): Promise<string> {
  const idHash = await sha256Hex(athleteId);
  const registry = registryOf(ctx);
  const { environment, shard } = address;
  await registry.batch([insertIntoLedger(registry, { idHash, environment, shard, erasedAt: ctx.nowMs })]);
  return idHash;
}

/** Only records an erasure, because the athlete's database lacks a migration. It takes place once that is applied. */
async function recordErasure(
  ctx: PartnerContext,
  db: Database,
  address: AthleteAddress,
  athleteId: string,
): Promise<Erasure | Failure> {
  const [[owned], tables] = await db.batch([
    selectLiveId(db, ctx.principal.partnerId, athleteId),
    selectTables(db),
  ]);
  if (!owned) return fail('athlete_not_found');
  const has = new Set(tables.map(({ name }) => name));
  const [[records]] = await db.batch([countRecords(db, athleteId, has)]);
  if (!records) return fail('athlete_not_found');
  await writeLedger(ctx, address, athleteId);
  return { id: athleteId, deletedAtMs: ctx.nowMs, completedAtMs: null, isRecorded: true, records };
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

/** Connections that one step removes. Each costs a call to its limiter object. */
const STEP_CONNECTIONS = 200;

/**
 * Partners whose athletes one step removes. Each has at most ten dispatchers in a database, and every one is
 * called.
 */
const STEP_PARTNERS = 10;

/**
 * Takes one bounded step of the erasure of these blanked athletes, for the first ten partners. Releases their
 * `external_id`s, clears the limiter objects of the athletes and their connections, deletes the deliveries of
 * their events and the consents to their connections, then at most 1,000 rows of each table, and finally the
 * athletes without any rows left. Idempotent, and safe to run concurrently. Throws StorageUnavailable before
 * it deletes anything if a directory, a limiter or a dispatcher does not answer.
 *
 * @returns the numbers of deleted rows and athletes
 */
async function removeRecords(
  env: Pick<Env, 'productLimiters' | 'keyGuards' | 'directories' | 'dispatchers' | 'isLocal'>,
  registry: Database,
  db: Database,
  all: readonly Pick<AthleteRow, 'id' | 'partnerId'>[],
): Promise<{ readonly rows: number; readonly athletes: number }> {
  const partnerIds = [...new Set(all.map(({ partnerId }) => partnerId))].slice(0, STEP_PARTNERS);
  const erased = all.filter(({ partnerId }) => partnerIds.includes(partnerId));
  const athleteIds = erased.map(({ id }) => id);
  // Comes before the deletion of the rows, because only they name the objects.
  const [found, unreleased] = await db.batch([
    selectConnectionIds(db, athleteIds, STEP_CONNECTIONS),
    selectUnreleased(db, athleteIds),
  ]);
  const connectionIds = found.map(({ id }) => id);
  await releaseAthletes(env, registry, unreleased);
  await Promise.all(
    erased.map(({ id, partnerId }) => forgetProductLimiter(env, { partnerId, athleteId: id })),
  );
  const guards = found.map(({ id, athleteId }) => ({ name: id, region: regionOfAthlete(athleteId) }));
  await Promise.all(guards.map((address) => forgetKeyGuard(env, address)));
  await deleteDeliveriesOf(env, db, erased);
  if (connectionIds.length > 0) await registry.batch([deleteConsentsOf(registry, connectionIds)]);
  const [first, ...others] = ATHLETE_TABLES;
  const remove = (table: AthleteTable) => {
    if (table.table === connections) return deleteConnections(db, connectionIds);
    return deleteRecords(db, table, athleteIds);
  };
  const released = unreleased.map(({ id }) => id);
  const [, ...results] = await db.batch([
    markReleased(db, released),
    remove(first),
    ...others.map(remove),
    deleteErased(db, athleteIds),
  ]);
  const changes = results.map(({ meta }) => meta.changes);
  const athletes = changes.pop() ?? 0;
  return { rows: changes.reduce((sum, one) => sum + one, 0), athletes };
}

/** Athletes per step. Each costs a call to its limiter object and at most one to a directory. */
const STEP_ATHLETES = 100;

/** Advances pending erasures in one athlete database by one batch. `isDone`: none are left. */
export async function finishErasures(
  env: Parameters<typeof removeRecords>[0],
  registry: Database,
  db: Database,
): Promise<JobStep> {
  const [erasing] = await db.batch([selectErasing(db, STEP_ATHLETES)]);
  if (erasing.length === 0) return { counts: {}, isDone: true };
  const counts = await removeRecords(env, registry, db, erasing);
  return { counts, isDone: erasing.length < STEP_ATHLETES && counts.athletes === erasing.length };
}

const BLANKED_ATHLETES = 1000;

/**
 * Begins the erasure of up to 1,000 of these partners' athletes in one database. From now on no read finds
 * them, and `finishErasures` removes their records. `isDone` is true once the database has none of their live
 * athletes.
 */
export async function eraseAthletesOfPartners(
  db: Database,
  partnerIds: readonly string[],
): Promise<{ readonly athletes: number; readonly ids: readonly string[]; readonly isDone: boolean }> {
  const [athletes] = await db.batch([selectSomeAthletes(db, partnerIds, BLANKED_ATHLETES)]);
  const ids = athletes.map(({ id }) => id);
  if (ids.length > 0) {
    await db.batch([blankAthletes(db, ids), deleteCreationAnswers(db, ids)]);
  }
  return { athletes: ids.length, ids, isDone: athletes.length < BLANKED_ATHLETES };
}
