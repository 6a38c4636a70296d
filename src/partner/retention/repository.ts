import { and, eq, gt, inArray, lt, lte, ne, type SQL, sql } from 'drizzle-orm';
import { compareWithRunning } from '#nutrition/learning/history.ts';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';
import {
  appliedErasures,
  partnerShards,
  prescriptions,
  productAccessLog,
  productsSeen,
} from '#platform/storage/athlete-schema.ts';
import { ends, idempotencyKeys } from '#platform/storage/common-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { events, suspensions } from '#platform/storage/events-schema.ts';
import { type AthleteAddress, idsFrom } from '#platform/storage/ids.ts';
import { deleteSomeEvents } from '#platform/storage/record-events.ts';
import {
  accessRequests,
  apiKeys,
  erasureLedger,
  jobStates,
  oauthClients,
  partners,
  recalculations,
  shards,
  usage,
  usageFlushes,
  webhooks,
} from '#platform/storage/registry-schema.ts';
import { deleteSome, isOneOf, STEP_ROWS, selectEngineVersions } from '#platform/storage/statements.ts';
import { USAGE } from '#platform/storage/usage.ts';
import { isLeftIn, isOverIn } from '../partners/shared-repository.ts';

/** Selects the last run of every job for every database. */
export function selectStates(registry: Database) {
  return registry.select().from(jobStates);
}

type State = Omit<typeof jobStates.$inferInsert, 'lastDoneAt' | 'unfinishedRuns'>;

/** Records how runs of jobs ended, and counts consecutive runs that left work. */
export function writeStates(registry: Database, states: readonly State[]) {
  const isDone = sql`excluded.outcome = 'done'`;
  return registry
    .insert(jobStates)
    .select(
      sql`SELECT value ->> 'job', value ->> 'database', value ->> 'startedAt', value ->> 'finishedAt', value ->> 'outcome',
        value -> 'counts', CASE value ->> 'outcome' WHEN 'done' THEN value ->> 'finishedAt' END, value ->> 'outcome' <> 'done'
        FROM json_each(${JSON.stringify(states)}) WHERE true`,
    )
    .onConflictDoUpdate({
      target: [jobStates.job, jobStates.database],
      set: {
        startedAt: sql`excluded.started_at`,
        finishedAt: sql`excluded.finished_at`,
        outcome: sql`excluded.outcome`,
        counts: sql`excluded.counts`,
        lastDoneAt: sql`coalesce(excluded.last_done_at, ${jobStates.lastDoneAt})`,
        unfinishedRuns: sql`CASE WHEN ${isDone} THEN 0 ELSE ${jobStates.unfinishedRuns} + 1 END`,
      },
    });
}

/** Records the migrations of a shard. Returns its size, null before the first measurement, and since when it is full. */
export function writeSchema(
  registry: Database,
  { environment, shard }: AthleteAddress,
  schema: string | null,
) {
  return registry
    .insert(shards)
    .values({ environment, shard, schema })
    .onConflictDoUpdate({ target: [shards.environment, shards.shard], set: { schema } })
    .returning({ fullAt: shards.fullAt, sizeBytes: shards.sizeBytes });
}

/**
 * Deletions are remembered for this long, because a database can be restored to an earlier state. D1 restores
 * up to 30 days back (Cloudflare, "Time Travel"), and a restore may take the operator some days.
 */
export const RESTORABLE_MS = 35 * DAY_MS;

// Each statement removes or blanks at most 1,000 rows.

/** An athlete's platform can show product look-ups for two seasons (CONTRACT §11). */
const ACCESS_LOG_MS = 400 * DAY_MS;
/** 13 months, so that the same month of last year can be compared (CONTRACT §11). */
const USAGE_MS = 397 * DAY_MS;
/** Longer than a guard retries a flush, which it does every minute until it succeeds. Engineering choice. */
const FLUSHES_MS = 7 * DAY_MS;
/** A recalculation can be read for this long (CONTRACT §15). */
const RECALCULATIONS_MS = 30 * DAY_MS;
/**
 * Longer than the registry keeps its record. Otherwise an erasure that is about to be forgotten would look
 * undone.
 */
const APPLIED_MS = RESTORABLE_MS + 7 * DAY_MS;

/** A prescription with changed inputs can be explained for this long. Engineering choice. */
const INPUTS_MS = 90 * DAY_MS;

const HAS_INPUTS = sql`${prescriptions.inputs} IS NOT NULL`;

/** Selects the engine versions whose prescriptions still have inputs. */
export function selectVersionsWithInputs(db: Database) {
  return selectEngineVersions(db, prescriptions, HAS_INPUTS);
}

