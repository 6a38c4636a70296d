import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { labelOf, parseCatalogue } from '#nutrition/catalogue/load-catalogue.ts';
import { COMPOSITION, figuresOf, toProduct } from '#nutrition/own-products/figures.ts';
import { newDefinition } from '#nutrition/own-products/own-products.ts';
import { COMPONENTS, type Component, type KitchenRecipe } from '#platform/storage/athlete-schema.ts';

const text = await readFile(join(import.meta.dirname, '../../src/nutrition/catalogue/products.json'), 'utf8');
const entries = parseCatalogue(JSON.parse(text));

/**
 * A product whose label lists these ingredients. Its recipe fills the label's weight of a serving: sodium from the named
 * salts, the rest but for acid and flavour from its sugars in the shares of the label's ratio, or of the order of its
 * ingredients. No recipe uses the label's carbohydrate, so that it can be compared.
 */
interface Mixed {
  readonly label: string;
  /** Parts of the weight of the sugars. */
  readonly sugars: Partial<Record<Component, number>>;
  /** Grams of the salts, in steps of a kitchen scale, 0.05 g. */
  readonly salts: Partial<Record<Component, number>>;
  /** Acid, flavour and colour, g. */
  readonly otherG: number;
}

/** Parts by weight of maltodextrin and fructose for a ratio of glucose to fructose. */
const ratio = (glucose: number, fructose: number) => ({
  maltodextrin: glucose / COMPOSITION.maltodextrin.glucoseG,
  fructose,
});

const MIXED: readonly Mixed[] = [
  { label: 'Styrkr MIX60', sugars: ratio(1, 0.8), salts: { table_salt: 0.15 }, otherG: 2.2 },
  { label: 'Styrkr MIX90', sugars: ratio(1, 0.8), salts: { table_salt: 0.2 }, otherG: 2.2 },
  {
    label: 'Science in Sport Beta Fuel 80 Drink',
    sugars: ratio(1, 0.8),
    salts: { sodium_citrate: 1.95 },
    otherG: 0.5,
  },
  {
    label: 'Science in Sport GO Energy',
    sugars: { maltodextrin: 1 },
    salts: { table_salt: 0.05 },
    otherG: 0.5,
  },
  { label: 'Neversecond C30 Sports Drink', sugars: ratio(2, 1), salts: { table_salt: 0.5 }, otherG: 0.5 },
  { label: 'Neversecond C90 High-Carb Drink Mix', sugars: ratio(2, 1), salts: {}, otherG: 1.2 },
  {
    label: 'Precision Fuel & Hydration Carb & Electrolyte Drink Mix',
    sugars: ratio(2, 1),
    salts: { sodium_citrate: 2.15 },
    otherG: 1.5,
  },
  {
    label: 'Tailwind Endurance Fuel',
    sugars: { dextrose: 1, sucrose: 1 },
    salts: { sodium_citrate: 1.3 },
    otherG: 0.3,
  },
  {
    label: 'Skratch Labs Hydration Sport Drink Mix',
    sugars: { sucrose: 3, dextrose: 1 },
    salts: { sodium_citrate: 1.6 },
    otherG: 0.4,
  },
  {
    label: 'Gatorade Endurance Formula Powder',
    sugars: { sucrose: 3, dextrose: 1 },
    salts: { table_salt: 0.4, sodium_citrate: 0.6 },
    otherG: 0.5,
  },
];

const definitionOf = ({ waterMl, parts }: KitchenRecipe) =>
  newDefinition({ name: 'Mix', format: 'drink', recipe: { waterMl, parts: [...parts] } });

function labelled(label: string) {
  const entry = entries.find((each) => labelOf(each) === label);
  if (entry === undefined) throw new Error(`the catalogue lacks ${label}`);
  return entry;
}

