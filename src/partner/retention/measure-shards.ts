import { logError, logLine } from '#platform/log-line.ts';
import type { AthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import type { JobStep } from '#platform/storage/job.ts';
import {
  CLOSES_AT_BYTES,
  countAthletes,
  MEASURED_ATHLETES,
  writeMeasured,
} from '#platform/storage/shard-states.ts';

/** Size from which the operator must act, because the athletes already in the shard may fill it. */
const ERROR_AT_BYTES = 8e9;

/**
 * Begins to measure a shard, and returns a function that takes the next bounded step. The last step stores
 * bytes and athletes, closes a large shard to new athletes, and reopens it once it is no longer large.
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
    if (page.athletes === MEASURED_ATHLETES) return { counts: {}, isDone: false };
    const { environment, shard } = home;
    const state = {
      environment,
      shard,
      sizeBytes: page.sizeBytes,
      athletes: counted,
      isOpen: page.sizeBytes < CLOSES_AT_BYTES,
      measuredAt: nowMs,
    };
    await registry.batch([writeMeasured(registry, state)]);
    if (!state.isOpen) reportLarge(state);
    return { counts: { shards: 1, closed: state.isOpen ? 0 : 1 }, isDone: true };
  };
}

function reportLarge({
  environment,
  shard,
  sizeBytes,
}: AthleteAddress & { readonly sizeBytes: number }): void {
  const isError = sizeBytes >= ERROR_AT_BYTES;
  const line = {
    level: isError ? 'error' : 'warning',
    environment,
    shard,
    size_bytes: sizeBytes,
    open: false,
  };
  if (isError) logError('shard', line);
  else logLine('shard', line);
}
