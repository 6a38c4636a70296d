import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import type { JobStep } from './job.ts';
import { type MeasuredShard, writeShard } from './repository.ts';

const GB = 1e9;
/** D1 is limited to 10 GB, and the data of a shard's athletes keeps growing: from this size on it takes no new ones. */
const CLOSES_AT_BYTES = 6 * GB;
/** Size from which the operator must act: the athletes already in the shard may fill it. */
const ERROR_AT_BYTES = 8 * GB;
/** Athletes that one step counts. */
const STEP_ATHLETES = 20_000;

export const CALLS_OF_MEASURING: Calls = calls({ d1Queries: 2, subrequests: 2 });

/**
 * Begins to measure a shard, and returns a function that takes the next bounded step. The last one stores bytes and
 * athletes, closes the shard to new athletes if it is large, and opens it again once it is not.
 */
export function beginMeasuring(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): () => Promise<JobStep> {
  let counted = 0;
  let after = '';
  return async () => {
    const page = await countAthletes(home.db, after);
    counted += page.athletes;
    after = page.last ?? after;
    if (page.athletes === STEP_ATHLETES) return { counts: {}, isDone: false };
    const { environment, shard } = home;
    const state: MeasuredShard = {
      environment,
      shard,
      sizeBytes: page.sizeBytes,
      athletes: counted,
      isOpen: page.sizeBytes < CLOSES_AT_BYTES,
      measuredAt: nowMs,
    };
    await registry.batch([writeShard(registry, state)]);
    if (!state.isOpen) reportLarge(state);
    return { counts: { shards: 1, closed: state.isOpen ? 0 : 1 }, isDone: true };
  };
}

/** Counts the next athletes after an identifier, with the size that the database reports. */
async function countAthletes(
  db: Database,
  after: string,
): Promise<{ readonly athletes: number; readonly last: string | null; readonly sizeBytes: number }> {
  const [page] = await db.$client.batch<{ athletes: number; last: string | null }>([
    db.$client.prepare(COUNT).bind(after, STEP_ATHLETES),
  ]);
  const [row] = page?.results ?? [];
  if (!page || !row) throw new Error('a count must return one row');
  return { ...row, sizeBytes: page.meta.size_after };
}

/** Drizzle's results lack the size of the database. */
const COUNT = `SELECT count(*) AS athletes, max(id) AS last
  FROM (SELECT id FROM athletes WHERE id > ?1 ORDER BY id LIMIT ?2)`;

function reportLarge({ environment, shard, sizeBytes }: MeasuredShard): void {
  const isError = sizeBytes >= ERROR_AT_BYTES;
  const line = JSON.stringify({
    event: 'shard',
    level: isError ? 'error' : 'warning',
    environment,
    shard,
    size_bytes: sizeBytes,
    open: false,
  });
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  if (isError) console.error(line);
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  else console.log(line);
}
