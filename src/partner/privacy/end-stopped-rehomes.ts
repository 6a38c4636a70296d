import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { type Calls, calls } from '#platform/storage/call-budget.ts';
import { type HomePlace, inTurn, type Job, type JobStep } from '../retention/job.ts';
import { endRehome } from './end-rehome.ts';
import { selectRehome, selectStalled, selectWhoever } from './rehome-repository.ts';
import { blankAbandonedCopies } from './repository.ts';

/** Longer than a request works. Nobody can read a hidden athlete, so it waits no longer than that. */
const HIDDEN_MS = 5 * MINUTE_MS;
/** A live athlete can wait for the operator to repeat the request. */
const COPIED_MS = HOUR_MS;
/** Moves that a run ends. */
const MOVES_MAX = 50;

/** Upper bound of the calls per step. */
export const CALLS_OF_ENDING_REHOMES: Calls = calls({ d1Queries: 12, subrequests: 9 });

/**
 * Begins to end the moves to another region that have stopped, and blanks the copies that no move uses any
 * more. Returns the function that takes the next step, one move each.
 */
export const beginEndingRehomes: Job<HomePlace>['begin'] = (place) => {
  const { home, nowMs } = place;
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const [abandoned, stalled] = await home.db.batch([
      blankAbandonedCopies(home.db, nowMs - COPIED_MS),
      selectStalled(home.db, nowMs - HIDDEN_MS, nowMs - COPIED_MS, MOVES_MAX),
    ]);
    takeStep = inTurn(stalled, nowMs, ({ athleteId }) => endStopped(place, athleteId));
    return { counts: { copies: abandoned.meta.changes }, isDone: stalled.length === 0 };
  };
};

async function endStopped(
  { env, meter, registry, home, nowMs }: HomePlace,
  athleteId: string,
): Promise<JobStep> {
  const from = home.db;
  const [[old], [rehome]] = await from.batch([selectWhoever(from, athleteId), selectRehome(from, athleteId)]);
  if (!old || !rehome || old.status === 'erasing') return { counts: {}, isDone: true };
  const end = await endRehome({ env, meter, registry, from, nowMs }, old, rehome);
  return { counts: { [end]: 1 }, isDone: true };
}
