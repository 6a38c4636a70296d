import type { RequestContext } from '../http/context.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { RecalculationRow } from '../storage/registry-schema.ts';
import type { Recalculation } from './answers.ts';

/** Returns the address at which the progress of a recalculation can be read. */
export function addressOfRecalculation(ctx: RequestContext, id: string): string {
  return `${ctx.env.baseUrl}/v1/recalculations/${id}`;
}

/** Maps a recalculation to the wire. */
export function recalculationToWire(row: RecalculationRow): Recalculation {
  const { id, status, calculated, unchanged, failed } = row;
  return {
    id,
    status,
    matched: calculated + unchanged + failed,
    calculated,
    unchanged,
    failed,
    created_at: isoInstant(row.createdAt),
    started_at: isoInstantOrNull(row.startedAt),
    finished_at: isoInstantOrNull(row.finishedAt),
  };
}
