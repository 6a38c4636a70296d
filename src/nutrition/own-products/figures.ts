import { roundTo } from '#platform/http/wire-fields.ts';
import type {
  Component,
  OwnFigures,
  OwnProductDefinition,
  OwnProductRow,
} from '#platform/storage/athlete-schema.ts';
import type { Catalogue, Product } from '../catalogue/catalogue-copy.ts';
import { FUEL_FROM_G, purposeOf, SALT_FROM_MG } from '../catalogue/generic-foods.ts';

/** Contents of a gram of an ingredient. */
interface Composition {
  readonly glucoseG: number;
  readonly fructoseG: number;
  readonly sodiumMg: number;
  readonly source: string;
}

/** The ingredients of recipes as they are sold. Sucrose is half glucose and half fructose. */
export const COMPOSITION: Readonly<Record<Component, Composition>> = {
  maltodextrin: {
    glucoseG: 0.95,
    fructoseG: 0,
    sodiumMg: 0,
    source:
      'powder with about 5% moisture: 376 kcal per 100 g (Maltrin M150, read) are 94 g, shops’ labels 94 to 96 g (recalled)',
  },
  dextrose: {
    glucoseG: 0.91,
    fructoseG: 0,
    sodiumMg: 0,
    source: 'monohydrate: C6H12O6 (180.16 g/mol) of C6H12O6·H2O (198.17 g/mol)',
  },
  fructose: { glucoseG: 0, fructoseG: 1, sodiumMg: 0, source: 'dry, pure C6H12O6' },
  sucrose: { glucoseG: 0.5, fructoseG: 0.5, sodiumMg: 0, source: 'dry, pure C12H22O11' },
  table_salt: {
    glucoseG: 0,
    fructoseG: 0,
    sodiumMg: 393,
    source: 'NaCl: 22.99 of 58.44 g/mol',
  },
  sodium_citrate: {
    glucoseG: 0,
    fructoseG: 0,
    sodiumMg: 234,
    source:
      'trisodium citrate dihydrate: 68.97 of 294.10 g/mol, a shade less than the 234.5 mg of the pure substance',
  },
};

/** The figures of a serving, stated or from the recipe, with the ratio of glucose to fructose. */
export type Figures = OwnFigures & Pick<OwnProductDefinition, 'glucoseFructoseRatio'>;

/** Returns the figures of a product. */
export function figuresOf(definition: OwnProductDefinition): Figures {
  const { recipe } = definition;
  if (recipe === null) return definition;
  const sumOf = (amount: (composition: Composition) => number) =>
    recipe.parts.reduce((sum, { component, grams }) => sum + grams * amount(COMPOSITION[component]), 0);
  const [glucoseG, fructoseG] = [sumOf((each) => each.glucoseG), sumOf((each) => each.fructoseG)];
  return {
    servingG: roundTo(
      sumOf(() => 1),
      2,
    ),
    servingMl: null,
    carbG: roundTo(glucoseG + fructoseG, 1),
    sodiumMg: roundTo(
      sumOf((each) => each.sodiumMg),
      0,
    ),
    caffeineMg: 0,
    fluidMl: recipe.waterMl,
    glucoseFructoseRatio: ratioOf(glucoseG, fructoseG),
  };
}

function ratioOf(glucoseG: number, fructoseG: number): string | null {
  if (glucoseG + fructoseG === 0) return null;
  return glucoseG === 0 ? '0:1' : `1:${roundTo(fructoseG / glucoseG, 2)}`;
}

/** Weight of a millilitre of the thickest gel, g. It bounds what a volume can contain. */
const DENSEST_G_PER_ML = 1.4;

/** Returns the most that a serving can weigh, g. Null if neither its weight nor its volume is stated. */
export function massOf({ servingG, servingMl }: OwnFigures): number | null {
  return servingG ?? (servingMl === null ? null : servingMl * DENSEST_G_PER_ML);
}

/** Strength to which a drink is mixed whose water is not stated, g/l. Drinks above it leave the stomach slowly. */
const STRONGEST_G_PER_L = 80;
/** The water of a salt drink or tablet whose water is not stated, ml. */
const SALT_WATER_ML = 500;
/** The water of a caffeine powder whose water is not stated, ml: half a glass. */
const CAFFEINE_WATER_ML = 100;
const WATER_STEP_ML = 50;

