import { ok, streamed } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import { eraseAthlete } from './erase-athlete.ts';
import { exportAthlete } from './export-athlete.ts';

export const privacyRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/athletes/{athlete_id}/export',
    operationId: 'exportAthlete',
    access: 'partner',
    scope: null,
    afterTermination: true,
    errors: ['athlete_not_found', 'athlete_daily_limit_reached'],
    async handler(ctx, { params }) {
      const exported = await exportAthlete(ctx, params.athlete_id);
      if (isFailure(exported)) return exported;
      return streamed(exported.pieces, { tiers: [exported.tier] });
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/v1/athletes/{athlete_id}',
    operationId: 'eraseAthlete',
    access: 'partner',
    scope: null,
    afterTermination: true,
    ifMatch: true,
    errors: ['athlete_not_found', 'precondition_failed'],
    async handler(ctx, { params, headers }) {
      const erasure = await eraseAthlete(ctx, params.athlete_id, headers.get('if-match'));
      if (isFailure(erasure)) return erasure;
      return ok({
        id: erasure.id,
        deleted: true,
        deleted_at: isoInstant(erasure.deletedAtMs),
        completed_at: isoInstantOrNull(erasure.completedAtMs),
        records: erasure.records,
      });
    },
  }),
];
