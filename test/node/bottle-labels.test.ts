import { describe, expect, test } from 'vitest';
import { textsOf } from '#core/languages/languages.ts';
import { LANGUAGES } from '#core/languages/tags.ts';
import type { Texts } from '#core/languages/texts.ts';
import type { Product } from '#nutrition/catalogue/catalogue-copy.ts';
import { GENERIC_FOODS } from '#nutrition/catalogue/generic-foods.ts';
import { planPage } from '#nutrition/fuel-plans/forms/plan-page.ts';
import { escaped } from '#nutrition/fuel-plans/forms/svg-text.ts';
import { carry, type FuelPlan } from '#nutrition/fuel-plans/fuel-plan.ts';
import { nameOf } from '#nutrition/fuel-plans/names.ts';
import { fillBottles, sipsOf } from '#nutrition/fuel-plans/plan/bottles.ts';
import { schedule } from '#nutrition/fuel-plans/plan/schedule.ts';
import { stopsOf } from '#nutrition/fuel-plans/plan/stops.ts';
import { fluidMlOf } from '#nutrition/fuel-plans/portions.ts';
import { NAMED_EVENTS } from '../support/named-events.ts';
import { PRODUCTS } from '../support/plan-sessions.ts';
import { passCourse, planOfEvent, pureFuelPlan } from '../support/pure-fuel-plan.ts';

const ENGLISH = await textsOf('en');

/** Makes a ride of four hours with these servings of drinks in two bottles, refilled at stations. */
function rideWith(drinks: readonly (readonly [name: string, servings: number])[]): FuelPlan {
  const course = passCourse(100, 3);
  const vessels = [{ kind: 'bottle', volumeMl: 750, count: 2 }] as const;
  const plan = pureFuelPlan({ type: 'bike', durationMin: 240, course, vessels });
  const portions = drinks.map(([name, servings]) => {
    const product = PRODUCTS.find((each) => `${each.brand} ${each.name}` === name);
    if (product === undefined) throw new Error(`${name} is not in the catalogue`);
    return { product, servings };
  });
  const { legs, stretches, durationMin } = plan;
  const terrain = { stretches, hindrances: [] };
  const marks = schedule(portions, legs, terrain);
  const stops = stopsOf({ durationMin, distanceKm: null, course }, terrain, legs);
  const bottles = fillBottles(sipsOf(marks, durationMin), stops, vessels, legs);
  return {
    ...plan,
    portions,
    marks,
    ...carry({ portions, marks, stops, legs, stretches, durationMin, bottles }),
  };
}

const PLANS: readonly (readonly [string, FuelPlan])[] = [
  ...NAMED_EVENTS.map((event) => [event.name, planOfEvent(event)] as const),
  ['powder in scoops', rideWith([['Tailwind Endurance Fuel', 6]])],
  ['powder in sachets', rideWith([['Maurten Drink Mix 320', 4]])],
  ['tablets', rideWith([['High5 Zero', 2]])],
  [
    'two drinks',
    rideWith([
      ['Maurten Drink Mix 160', 3],
      ['Nuun Sport', 2],
    ]),
  ],
  ['a drink that comes ready', rideWith([['Coca-Cola Classic', 2]])],
];

/** A bottle as its label, or the tag of the bag with its powder, describes it. */
interface Labelled {
  readonly number: number;
  readonly fillMl: number;
  readonly mix: readonly string[];
}

/** Reads the numbers of bottles: those of `Flask 1 + 3–5`. */
function readNumbers(head: string): readonly number[] {
  return [...head.matchAll(/(\d+)(?:–(\d+))?/g)].flatMap(([, from, to]) =>
    Array.from({ length: Number(to ?? from) - Number(from) + 1 }, (_, index) => Number(from) + index),
  );
}

