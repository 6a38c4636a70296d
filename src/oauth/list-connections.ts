import { databaseOfAthlete, type PartnerContext } from '../http/context.ts';
import type { PageRequest } from '../http/pagination.ts';
import { mergeRows, readFromShards } from '../http/partner-shards.ts';
import type { ConnectionRow } from '../storage/athlete-schema.ts';
import { type ConnectionFilter, selectConnections } from './repository.ts';

/**
 * Lists the caller's connections of all shards, newest first. Those of one athlete are all in its shard.
 */
export async function listConnections(
  ctx: PartnerContext,
  page: PageRequest,
  filter: Pick<ConnectionFilter, 'athleteId' | 'clientId' | 'status'>,
): Promise<readonly ConnectionRow[]> {
  const wanted = { ...filter, ...page };
  const { partnerId } = ctx.principal;
  if (filter.athleteId !== undefined) {
    const db = databaseOfAthlete(ctx, filter.athleteId);
    if (!db) return [];
    const [rows] = await db.batch([selectConnections(db, partnerId, wanted)]);
    return rows;
  }
  const pages = await readFromShards(ctx, (db) => [selectConnections(db, partnerId, wanted)] as const);
  return mergeRows(
    pages.map(([rows]) => rows),
    (one, other) => one.id > other.id,
    wanted.limit,
  );
}
