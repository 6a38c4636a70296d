import type { Product } from '../../catalogue/catalogue-copy.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { type Form, fluidMlOf, formOf, glucoseShareOf } from '../portions.ts';

/** A product that a plan may use, with all figures known. */
export interface Candidate {
  readonly product: Product;
  readonly form: Form;
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
  /** Carbohydrate that is absorbed as glucose; all of it if the ratio is not known. */
  readonly glucoseG: number;
}

/** Food with this much protein per serving is meant for after the session. Engineering choice. */
const PROTEIN_MAX_G = 10;
/** A salt capsule weighs about a gram, so its carbohydrate does not count. Engineering choice. */
const CAPSULE_CARB_G = 0;
/** Everyday food that does not fit in a pocket. Engineering choice. */
const NOT_PORTABLE: ReadonlySet<string> = new Set([
  'Apple (medium)',
  'Boiled Potato',
  'Honey',
  'Maple Syrup',
  'Orange (medium)',
  'Orange Juice',
  'Watermelon',
  'White Rice, cooked',
]);

/** Selects the food that can serve a caffeine dose. Drinks cannot: they are sipped. */
export function dosesFor(products: readonly Product[], athlete: AthleteLimits): readonly Candidate[] {
  const found = sourcedFor(products, athlete).filter(
    ({ product, form, caffeineMg }) =>
      form !== 'drink' && caffeineMg > 0 && !product.recalledFields.includes('caffeineMg'),
  );
  return withoutTwins(found);
}

/** Selects portable products that fit the diet and have sourced figures. */
export function sourcedFor(products: readonly Product[], athlete: AthleteLimits): readonly Candidate[] {
  return products
    .filter((product) => fitsDiet(product, athlete) && isPortable(product))
    .flatMap((product) => toCandidate(product) ?? []);
}

function toCandidate(product: Product): Candidate | null {
  const form = formOf(product);
  const carbG = carbOf(product, form);
  const sodiumMg = sourcedFigure(product, 'sodiumMg');
  const fluidMl = fluidMlOf(product);
  const { caffeineMg } = product;
  if (carbG === null || sodiumMg === null || fluidMl === null || caffeineMg === null) return null;
  if ((product.proteinG ?? 0) >= PROTEIN_MAX_G) return null;
  return {
    product,
    form,
    carbG,
    sodiumMg,
    fluidMl,
    caffeineMg,
    glucoseG: carbG * (glucoseShareOf(product) ?? 1),
  };
}

/** Capsules weigh about 1 g and tablets 4 g, so their carbohydrate may be known less well. */
function carbOf(product: Product, form: Form): number | null {
  if (form === 'capsule') return CAPSULE_CARB_G;
  if (product.category === 'electrolyte_tablet') return product.carbG;
  return sourcedFigure(product, 'carbG');
}

/** Returns a figure that was read in a source; null if it is missing or recalled. */
function sourcedFigure(product: Product, field: 'carbG' | 'sodiumMg'): number | null {
  return product.basis === 'label-recalled' || product.recalledFields.includes(field) ? null : product[field];
}

function fitsDiet(product: Product, athlete: AthleteLimits): boolean {
  return (
    (!athlete.isVegan || product.vegan === true) &&
    (!athlete.isGlutenFree || product.glutenFree === true) &&
    (!athlete.isCaffeineFree || product.caffeineMg === 0)
  );
}

function isPortable(product: Product): boolean {
  return product.category !== 'real_food' || !NOT_PORTABLE.has(product.name);
}

/** Keeps one of the products with equal figures: the most trusted, then the lowest identifier. */
export function withoutTwins(candidates: readonly Candidate[]): readonly Candidate[] {
  const kept = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const { form, carbG, sodiumMg, fluidMl, caffeineMg, glucoseG } = candidate;
    const key = [form, carbG, sodiumMg, fluidMl, caffeineMg, Math.round(glucoseG)].join();
    const twin = kept.get(key);
    if (!twin || rankOf(candidate) < rankOf(twin)) kept.set(key, candidate);
  }
  return [...kept.values()];
}

function rankOf({ product: { confidence, id } }: Candidate): string {
  return `${confidence === 'high' ? 0 : 1}${id}`;
}
