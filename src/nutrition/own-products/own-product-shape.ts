import { PURPOSES } from '@musette/basics/products';
import * as z from 'zod/mini';
import { described, documented, EXAMPLE_ATHLETE_ID } from '#platform/http/openapi-metadata.ts';
import { withheldSchema } from '#platform/http/scopes.ts';
import { between, instant, ownName, readable, settable, text } from '#platform/http/wire-fields.ts';
import { COMPONENTS, OWN_FORMATS } from '#platform/storage/athlete-schema.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';

const NAME_MAX = 60;

/** The most a serving can weigh or hold, g and ml: a large bladder. Engineering choice. */
const SERVING_MAX = 3000;
/** The highest amounts of a serving, stated or from its recipe. Engineering choices. */
export const CARB_MAX_G = 200;
export const SODIUM_MAX_MG = 2500;
export const CAFFEINE_MAX_MG = 200;
/** Sodium that a gram of salt on a European label stands for: salt is sodium × 2.5 (Regulation (EU) 1169/2011, annex I). */
export const SODIUM_MG_PER_G_OF_SALT = 400;

const recipe = documented(
  z.strictObject({
    water_ml: described(
      settable(between(1, SERVING_MAX)),
      'Water for one serving. Without it, a drink is mixed to at most 80 g of carbohydrate per litre.',
    ),
    parts: described(
      z
        .array(z.strictObject({ component: z.enum(COMPONENTS), grams: between(0.01, SERVING_MAX) }))
        .check(z.minLength(1), z.maxLength(COMPONENTS.length)),
      'Ingredients of one serving, each once: `dextrose` and `sodium_citrate` as sold, with their water of crystallization.',
    ),
  }),
  { id: 'KitchenRecipe', description: 'The ingredients of one serving. The figures follow from them.' },
);

/**
 * Returns the 14 digits under which a barcode is one product: shorter numbers are filled with zeros on the left (GS1
 * General Specifications, "GTIN in a 14-digit field").
 */
export function gtin14(digits: string): string {
  return digits.padStart(14, '0');
}

