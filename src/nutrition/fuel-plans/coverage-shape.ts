import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { toWire } from '#platform/http/wire-case.ts';
import { namedFields, teaserProductToWire } from '../catalogue/product-shape.ts';
import { warningFields } from '../prescriptions/safety-shape.ts';
import {
  COVERAGE_WARNING_CODES,
  type Coverage as Compared,
  type CoverageWarning as ComparedWarning,
} from './coverage.ts';
import type { Portion } from './portions.ts';

export const AttachedProduct = documented(
  z.object({
    product_id: z.string(),
    ...namedFields,
    brand: described(z.nullable(z.string()), 'Null for a mix of the athlete’s own.'),
    id: described(z.string(), 'The same as `product_id`.'),
    servings: z.number(),
  }),
  {
    id: 'AttachedProduct',
    description:
      'A planned product by name. `GET /v1/products/{product_id}` returns its facts, or `GET /v1/athletes/{athlete_id}/products/{product_id}` if it is the athlete’s own.',
  },
);

export type AttachedProduct = z.output<typeof AttachedProduct>;

const covered = z.object({
  planned: described(z.number(), 'Total over the products with a known amount.'),
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
      'Compares the attached products with the prescription. `CARB_CONCENTRATED` warns of drinks above 80 g of carbohydrate per litre. It also warns of more than 160 g in total per litre of fluid, unless the prescription itself has as much.',
  },
);

export type Coverage = z.output<typeof Coverage>;

const nothing = (prescribed: number | null) => ({
  planned: 0,
  prescribed,
  percent: prescribed === null ? null : 0,
  unknown_product_ids: [],
});

/** Coverage of a 3:30 h run with nothing attached. */
export const emptyCoverageExample: Coverage = {
  carb_g: nothing(207),
  sodium_mg: nothing(1050),
  fluid_ml: nothing(1890),
  caffeine_mg: nothing(null),
  warnings: [],
};

/** Coverage of the same run with eight gels of 25 g. */
export const coverageExample: Coverage = {
  carb_g: { planned: 200, prescribed: 207, percent: 97, unknown_product_ids: [] },
  sodium_mg: { planned: 160, prescribed: 1050, percent: 15, unknown_product_ids: [] },
  fluid_ml: { planned: 0, prescribed: 1890, percent: 0, unknown_product_ids: [] },
  caffeine_mg: { planned: 0, prescribed: null, percent: null, unknown_product_ids: [] },
  warnings: [],
};

/** Maps an attached product to the wire, by name and without its facts. */
export function attachedToWire({ product, servings }: Portion): AttachedProduct {
  return { product_id: product.id, ...teaserProductToWire(product), brand: product.brand || null, servings };
}

/** Maps a coverage to its wire form, with warnings as sentences. */
export function coverageToWire({ warnings, ...amounts }: Compared, texts: Texts): Coverage {
  return toWire({ ...amounts, warnings: coverageWarningsToWire(warnings, texts) });
}

/** Renders coverage warnings: code, severity and the sentence to show. */
export function coverageWarningsToWire(warnings: readonly ComparedWarning[], texts: Texts) {
  return warnings.map(({ code, severity, messageIn }) => ({
    code,
    severity,
    message: messageIn(texts.plan, texts.measures),
  }));
}
