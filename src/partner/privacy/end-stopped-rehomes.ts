import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import type { AthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { type Calls, calls } from '#platform/storage/call-budget.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';
import { endRehome } from './end-rehome.ts';
import { selectRehome, selectStalled, selectWhoever } from './rehome-repository.ts';
import { blankAbandonedCopies } from './repository.ts';

/** Longer than a request works. Nobody can read a hidden athlete, so it waits no longer than that. */
const HIDDEN_MS = 5 * MINUTE_MS;
/** A live athlete can wait for the operator to repeat the request. */
const COPIED_MS = HOUR_MS;
/** Moves that a run ends. */
const MOVES_MAX = 50;

/** Upper bound of the calls of `findStoppedRehomes`, and of those of `endStoppedRehome`. */
export const CALLS_OF_ENDING_REHOMES: Calls = calls({ d1Queries: 12, subrequests: 9 });

interface Place {
  readonly env: Env;
  readonly registry: Database;
  readonly meter: StorageMeter;
  readonly home: AthleteDatabase;
  readonly nowMs: number;
}

/**
 * Blanks the copies that no move uses any more. Returns their number and the athletes whose move to another region
 * has stopped.
 */
export async function findStoppedRehomes({ home, nowMs }: Pick<Place, 'home' | 'nowMs'>) {
  const [abandoned, stalled] = await home.db.batch([
    blankAbandonedCopies(home.db, nowMs - COPIED_MS),
    selectStalled(home.db, nowMs - HIDDEN_MS, nowMs - COPIED_MS, MOVES_MAX),
  ]);
  return { copies: abandoned.meta.changes, athleteIds: stalled.map(({ athleteId }) => athleteId) };
}

/** Ends an athlete's stopped move. Returns how it ended, or null if there is nothing to end. */
export async function endStoppedRehome({ env, meter, registry, home, nowMs }: Place, athleteId: string) {
  const from = home.db;
  const [[old], [rehome]] = await from.batch([selectWhoever(from, athleteId), selectRehome(from, athleteId)]);
  if (!old || !rehome || old.status === 'erasing') return null;
  return await endRehome({ env, meter, registry, from, nowMs }, old, rehome);
}
