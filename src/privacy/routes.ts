import { ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import { eraseAthlete } from './erase-athlete.ts';
import { ErasureReceipt, receiptExample } from './schemas.ts';

const tag = 'Privacy';

export const privacyRoutes = [
  defineRoute({
    method: 'DELETE',
    path: '/v1/athletes/{athlete_id}',
    operationId: 'eraseAthlete',
    tag,
    summary: 'Erase an athlete',
    description:
      "Removes everything that is held of the athlete: profile, activities, prescriptions, feedback, what was learned, product plans, the product access log, connections with their tokens, kept answers, rate-limit state, and sign-ins of an e-mail address that no other athlete has. From the answer on the athlete is `athlete_not_found` everywhere and its `external_id` is free. There is no undo. Possible for 30 days after the partner's termination too.",
    access: 'partner',
    scope: null,
    afterTermination: true,
    responses: {
      200: { description: 'A receipt.', schema: ErasureReceipt, example: receiptExample },
    },
    errors: ['athlete_not_found'],
    async handler(ctx, { params }) {
      const erasure = await eraseAthlete(ctx, params.athlete_id);
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
