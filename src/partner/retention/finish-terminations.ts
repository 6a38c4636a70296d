import { inTurn, type Job, type JobStep, type Place } from '#platform/storage/job.ts';
import { finishTermination, readPartnersToNotify } from '../partners/end-access.ts';

/**
 * Begins to finish terminations that were interrupted before every key had been notified, and returns a
 * function that takes the next bounded step: one partner. Tries every partner of a page. If one fails, the
 * last step throws and the next run retries. Tokens are ended by each athlete database's own job.
 */
export const beginFinishingTerminations: Job<Place>['begin'] = (place) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const page = await readPartnersToNotify(place);
    takeStep = inTurn(page, place.nowMs, async (partner) => {
      await finishTermination(place, partner);
      return { counts: { partners: 1 }, isDone: true };
    });
    return { counts: {}, isDone: page.length === 0 };
  };
};
