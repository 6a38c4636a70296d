import { type RequestContext, registryOf } from '../http/context.ts';
import { athleteDatabaseNames } from '../storage/athlete-databases.ts';
import { type Job, jobToWire } from './job-shape.ts';
import { selectStates } from './repository.ts';
import { type Jobs, REGISTRY, SCHEDULE } from './schedule.ts';

/** Lists every scheduled job with the last runs of its databases. */
export async function listJobs(ctx: RequestContext): Promise<Job[]> {
  const registry = registryOf(ctx);
  const [states] = await registry.batch([selectStates(registry)]);
  const byJob = Map.groupBy(states, ({ job }) => job);
  const homes = athleteDatabaseNames(ctx.env);
  return Object.entries(SCHEDULE).flatMap(([cron, jobs]) =>
    namesOf(jobs).map((name) => {
      const isNamed = (job: { readonly name: string }) => job.name === name;
      const databases = [
        ...(jobs.ofRegistry.some(isNamed) ? [REGISTRY] : []),
        ...(jobs.ofHomes.some(isNamed) ? homes : []),
      ];
      return jobToWire({ name, cron, databases }, byJob.get(name) ?? []);
    }),
  );
}

/** Returns the names of jobs; one that both the registry and athlete databases have is one job. */
function namesOf({ ofRegistry, ofHomes }: Jobs): readonly string[] {
  return [...new Set([...ofRegistry, ...ofHomes].map(({ name }) => name))];
}