/** Reads a bottle's line: its number, its water and its ingredients. */
function readRecipe(line: string): Labelled {
  const [, number, contents = ''] = /(\d+): (.*?)(?: · \S+ \d+:\d\d)?$/.exec(line) ?? [];
  const parts = contents.split(' + ');
  const waterMl = Number(/^(\d+) ml water$/.exec(parts[0] ?? '')?.[1] ?? 0);
  const readyMl = parts.flatMap((part) => Number(/^(\d+) ml (?!water$)/.exec(part)?.[1] ?? 0));
  const fillMl = waterMl + readyMl.reduce((sum, ml) => sum + ml, 0);
  return { number: Number(number), fillMl, mix: waterMl > 0 ? parts.slice(1) : parts };
}

/** Reads the bottles of a page from the text of its labels and tags. */
function readLabels(page: string): readonly Labelled[] {
  const labels = [...page.matchAll(/<section class="label.*?<\/section>/gs)].map(([label]) => label);
  const tags = [...page.matchAll(/<section class="tag.*?<\/section>/gs)].map(([tag]) => tag);
  return [
    ...labels.flatMap((label) => {
      const [, head = '', count] = /<h3>([^·]*?)(?: · × (\d+))?(?: · [^<]*)?<\/h3>/.exec(label) ?? [];
      const numbers = readNumbers(head);
      expect(numbers).toHaveLength(Number(count ?? 1));
      const recipe = /class="recipe">(.*?)<\/p>/.exec(label)?.[1] ?? '';
      const fillMl = Number(/(\d+) ml/.exec(recipe)?.[1]);
      const mix = [...(/<ul class="mix">(.*?)<\/ul>/s.exec(label)?.[1] ?? '').matchAll(/<li>(.*?)<\/li>/g)];
      const refills = [
        ...(/class="refills">(.*?)<\/div>/s.exec(label)?.[1] ?? '').matchAll(/<p>(.*?)<\/p>/g),
      ];
      return [
        ...numbers.map((number) => ({ number, fillMl, mix: mix.map(([, line]) => line ?? '') })),
        ...refills.map(([, line = '']) => readRecipe(line)),
      ];
    }),
    ...tags.flatMap((tag) =>
      [...tag.matchAll(/<li>([^<]*\d+: [^<]*)<\/li>/g)].map(([, line = '']) => readRecipe(line)),
    ),
  ];
}

const LINE = /^(\d*½|\d+(?:[.,]\d+)?) (scoops?|sachets?|tablets?|servings?|pinch(?:es)?|g|ml) (.+)$/;
/** Grams of salt in a pinch. */
const PINCH_G = 0.5;

/** Recalculates servings from a line of a label with the product's own figures, as a reader of its pack would. */
function readLine(line: string, texts: Texts): { readonly product: Product; readonly servings: number } {
  const [, amount = '', unit = '', name = ''] = LINE.exec(line) ?? [];
  const known = [...GENERIC_FOODS.values(), ...PRODUCTS];
  const product = known.find((each) => escaped(nameOf(each, texts)) === name);
  if (product === undefined) throw new Error(`${line} names no product`);
  const count = Number(amount.replace('½', '.5').replace(',', '.'));
  const inServing = Number(/^(\d+)/.exec(product.servingLabel)?.[1] ?? 1);
  const servings = {
    g: count / (product.massG ?? Number.NaN),
    ml: count / (fluidMlOf(product) ?? Number.NaN),
    scoop: count / inServing,
    sachet: count / inServing,
    tablet: count,
    serving: count,
    pinch: (count * PINCH_G) / (product.massG ?? PINCH_G),
  }[unit.replace(/(?<=pinch)es$|s$/, '')];
  return { product, servings: servings ?? Number.NaN };
}

/** Differences smaller than these show in no letters of a label. */
const SMALL_G = 0.5;
const SMALL_MG = 5;

describe.each(PLANS)('bottle labels: %s', (_, plan) => {
  const labels = readLabels(planPage(plan, ENGLISH, undefined));

  test('cover every bottle that has to be mixed, and no drink that comes ready', () => {
    const numbers = labels.map(({ number }) => number);
    for (const { number, ingredients } of plan.fills) {
      const isMixed = ingredients.some(({ measure }) => measure.unit !== 'ml');
      if (isMixed) expect(numbers).toContain(number);
    }
    const labelled = readLabels(
      planPage(plan, ENGLISH, undefined).replaceAll(/<section class="tag.*?<\/section>/gs, ''),
    );
    for (const { mix } of labelled) expect(mix.join()).not.toMatch(/^\d+ ml [^,]*$/);
  });

  test('say volume, carbohydrate and sodium of each bottle within 5 % of the plan', () => {
    for (const { number, fillMl, mix } of labels) {
      const fill = plan.fills.find((each) => each.number === number);
      expect(fillMl).toBe(fill?.fillMl);
      const read = mix.map((line) => readLine(line, ENGLISH));
      const sum = (figure: (product: Product) => number | null) =>
        read.reduce((total, { product, servings }) => total + servings * (figure(product) ?? 0), 0);
      const carbG = sum((product) => product.carbG);
      const sodiumMg = sum((product) => product.sodiumMg);
      expect(Math.abs(carbG - (fill?.carbG ?? Number.NaN))).toBeLessThanOrEqual(
        Math.max(SMALL_G, 0.05 * (fill?.carbG ?? 0)),
      );
      expect(Math.abs(sodiumMg - (fill?.sodiumMg ?? Number.NaN))).toBeLessThanOrEqual(
        Math.max(SMALL_MG, 0.05 * (fill?.sodiumMg ?? 0)),
      );
    }
  });

  test.each(LANGUAGES)('show the same amounts in %s', async (language) => {
    const numbers = (page: string) =>
      [...page.matchAll(/<ul class="mix">(.*?)<\/ul>/gs)].map(([, list]) =>
        [...(list ?? '').matchAll(/<li>(.*?)<\/li>/g)].map(([, line]) =>
          /[\d½][\d½.,]*/.exec(line ?? '')?.[0].replace(',', '.'),
        ),
      );
    const own = numbers(planPage(plan, await textsOf(language), undefined));
    expect(own).toEqual(numbers(planPage(plan, ENGLISH, undefined)));
  });
});

test('labels of the drinks that a catalogue has use scoops, sachets, tablets, grams and millilitres', () => {
  const units = PLANS.flatMap(([, plan]) =>
    readLabels(planPage(plan, ENGLISH, undefined)).flatMap(({ mix }) =>
      mix.map((line) => LINE.exec(line)?.[2]),
    ),
  );
  expect(new Set(units.map((unit) => unit?.replace(/s$/, '')))).toEqual(
    expect.objectContaining(new Set(['g', 'tablet'])),
  );
});

/** Counts the labels and the tags of a page. */
function countOf(plan: FuelPlan, style: 'label' | 'tag'): number {
  const page = planPage(plan, ENGLISH, undefined);
  return [...page.matchAll(new RegExp(`<section class="${style}`, 'g'))].length;
}

function namedPlan(name: string): FuelPlan {
  const [, plan] = PLANS.find(([each]) => each.startsWith(name)) ?? [];
  if (plan === undefined) throw new Error(`${name} is no named event`);
  return plan;
}

test('bottles of one recipe have one label with their number: × 8 for a marathon, a single label for 100 miles', () => {
  const marathon = namedPlan('Marathon 2:40');
  expect(marathon.fills).toHaveLength(8);
  expect(countOf(marathon, 'label')).toBe(1);
  expect(planPage(marathon, ENGLISH, undefined)).toContain('<h3>Flask 1–8 · × 8</h3>');
  expect(countOf(namedPlan('100 miles'), 'label')).toBe(1);
  expect(countOf(namedPlan('100 miles'), 'tag')).toBe(8);
});

test('plain water gets no label, in a bladder or in a bottle', () => {
  const hike = namedPlan('Hut-to-hut');
  expect(hike.fills.length).toBeGreaterThan(0);
  expect(countOf(hike, 'label')).toBe(0);
});

test('the tag of a drop bag lists what the athlete packs, not the fruit of its station', () => {
  const tags = (plan: FuelPlan) => [
    ...planPage(plan, ENGLISH, undefined).matchAll(/<section class="tag.*?<\/section>/gs),
  ];
  const miles = namedPlan('100 miles');
  expect(miles.shoppingList.map(({ generic }) => generic)).not.toContain('fruit');
  expect(tags(miles).join(' ')).not.toContain('fruit');
});
