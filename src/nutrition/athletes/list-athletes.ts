import type { PartnerContext } from '#platform/http/context.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import {
  ASKED_TOGETHER_MAX,
  askNewestFirst,
  mergeRows,
  readFromShards,
  shardsOfPartner,
} from '#platform/http/partner-shards.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import type { Position } from '#platform/storage/cursor.ts';
import type { Database } from '#platform/storage/database.ts';
import { type AthleteAddress, athleteIdOf, ulidOfAthlete } from '#platform/storage/ids.ts';
import { type KnownAthlete, selectLearnedAmong } from '../records/read-athlete.ts';
import { readByExternalIds } from './directory.ts';
import { selectAthleteIds, selectAthletes, selectByExternalIds } from './repository.ts';

interface AthleteListFilter {
  readonly externalId: string | undefined;
  readonly updatedSinceMs: number | null;
}

/**
 * Reads a page of the caller's athletes from all shards, newest first or in order of change, plus one athlete
 * to show whether another page follows. After the shard, identifiers sort by creation, so one ULID is the
 * position in every shard.
 */
export async function listAthletes(
  ctx: PartnerContext,
  { after: position, limit }: PageRequest,
  { externalId, updatedSinceMs }: AthleteListFilter,
): Promise<readonly KnownAthlete[]> {
  const { partnerId } = ctx.principal;
  const after = position && { ulid: String(position[0]), atMs: Number(position[1] ?? 0) };
  const queriesFor = (db: Database, address: AthleteAddress) => {
    const from = after && { atMs: after.atMs, id: athleteIdOf(address, after.ulid) };
    const filter = { after: from, updatedSinceMs, limit, externalId };
    return [
      selectAthletes(db, partnerId, filter),
      selectLearnedAmong(db, selectAthleteIds(db, partnerId, filter)),
    ] as const;
  };
  // The shards of a page are known only in order of creation.
  const isByCreation = updatedSinceMs === null && externalId === undefined;
  const pages =
    isByCreation && new Set(shardsOfPartner(ctx)).size > ASKED_TOGETHER_MAX
      ? await askNewestFirst(ctx, { before: after?.ulid ?? null, limit }, async (db, address) => {
          const result = await db.batch(queriesFor(db, address));
          return { result, ulids: result[0].map(({ id }) => ulidOf(id)) };
        })
      : externalId === undefined || updatedSinceMs !== null
        ? await readFromShards(ctx, queriesFor)
        : await readByExternalIds(ctx, [externalId], queriesFor, ([athletes]) => athletes.length);
  const learned = new Map(pages.flatMap(([, rows]) => rows).map((row) => [row.athleteId, row]));
  const rows = mergeRows(
    pages.map(([athletes]) => athletes),
    updatedSinceMs === null ? isNewer : changedEarlier,
    limit,
  );
  return rows.map((athlete) => ({ athlete, learned: learned.get(athlete.id) ?? null }));
}

/** Reads the caller's athletes with these `external_id`s from all shards, in their order. */
export async function listByExternalIds(
  ctx: PartnerContext,
  externalIds: readonly string[],
): Promise<readonly AthleteRow[]> {
  const { partnerId } = ctx.principal;
  const pages = await readFromShards(ctx, (db) => [selectByExternalIds(db, partnerId, externalIds)] as const);
  const found = new Map(pages.flatMap(([rows]) => rows).map((row) => [row.externalId, row]));
  return externalIds.map((id) => found.get(id)).filter((row) => row !== undefined);
}

/** Returns the position of an athlete in the list of this filter. */
export function positionOfAthlete({ id, updatedAt }: AthleteRow, filter: AthleteListFilter): Position {
  return filter.updatedSinceMs === null ? [ulidOf(id)] : [ulidOf(id), updatedAt];
}

function isNewer(one: AthleteRow, other: AthleteRow): boolean {
  return ulidOf(one.id) > ulidOf(other.id);
}

function changedEarlier(one: AthleteRow, other: AthleteRow): boolean {
  return one.updatedAt === other.updatedAt ? isNewer(other, one) : one.updatedAt < other.updatedAt;
}

/** Returns the part of an athlete's identifier that sorts by creation in every shard. */
function ulidOf(id: string): string {
  const ulid = ulidOfAthlete(id);
  if (ulid === null) throw new Error('a stored athlete must have an identifier');
  return ulid;
}
