import { type RequestContext, registryOf } from '../http/context.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import { selectLastRuns } from './repository.ts';
import { SCHEDULE } from './schedule.ts';

/** The jobs that every run of a cron begins, with that cron. */
const JOBS = Object.entries(SCHEDULE).flatMap(([cron, jobs]) =>
  jobs.filter(({ isWanted }) => isWanted === undefined).map(({ name }) => ({ cron, name })),
);

type Run = Awaited<ReturnType<typeof selectLastRuns>>[number];

/**
 * Lists every scheduled job with its last run, and the number of runs that left work undone since the last
 * complete one.
 */
export async function listJobs(ctx: RequestContext) {
  const registry = registryOf(ctx);
  const names = JOBS.map(({ name }) => name);
  const [runs] = await registry.batch([selectLastRuns(registry, names)]);
  return JOBS.map(({ cron, name }) => {
    const run = runs.find(({ job }) => job === name);
    return {
      name,
      cron,
      last_run: run ? runToWire(run) : null,
      last_done_at: isoInstantOrNull(run?.lastDoneAt ?? null),
      unfinished_runs: run?.unfinishedRuns ?? 0,
    };
  });
}

function runToWire({ startedAt, finishedAt, outcome, counts }: Run) {
  return {
    started_at: isoInstant(startedAt),
    finished_at: isoInstantOrNull(finishedAt),
    outcome,
    counts: JSON.parse(counts),
  };
}
