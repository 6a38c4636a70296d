import type { Job, JobStep } from './job.ts';
import { selectLastOutcome } from './repository.ts';

/**
 * Makes a job that does the same work, but only if the last run of the job left some or failed. For another cron: one
 * run a night may remove less than a day adds. Asking costs no more than a step.
 */
export function continueJob({ name, stepCalls, begin }: Job): Job {
  return {
    name,
    stepCalls,
    begin: (place) => {
      let takeStep: (() => Promise<JobStep>) | null = null;
      return async () => {
        if (takeStep) return takeStep();
        const [[last]] = await place.registry.batch([selectLastOutcome(place.registry, name)]);
        const isOpen = last !== undefined && last.outcome !== 'done';
        if (isOpen) takeStep = begin(place);
        return { counts: {}, isDone: !isOpen };
      };
    },
  };
}