function recipeOf({ label, sugars, salts, otherG }: Mixed): KitchenRecipe {
  const { massG = 0, mixWaterMl = null } = labelled(label);
  const partsOf = (each: Partial<Record<Component, number>>) =>
    COMPONENTS.flatMap((component) => {
      const amount = each[component];
      return amount === undefined ? [] : [{ component, amount }];
    });
  const saltG = partsOf(salts).reduce((sum, { amount }) => sum + amount, 0);
  const sugarG = massG - saltG - otherG;
  const shares = partsOf(sugars).reduce((sum, { amount }) => sum + amount, 0);
  return {
    waterMl: mixWaterMl,
    parts: [
      ...partsOf(sugars).map(({ component, amount }) => ({ component, grams: (sugarG * amount) / shares })),
      ...partsOf(salts).map(({ component, amount }) => ({ component, grams: amount })),
    ],
  };
}

describe('kitchen recipes against labels', () => {
  test.each(MIXED)('$label: carbohydrate within 5%, sodium within 5%', (mixed) => {
    const { carbG = 0, sodiumMg, source, basis } = labelled(mixed.label);
    expect(basis).toBe('label-seen');
    expect(source).toMatch(/\w/);
    const figures = figuresOf(definitionOf(recipeOf(mixed)));
    const off = (figure: number | null, label: number) => Math.abs((figure ?? 0) / label - 1);
    expect(off(figures.carbG, carbG), `${figures.carbG} g against ${carbG} g`).toBeLessThan(0.05);
    // GO Energy and MIX60 have a pinch of salt, of which a scale shows a step or two.
    const tolerance = (sodiumMg ?? 0) < 100 ? 0.1 : 0.05;
    if (sodiumMg !== undefined) {
      expect(off(figures.sodiumMg, sodiumMg), `${figures.sodiumMg} mg against ${sodiumMg} mg`).toBeLessThan(
        tolerance,
      );
    }
  });

  test('the sugar of a label is the fructose of its recipe', () => {
    for (const label of ['Styrkr MIX60', 'Styrkr MIX90']) {
      const mixed = MIXED.find((each) => each.label === label);
      const fructose = mixed && recipeOf(mixed).parts.find(({ component }) => component === 'fructose');
      expect((fructose?.grams ?? 0) / (labelled(label).sugarG ?? 0)).toBeCloseTo(1, 1);
    }
  });

  test('on average they are neither stronger nor weaker than the labels by more than 1%', () => {
    const ratios = MIXED.map(
      (mixed) => (figuresOf(definitionOf(recipeOf(mixed))).carbG ?? 0) / (labelled(mixed.label).carbG ?? 1),
    );
    const mean = ratios.reduce((sum, each) => sum + each, 0) / ratios.length;
    expect(Math.abs(mean - 1)).toBeLessThan(0.01);
  });
});

describe('the ingredients of recipes', () => {
  test('have the figures of their formulas and a source each', () => {
    const { dextrose, table_salt, sodium_citrate } = COMPOSITION;
    expect(dextrose.glucoseG).toBeCloseTo(180.16 / 198.17, 2);
    expect(table_salt.sodiumMg).toBe(Math.round((1000 * 22.99) / 58.44));
    expect(Math.abs(sodium_citrate.sodiumMg - (1000 * 3 * 22.99) / 294.1)).toBeLessThan(1);
    for (const component of COMPONENTS) expect(COMPOSITION[component].source, component).toMatch(/\w+/);
  });

  test('a drink without water is mixed to at most 80 g/l, a salt drink with half a litre', () => {
    const drink = (parts: KitchenRecipe['parts']) =>
      toProduct({ id: 'cpr_x', definition: definitionOf({ waterMl: null, parts }) });
    expect(drink([{ component: 'sucrose', grams: 40 }]).mixWaterMl).toBe(500);
    expect(drink([{ component: 'sucrose', grams: 41 }]).mixWaterMl).toBe(550);
    expect(drink([{ component: 'table_salt', grams: 1 }]).mixWaterMl).toBe(500);
  });

  test('sucrose is half glucose and half fructose, and salt has no ratio', () => {
    const ratioOf = (component: Component) =>
      figuresOf(definitionOf({ waterMl: null, parts: [{ component, grams: 10 }] })).glucoseFructoseRatio;
    expect([ratioOf('sucrose'), ratioOf('maltodextrin'), ratioOf('fructose'), ratioOf('table_salt')]).toEqual(
      ['1:1', '1:0', '0:1', null],
    );
  });
});
