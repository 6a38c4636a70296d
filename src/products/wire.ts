import { snakeName } from '../http/wire-case.ts';
import { isoInstant } from '../http/wire-fields.ts';
import type { ProductAccessRow } from '../storage/athlete-schema.ts';
import type { AccessLogEntry } from './answers.ts';
import type { Product } from './catalogue-copy.ts';
import type { FullProduct, TeaserProduct } from './product-answers.ts';

/** Maps a product to the wire as teaser tier shows it: its name but no facts. */
export function teaserProductToWire({ id, brand, name, category }: Product): TeaserProduct {
  return { id, brand, name, category };
}

/** Maps a product with its facts to the wire, as full tier shows it. */
export function productToWire(product: Product): FullProduct {
  const { id, brand, name, category } = product;
  return {
    id,
    brand,
    name,
    category,
    serving: {
      label: product.servingLabel,
      mass_g: product.massG,
      volume_ml: product.volumeMl,
      mix_water_ml: product.mixWaterMl,
    },
    energy_kcal: product.energyKcal,
    carb_g: product.carbG,
    sugar_g: product.sugarG,
    sodium_mg: product.sodiumMg,
    caffeine_mg: product.caffeineMg,
    protein_g: product.proteinG,
    glucose_fructose_ratio: product.glucoseFructoseRatio,
    vegan: product.vegan,
    gluten_free: product.glutenFree,
    facts: {
      basis: product.basis,
      confidence: product.confidence,
      recalled_fields: product.recalledFields.map((field) => FIELD_NAMES.get(field) ?? snakeName(field)),
      note: product.note,
    },
  };
}

/** Maps a row of the access log to its wire form. */
export function accessToWire(row: ProductAccessRow): AccessLogEntry {
  return {
    id: row.id,
    partner_id: row.partnerId,
    athlete_id: row.athleteId,
    query: row.query,
    at: isoInstant(row.at),
    result_count: row.resultCount,
  };
}

/** Wire names of figures that are nested on the wire. */
const FIELD_NAMES = new Map(
  Object.entries({
    massG: 'serving.mass_g',
    volumeMl: 'serving.volume_ml',
    mixWaterMl: 'serving.mix_water_ml',
  }),
);

/** Labels of the categories for athletes. */
export const CATEGORY_LABELS: Readonly<Record<Product['category'], string>> = {
  gel: 'Gel',
  isotonic_gel: 'Isotonic gel',
  chew: 'Chew',
  bar: 'Bar',
  waffle: 'Waffle',
  drink_mix: 'Drink mix',
  ready_to_drink: 'Ready to drink',
  electrolyte_drink: 'Electrolyte drink',
  electrolyte_tablet: 'Electrolyte tablet',
  electrolyte_capsule: 'Electrolyte capsule',
  electrolyte_chew: 'Electrolyte chew',
  caffeine_chew: 'Caffeine chew or gum',
  real_food: 'Real food',
};
