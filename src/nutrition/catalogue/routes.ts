import { CATEGORIES } from '@musette/basics/products';
import * as z from 'zod/mini';
import { DAY_MS } from '#platform/clock.ts';
import { ok } from '#platform/http/answer.ts';
import { invalid, isFailure } from '#platform/http/errors.ts';
import { described, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import {
  answerPage,
  pageOf,
  pageQuery,
  pageWith,
  queryFlag,
  queryInteger,
  readPage,
} from '#platform/http/pagination.ts';
import { ANY_TOKEN, defineRoute } from '#platform/http/route.ts';
import { text } from '#platform/http/wire-fields.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import { teaserExtras, teaserMembers } from '../prescriptions/tier-shape.ts';
import { AccessLogEntry, accessToWire, listAccessLog } from './access-log.ts';
import { budgetErrors, describeQuery } from './guard-access.ts';
import {
  CATEGORY_LABELS,
  CategoryList,
  GenericFoodList,
  genericFoodsToWire,
  ProductPage,
  productExample,
  productToWire,
  SingleProduct,
  teaserProductToWire,
} from './product-shape.ts';
import { getProduct, listCategories, listProducts, type ProductFilter } from './products.ts';

const tag = 'Products';

const PAGE_LIMIT_MAX = 25;
const PAGE_LIMIT_DEFAULT = 10;

const athleteQuery = {
  athlete_id: described(
    text(100, 1),
    "The athlete the products are for. Required, because every access counts towards an athlete's budget.",
  ),
};

const listQuery = z.strictObject({
  ...athleteQuery,
  q: described(
    z.optional(text(100)),
    'Words from the brand or name. Short forms and typos are understood. Blank means no search.',
  ),
  brand: described(z.optional(text(60, 1)), 'One brand, by its full name or usual short form.'),
  category: z.optional(z.enum(CATEGORIES)),
  caffeine: described(
    z.optional(z.enum(['none', 'any'])),
    '`none`: products known to be caffeine-free. `any`: products with caffeine. Products with unknown caffeine match neither.',
  ),
  vegan: z.optional(queryFlag('Only products known to be vegan (with `false`: known not to be).')),
  gluten_free: z.optional(
    queryFlag('Only products known to be gluten-free (with `false`: known not to be).'),
  ),
  min_carb_g: z.optional(
    queryInteger(0, 150, {
      description: 'Minimum carbohydrate per serving, g. Full tier only.',
    }),
  ),
  limit: z.optional(
    queryInteger(1, PAGE_LIMIT_MAX, {
      default: PAGE_LIMIT_DEFAULT,
      description: 'Maximum products per page.',
    }),
  ),
  cursor: pageQuery.cursor,
});

export const catalogueRoutes = [
  defineRoute({
    method: 'GET',
    path: '/v1/products',
    operationId: 'listProducts',
    tag,
    summary: 'Search the product catalogue for an athlete',
    description:
      "Lists products by brand and name, or best match first with `q`. Every access counts against the athlete's budgets and is logged. Products already shown on the same UTC day cost nothing. A page has at most 25 products.",
    responses: {
      200: {
        description: "A page of products, in the shape of the athlete's tier.",
        schema: ProductPage,
        example: { data: [productExample], has_more: false, next_cursor: null, tier: 'full' },
      },
    },
    access: 'partner',
    scope: 'products:read',
    query: listQuery,
    errors: ['athlete_not_found', ...budgetErrors],
    async handler(ctx, request) {
      const { query, path } = request;
      const { limit: _limit, cursor: _cursor, ...filters } = query;
      const logged = {
        ...filters,
        limit: query.limit ?? PAGE_LIMIT_DEFAULT,
        page: query.cursor === undefined ? undefined : 'next',
      };
      const page = await readPage(ctx, request, {
        filters: toTexts(filters),
        defaultLimit: PAGE_LIMIT_DEFAULT,
        read: (wanted) =>
          listProducts(ctx, {
            athleteId: query.athlete_id,
            filter: toProductFilter(filters),
            page: wanted,
            query: describeQuery(path, logged),
          }),
        positionOf: ({ position }) => position,
      });
      if (isFailure(page)) return page;
      const { tier, id, locale } = page.found.athlete;
      const products = page.rows.map(({ product }) => product);
      const more = { tiers: [tier], locale };
      if (tier === 'full') return ok({ ...pageWith(page, products.map(productToWire)), tier }, more);
      const extras = await teaserMembers(ctx, id);
      return ok({ ...pageWith(page, products.map(teaserProductToWire)), tier, ...extras }, more);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/generic-foods',
    operationId: 'listGenericFoods',
    tag,
    summary: 'List generic foods',
    description:
      'Lists unbranded foods that aid stations hand out and people have at home, with figures and sources. `offers` of a course may name them, and plans use them if an athlete owns no products. Does not count against the product budget.',
    responses: {
      200: {
        description: 'All generic foods.',
        schema: GenericFoodList,
        example: { ...genericFoodsToWire(), data: genericFoodsToWire().data.slice(0, 2) },
      },
    },
    access: 'partner',
    scope: ANY_TOKEN,
    errors: [],
    handler: (_ctx) => ok(genericFoodsToWire()),
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/products/categories',
    operationId: 'listProductCategories',
    tag,
    summary: 'List product categories',
    description:
      'Lists every category with its number of products. Counts as a request of the athlete but not as a product.',
    responses: {
      200: {
        description: 'All categories.',
        schema: CategoryList,
        example: {
          data: [{ category: 'gel', label: 'Gel', product_count: 84 }],
          has_more: false,
          next_cursor: null,
          tier: 'full',
        },
      },
    },
    access: 'partner',
    scope: 'products:read',
    query: z.strictObject(athleteQuery),
    errors: ['athlete_not_found', ...budgetErrors],
    async handler(ctx, { query, path }) {
      const found = await listCategories(ctx, query.athlete_id, path);
      if (isFailure(found)) return found;
      const { athlete, counts } = found;
      const data = [...counts].map(([category, count]) => ({
        category,
        label: CATEGORY_LABELS[category],
        product_count: count,
      }));
      const extras = await teaserExtras(ctx, athlete.tier, athlete.id);
      return ok(
        { data, has_more: false, next_cursor: null, tier: athlete.tier, ...extras },
        { tiers: [athlete.tier] },
      );
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/products/{product_id}',
    operationId: 'getProduct',
    tag,
    summary: 'Read a product for an athlete',
    description:
      'Returns one product. Counts as a product of the UTC day unless it was already shown to the athlete that day. A product that does not exist costs only a request. Withdrawn products can still be read.',
    responses: {
      200: {
        description: "The product, in the shape of the athlete's tier.",
        schema: SingleProduct,
        example: { ...productExample, tier: 'full' },
      },
    },
    access: 'partner',
    scope: 'products:read',
    query: z.strictObject(athleteQuery),
    errors: ['athlete_not_found', 'product_not_found', ...budgetErrors],
    async handler(ctx, { params, query, path }) {
      const found = await getProduct(ctx, query.athlete_id, params.product_id, path.slice(0, 200));
      if (isFailure(found)) return found;
      const { athlete, product } = found;
      const { tier, id } = athlete;
      if (tier === 'full') return ok({ ...productToWire(product), tier }, { tiers: [tier] });
      const extras = await teaserMembers(ctx, id);
      return ok({ ...teaserProductToWire(product), tier, ...extras }, { tiers: [tier] });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/v1/partner/access-log',
    operationId: 'listProductAccesses',
    tag,
    summary: 'List your product accesses',
    description:
      "Lists your product requests in the key's environment, newest first. Attaching products counts too. `result_count` is then the number of newly attached products.",
    responses: {
      200: {
        description: 'A page of accesses.',
        schema: pageOf(AccessLogEntry, 'ProductAccessList'),
        example: {
          data: [
            {
              id: exampleIdOf('acc'),
              partner_id: exampleIdOf('prt'),
              athlete_id: EXAMPLE_ATHLETE_ID,
              query: '/v1/products?q=maurten&limit=10',
              at: '2026-11-21T09:30:00.000Z',
              result_count: 7,
            },
          ],
          has_more: false,
          next_cursor: null,
        },
      },
    },
    access: 'partner',
    scope: null,
    query: z.strictObject({
      ...pageQuery,
      from: described(z.optional(z.iso.date()), 'First UTC day, inclusive.'),
      to: described(z.optional(z.iso.date()), 'Last UTC day, inclusive.'),
      athlete_id: described(z.optional(text(100, 1)), 'Only accesses for this athlete.'),
    }),
    errors: [],
    async handler(ctx, request) {
      const { from, to, athlete_id } = request.query;
      if (from !== undefined && to !== undefined && from > to) {
        return invalid({ pointer: '?from', code: 'invalid_range', message: 'is after `to`' });
      }
      const filter = {
        fromMs: from === undefined ? null : Date.parse(from),
        beforeMs: to === undefined ? null : Date.parse(to) + DAY_MS,
        athleteId: athlete_id,
      };
      return answerPage(ctx, request, {
        filters: { from, to, athlete_id },
        read: (wanted) => listAccessLog(ctx, { ...filter, ...wanted }),
        positionOf: ({ id }) => [id],
        toWire: accessToWire,
      });
    },
  }),
];

function toTexts(filters: Partial<z.output<typeof listQuery>>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(filters).map(([name, value]) => [name, value === undefined ? undefined : String(value)]),
  );
}

function toProductFilter(filters: Omit<z.output<typeof listQuery>, 'limit' | 'cursor'>): ProductFilter {
  return {
    // An empty search box lists everything.
    q: filters.q?.trim() || undefined,
    brand: filters.brand,
    category: filters.category,
    caffeine: filters.caffeine,
    vegan: filters.vegan,
    glutenFree: filters.gluten_free,
    minCarbG: filters.min_carb_g,
  };
}
