import * as z from 'zod/mini';
import { noContent, ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { described } from '#platform/http/openapi-metadata.ts';
import { pageQuery, pageResponse, pageWith, readPage } from '#platform/http/pagination.ts';
import { defineRoute } from '#platform/http/route.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { text } from '#platform/http/wire-fields.ts';
import {
  barcode,
  gtin14,
  OwnProduct,
  OwnProductInput,
  OwnProductPatch,
  ownProductExample,
  ownProductInputExample,
  WrittenOwnProduct,
} from './own-product-shape.ts';

const tag = 'Products';

const listPath = '/v1/athletes/{athlete_id}/products';
const itemPath = '/v1/athletes/{athlete_id}/products/{product_id}';

/** Loads the verbs with the first use: most requests never need them. */
const verbs = () => import('./own-products.ts');

export const ownProductRoutes = [
  defineRoute({
    method: 'POST',
    path: listPath,
    operationId: 'createOwnProduct',
    tag,
    summary: 'Create a product of an athlete’s own',
    description:
      'Stores a product that the catalogue lacks, or a mix from the kitchen, for one athlete. Its identifier works wherever one of the catalogue does: in `fuel_preferences`, attached to activities, in plans and replans. Own products cost no product budget, are not in the access log and are shown in every tier. At most 100 for an athlete.',
    bodyExample: ownProductInputExample,
    responses: {
      201: {
        description: 'The product. Without `profile:read`, a token sees only identifiers and dates.',
        schema: z.union([OwnProduct, WrittenOwnProduct]),
        example: ownProductExample,
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: 'profile:write',
    keyMembers: ['external_id'],
    idempotent: true,
    body: OwnProductInput,
    errors: ['athlete_not_found', 'external_id_taken', 'product_limit_reached'],
    async handler(ctx, { params, body, claim }) {
      const { createOwnProduct } = await verbs();
      return createOwnProduct(ctx, params.athlete_id, fromWire(body), claim);
    },
  }),
  defineRoute({
    method: 'GET',
    path: listPath,
    operationId: 'listOwnProducts',
    tag,
    summary: 'List an athlete’s own products',
    description: 'Lists the products that were created for this athlete, newest first.',
    responses: {
      200: pageResponse('A page of products.', OwnProduct, 'OwnProductList', ownProductExample),
    },
    access: 'partner',
    scope: 'profile:read',
    query: z.strictObject({
      ...pageQuery,
      external_id: described(z.optional(text(255, 1)), 'Only the product with this `external_id`.'),
      gtin: described(
        z.optional(barcode),
        'Only products with this barcode. Numbers of 8, 12, 13 and 14 digits are one barcode if they differ only in leading zeros.',
      ),
    }),
    errors: ['athlete_not_found'],
    async handler(ctx, request) {
      const { listOwnProducts, ownProductToWire } = await verbs();
      const { external_id, gtin } = request.query;
      const filters = { externalId: external_id, gtin: gtin && gtin14(gtin) };
      const page = await readPage(ctx, request, {
        filters: { external_id, gtin: filters.gtin },
        read: (wanted) => listOwnProducts(ctx, request.params.athlete_id, wanted, filters),
        positionOf: ({ id }) => [id],
      });
      if (isFailure(page)) return page;
      const { tier, locale, units } = page.found.athlete;
      return ok(pageWith(page, page.rows.map(ownProductToWire)), { tiers: [tier], locale, units });
    },
  }),
  defineRoute({
    method: 'GET',
    path: itemPath,
    operationId: 'getOwnProduct',
    tag,
    summary: 'Read a product of an athlete’s own',
    description: 'Returns the product with its figures.',
    responses: { 200: { description: 'The product.', schema: OwnProduct, example: ownProductExample } },
    access: 'partner',
    entityTag: true,
    scope: 'profile:read',
    errors: ['athlete_not_found', 'product_not_found'],
    async handler(ctx, { params }) {
      const { getOwnProduct, ownProductTag, ownProductToWire } = await verbs();
      const known = await getOwnProduct(ctx, params.athlete_id, params.product_id);
      if (isFailure(known)) return known;
      const { athlete, product } = known;
      const more = { tiers: [athlete.tier], entityTag: await ownProductTag(product) };
      return ok(ownProductToWire(product), more);
    },
  }),
  defineRoute({
    method: 'PATCH',
    path: itemPath,
    operationId: 'updateOwnProduct',
    tag,
    summary: 'Change a product of an athlete’s own',
    description:
      'Changes the provided members. `null` clears one. Activities refer to the product, so the next plan uses the new figures and the `ETag` of each activity that has it changes. Prescriptions stay as they are. Without `profile:read`, a token sees only identifiers and dates. Honours `If-Match`.',
    bodyExample: { name: 'Kitchen mix, saltier', recipe: ownProductInputExample.recipe },
    responses: {
      200: {
        description: 'The product after the change.',
        schema: z.union([OwnProduct, WrittenOwnProduct]),
        example: { ...ownProductExample, name: 'Kitchen mix, saltier' },
      },
    },
    access: 'partner',
    duringAdmission: true,
    scope: 'profile:write',
    keyMembers: ['external_id'],
    ifMatch: true,
    body: OwnProductPatch,
    errors: ['athlete_not_found', 'product_not_found', 'external_id_taken', 'precondition_failed'],
    async handler(ctx, { params, body, headers }) {
      const { changeOwnProduct, ownProductForCaller, ownProductTag } = await verbs();
      const update = { changes: fromWire(body), ifMatch: headers.get('if-match') };
      const known = await changeOwnProduct(ctx, params.athlete_id, params.product_id, update);
      if (isFailure(known)) return known;
      const { athlete, product } = known;
      const more = { tiers: [athlete.tier], entityTag: await ownProductTag(product) };
      return ok(ownProductForCaller(ctx, product), more);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: itemPath,
    operationId: 'deleteOwnProduct',
    tag,
    summary: 'Delete a product of an athlete’s own',
    description:
      'Deletes the product and detaches it everywhere: from `fuel_preferences` and from every activity. The plans of these activities have the note `product_removed` until their products change. Honours `If-Match`.',
    responses: { 204: { description: 'Deleted.' } },
    access: 'partner',
    duringAdmission: true,
    scope: 'profile:write',
    ifMatch: true,
    errors: ['athlete_not_found', 'product_not_found', 'precondition_failed'],
    async handler(ctx, { params, headers }) {
      const { removeOwnProduct } = await verbs();
      const { athlete_id, product_id } = params;
      const outcome = await removeOwnProduct(ctx, athlete_id, product_id, headers.get('if-match'));
      return isFailure(outcome) ? outcome : noContent();
    },
  }),
];
