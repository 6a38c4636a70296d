import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { MINUTE_MS } from '#platform/clock.ts';
import { ENVIRONMENTS, type Env, type Environment } from '#platform/env.ts';
import {
  databaseOfAthlete,
  type PartnerContext,
  type RequestContext,
  registryOf,
} from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { mergeRows, readFromShards } from '#platform/http/partner-shards.ts';
import { contextOfOtherEnvironment } from '#platform/http/request-identifiers.ts';
import { type AthleteDatabase, openEvenBehind } from '#platform/storage/athlete-databases.ts';
import { type ConnectionRow, connections } from '#platform/storage/athlete-schema.ts';
import {
  type Database,
  ignoreUnavailable,
  type StorageMeter,
  StorageUnavailable,
} from '#platform/storage/database.ts';
import { events } from '#platform/storage/events-schema.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { IS_LIVE } from '#platform/storage/live-athlete.ts';
import { shardsIn } from '#platform/storage/placement.ts';
import { noteEvent, type RecordedEvent, recordEventsOfRows } from '#platform/storage/record-events.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { isOneOf, STEP_ROWS } from '#platform/storage/statements.ts';
import {
  type ConnectionFilter,
  deleteGrantRecords,
  revokeConnections,
  selectConnection,
  selectConnections,
} from './repository.ts';
import {
  confirmAsRead,
  deleteAsRead,
  deleteConsents,
  noteReconciled,
  selectActiveOf,
  selectUnconfirmed,
  selectUnreconciled,
} from './shared-repository.ts';

/**
 * Lists the caller's connections in all shards, newest first. All connections of an athlete are in the same
 * shard.
 */
export async function listConnections(
  ctx: PartnerContext,
  page: PageRequest,
  filter: Pick<ConnectionFilter, 'athleteId' | 'clientId' | 'status'>,
): Promise<readonly ConnectionRow[]> {
  const wanted = { ...filter, ...page };
  const { partnerId } = ctx.principal;
  if (filter.athleteId !== undefined) {
    const db = databaseOfAthlete(ctx, filter.athleteId);
    if (!db) return [];
    const [rows] = await db.batch([selectConnections(db, partnerId, wanted)]);
    return rows;
  }
  const pages = await readFromShards(ctx, (db) => [selectConnections(db, partnerId, wanted)] as const);
  return mergeRows(
    pages.map(([rows]) => rows),
    (one, other) => one.id > other.id,
    wanted.limit,
  );
}

/**
 * Returns a connection to a client of the caller's partner and environment, or `connection_not_found` for
 * another partner's.
 */
export async function getConnection(
  ctx: PartnerContext,
  connectionId: string,
): Promise<ConnectionRow | Failure> {
  const found = await findConnection(ctx, connectionId);
  if (found) return found;
  const elsewhere = await findConnection(await contextOfOtherEnvironment(ctx), connectionId);
  return fail(elsewhere ? 'environment_mismatch' : 'connection_not_found');
}

async function findConnection(ctx: PartnerContext, connectionId: string): Promise<ConnectionRow | undefined> {
  const { partnerId } = ctx.principal;
  const found = await readFromShards(ctx, (db) => [selectConnection(db, partnerId, connectionId)] as const);
  return found.flatMap(([rows]) => rows)[0];
}

/** Batches of four statements per call, so that a request can make two calls. */
const REQUEST_BATCHES = 105;

/**
 * Ends these active connections and deletes their grants and tokens, in steps of 1,000. A token is valid only
 * while its connection's row is active, so it fails as soon as its step is written. The consents in the
 * registry are deleted afterwards; if there are very many, a cron deletes the rest. Idempotent. Throws
 * StorageUnavailable if there are more than one request can end. A retry then continues.
 */
export async function endConnections(
  ctx: RequestContext,
  db: Database,
  which: SQL,
  environment: Environment,
): Promise<void> {
  const { nowMs, recorded } = ctx;
  const { isDone } = await endSomeConnections(db, which, nowMs, REQUEST_BATCHES, { environment, recorded });
  await reconcileIfPossible(registryOf(ctx), db, which);
  if (!isDone) throw new StorageUnavailable('there are more connections than one request ends');
}

/**
 * Records the end of these connections before it happens, except for athletes who are being erased. Returns
 * the athletes concerned.
 */
function reportEnds(db: Database, step: SQL, environment: Environment, nowMs: number) {
  const columns = {
    partnerId: sql`athletes.partner_id`,
    environment: sql`${environment}`,
    athleteId: sql`athletes.id`,
    data: sql`json_object('e', athletes.external_id)`,
  };
  const from = sql`FROM connections JOIN athletes ON athletes.id = connections.athlete_id
    WHERE connections.id IN (${step}) AND ${IS_LIVE}`;
  return recordEventsOfRows(db, 'athlete.disconnected', columns, from, nowMs).returning({
    partnerId: events.partnerId,
    athleteId: events.athleteId,
  });
}

/**
 * Ends the connections of a terminated partner, one athlete database after another, in at most `batchesMax`
 * batches of two statements. Idempotent. `isDone` is false while more may remain.
 */
