import * as z from 'zod/mini';
import { described, documented } from '../http/openapi-metadata.ts';
import { warningFields } from '../prescriptions/answers.ts';
import { COVERAGE_WARNING_CODES } from './coverage.ts';
import { namedFields, productExample } from './product-answers.ts';

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

export type AttachedProduct = z.output<typeof AttachedProduct>;

const covered = z.object({
  planned: described(z.number(), 'Total of the products with a known figure.'),
  prescribed: z.nullable(z.number()),
  percent: z.nullable(z.number()),
  unknown_product_ids: described(z.array(z.string()), 'Products with an unknown amount.'),
});

const CoverageWarning = documented(
  z.object({
    code: documented(z.enum(COVERAGE_WARNING_CODES), {
      id: 'CoverageWarningCode',
      description: 'Stable; its meaning never changes. Later versions may add codes.',
    }),
    ...warningFields,
  }),
  { id: 'CoverageWarning', description: 'A warning about the products, not about the prescription.' },
);

export const Coverage = documented(
  z.object({
    carb_g: covered,
    sodium_mg: covered,
    fluid_ml: covered,
    caffeine_mg: covered,
    warnings: z.array(CoverageWarning),
  }),
  {
    id: 'Coverage',
    description:
      'Compares the attached products with the prescription. `CARB_CONCENTRATED` warns of drinks above 80 g of carbohydrate a litre, and of more than 160 g to a litre of everything drunk unless the prescription itself has as much.',
  },
);

export type Coverage = z.output<typeof Coverage>;

const nothing = (prescribed: number | null) => ({
  planned: 0,
  prescribed,
  percent: prescribed === null ? null : 0,
  unknown_product_ids: [],
});

/** Coverage of a run of 3:30 h before anything is attached. */
export const emptyCoverageExample = {
  carb_g: nothing(207),
  sodium_mg: nothing(1050),
  fluid_ml: nothing(1890),
  caffeine_mg: nothing(null),
  warnings: [],
};

/** Coverage of the same run with eight gels of 25 g. */
export const coverageExample = {
  carb_g: { planned: 200, prescribed: 207, percent: 97, unknown_product_ids: [] },
  sodium_mg: { planned: 160, prescribed: 1050, percent: 15, unknown_product_ids: [] },
  fluid_ml: { planned: 0, prescribed: 1890, percent: 0, unknown_product_ids: [] },
  caffeine_mg: { planned: 0, prescribed: null, percent: null, unknown_product_ids: [] },
  warnings: [],
};

const gels = (count: number) => ({
  carb_g: 25 * count,
  sodium_mg: 20 * count,
  fluid_ml: 0,
  caffeine_mg: 0,
});

/** The fuel plan of that run and those gels; a test compares it with the engine. */
export const fuelPlanExample = {
  tier: 'full',
  safety: {
    max_safe_fluid_ml_per_hr: 790,
    max_safe_sodium_mg_per_hr: 1070,
    confidence_score: 0.705,
    not_instructions: true,
    warnings: [
      {
        code: 'CARB_ABOVE_TOLERANCE',
        severity: 'info',
        message:
          'About 70 g an hour could help you, but we assume your gut handles 59 g, so the plan stops there. Build up by 5 to 10 g an hour every week or two in training, towards 70.',
      },
    ],
    requires_human_review: false,
  },
  disclaimer: 'Guidance, not instructions. Drink only when thirsty, never above the ceiling.',
  duration_min: 210,
  prescription_stale: false,
  products: [
    { product_id: productExample.id, brand: 'Maurten', name: 'Gel 100', category: 'gel', servings: 8 },
  ],
  timeline: [15, 30, 60, 90, 105, 135, 165, 180].map((at_min, index) => ({
    at_min,
    items: [{ product_id: productExample.id, name: 'Maurten Gel 100', servings: 1, fluid_ml: 0 }],
    ...gels(1),
    cumulative: gels(index + 1),
  })),
  totals: gels(8),
  coverage: coverageExample,
  stations: [
    {
      km: 0,
      at_min: 0,
      name: null,
      kind: 'start',
      leave_with: [{ product_id: productExample.id, generic: null, servings: 8, fluid_ml: 0 }],
      take: [],
    },
    { km: 42.195, at_min: 210, name: null, kind: 'end', leave_with: [], take: [] },
  ],
  bottles: [],
  shopping_list: [{ product_id: productExample.id, generic: null, servings: 8, packs: 8 }],
  notes: [],
  suggestion: null,
};