/**
 * Removes, for these engine versions, inputs of prescriptions that are too old or that an older engine
 * calculated. Keeps those of a newer engine, because then this isolate belongs to the version that a
 * deployment is replacing.
 */
export function dropOldInputs(db: Database, versions: readonly string[], nowMs: number) {
  const { engineVersion, calculatedAt } = prescriptions;
  // An index range per version: "not equal" would read the whole index.
  const ranges = versions.map((version) => {
    const isOld = compareWithRunning(version) < 0 ? sql`` : sql` AND ${calculatedAt} < ${nowMs - INPUTS_MS}`;
    return sql`SELECT ${prescriptions}.rowid FROM ${prescriptions} WHERE ${HAS_INPUTS} AND ${engineVersion} = ${version}${isOld}`;
  });
  const some = sql`${sql.join(ranges, sql` UNION ALL `)} LIMIT ${STEP_ROWS}`;
  return db.update(prescriptions).set({ inputs: null }).where(sql`${prescriptions}.rowid IN (${some})`);
}

/** Removes ledger rows of erasures that no restore can undo any more. */
export function deleteOldErasures(registry: Database, nowMs: number) {
  return deleteSome(
    registry,
    { table: erasureLedger, key: [erasureLedger.idHash] },
    lt(erasureLedger.erasedAt, nowMs - RESTORABLE_MS),
  );
}

/** Removes expired requests for access. */
export function deleteOldRequests(registry: Database, nowMs: number) {
  const requests = { table: accessRequests, key: [accessRequests.id] };
  return deleteSome(registry, requests, lt(accessRequests.purgeAfter, nowMs));
}

/** Removes counts of old requests. */
export function deleteOldUsage(registry: Database, nowMs: number) {
  return deleteSome(registry, USAGE, lt(usage.hour, nowMs - USAGE_MS));
}

/** Removes the records of guards that have sent no count for a week. */
export function deleteOldFlushes(registry: Database, nowMs: number) {
  const flushes = { table: usageFlushes, key: [usageFlushes.guard] };
  return deleteSome(registry, flushes, lt(usageFlushes.at, nowMs - FLUSHES_MS));
}

/** Removes recalculations that began long ago and have ended. */
export function deleteOldRecalculations(registry: Database, nowMs: number) {
  return deleteSome(
    registry,
    { table: recalculations, key: [recalculations.id] },
    sql`${recalculations.id} < ${idsFrom('rcl', nowMs - RECALCULATIONS_MS)} AND ${recalculations.finishedAt} IS NOT NULL`,
  );
}

/** Removes a database's own record of erasures that the ledger has forgotten. */
export function deleteOldApplied(db: Database, nowMs: number) {
  const applied = { table: appliedErasures, key: [appliedErasures.idHash] };
  return deleteSome(db, applied, lt(appliedErasures.appliedAt, nowMs - APPLIED_MS));
}

/** Removes ends of what no restore can bring back. */
export function deleteOldEnds(db: Database, nowMs: number) {
  return deleteSome(db, { table: ends, key: [ends.id] }, lt(ends.endedAt, nowMs - RESTORABLE_MS));
}

const { partnerId, environment, keyHash, expiresAt } = idempotencyKeys;

/** Removes stored answers after 24 hours. */
export function deleteExpiredAnswers(db: Database, nowMs: number) {
  return deleteSome(
    db,
    { table: idempotencyKeys, key: [partnerId, environment, keyHash] },
    lte(expiresAt, nowMs),
  );
}

/**
 * Removes product accesses past their retention. Looks them up partner by partner, because the log groups a
 * partner's rows.
 */
export function deleteOldAccesses(db: Database, nowMs: number) {
  const { id } = productAccessLog;
  // Reads one index row per partner. SELECT DISTINCT would read them all. UNION ends at the NULL after the last one.
  const partners = sql`WITH RECURSIVE logged (partner) AS (
    SELECT min(partner_id) FROM product_access_log
    UNION
    SELECT (SELECT min(partner_id) FROM product_access_log WHERE partner_id > partner) FROM logged
  ) SELECT partner FROM logged`;
  return deleteSome(
    db,
    { table: productAccessLog, key: [productAccessLog.partnerId, id] },
    sql`${productAccessLog.partnerId} IN (${partners}) AND ${lt(id, idsFrom('acc', nowMs - ACCESS_LOG_MS))}`,
  );
}

/** Blanks hashes of network addresses, at most 1,000, once they no longer count against the hourly limit. */
export function blankCountedAddresses(registry: Database, nowMs: number) {
  const counted = registry
    .select({ id: accessRequests.id })
    .from(accessRequests)
    // A literal condition lets SQLite use the partial index.
    .where(and(sql`${accessRequests.addressHash} IS NOT NULL`, lt(accessRequests.createdAt, nowMs - HOUR_MS)))
    .limit(STEP_ROWS);
  return registry
    .update(accessRequests)
    .set({ addressHash: null })
    .where(inArray(accessRequests.id, counted));
}

