import { HOUR_MS } from '#platform/clock.ts';
import { ENVIRONMENTS, type Env } from '#platform/env.ts';
import {
  type AthleteDatabase,
  askInGroups,
  athleteDatabaseNames,
  openEvenBehind,
} from '#platform/storage/athlete-databases.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { shardsIn } from '#platform/storage/placement.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { endSubscribersOf } from '#platform/storage/subscribers.ts';
import { notifyKeysOfTermination } from '../keys/keys-of-partner.ts';
import { endConnectionsIn, endConnectionsOfPartner } from '../oauth/connections.ts';
import {
  recordAccessEnded,
  recordAccessEndedIn,
  recordKeysEnded,
  selectPartnersToEndIn,
  selectPartnersToNotify,
} from './repository.ts';
import { recordEnds } from './shared-repository.ts';

interface EndAccessContext {
  readonly env: Env;
  readonly registry: Database;
  readonly nowMs: number;
}

/** Partners that a run reads at a time, then handles one by one. */
const PAGE_PARTNERS = 100;
/** Keys are not notified in the last hour before a purge, so that no record is written to KV after it. */
const BEFORE_PURGE_MS = HOUR_MS;
/** Batches of 1,000 connections that one step ends, not counting the last batch, which finds none. */
const STEP_BATCHES = 20;

/**
 * Notifies every key's guard and KV record of a terminated partner, then ends its athletes' tokens in at most
 * `batchesMax` batches. Idempotent. `isDone` is true once all have ended. Throws StorageUnavailable if a key
 * could not be notified; crons then continue.
 */
export async function endAccess(
  { env, meter, registry, nowMs }: EndAccessContext & { readonly meter: StorageMeter },
  partner: PartnerRow,
  batchesMax: number,
): Promise<{ readonly isDone: boolean }> {
  await notifyKeysOfTermination(env, registry, partner, terminationOf(partner));
  await endWebhooks({ env, meter, registry }, partner);
  const ended = await endConnectionsOfPartner(env, meter, partner, terminationOf(partner), batchesMax);
  if (ended.isDone) await registry.batch([recordAccessEnded(registry, partner.id, nowMs)]);
  return ended;
}

/** Ends the partner's webhooks in each store of its events. */
async function endWebhooks(
  { env, meter, registry }: Pick<EndAccessContext, 'env' | 'registry'> & { readonly meter: StorageMeter },
  partner: PartnerRow,
): Promise<void> {
  await registry.batch([endSubscribersOf(registry, [partner.id])]);
  for (const environment of ENVIRONMENTS) {
    await askInGroups(shardsIn(partner, environment), (shard) => {
      const db = openEvenBehind(env, meter, { environment, shard });
      return db.batch([endSubscribersOf(db, [partner.id])]);
    });
  }
}

function terminationOf({ terminatedAt }: PartnerRow): number {
  if (terminatedAt === null) throw new Error('a terminated partner must have a date');
  return terminatedAt;
}

/**
 * Reads a few terminated partners with keys that may not have been notified, earliest purge date first. Also
 * records that access has ended for those whose keys and tokens have ended everywhere.
 */
export async function readPartnersToNotify({
  env,
  registry,
  nowMs,
}: EndAccessContext): Promise<readonly PartnerRow[]> {
  const [, page] = await registry.batch([
    recordAccessEndedIn(registry, athleteDatabaseNames(env), nowMs),
    selectPartnersToNotify(registry, nowMs + BEFORE_PURGE_MS, PAGE_PARTNERS),
  ]);
  return page;
}

/**
 * Notifies every key of a terminated partner and records that it did. Throws StorageUnavailable on failure.
 */
export async function finishTermination(
  { env, registry, nowMs }: EndAccessContext,
  partner: PartnerRow,
): Promise<void> {
  await notifyKeysOfTermination(env, registry, partner, terminationOf(partner));
  await registry.batch([
    endSubscribersOf(registry, [partner.id]),
    recordKeysEnded(registry, partner.id, nowMs),
    recordAccessEndedIn(registry, athleteDatabaseNames(env), nowMs),
  ]);
}

/**
 * Ends tokens of terminated partners in one athlete database, in one bounded step, one partner after another.
 * Records which partners are done. Idempotent. `isDone` is true once none is left in that database.
 */
export async function endTokensIn(
  registry: Database,
  home: AthleteDatabase,
  nowMs: number,
): Promise<JobStep> {
  const [[partner]] = await registry.batch([selectPartnersToEndIn(registry, home, nowMs, 1)]);
  if (!partner) return { counts: {}, isDone: true };
  await home.db.batch([endSubscribersOf(home.db, [partner.id])]);
  const { isDone } = await endConnectionsIn(home.db, partner.id, terminationOf(partner), STEP_BATCHES + 1);
  if (isDone) await registry.batch([recordEnds(registry, 'connections', home, [partner.id])]);
  return { counts: { partners: isDone ? 1 : 0 }, isDone: false };
}
