import { MINUTE_MS } from '#platform/clock.ts';
import type { Env } from '#platform/env.ts';
import { type Calls, calls } from '#platform/storage/call-budget.ts';
import { type Database, openDatabase, type StorageMeter } from '#platform/storage/database.ts';
import { beginInstance, type InstanceTask } from './recalculations.ts';
import { giveToNext, selectAbandoned } from './repository.ts';
import { endRecalculation } from './shared-repository.ts';

/** Longer than a step with all its retries. An instance without progress for this long is lost. */
const SILENT_MS = 10 * MINUTE_MS;
/** Instances that may be lost at one place before the recalculation fails: an hour of attempts. */
const LOST_MAX = 5;
/** Abandoned recalculations that one step restarts. */
const STEP_RECALCULATIONS = 20;

/**
 * The most calls per step. Each recalculation is updated, or ended with its event, and its workflow started.
 */
export const CALLS_OF_RESTARTING: Calls = calls({
  d1Queries: 1 + 3 * STEP_RECALCULATIONS,
  subrequests: 1 + 3 * STEP_RECALCULATIONS,
});

/** Hands a recalculation that needs more steps than one instance takes to the next instance. Idempotent. */
export async function continueRecalculation(
  { env, meter, nowMs }: { readonly env: Env; readonly meter: StorageMeter; readonly nowMs: number },
  { recalculationId, instance }: InstanceTask,
): Promise<void> {
  const registry = openDatabase(env.registry, meter);
  await registry.batch([giveToNext(registry, { id: recalculationId, instance }, 0, nowMs)]);
  await beginInstance(env, { recalculationId, instance: instance + 1 });
}

/**
 * Finds recalculations whose workflow could not start or was lost, and starts another instance from the
 * same position. A recalculation fails if too many instances are lost at one position. `isDone` is true once
 * no more are abandoned.
 */
export async function restartRecalculations(
  env: Env,
  registry: Database,
  nowMs: number,
): Promise<{ readonly restarted: number; readonly failed: number; readonly isDone: boolean }> {
  const [abandoned] = await registry.batch([
    selectAbandoned(registry, nowMs - SILENT_MS, STEP_RECALCULATIONS),
  ]);
  let failed = 0;
  for (const { id, instance, lostInstances } of abandoned) {
    if (lostInstances >= LOST_MAX) {
      await registry.batch(endRecalculation(registry, id, 'failed', nowMs));
      failed += 1;
      continue;
    }
    const [given] = await registry.batch([giveToNext(registry, { id, instance }, 1, nowMs)]);
    if (given.meta.changes > 0) await beginInstance(env, { recalculationId: id, instance: instance + 1 });
  }
  return { restarted: abandoned.length - failed, failed, isDone: abandoned.length < STEP_RECALCULATIONS };
}