/** Returns whether the last digit is the check digit of GS1: weights of 3 and 1 from the right, to a multiple of 10. */
function hasCheckDigit(digits: string): boolean {
  const sum = [...gtin14(digits)].reduce((so, digit, at) => so + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return sum % 10 === 0;
}

const GTIN_LENGTHS = /^(\d{8}|\d{12,14})$/;
const GTIN_DESCRIPTION =
  'The number of its barcode: 8, 12, 13 or 14 digits, the last of which is its check digit. Shown as sent.';

export const barcode = z.string().check(
  z.regex(GTIN_LENGTHS),
  z.refine((digits) => !GTIN_LENGTHS.test(digits) || hasCheckDigit(digits), {
    error: 'has a wrong check digit. Read the barcode again',
  }),
);

const figure = (max: number, description: string) => described(settable(between(0, max)), description);

/** Members that a request sets and an answer shows. */
const settableFields = {
  external_id: described(settable(text(255, 1)), 'Your identifier, unique per athlete.'),
  brand: described(settable(ownName('The maker:', NAME_MAX)), 'The maker; null for a mix of your own.'),
  gtin: described(settable(barcode), GTIN_DESCRIPTION),
  vegan: described(
    settable(z.boolean()),
    'Null means unknown. A vegan athlete gets it in a plan only if it is true.',
  ),
  gluten_free: described(
    settable(z.boolean()),
    'Null means unknown. An athlete without gluten gets it in a plan only if it is true.',
  ),
  glucose_fructose_ratio: described(
    settable(z.string().check(z.maxLength(20), z.regex(/^\d+(\.\d+)?:\d+(\.\d+)?$/))),
    'Such as `2:1`. Null counts as glucose only. A recipe gives it.',
  ),
  serving_g: described(settable(between(0.1, SERVING_MAX)), 'Weight of a serving.'),
  serving_ml: described(settable(between(1, SERVING_MAX)), 'Volume of a serving that is liquid.'),
  carb_g: figure(CARB_MAX_G, 'Carbohydrate per serving.'),
  sodium_mg: figure(SODIUM_MAX_MG, 'Sodium per serving.'),
  caffeine_mg: figure(CAFFEINE_MAX_MG, 'Caffeine per serving. Null means unknown.'),
  fluid_ml: figure(
    SERVING_MAX,
    'Fluid of a drink or gel, or the water to mix a serving of powder in. Fluid in solid food does not count.',
  ),
  recipe: described(settable(recipe), 'Instead of figures. Null if the figures are stated.'),
};

const name = ownName('Any name.', NAME_MAX);

const format = documented(z.enum(OWN_FORMATS), {
  id: 'OwnProductFormat',
  description:
    'How it is taken. `tablet` is dissolved in a bottle, `capsule` is swallowed. A `tablet` of caffeine without salt is swallowed too, unless it has `fluid_ml`.',
});

/** Figures that are refused until they are confirmed: amounts in the wrong unit, and much sodium. */
const CONFIRMABLE = ['units', 'sodium'] as const;

/** Members of a request that an answer never shows. */
const onlySent = {
  salt_g: described(
    settable(between(0, SODIUM_MAX_MG / SODIUM_MG_PER_G_OF_SALT)),
    'Salt per serving, as European labels state it, instead of `sodium_mg`: 1 g of salt is 400 mg of sodium.',
  ),
  confirm: described(
    z.optional(z.array(z.enum(CONFIRMABLE)).check(z.maxLength(CONFIRMABLE.length))),
    'What is right although it looks wrong. `units`: less than 1 mg of caffeine or sodium (else 422 `confirm_units`). `sodium`: more than 1,500 mg a serving or 3 g per 100 g, or 600 mg and more in up to 60 g of food (else 422 `confirm_sodium`).',
  ),
  confirmed: described(z.optional(z.boolean()), 'True is the same as `confirm: ["sodium"]`.'),
};

export const OwnProductInput = documented(z.strictObject({ name, format, ...settableFields, ...onlySent }), {
  id: 'OwnProductInput',
  description:
    'Name and format, and either the figures of a serving (`serving_g` or `serving_ml`, and at least one of `carb_g`, `sodium_mg` or `salt_g`, and `caffeine_mg`) or a `recipe`.',
});

export const OwnProductPatch = documented(
  z.strictObject({ name: z.optional(name), format: z.optional(format), ...settableFields, ...onlySent }),
  {
    id: 'OwnProductPatch',
    description:
      'An absent member stays unchanged, `null` clears it. A `recipe` replaces the figures; to state figures again, send `recipe: null` with them.',
  },
);

export const OwnProduct = documented(
  z.object({
    id: z.string(),
    athlete_id: z.string(),
    external_id: readable(settableFields.external_id),
    name,
    brand: readable(settableFields.brand),
    short_name: described(z.string(), 'At most 18 columns. A wide character takes two.'),
    format,
    gtin: readable(settableFields.gtin),
    vegan: readable(settableFields.vegan),
    gluten_free: readable(settableFields.gluten_free),
    glucose_fructose_ratio: readable(settableFields.glucose_fructose_ratio),
    serving_g: readable(settableFields.serving_g),
    serving_ml: readable(settableFields.serving_ml),
    carb_g: readable(settableFields.carb_g),
    sodium_mg: readable(settableFields.sodium_mg),
    caffeine_mg: readable(settableFields.caffeine_mg),
    fluid_ml: readable(settableFields.fluid_ml),
    recipe: described(
      z.nullable(
        z.object({
          water_ml: z.nullable(z.number()),
          parts: z.array(z.object({ component: z.enum(COMPONENTS), grams: z.number() })),
        }),
      ),
      'The ingredients of one serving. Null if the figures are stated.',
    ),
    purpose: described(z.enum(PURPOSES), 'What a plan uses it for, by its figures.'),
    facts: described(
      z.object({ basis: z.literal('athlete') }),
      'Origin of the figures: the athlete stated them or the recipe. Shown in every tier.',
    ),
    created_at: instant,
    updated_at: instant,
  }),
  { id: 'OwnProduct', description: 'A product of the athlete’s own. Per serving.' },
);

export type OwnProduct = z.output<typeof OwnProduct>;

/** Members that are shown even without `profile:read`. */
export const ALWAYS_SHOWN = ['id', 'athlete_id', 'created_at', 'updated_at'] as const;

export const WrittenOwnProduct = withheldSchema(OwnProduct, ALWAYS_SHOWN, {
  id: 'WrittenOwnProduct',
  description: 'An own product as seen by a token with `profile:write` but without `profile:read`.',
});

export type WrittenOwnProduct = z.output<typeof WrittenOwnProduct>;

export const ownProductInputExample = {
  name: 'Kitchen mix',
  format: 'drink',
  vegan: true,
  recipe: {
    water_ml: 750,
    parts: [
      { component: 'maltodextrin', grams: 32 },
      { component: 'fructose', grams: 24 },
      { component: 'table_salt', grams: 1.2 },
    ],
  },
} satisfies z.input<typeof OwnProductInput>;

export const ownProductExample: OwnProduct = {
  id: exampleIdOf('cpr'),
  athlete_id: EXAMPLE_ATHLETE_ID,
  external_id: null,
  ...ownProductInputExample,
  brand: null,
  short_name: 'Kitchen mix',
  gtin: null,
  gluten_free: null,
  glucose_fructose_ratio: '1:0.79',
  serving_g: 57.2,
  serving_ml: null,
  carb_g: 54.4,
  sodium_mg: 472,
  caffeine_mg: 0,
  fluid_ml: 750,
  purpose: 'fuel',
  facts: { basis: 'athlete' },
  created_at: '2026-11-21T09:30:00.000Z',
  updated_at: '2026-11-21T09:30:00.000Z',
};
