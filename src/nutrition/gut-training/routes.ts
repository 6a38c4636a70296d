import { textsFor } from '#core/languages/languages.ts';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { defineRoute } from '#platform/http/route.ts';
import { GutTrainingAnswer, gutTrainingExample, gutTrainingToWire } from './gut-training-shape.ts';
import { GutTrainingRequest } from './requests.ts';

export const gutTrainingRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/athletes/{athlete_id}/gut-training',
    operationId: 'planGutTraining',
    tag: 'Prescriptions',
    summary: 'Plan gut training for a race',
    description:
      'Plans the weeks of carbohydrate practice before a race: two sessions a week at race effort, in small steps up from what the athlete has tolerated in that sport. The last week holds the rate. Feedback on those sessions moves the starting point. For athletes with an eating disorder, in pregnancy or under 16, nothing is planned and `message` says so. Show `rules` with the weeks. Nothing is stored.',
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
      const { tier, locale } = planned.athlete;
      const texts = await textsFor(headers, locale);
      return ok(await gutTrainingToWire(ctx, planned, texts), { tiers: [tier], languages: [texts.language] });
    },
  }),
];
