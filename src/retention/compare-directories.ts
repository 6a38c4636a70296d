import { and, gt, ne } from 'drizzle-orm';
import { callsOfComparing, compareNextPart, directoriesOf } from '../athletes/compare-directory.ts';
import type { Env } from '../env.ts';
import { type Calls, calls, mapCalls } from '../storage/call-budget.ts';
import { partners } from '../storage/registry-schema.ts';
import { inTurn, type Job, type JobStep } from './job.ts';

/** Returns the most calls of one step: the partners are read once, then each step compares a part of one directory. */
export function callsOfComparingDirectories(env: Pick<Env, 'athleteDatabases'>): Calls {
  const one = calls({ d1Queries: 1, subrequests: 1 });
  return mapCalls((name) => Math.max(one[name], callsOfComparing(env)[name]));
}

/**
 * Begins to compare every partner's directories with the shards, and returns the function that takes the next bounded
 * step. Each directory keeps its own place, so the next run continues where one stops.
 */
export const beginComparingDirectories: Job['begin'] = (place) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  return async () => {
    if (takeStep) return takeStep();
    const [rows] = await place.registry.batch([
      // The lower bound makes SQLite search the index instead of scanning the table.
      place.registry
        .select()
        .from(partners)
        .where(and(gt(partners.id, ''), ne(partners.status, 'purged'))),
    ]);
    const compared = rows.flatMap(directoriesOf);
    takeStep = inTurn(
      () => compared,
      async (directory, { env, meter }) => {
        const {
          isDone,
          isOvertaken: _isOvertaken,
          ...counts
        } = await compareNextPart(env, meter, directory, 'job');
        return { counts, isDone };
      },
    )(place);
    return { counts: {}, isDone: compared.length === 0 };
  };
};
