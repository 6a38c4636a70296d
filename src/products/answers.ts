import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { pageOf } from '../http/pagination.ts';
import { instant } from '../http/wire-fields.ts';
import { tierFields } from '../prescriptions/answers.ts';
import { FullProduct, TeaserProduct } from './product-answers.ts';
import { category } from './requests.ts';

const anyProduct = z.union([FullProduct, TeaserProduct]);

export const ProductPage = documented(z.extend(pageOf(anyProduct), tierFields), { id: 'ProductPage' });

export const SingleProduct = z.union([
  documented(z.extend(FullProduct, tierFields), { id: 'SingleProduct' }),
  documented(z.extend(TeaserProduct, tierFields), { id: 'SingleTeaserProduct' }),
]);

export const CategoryList = documented(
  z.object({
    data: z.array(z.object({ category, label: z.string(), product_count: z.int() })),
    has_more: z.literal(false),
    next_cursor: z.null(),
    ...tierFields,
  }),
  { id: 'CategoryList' },
);

export const AccessLogEntry = documented(
  z.object({
    id: z.string(),
    partner_id: z.string(),
    athlete_id: z.string(),
    query: z.string(),
    at: instant,
    result_count: z.int(),
  }),
  { id: 'ProductAccess' },
);
