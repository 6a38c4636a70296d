import type { RequestContext } from '#platform/http/context.ts';
import { isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { requireRegionOfShard } from '#platform/regions.ts';
import { readShardStates } from '#platform/storage/shard-states.ts';
import type { ShardList } from './partner-shape.ts';

/** Lists every athlete database of this deployment with its latest measurement. Measures new ones first. */
export async function listShards(ctx: RequestContext): Promise<ShardList['data']> {
  const states = await readShardStates(ctx.env, ctx.log, ctx.nowMs);
  return (['test', 'live'] as const).flatMap((environment) =>
    [...ctx.env.athleteDatabases[environment].keys()].sort().map((shard) => {
      const state = states.find((row) => row.environment === environment && row.shard === shard);
      return {
        shard,
        environment,
        region: requireRegionOfShard(shard),
        size_bytes: state?.sizeBytes ?? null,
        measured_at: isoInstantOrNull(state?.measuredAt ?? null),
        athletes: state?.athletes ?? null,
        schema: state?.schema ?? null,
        verified_region: state?.verifiedRegion ?? null,
        full_at: isoInstantOrNull(state?.fullAt ?? null),
        restored_at: isoInstantOrNull(state?.restoredAt ?? null),
        open: state?.sizeBytes != null && state.isOpen,
      };
    }),
  );
}
