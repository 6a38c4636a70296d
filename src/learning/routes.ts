import { ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { defineRoute } from '../http/route.ts';
import { teaserExtras } from '../prescriptions/wire.ts';
import { learnedStateOf } from '../records/learned-state.ts';
import { getAthlete } from '../records/read-athlete.ts';
import { Learned, learnedExample } from './answers.ts';
import { learnedToWire } from './wire.ts';

export const learningRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}/learned',
    operationId: 'getLearned',
    tag: 'Feedback',
    summary: 'Read what was learned about an athlete',
    description:
      'Every quantity that feedback and sweat tests can move: what is believed today, how surely, and after how many observations. Prescriptions use this state, whatever the date of the activity.',
    responses: { 200: { description: 'The quantities.', schema: Learned, example: learnedExample } },
    access: 'partner',
    scope: 'profile:read',
    errors: ['athlete_not_found'],
    async handler(ctx, { params }) {
      const found = await getAthlete(ctx, params.athlete_id);
      if (isFailure(found)) return found;
      const { athlete, learned } = found;
      const { tier } = athlete;
      const data = tier === 'full' ? learnedToWire(athlete, learnedStateOf(learned), ctx.nowMs) : [];
      return ok({ data, tier, ...(await teaserExtras(ctx, tier, athlete.id)) }, { tiers: [tier] });
    },
  }),
];
