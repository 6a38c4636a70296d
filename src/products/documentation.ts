import type { DocumentationByOperation } from '../http/operation-documentation.ts';
import { pageOf } from '../http/pagination.ts';
import { AccessLogEntry, CategoryList, ProductPage, SingleProduct } from './answer-schemas.ts';
import { productExample } from './product-answer-schemas.ts';

const tag = 'Products';

export const productDocumentation: DocumentationByOperation = {
  listProducts: {
    tag,
    summary: 'Search the product catalogue for an athlete',
    description:
      'With `q` the best match first, else by brand and name. Every access is counted against the budgets of the athlete and logged; a page takes at most 25 products.',
    responses: {
      200: {
        description: 'A page of products, in the shape of the tier of the athlete.',
        schema: ProductPage,
        example: { data: [productExample], has_more: false, next_cursor: null, tier: 'full' },
      },
    },
  },
  listProductCategories: {
    tag,
    summary: 'List product categories',
    description:
      'Every category with the number of its products. Costs a request of the athlete but no record.',
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
  },
  getProduct: {
    tag,
    summary: 'Read a product for an athlete',
    description:
      'Costs one record of the athlete, also where there is no such product. Withdrawn products can still be read.',
    responses: {
      200: {
        description: 'The product, in the shape of the tier of the athlete.',
        schema: SingleProduct,
        example: { ...productExample, tier: 'full' },
      },
    },
  },
  listProductAccesses: {
    tag,
    summary: 'List your product accesses',
    description:
      "Every answered product request of yours in the key's environment, newest first. Attached products are among them: `result_count` is how many were not attached before.",
    responses: {
      200: {
        description: 'A page of accesses.',
        schema: pageOf(AccessLogEntry),
        example: {
          data: [
            {
              id: 'acc_01kajz8w3t5v9c2b7n4m6q8r0s',
              partner_id: 'prt_01kajz8w3t5v9c2b7n4m6q8r0s',
              athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
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
  },
};
