import type { Env } from '../env.ts';
import { logError } from '../log-line.ts';
import { openDatabase, type StorageFull, type StorageMeter } from './database.ts';
import { shards } from './registry-schema.ts';
import { FULL_AT_BYTES } from './shard-states.ts';

/**
 * Closes a full athlete database to new athletes immediately, until the nightly measurement finds space again. A cron then
 * moves partners on to another. Does nothing for the registry. If the registry does not respond, the nightly measurement
 * does the rest.
 */
export async function closeFullShard(
  env: Pick<Env, 'athleteDatabases' | 'registry'>,
  meter: StorageMeter,
  { binding }: StorageFull,
  nowMs: number,
): Promise<void> {
  for (const environment of ['test', 'live'] as const) {
    for (const [shard, database] of env.athleteDatabases[environment]) {
      if (database !== binding) continue;
      report(environment, shard);
      const registry = openDatabase(env.registry, meter);
      const closed = { isOpen: false, measuredAt: nowMs, fullAt: nowMs };
      const state = { environment, shard, sizeBytes: FULL_AT_BYTES, athletes: 0, ...closed };
      await registry
        .batch([
          registry
            .insert(shards)
            .values(state)
            .onConflictDoUpdate({ target: [shards.environment, shards.shard], set: closed }),
        ])
        .catch(() => undefined);
    }
  }
}

function report(environment: string, shard: string): void {
  logError('shard', { level: 'error', environment, shard, full: true, open: false });
}
