import { describe, expect, test } from 'vitest';
import type { Product } from '../../src/products/catalogue-copy.ts';
import { coverageOf } from '../../src/products/coverage.ts';
import { planLegs } from '../../src/products/plan/plan-legs.ts';
import { suggestProducts } from '../../src/products/plan/suggest-plan.ts';
import type { PlanTargets } from '../../src/products/targets.ts';
import { athlete } from '../engine/fixtures.ts';
import { limitsOf, PRODUCTS } from '../support/plan-sessions.ts';

function named(name: string): Product {
  const product = PRODUCTS.find((one) => one.name === name);
  if (!product) throw new Error(`no product ${name}`);
  return product;
}

/** A product of these figures; everything else as a plain gel has it. */
function made(name: string, figures: Partial<Product>): Product {
  return { ...named('GEL30'), id: `prd_${name}`, name, ...figures };
}

const WATER = named('Water');
const gel = (carbG: number, figures: Partial<Product> = {}) => made(`Gel ${carbG}`, { carbG, ...figures });

function targets(changes: Partial<PlanTargets>): PlanTargets {
  const { hours = 2, carbG = 0, sodiumMg = 0, fluidMl = 0 } = changes;
  return {
    hours,
    carbG,
    sodiumMg,
    fluidMl,
    carbGPerHr: carbG / hours,
    sodiumMgPerHr: sodiumMg / hours,
    fluidMlPerHr: fluidMl / hours,
    maxFluidMlPerHr: 700,
    maxSodiumMgPerHr: 1500,
    isStale: false,
    ...changes,
  };
}

function suggest(products: readonly Product[], wanted: PlanTargets, caffeine: 'none' | 'any' = 'none') {
  const limits = limitsOf(athlete({ bodyMassKg: 50, carbToleranceGPerHr: 120 }));
  const session = { type: 'bike', durationMin: wanted.hours * 60, segments: null } as const;
  const suggestion = suggestProducts(products, planLegs(session, wanted, null), wanted, limits, caffeine);
  const { portions } = suggestion.choice;
  return {
    ...suggestion,
    taken: portions.map(({ product, servings }) => `${servings} ${product.name}`).sort(),
    codes: coverageOf(portions, wanted.hours, wanted, limits).warnings.map(({ code }) => code),
  };
}

describe('the products of a suggestion', () => {
  test('are two foods where one alone is too coarse', () => {
    expect(suggest([gel(40), gel(16), WATER], targets({ carbG: 28 })).taken).toEqual([
      '0.5 Gel 16',
      '0.5 Gel 40',
    ]);
    expect(suggest([gel(40)], targets({ carbG: 26 })).notes.join()).toBe(
      'Carbohydrate is 23.1 % below the prescription: no whole and half servings of the products that fit come nearer within the fluid that is safe.',
    );
  });

  test('are never more servings than can be attached, on however long a way', () => {
    const { choice, taken } = suggest([gel(50), gel(30), WATER], targets({ hours: 48, carbG: 3600 }));
    expect(choice.carbG).toBeGreaterThan(0.9 * 3600);
    expect(taken).toContain('50 Gel 50');
    const three = suggest([gel(50), gel(30), gel(20)], targets({ hours: 48, carbG: 4700 }));
    expect(three.taken).toEqual(['35 Gel 20', '50 Gel 30', '50 Gel 50']);
  });

  test('may bring a glass more fluid than prescribed, if the carbohydrate needs it, but none above the ceiling', () => {
    const drink = named('Table Sugar in Water');
    const wanted = targets({ carbG: 8, fluidMl: 40 });
    const more = suggest([drink], wanted);
    expect(more.choice).toMatchObject({ carbG: 8, fluidMl: 120 });
    expect(more.notes.join()).toMatch(/^Fluid is 80 ml above the prescription/);
    expect(more.isWithinTarget).toBe(true);
    const less = suggest([drink], { ...wanted, maxFluidMlPerHr: 30 });
    expect(less.choice.fluidMl).toBeLessThanOrEqual(60);
    expect(less.notes.join()).toMatch(/Carbohydrate is 50 % below/);
  });

  test('bring no more glucose than the gut takes up: 60 g an hour, and at the highest doses 1 : 0.8', () => {
    const wanted = targets({ carbG: 240 });
    const mixed = suggest([gel(30, { glucoseFructoseRatio: '1:0.8' })], wanted);
    expect(mixed.choice.carbG).toBe(240);
    expect(mixed.codes).not.toContain('CARB_SINGLE_SOURCE');
    for (const glucoseFructoseRatio of ['2:1', null]) {
      const suggestion = suggest([gel(30, { glucoseFructoseRatio })], wanted);
      expect(suggestion.codes).toEqual([]);
      expect(suggestion.isWithinTarget).toBe(false);
    }
  });

  test('stay within the caffeine for this body, whatever brings it', () => {
    const strong = gel(30, { caffeineMg: 100 });
    const salty = made('Salt', { category: 'electrolyte_tablet', carbG: 0, caffeineMg: 60, mixWaterMl: 250 });
    const products = [strong, { ...salty, sodiumMg: 400 }, WATER];
    const wanted = targets({ carbG: 30, sodiumMg: 800, fluidMl: 1000 });
    const { choice, codes } = suggest(products, wanted, 'any');
    expect(choice.caffeineMg).toBeGreaterThan(0);
    expect(choice.caffeineMg).toBeLessThanOrEqual(150);
    expect(codes).not.toContain('CAFFEINE_DOSE');
    expect(suggest(products, wanted, 'none').choice.caffeineMg).toBe(0);
  });

  test.each([
    ['no salt product fits', [gel(30)], {}, 'no salt product with known figures fits'],
    ['the smallest measure is too much', [named('Table Salt in Water')], { sodiumMg: 90 }, 'has 197 mg'],
    ['the fluid is too little', [named('Table Salt in Water')], { fluidMl: 250 }, 'dissolves no more'],
    ['food brings too much', [gel(30, { sodiumMg: 900 })], {}, 'food and drink that fit bring it'],
  ])('miss the sodium with a reason: %s', (_, products, changes, reason) => {
    const wanted = targets({ carbG: 30, sodiumMg: 700, fluidMl: 1000, ...changes });
    const { notes, isWithinTarget } = suggest(products, wanted);
    expect(notes.find((note) => note.startsWith('Sodium is '))).toContain(reason);
    expect(isWithinTarget).toBe(false);
  });
});
