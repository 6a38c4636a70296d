import { textsFor } from '@musette/languages/languages';
import * as z from 'zod/mini';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { between, settable, storedInstant, text } from '#platform/http/wire-fields.ts';
import { GutTrainingAnswer, gutTrainingExample, gutTrainingToWire } from './gut-training-shape.ts';

/** The range of a wanted race rate, g/h. */
const WANTED_G_PER_HR = [20, 150] as const;

const GutTrainingRequest = documented(
  z.strictObject({
    wanted_carb_g_per_hr: described(
      z.optional(z.nullable(between(...WANTED_G_PER_HR))),
      'Target carbohydrate rate for the race. Send either this or `activity_id`.',
    ),
    activity_id: described(
      z.optional(z.nullable(text(100))),
      'The race. The goal is the rate it would use with a trained gut.',
    ),
    race_at: described(
      settable(storedInstant()),
      'When the race starts. Required unless the activity is scheduled.',
    ),
  }),
  { id: 'GutTrainingRequest' },
);

export const gutTrainingRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/athletes/{athlete_id}/gut-training',
    operationId: 'planGutTraining',
    tag: 'Prescriptions',
    summary: 'Plan gut training for a race',
    description:
      'Plans the weeks of carbohydrate practice before a race: two sessions a week at race effort, in small steps up from what the athlete has tolerated in that sport. The last week holds the rate. When fewer than three weeks are left and the athlete needs more, it plans one week of daily sessions instead. Feedback on those sessions moves the starting point. For athletes with an eating disorder, in pregnancy or under 16, nothing is planned and `message` says so. Show `rules` with the weeks. Nothing is stored.',
    bodyExample: { wanted_carb_g_per_hr: 90, race_at: '2030-04-14T08:00:00.000Z' },
    responses: {
      200: {
        description: 'The weeks, or the reason why there are none.',
        schema: GutTrainingAnswer,
        example: gutTrainingExample,
      },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'prescriptions:read',
    body: GutTrainingRequest,
    errors: ['athlete_not_found', 'activity_not_found'],
    async handler(ctx, { params, body, headers }) {
      const { planGutTrainingOf } = await import('./plan-gut-training.ts');
      const planned = await planGutTrainingOf(ctx, params.athlete_id, {
        wantedCarbGPerHr: body.wanted_carb_g_per_hr ?? null,
        activityId: body.activity_id ?? null,
        raceAtMs: body.race_at ? Date.parse(body.race_at) : null,
      });
      if (isFailure(planned)) return planned;
      const { tier } = planned.athlete;
      const texts = await textsFor(headers, planned.athlete);
      return ok(await gutTrainingToWire(ctx, planned, texts), { tiers: [tier], languages: [texts.tag] });
    },
  }),
];
