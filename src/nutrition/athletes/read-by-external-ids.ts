import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import { callDirectory } from '#platform/guards/call-guard.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import {
  ASKED_TOGETHER_MAX,
  openShard,
  readFromShards,
  shardsOfPartner,
} from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import { type Database, StorageUnavailable } from '#platform/storage/database.ts';
import { type AthleteAddress, parseAthleteId } from '#platform/storage/ids.ts';
import { directoryOwnerOf } from './directory.ts';
import { hashExternalId } from './external-hash.ts';

type Items = readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]];

/**
 * Reads one batch from each shard that may have athletes with these `external_id`s. For more than five
 * shards, reads only those named by the directory. Reads all if the directory does not answer or is not
 * built, or if fewer athletes are found than it names: an entry counts only if the athlete's shard confirms
 * it.
 *
 * @param countOf counts the athletes with one of these `external_id`s in an answer
 * @param alsoOf identifiers of athletes whose shards are read, too
 */
export async function readByExternalIds<Queries extends Items>(
  ctx: PartnerContext,
  externalIds: readonly string[],
  queriesFor: (db: Database, address: AthleteAddress) => Queries,
  countOf: (answer: BatchResponse<Queries>) => number,
  alsoOf: readonly string[] = [],
): Promise<readonly BatchResponse<Queries>[]> {
  const named = await athletesNamed(ctx, externalIds);
  if (named !== null) {
    const { environment } = ctx.principal;
    const own = alsoOf.filter((id) => databaseOfAthlete(ctx, id) !== null);
    const shards = new Set([...named, ...own].flatMap((id) => parseAthleteId(id)?.shard ?? []));
    const answers = await askInGroups([...shards], (shard) =>
      openShard(ctx, shard).batch(queriesFor(openShard(ctx, shard), { environment, shard })),
    );
    const found = answers.reduce((sum, answer) => sum + countOf(answer), 0);
    if (found >= named.length) return answers;
  }
  return readFromShards(ctx, queriesFor);
}

/** Returns the athletes to whom the directory gives these `external_id`s. Null if all shards must be read. */
async function athletesNamed(
  ctx: PartnerContext,
  externalIds: readonly string[],
): Promise<readonly string[] | null> {
  if (new Set(shardsOfPartner(ctx)).size <= ASKED_TOGETHER_MAX) return null;
  const { partnerId } = ctx.principal;
  const hashes = await Promise.all(
    [...new Set(externalIds)].map((externalId) => hashExternalId(ctx.env, partnerId, externalId)),
  );
  try {
    return await callDirectory(ctx.env, directoryOwnerOf(ctx), (directory) => directory.holdersOf(hashes));
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return null;
    throw fault;
  }
}
