import type { Env } from '#platform/env.ts';
import { forgetDirectory, forgetKeyGuard } from '#platform/guards/call-guard.ts';
import { athleteDatabaseNames } from '#platform/storage/athlete-databases.ts';
import type { Database } from '#platform/storage/database.ts';
import { inTurn, type Job, type JobStep, type Place } from '#platform/storage/job.ts';
import { selectHomeRegions } from '#platform/storage/partner.ts';
import { deleteConsoleOf } from '../console/shared-repository.ts';
import { deleteKeys } from '../keys/keys-of-partner.ts';
import { guardOfKey } from '../keys/mint-key.ts';
import { deleteEnds, reduceToRecord } from '../partners/shared-repository.ts';
import { deleteRowsOfPartner, selectDueEverywhere, selectSomeKeys } from './partner-rows-repository.ts';

/** Partners that a run reads at a time, then purges one by one. */
const PAGE_PARTNERS = 20;
/** Keys that one step removes. Each costs two messages to its guard. */
const STEP_KEYS = 25;

/**
 * Begins to purge partners whose athletes every database has erased (`purge-athletes-of-partners`), and
 * returns a function that takes the next bounded step. Removes keys with their KV records and guards,
 * directories, clients, webhooks, kept answers and usage, and finally reduces the partner's row to the
 * operator's record. After an interruption the next run continues. A partner that fails waits for the next
 * run while the others continue; the last step then throws.
 */
export const beginPurgingPartners: Job<Place>['begin'] = ({ env, registry, nowMs }) => {
  let takeStep: (() => Promise<JobStep>) | null = null;
  let isLastPage = false;
  return async () => {
    if (takeStep === null) {
      const names = athleteDatabaseNames(env);
      const [due] = await registry.batch([selectDueEverywhere(registry, names, nowMs, PAGE_PARTNERS)]);
      if (due.length === 0) return { counts: {}, isDone: true };
      isLastPage = due.length < PAGE_PARTNERS;
      takeStep = inTurn(due, nowMs, ({ id }) => purgePartner(env, registry, id, nowMs));
    }
    const step = await takeStep();
    if (!step.isDone) return step;
    takeStep = null;
    return { ...step, isDone: isLastPage };
  };
};

/** Takes one step of purging a partner, whose athletes are erased, from the registry, KV and the guards. */
async function purgePartner(
  env: Env,
  registry: Database,
  partnerId: string,
  nowMs: number,
): Promise<JobStep> {
  const keys = await purgeKeys(env, registry, partnerId);
  if (keys === STEP_KEYS) return { counts: { keys }, isDone: false };
  // Comes before reducing the partner's row, by which the next run finds it.
  const [[home]] = await registry.batch([selectHomeRegions(registry, [partnerId])]);
  for (const environment of ['test', 'live'] as const) {
    if (!home) break;
    await forgetDirectory(env, { partnerId, environment, homeRegion: home.homeRegion });
  }
  const [answers, clients, reported, counts, recalculated, , , , , , , , audited, reduced] =
    await registry.batch([
      ...deleteRowsOfPartner(registry, partnerId),
      ...deleteConsoleOf(registry, partnerId),
      reduceToRecord(registry, partnerId, nowMs),
      deleteEnds(registry, partnerId),
    ]);
  const removed = [answers, clients, reported, counts, recalculated, audited];
  const rows = removed.reduce((sum, { meta }) => sum + meta.changes, 0);
  // If nothing was removed and the row was not reduced, another run did it or the next one must check.
  const isDone = reduced.meta.changes > 0 || rows === 0;
  return { counts: { rows, keys, partners: reduced.meta.changes }, isDone };
}

/**
 * Purges some keys of the partner, including ended ones. The registry deletes them last, so until then the
 * next step finds them.
 */
async function purgeKeys(env: Env, registry: Database, partnerId: string): Promise<number> {
  const [keys] = await registry.batch([selectSomeKeys(registry, partnerId, STEP_KEYS)]);
  // The guard is emptied first, because its alarm would restore the key's KV record.
  await Promise.all(keys.map((key) => forgetKeyGuard(env, guardOfKey(key))));
  await deleteKeys(env, registry, keys);
  return keys.length;
}
