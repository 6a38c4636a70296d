import { ENVIRONMENTS, type Env } from '#platform/env.ts';
import { type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, invalid, isFailure, refuseInactive } from '#platform/http/errors.ts';
import { type Region, regionOfShard } from '#platform/regions.ts';
import { askInGroups, requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { auditRow, insertAuditWhere } from '#platform/storage/audit.ts';
import { retryOnConflict } from '#platform/storage/optimistic-write.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { announceShard } from '#platform/storage/partner-shards.ts';
import { chooseShard, currentShard, homeShard, shardsIn } from '#platform/storage/placement.ts';
import type { PartnerRow, ShardRow } from '#platform/storage/registry-schema.ts';
import { readShardStates } from '#platform/storage/shard-states.ts';
import { refreshLocations } from '../keys/keys-of-partner.ts';
import { hasLocations, selectAnyAthlete, updateLocations } from './repository.ts';

/**
 * Sets the regions of a partner. Added regions get a shard in each environment; a removed region must have no
 * athletes. The home region comes first and cannot change. Changes the registry first, then every key and
 * lease. From then on no athlete can be created in a removed region, so athletes are counted again. If one
 * was created meanwhile, the region is restored. A retry finishes an interrupted call.
 */
export async function setRegions(
  ctx: RequestContext,
  partnerId: string,
  regions: readonly Region[],
): Promise<PartnerRow | Failure> {
  const changed = await changeRegistry(ctx, partnerId, regions);
  if (isFailure(changed)) return changed;
  const partner = await refreshLocations(ctx, partnerId);
  if (!partner) return fail('partner_not_found');
  const occupied = await occupiedRegions(ctx, partner, regions);
  return occupied.length === 0 ? partner : restoreRegions(ctx, partnerId, [...regions, ...occupied]);
}

/** Restores regions in which athletes were created while they were being removed. */
async function restoreRegions(
  ctx: RequestContext,
  partnerId: string,
  regions: readonly Region[],
): Promise<Failure> {
  const changed = await changeRegistry(ctx, partnerId, regions);
  if (isFailure(changed)) return changed;
  await refreshLocations(ctx, partnerId);
  return fail('region_in_use');
}

async function changeRegistry(
  ctx: RequestContext,
  partnerId: string,
  regions: readonly Region[],
): Promise<true | Failure> {
  const changed = await retryOnConflict(() => change(ctx, partnerId, regions));
  return changed ?? fail('temporarily_unavailable');
}

/** Changes the regions in the registry. Returns null if the partner changed since it was read. */
async function change(
  ctx: RequestContext,
  partnerId: string,
  regions: readonly Region[],
): Promise<true | Failure | null> {
  const registry = registryOf(ctx);
  const [[partner]] = await registry.batch([selectPartner(registry, partnerId)]);
  if (!partner) return fail('partner_not_found');
  if (partner.status !== 'active') return refuseInactive(partner.status);
  if (regions[0] !== partner.homeRegion) return homeRegionFixed(partner.homeRegion);
  const occupied = await occupiedRegions(ctx, partner, regions);
  if (occupied.some((region) => partner.regions.includes(region))) return fail('region_in_use');
  const states = await statesIn(ctx, regions);
  const placed = placeInRegions(ctx.env, states, regions, partner);
  if (isFailure(placed)) return placed;
  await announceNewShards(ctx, partner, placed);
  const after = { ...placed, regions: [...regions] };
  const detail = { before: partner.regions.join(' '), after: regions.join(' ') };
  const [, updated] = await registry.batch([
    insertAuditWhere(
      registry,
      auditRow('partner.set_regions', partnerId, detail, ctx.nowMs),
      hasLocations(partner),
    ),
    updateLocations(registry, partner, after),
  ]);
  return updated.meta.changes === 0 ? null : true;
}

/** Returns the regions other than these in which the partner has athletes. */
async function occupiedRegions(
  ctx: RequestContext,
  partner: PartnerRow,
  regions: readonly Region[],
): Promise<readonly Region[]> {
  const locations = ENVIRONMENTS.flatMap((environment) =>
    [...new Set(shardsIn(partner, environment))].flatMap((shard) => {
      const region = regionOfShard(shard);
      return region === null || regions.includes(region) ? [] : { environment, shard, region };
    }),
  );
  const found = await askInGroups(locations, async (location) => {
    const db = requireAthleteDatabase(ctx.env, ctx.log, location);
    const [athletes] = await db.batch([selectAnyAthlete(db, partner.id)]);
    return athletes.length > 0 ? location.region : null;
  });
  return [...new Set(found.filter((region) => region !== null))];
}

/** Adds the names of new shards to the partner's home shards before they are in the registry. */
async function announceNewShards(
  ctx: RequestContext,
  partner: PartnerRow,
  placed: Pick<PartnerRow, 'testShards' | 'liveShards'>,
): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    const before = shardsIn(partner, environment);
    const home = homeShard(before);
    const added = shardsIn(placed, environment).filter((shard) => !before.includes(shard));
    for (const shard of added) {
      const location = { environment, home, shard, left: null };
      await announceShard(ctx.env, ctx.log, partner.id, location, ctx.nowMs);
    }
  }
}

function homeRegionFixed(home: Region): Failure {
  return invalid({
    pointer: '/regions/0',
    code: 'invalid_value',
    message: `must be ${home}, the home region, which never changes`,
  });
}

/** Reads the states of all shards. Measures new ones in these regions. */
export function statesIn(ctx: RequestContext, regions: readonly Region[]): Promise<readonly ShardRow[]> {
  return readShardStates(ctx.env, ctx.log, ctx.nowMs, (_environment, region) => regions.includes(region));
}

type Shards = Pick<PartnerRow, 'testShards' | 'liveShards'>;

export const NO_SHARDS: Shards = { testShards: [], liveShards: [] };

/**
 * Assigns a partner a shard per environment in each of these regions where it has none. Returns the lists of
 * shards, or a 422 that names a region without an open database.
 */
export function placeInRegions(
  env: Pick<Env, 'athleteDatabases'>,
  states: readonly ShardRow[],
  regions: readonly Region[],
  { testShards, liveShards }: Shards,
): Shards | Failure {
  const placed = { testShards: [...testShards], liveShards: [...liveShards] };
  for (const [index, region] of regions.entries()) {
    for (const environment of ENVIRONMENTS) {
      const list = environment === 'test' ? placed.testShards : placed.liveShards;
      if (currentShard(list, region) !== null) continue;
      const shard = chooseShard(env, states, { environment, region }, list);
      if (shard === null) return withoutDatabase(index, region);
      list.push(shard);
    }
  }
  return placed;
}

function withoutDatabase(index: number, region: Region): Failure {
  return invalid({
    pointer: `/regions/${index}`,
    code: 'invalid_value',
    message: `${region} does not have an open database in each environment`,
  });
}
