import { and, gt, ne, sql } from 'drizzle-orm';
import { compareNextPart, directoriesOf } from '#nutrition/athletes/compare-directory.ts';
import { type HomePlace, inTurn, type Job, type JobStep } from '#platform/storage/job.ts';
import { partners } from '#platform/storage/registry-schema.ts';

/**
 * Begins to compare the directories of the partners with this home shard against their shards, and returns
 * the function that takes the next bounded step. Each directory stores its own place, so the next run
 * continues where one stops.
 */
export const beginComparingDirectories: Job<HomePlace>['begin'] = ({ env, meter, registry, home, nowMs }) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const { environment, shard } = home;
    const column = environment === 'test' ? partners.testShards : partners.liveShards;
    const [rows] = await registry.batch([
      // The lower bound makes SQLite search the index instead of scanning the table.
      registry
        .select()
        .from(partners)
        .where(and(gt(partners.id, ''), ne(partners.status, 'purged'), sql`${column} ->> 0 = ${shard}`)),
    ]);
    const compared = rows.flatMap(directoriesOf).filter((directory) => directory.environment === environment);
    takeStep = inTurn(compared, nowMs, async (directory) => {
      const {
        isDone,
        isOvertaken: _isOvertaken,
        ...counts
      } = await compareNextPart(env, meter, directory, 'job');
      return { counts, isDone };
    });
    return { counts: {}, isDone: compared.length === 0 };
  };
};
