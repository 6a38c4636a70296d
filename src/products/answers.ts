import * as z from 'zod/mini';
import { documented } from '../http/openapi-metadata.ts';
import { pageFields, wholeList } from '../http/pagination.ts';
import { instant } from '../http/wire-fields.ts';
import { teaserFields, tierFields } from '../prescriptions/answers.ts';
import { FullProduct, TeaserProduct } from './product-answers.ts';
import { category } from './requests.ts';

const full = { tier: z.literal('full') };

export const ProductPage = documented(
  z.discriminatedUnion('tier', [
    documented(z.object({ ...pageFields(FullProduct), ...full }), { id: 'FullProductPage' }),
    documented(z.object({ ...pageFields(TeaserProduct), ...teaserFields }), { id: 'TeaserProductPage' }),
  ]),
  { id: 'ProductPage', description: 'A page of products, in the shape of the tier of the athlete.' },
);

export const SingleProduct = z.discriminatedUnion('tier', [
  documented(z.extend(FullProduct, full), { id: 'SingleProduct' }),
  documented(z.extend(TeaserProduct, teaserFields), { id: 'SingleTeaserProduct' }),
]);

export const CategoryList = documented(
  z.object({
    data: z.array(z.object({ category, label: z.string(), product_count: z.int() })),
    ...wholeList,
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

export type AccessLogEntry = z.output<typeof AccessLogEntry>;
