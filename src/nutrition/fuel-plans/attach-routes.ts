import { textsFor } from '@musette/languages/languages';
import * as z from 'zod/mini';
import { created, noContent } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { defineRoute } from '#platform/http/route.ts';
import { between, text } from '#platform/http/wire-fields.ts';
import { budgetErrors } from '../catalogue/guard-access.ts';
import { productExample } from '../catalogue/product-shape.ts';
import { teaserExtras, tierFields } from '../prescriptions/tier-shape.ts';
import { activityProductsToWire } from './activity-products.ts';
import { attachProducts, detachProduct } from './attach-products.ts';
import { AttachedProduct, Coverage, coverageExample } from './coverage-shape.ts';
import { SERVINGS_MAX, SERVINGS_MIN } from './portions.ts';

const tag = 'Products';

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
    tag,
    summary: 'Attach products to an activity',
    description:
      'Attaches products to an activity. Attaching a product again replaces its servings. Unbranded foods and the athlete’s own products attach by their identifier, at no cost. Attaching the `products` of a suggested plan gives that plan again. All or nothing: an unknown product gives a 422 that points to it. Returns all attached products by name and compares them with the prescription. Newly attached products count against the athlete’s budgets and are logged. Products already shown on the same UTC day are not counted again. A request without new products, such as a retry, costs nothing.',
    bodyExample: { products: [{ product_id: productExample.id, servings: 8 }] },
    responses: {
      201: {
        description: 'All attached products and their coverage. `Location` points to the activity.',
        schema: documented(
          z.object({
            data: described(
              z.nullable(z.array(AttachedProduct)),
              'Null for a token without `activities:read` and `products:read`.',
            ),
            coverage: described(
              z.nullable(Coverage),
              'Null in teaser tier, and for a token without `activities:read`, `products:read` and `prescriptions:read`.',
            ),
            ...tierFields,
          }),
          { id: 'AttachedProducts' },
        ),
        example: {
          data: [
            {
              product_id: productExample.id,
              id: productExample.id,
              brand: 'Maurten',
              name: 'Gel 100',
              short_name: productExample.short_name,
              category: 'gel',
              servings: 8,
            },
          ],
          coverage: coverageExample,
          tier: 'full',
        },
      },
    },
    access: 'partner',
    hasTexts: true,
    scope: 'activities:write',
    body: AttachInput,
    errors: ['athlete_not_found', 'activity_not_found', ...budgetErrors],
    async handler(ctx, { params, body, headers }) {
      const choices = body.products.map(({ product_id, servings }) => ({ productId: product_id, servings }));
      const bundle = await attachProducts(ctx, params.athlete_id, params.activity_id, choices);
      if (isFailure(bundle)) return bundle;
      const { tier } = bundle.athlete;
      const texts = await textsFor(headers, bundle.athlete);
      const { products, coverage } = await activityProductsToWire(ctx, bundle, texts);
      const extras = await teaserExtras(ctx, tier, params.athlete_id);
      return created(
        `${ctx.env.baseUrl}/v1/athletes/${params.athlete_id}/activities/${params.activity_id}`,
        { data: products, coverage, tier, ...extras },
        { tiers: [tier], languages: [texts.tag] },
      );
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: `${path}/{product_id}`,
    operationId: 'detachProduct',
    tag,
    summary: 'Detach a product from an activity',
    description: 'Removes a product from the plan. 404 if it is not attached.',
    responses: { 204: { description: 'The product was detached.' } },
    access: 'partner',
    duringAdmission: true,
    scope: 'activities:write',
    errors: ['athlete_not_found', 'activity_not_found', 'product_not_found'],
    async handler(ctx, { params }) {
      const failure = await detachProduct(ctx, params.athlete_id, params.activity_id, params.product_id);
      return failure ?? noContent();
    },
  }),
];