export async function endConnectionsOfPartner(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  partner: PartnerRow,
  nowMs: number,
  batchesMax: number,
): Promise<{ readonly isDone: boolean }> {
  let batchesLeft = batchesMax;
  for (const environment of ENVIRONMENTS) {
    for (const shard of shardsIn(partner, environment)) {
      const db = openEvenBehind(env, meter, { environment, shard });
      const ended = await endConnectionsIn(db, partner.id, nowMs, batchesLeft);
      if (!ended.isDone) return ended;
      batchesLeft -= ended.batches;
    }
  }
  return { isDone: true };
}

/**
 * Ends the connections of a terminated partner in one athlete database, in at most `batchesMax` batches of
 * two statements.
 */
export function endConnectionsIn(
  db: Database,
  partnerId: string,
  nowMs: number,
  batchesMax: number,
): Promise<{ readonly batches: number; readonly isDone: boolean }> {
  return endSomeConnections(db, eq(connections.partnerId, partnerId), nowMs, batchesMax);
}

/** Ends connections that a restore of their database has made active again, at most 1,000, and reports it. */
export async function endRestoredConnections(
  db: Database,
  environment: Environment,
  connectionIds: readonly string[],
  nowMs: number,
): Promise<void> {
  const which = isOneOf(connections.id, connectionIds);
  await endSomeConnections(db, which, nowMs, 1, { environment, recorded: [] });
}

async function endSomeConnections(
  db: Database,
  which: SQL,
  nowMs: number,
  batchesMax: number,
  report: { readonly environment: Environment; readonly recorded: RecordedEvent[] } | null = null,
): Promise<{ readonly batches: number; readonly isDone: boolean }> {
  const step = db
    .select({ id: connections.id })
    .from(connections)
    .where(and(which, eq(connections.status, 'active')))
    .orderBy(connections.id)
    .limit(STEP_ROWS);
  for (let batches = 1; batches <= batchesMax; batches++) {
    const end = [
      deleteGrantRecords(db, step.getSQL()),
      revokeConnections(db, inArray(connections.id, step), nowMs),
    ] as const;
    let revoked: readonly unknown[];
    if (report === null) {
      [, revoked] = await db.batch(end);
    } else {
      const { environment, recorded } = report;
      const [reported, , rows] = await db.batch([reportEnds(db, step.getSQL(), environment, nowMs), ...end]);
      for (const { partnerId, athleteId } of reported)
        noteEvent(
          { principal: { partnerId, environment }, nowMs, recorded },
          'athlete.disconnected',
          athleteId,
        );
      revoked = rows;
    }
    if (revoked.length < STEP_ROWS) return { batches, isDone: true };
  }
  return { batches: batchesMax, isDone: false };
}

/** Connections or consents that one step reconciles. */
const CONSENTS_PER_STEP = 200;
/** Longer than any request lives. A connection or consent whose other half is missing by then will not get it. */
export const CONFIRMED_AFTER_MS = 10 * MINUTE_MS;

/**
 * Deletes the consents of revoked connections, at most 200 per call, and records in their database that it is
 * done. Idempotent. If interrupted, a later call finds the same connections. `isDone` is false while more may
 * remain.
 */
export async function reconcileRevoked(registry: Database, db: Database, which?: SQL): Promise<JobStep> {
  const [revoked] = await db.batch([selectUnreconciled(db, CONSENTS_PER_STEP, which)]);
  if (revoked.length > 0) {
    await registry.batch([deleteConsents(registry, revoked)]);
    await db.batch([noteReconciled(db, revoked)]);
  }
  return { counts: { connections: revoked.length }, isDone: revoked.length < CONSENTS_PER_STEP };
}

/** Runs `reconcileRevoked` as far as the stores are available. A cron does the rest. */
export async function reconcileIfPossible(registry: Database, db: Database, which?: SQL): Promise<void> {
  await reconcileRevoked(registry, db, which).catch(ignoreUnavailable);
}

/**
 * Compares consents with their connections in one athlete database, once, at least ten minutes after they
 * were written, and deletes those without an active connection: the athlete was erased, or the connection
 * ended, just before the consent was written. At most 200 per call.
 */
export async function confirmConsents(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): Promise<JobStep> {
  const [due] = await registry.batch([
    selectUnconfirmed(registry, home, nowMs - CONFIRMED_AFTER_MS, CONSENTS_PER_STEP),
  ]);
  if (due.length === 0) return { counts: {}, isDone: true };
  const ids = due.map(({ connectionId }) => connectionId);
  const [found] = await home.db.batch([selectActiveOf(home.db, ids)]);
  const active = new Set(found.map(({ id }) => id));
  const gone = due.filter(({ connectionId }) => !active.has(connectionId));
  const confirmed = due.filter(({ connectionId }) => active.has(connectionId));
  await registry.batch([deleteAsRead(registry, gone), confirmAsRead(registry, confirmed)]);
  return {
    counts: { confirmed: confirmed.length, removed: gone.length },
    isDone: due.length < CONSENTS_PER_STEP,
  };
}
