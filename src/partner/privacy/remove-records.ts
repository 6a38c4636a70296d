import { releaseAthletes } from '#nutrition/athletes/release-athletes.ts';
import type { Env } from '#platform/env.ts';
import { forgetKeyGuard, forgetProductLimiter } from '#platform/guards/call-guard.ts';
import { regionOfAthlete } from '#platform/guards/call-object.ts';
import { type AthleteRow, connections } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { deleteConsentsOf } from '../oauth/shared-repository.ts';
import { deleteDeliveriesOf } from '../webhooks/deliveries.ts';
import { ATHLETE_TABLES, type AthleteTable } from './athlete-tables.ts';
import {
  deleteConnections,
  deleteErased,
  deleteRecords,
  markReleased,
  selectConnectionIds,
  selectUnreleased,
} from './repository.ts';

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
export async function removeRecords(
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
