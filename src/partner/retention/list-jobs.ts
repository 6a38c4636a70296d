import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Job, jobToWire } from './job-shape.ts';
import { selectStates } from './repository.ts';
import { scheduledJobs } from './scheduled-jobs.ts';

/** Lists every scheduled job with the last runs of its databases. */
export async function listJobs(ctx: RequestContext): Promise<Job[]> {
  const registry = registryOf(ctx);
  const [states] = await registry.batch([selectStates(registry)]);
  const byJob = Map.groupBy(states, ({ job }) => job);
  return scheduledJobs(ctx.env).map((job) => jobToWire(job, byJob.get(job.name) ?? []));
}
