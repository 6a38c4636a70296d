import * as z from 'zod/mini';
import { ok } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { described } from '../http/openapi-metadata.ts';
import { queryFlag } from '../http/pagination.ts';
import { defineRoute } from '../http/route.ts';
import { drawFuelPlan } from './draw-fuel-plan.ts';
import { makeFuelPlan } from './fuel-plan.ts';
import { fuelPlanToWire } from './fuel-plan-wire.ts';
import { budgetErrors, describeQuery } from './guard-access.ts';

export const fuelPlanRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/athletes/{athlete_id}/activities/{activity_id}/fuel-plan',
    operationId: 'getFuelPlan',
    access: 'partner',
    scope: 'products:read',
    furtherScopes: ['prescriptions:read'],
    admitFirst: true,
    query: z.strictObject({
      suggest: z.optional(queryFlag('Choose the products instead of using the attached ones.')),
      caffeine: described(
        z.optional(z.enum(['none', 'any'])),
        'Whether a suggestion may use caffeine, within the personal limits. Default `none`.',
      ),
    }),
    errors: ['athlete_not_found', 'activity_not_found', 'prescription_not_found', ...budgetErrors],
    async handler(ctx, { params, query, headers, path }) {
      const plan = await makeFuelPlan(ctx, params.athlete_id, params.activity_id, {
        suggest: query.suggest === true,
        caffeine: query.caffeine ?? 'none',
        query: describeQuery(path.replace(/^\/v1\/athletes\/[^/]+/, ''), query),
      });
      if (isFailure(plan)) return plan;
      const more = { headers: { Vary: 'Accept' }, tiers: [plan.athlete.tier] };
      if (prefersDrawing(headers.get('accept'))) {
        return { status: 200, content: { type: 'image/svg+xml', text: drawFuelPlan(plan) }, ...more };
      }
      return ok(await fuelPlanToWire(ctx, plan), more);
    },
  }),
];

/** Only where a drawing was named and wanted at least as much as JSON: browsers' image requests do, fetch's `*` does not. */
function prefersDrawing(accept: string | null): boolean {
  const ranges = (accept ?? '').split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return { type, quality: quality === undefined ? 1 : Number(quality.slice(2)) || 0 };
  });
  const qualityOf = (type: string) => ranges.find((range) => range.type === type)?.quality ?? 0;
  const drawing = qualityOf('image/svg+xml');
  return drawing > 0 && drawing >= qualityOf('application/json');
}
