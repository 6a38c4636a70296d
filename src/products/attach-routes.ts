import * as z from 'zod/mini';
import { created, noContent } from '../http/answer.ts';
import { isFailure } from '../http/errors.ts';
import { documented } from '../http/openapi-metadata.ts';
import { defineRoute } from '../http/route.ts';
import { between, text } from '../http/wire-fields.ts';
import { teaserExtras } from '../prescriptions/wire.ts';
import { activityProductsToWire } from './activity-products.ts';
import { attachProducts } from './attach-products.ts';
import { detachProduct } from './detach-product.ts';
import { budgetErrors } from './guard-access.ts';
import { SERVINGS_MAX, SERVINGS_MIN } from './portions.ts';

const path = '/v1/athletes/{athlete_id}/activities/{activity_id}/products';

const AttachInput = documented(
  z.strictObject({
    products: z
      .array(z.strictObject({ product_id: text(100, 1), servings: between(SERVINGS_MIN, SERVINGS_MAX) }))
      .check(z.minLength(1), z.maxLength(30)),
  }),
  { id: 'AttachInput' },
);

export const attachRoutes = [
  defineRoute({
    method: 'POST',
    path,
    operationId: 'attachProducts',
    access: 'partner',
    scope: 'activities:write',
    body: AttachInput,
    errors: ['athlete_not_found', 'activity_not_found', ...budgetErrors],
    async handler(ctx, { params, body }) {
      const choices = body.products.map(({ product_id, servings }) => ({ productId: product_id, servings }));
      const bundle = await attachProducts(ctx, params.athlete_id, params.activity_id, choices);
      if (isFailure(bundle)) return bundle;
      const { tier } = bundle.athlete;
      const { products, coverage } = await activityProductsToWire(ctx, bundle);
      const extras = await teaserExtras(ctx, tier, params.athlete_id);
      return created(
        `${ctx.env.baseUrl}/v1/athletes/${params.athlete_id}/activities/${params.activity_id}`,
        { data: products, coverage, tier, ...extras },
        { tiers: [tier] },
      );
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/{product_id}`,
    operationId: 'detachProduct',
    access: 'partner',
    scope: 'activities:write',
    errors: ['athlete_not_found', 'activity_not_found', 'product_not_found'],
    async handler(ctx, { params }) {
      const failure = await detachProduct(ctx, params.athlete_id, params.activity_id, params.product_id);
      return failure ?? noContent();
    },
  }),
];
