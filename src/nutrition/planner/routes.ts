import { textsFor } from '@musette/languages/languages';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { defineRoute } from '#platform/http/route.ts';
import { envelopeExample } from '../prescriptions/envelope-shape.ts';
import { TryScenario } from '../prescriptions/requests.ts';
import { trajectoryExample } from '../prescriptions/trajectory-shape.ts';
import { ACTIVITY_BODY_LIMIT_BYTES } from '../records/activity-fields.ts';
import { spendTry, TriedAnswer, tryCalculation } from './try-calculation.ts';

export const plannerRoutes = [
  defineRoute({
    method: 'POST',
    path: '/try/calculate',
    operationId: 'tryCalculation',
    tag: 'Prescriptions',
    summary: 'Try a calculation without a key',
    description:
      'Calculates for the profile in the request, like `POST /v1/nutrition/calculate`, and always includes the explanation and the trajectory. For trying out the service only: 120 requests per minute and address, valid or not, and nothing is stored. Applications use `/v1/nutrition/calculate` with a key.',
    bodyExample: {
      profile: { sex: 'female', body_mass_kg: 62 },
      activity: {
        type: 'run',
        duration_min: 210,
        intensity_level: 6,
        weather: { temperature_c: 20, humidity_percent: 55 },
        is_race_event: true,
      },
    },
    responses: {
      200: {
        description: 'The envelope with the full numbers. Show the attribution with it.',
        schema: TriedAnswer,
        example: {
          ...envelopeExample,
          trajectory: trajectoryExample,
          attribution: { text: 'Powered by Musette', url: 'https://musette.example' },
        },
      },
    },
    access: 'public',
    hasTexts: true,
    body: TryScenario,
    bodyLimitBytes: ACTIVITY_BODY_LIMIT_BYTES,
    errors: ['rate_limited'],
    admitAnyone: spendTry,
    async handler(ctx, { body, headers }) {
      const texts = await textsFor(headers, null, body.units);
      const envelope = await tryCalculation(ctx, body, texts);
      return isFailure(envelope) ? envelope : ok(envelope, { languages: [texts.tag] });
    },
  }),
];
