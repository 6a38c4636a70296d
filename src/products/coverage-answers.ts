import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { namedFields } from './product-answers.ts';

export const AttachedProduct = documented(
  z.object({
    product_id: z.string(),
    ...namedFields,
    id: described(z.string(), 'The same as `product_id`.'),
    servings: z.number(),
  }),
  {
    id: 'AttachedProduct',
    description: 'A planned product by name. Read its facts with `GET /v1/products/{product_id}`.',
  },
);

const covered = z.object({
  planned: described(z.number(), 'Total of the products with a known figure.'),
  prescribed: z.nullable(z.number()),
  percent: z.nullable(z.number()),
  unknown_product_ids: described(z.array(z.string()), 'Products with an unknown amount.'),
});

export const Coverage = documented(
  z.object({
    carb_g: covered,
    sodium_mg: covered,
    fluid_ml: covered,
    caffeine_mg: covered,
    warnings: z.array(
      z.object({ code: z.string(), severity: z.enum(['info', 'caution', 'danger']), message: z.string() }),
    ),
  }),
  {
    id: 'Coverage',
    description: 'Compares the attached products with the prescription.',
  },
);

const nothing = (prescribed: number | null) => ({
  planned: 0,
  prescribed,
  percent: prescribed === null ? null : 0,
  unknown_product_ids: [],
});

export const emptyCoverageExample = {
  carb_g: nothing(210),
  sodium_mg: nothing(1113),
  fluid_ml: nothing(1204),
  caffeine_mg: nothing(null),
  warnings: [],
};

export const coverageExample = {
  carb_g: { planned: 200, prescribed: 210, percent: 95, unknown_product_ids: [] },
  sodium_mg: { planned: 160, prescribed: 1113, percent: 14, unknown_product_ids: [] },
  fluid_ml: { planned: 0, prescribed: 1204, percent: 0, unknown_product_ids: [] },
  caffeine_mg: { planned: 0, prescribed: null, percent: null, unknown_product_ids: [] },
  warnings: [
    {
      code: 'CARB_CONCENTRATED',
      severity: 'caution',
      message:
        '166 g of carbohydrate for each litre of fluid is more than 80 g: take gels and food with water.',
    },
  ],
};