const IDEMPOTENCY = {
  table: idempotencyKeys,
  key: [idempotencyKeys.partnerId, idempotencyKeys.environment, idempotencyKeys.keyHash],
} as const;
const PRODUCTS_SEEN = {
  table: productsSeen,
  key: [productsSeen.partnerId, productsSeen.productId],
} as const;

/** Selects terminated partners whose data an athlete database must remove now, longest overdue first. */
export function selectDueIn(registry: Database, home: AthleteAddress, nowMs: number, limit: number) {
  return selectDue(registry, nowMs, limit, isLeftIn('athletes', home));
}

/** Selects terminated partners whose data each of these databases has removed, longest overdue first. */
export function selectDueEverywhere(
  registry: Database,
  databases: readonly string[],
  nowMs: number,
  limit: number,
) {
  return selectDue(registry, nowMs, limit, isOverIn('athletes', databases));
}

function selectDue(registry: Database, nowMs: number, limit: number, onlyWhere: SQL) {
  return (
    registry
      .select({ id: partners.id })
      .from(partners)
      // A literal status lets SQLite use the partial index.
      .where(and(sql`${partners.status} = 'terminated'`, lte(partners.purgeAfter, nowMs), onlyWhere))
      .orderBy(partners.purgeAfter)
      .limit(limit)
  );
}

/** Selects purged partners whose athletes a restore could still bring back. */
export function selectPurgedPartners(registry: Database, nowMs: number) {
  return registry
    .select({ id: partners.id })
    .from(partners)
    .where(gt(partners.purgedAt, nowMs - RESTORABLE_MS));
}

/** Selects some keys of a partner, including ended ones. */
export function selectSomeKeys(registry: Database, partnerId: string, limit: number) {
  return registry
    .select({ id: apiKeys.id, hash: apiKeys.hash, region: apiKeys.region })
    .from(apiKeys)
    .where(eq(apiKeys.partnerId, partnerId))
    .limit(limit);
}

/** Builds the statements that remove some rows of these partners from an athlete database. */
export function deleteRowsOfPartners(db: Database, partnerIds: readonly string[]) {
  return [
    deleteSome(db, IDEMPOTENCY, isOneOf(idempotencyKeys.partnerId, partnerIds)),
    deleteSome(db, PRODUCTS_SEEN, isOneOf(productsSeen.partnerId, partnerIds)),
    deleteSomeEvents(db, isOneOf(events.partnerId, partnerIds)),
    db.delete(suspensions).where(isOneOf(suspensions.partnerId, partnerIds)),
  ] as const;
}

/** Removes the records of ends of these partners and of their keys, webhooks and members. */
export function deleteEndsOf(db: Database, partnerIds: readonly string[]) {
  return db.delete(ends).where(isOneOf(ends.partnerId, partnerIds));
}

/** Removes the list of shards from the home shards of these partners. */
export function deleteShardsOfPartners(db: Database, partnerIds: readonly string[]) {
  return db.delete(partnerShards).where(isOneOf(partnerShards.partnerId, partnerIds));
}

/**
 * Builds the statements that remove some rows of a partner from the registry: stored answers, clients, events,
 * usage, recalculations, and all of its webhooks.
 */
export function deleteRowsOfPartner(registry: Database, partnerId: string) {
  return [
    deleteSome(registry, IDEMPOTENCY, eq(idempotencyKeys.partnerId, partnerId)),
    deleteSome(
      registry,
      { table: oauthClients, key: [oauthClients.clientId] },
      eq(oauthClients.partnerId, partnerId),
    ),
    deleteSomeEvents(registry, sql`${events.partnerId} = ${partnerId}`),
    deleteSome(registry, USAGE, eq(usage.partnerId, partnerId)),
    deleteSome(
      registry,
      { table: recalculations, key: [recalculations.id] },
      eq(recalculations.partnerId, partnerId),
    ),
    registry.delete(webhooks).where(eq(webhooks.partnerId, partnerId)),
    // Includes the ends of webhooks.
    deleteEndsOf(registry, [partnerId]),
    registry.delete(suspensions).where(eq(suspensions.partnerId, partnerId)),
  ] as const;
}

/** Stores how many products were shown to a partner's athletes. */
export function updateProductsSeen(registry: Database, partnerId: string, count: number, nowMs: number) {
  return registry
    .update(partners)
    .set({ productsSeen: count, productsCountedAt: nowMs })
    .where(and(eq(partners.id, partnerId), ne(partners.status, 'purged')));
}