/** Returns an athlete's own product as plans, coverage and names read products. */
export function toProduct({ id, definition }: Pick<OwnProductRow, 'id' | 'definition'>): Product {
  const { name, brand, vegan, glutenFree } = definition;
  const figures = figuresOf(definition);
  const kind = kindOf(definition.format, figures);
  const { carbG, sodiumMg, caffeineMg } = figures;
  return {
    id,
    // The catalogue's unbranded foods have the brand Generic, and translated names.
    brand: brand === null || brand === 'Generic' ? '' : brand,
    name,
    servingLabel: '1 serving',
    massG: figures.servingG,
    energyKcal: null,
    sugarG: null,
    proteinG: null,
    carbG,
    sodiumMg,
    caffeineMg,
    ...kind,
    // Unknown counts as glucose only.
    glucoseFructoseRatio: figures.glucoseFructoseRatio ?? '1:0',
    purpose: isCaffeineAlone(figures)
      ? 'caffeine'
      : purposeOf({ carbG, sodiumMg, caffeineMg, category: kind.category }),
    fixedStrength: false,
    vegan,
    glutenFree,
    basis: 'composition',
    confidence: 'high',
    source: null,
    recalledFields: [],
    note: null,
    hiddenAt: null,
  };
}

type Kind = Pick<Product, 'category' | 'volumeMl' | 'mixWaterMl'>;

/** Returns the category of a format by its figures, with the volume that counts as fluid. */
function kindOf(format: OwnProductDefinition['format'], figures: Figures): Kind {
  const { servingMl, carbG, sodiumMg, caffeineMg } = figures;
  const fluidMl = figures.fluidMl || null;
  const solid = (category: Kind['category']): Kind => ({ category, volumeMl: null, mixWaterMl: null });
  switch (format) {
    case 'drink':
      return drinkOf(figures, fluidMl);
    case 'tablet':
      if (fluidMl === null && isCaffeineAlone(figures)) return solid('caffeine_chew');
      return { category: 'electrolyte_tablet', volumeMl: null, mixWaterMl: fluidMl ?? SALT_WATER_ML };
    case 'gel':
      return fluidMl === null
        ? solid('gel')
        : { category: 'isotonic_gel', volumeMl: fluidMl, mixWaterMl: null };
    case 'chew':
      if ((carbG ?? FUEL_FROM_G) >= FUEL_FROM_G) return solid('chew');
      if ((caffeineMg ?? 0) > 0) return solid('caffeine_chew');
      return solid((sodiumMg ?? 0) > 0 ? 'electrolyte_chew' : 'chew');
    case 'bar':
      return solid('bar');
    case 'capsule':
      return solid('electrolyte_capsule');
    case 'real_food':
      // Soup and juice are drunk.
      return {
        category: 'real_food',
        volumeMl: servingMl === null ? null : (fluidMl ?? servingMl),
        mixWaterMl: null,
      };
  }
}

/** A drink whose serving holds its fluid is ready to drink. Anything else is mixed with it. */
function drinkOf(figures: Figures, fluidMl: number | null): Kind {
  const { servingG, servingMl, carbG } = figures;
  const holds = servingMl ?? servingG ?? 0;
  const isReady = fluidMl === null ? servingMl !== null : fluidMl <= holds;
  if (isReady) return { category: 'ready_to_drink', volumeMl: fluidMl ?? holds, mixWaterMl: null };
  const thinnedMl = Math.ceil(((carbG ?? 0) / STRONGEST_G_PER_L) * (1000 / WATER_STEP_ML)) * WATER_STEP_ML;
  return {
    category: 'drink_mix',
    volumeMl: null,
    mixWaterMl: fluidMl ?? (isCaffeineAlone(figures) ? CAFFEINE_WATER_ML : thinnedMl || SALT_WATER_ML),
  };
}

/** Returns whether a serving is neither fuel nor salt, so that it is a pill, a shot or a powder for its caffeine. */
function isCaffeineAlone({ carbG, sodiumMg, caffeineMg }: Figures): boolean {
  return (caffeineMg ?? 0) > 0 && (carbG ?? 0) < FUEL_FROM_G && (sodiumMg ?? 0) < SALT_FROM_MG;
}

/** Returns the catalogue with an athlete's own products, for the answers to one request. */
export function withOwnProducts(
  catalogue: Catalogue,
  rows: readonly Pick<OwnProductRow, 'id' | 'definition'>[],
): Catalogue {
  if (rows.length === 0) return catalogue;
  const own = rows.map(toProduct);
  return {
    ...catalogue,
    visible: [...catalogue.visible, ...own],
    byId: new Map([...catalogue.byId, ...own.map((product) => [product.id, product] as const)]),
  };
}
