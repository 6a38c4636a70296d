import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { tierFields } from './answer-schemas.ts';
import { AttachedProduct, Coverage, coverageExample } from './coverage-answer-schemas.ts';
import { productExample } from './product-answer-schemas.ts';

const tag = 'Products';

export const attachDocumentation: DocumentationByOperation = {
  attachProducts: {
    tag,
    summary: 'Attach products to an activity',
    description:
      'What the athlete plans to take. Attaching a product again replaces its servings. All or nothing: an unknown product is a 422 at its place. Answers everything that is attached, by name, and how far it goes towards the prescription. The products that were not attached before are counted against the budgets of the athlete and logged; a request without any, such as a retry, costs nothing.',
    bodyExample: { products: [{ product_id: productExample.id, servings: 8 }] },
    responses: {
      201: {
        description: 'All attached products and their coverage. `Location` names the activity.',
        schema: documented(
          z.object({
            data: described(
              z.nullable(z.array(AttachedProduct)),
              'Null to a token without `activities:read` and `products:read`.',
            ),
            coverage: described(
              z.nullable(Coverage),
              'Null in teaser tier, and to a token without `activities:read`, `products:read` and `prescriptions:read`.',
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
              category: 'gel',
              servings: 8,
            },
          ],
          coverage: coverageExample,
          tier: 'full',
        },
      },
    },
  },
  detachProduct: {
    tag,
    summary: 'Detach a product from an activity',
    description: 'Takes it out of the plan. 404 where it is not attached.',
    responses: { 204: { description: 'Gone from the plan.' } },
  },
};
