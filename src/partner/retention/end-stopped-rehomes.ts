import { endStoppedRehome, findStoppedRehomes } from '../privacy/end-stopped-rehomes.ts';
import { type HomePlace, inTurn, type Job, type JobStep } from './job.ts';

/**
 * Begins to end the moves to another region that have stopped, and blanks the copies that no move uses any
 * more. Returns the function that takes the next step, one move each.
 */
export const beginEndingRehomes: Job<HomePlace>['begin'] = (place) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const { copies, athleteIds } = await findStoppedRehomes(place);
    takeStep = inTurn(athleteIds, place.nowMs, async (athleteId) => {
      const end = await endStoppedRehome(place, athleteId);
      return { counts: end === null ? {} : { [end]: 1 }, isDone: true };
    });
    return { counts: { copies }, isDone: athleteIds.length === 0 };
  };
};
