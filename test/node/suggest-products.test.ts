import { describe, expect, test } from 'vitest';
import type { Product } from '../../src/catalogue/catalogue-copy.ts';
import { prescribe } from '../../src/engine/prescribe.ts';
import { coverageOf } from '../../src/fuel-plans/coverage.ts';
import {
  coverageExample,
  coverageToWire,
  emptyCoverageExample,
} from '../../src/fuel-plans/coverage-shape.ts';
import { fuelPlanExample } from '../../src/fuel-plans/fuel-plan-shape.ts';
import { mostInAnHour } from '../../src/fuel-plans/plan/hourly-check.ts';
import { planLegs } from '../../src/fuel-plans/plan/plan-legs.ts';
import { schedule } from '../../src/fuel-plans/plan/schedule.ts';
import type { CaffeineToServe } from '../../src/fuel-plans/plan/serve-caffeine.ts';
import { suggestProducts } from '../../src/fuel-plans/plan/suggest-plan.ts';
import { formOf } from '../../src/fuel-plans/portions.ts';
import type { PlanTargets } from '../../src/fuel-plans/targets.ts';
import { ENGLISH } from '../../src/languages/en/index.ts';
import { numbersOf } from '../../src/prescriptions/prescription-shape.ts';
import { safetyToWire } from '../../src/prescriptions/safety-shape.ts';
import { activity, athlete } from '../engine/fixtures.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';
import { fc } from '../support/random-seed.ts';

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

function suggest(products: readonly Product[], wanted: PlanTargets, caffeine: CaffeineToServe | null = null) {
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
    const chew = (carbG: number) => gel(carbG, { name: `Chew ${carbG}`, category: 'chew' });
    expect(suggest([chew(40), chew(16), WATER], targets({ carbG: 28 })).taken).toEqual([
      '0.5 Chew 16',
      '0.5 Chew 40',
    ]);
    expect(
      suggest([gel(40)], targets({ carbG: 30 }))
        .notes.map((noteIn) => noteIn(ENGLISH.plan))
        .join(),
    ).toBe(
      'Carbohydrate is 33.3% above the prescription: no measure of the products that fit comes nearer within the prescribed fluid.',
    );
  });

  test.each([
    ['gel', 1],
    ['isotonic_gel', 1],
    ['chew', 0.5],
    ['bar', 0.5],
    ['waffle', 0.5],
    ['real_food', 0.5],
  ] as const)('are halves only of what can be closed again: %s in %d', (category, least) => {
    const food = gel(40, { category, volumeMl: category === 'isotonic_gel' ? 60 : null });
    const { choice } = suggest([food], targets({ carbG: 20, fluidMl: 60 }));
    expect(choice.portions.map(({ servings }) => servings)).toEqual(least === 1 ? [] : [0.5]);
  });

  test('are never more servings than can be attached, on however long a way', () => {
    const { choice, taken } = suggest([gel(50), gel(30), WATER], targets({ hours: 48, carbG: 3600 }));
    expect(choice.carbG).toBeGreaterThan(0.9 * 3600);
    expect(taken).toContain('50 Gel 50');
    const three = suggest([gel(50), gel(30), gel(20)], targets({ hours: 48, carbG: 4700 }));
    expect(three.taken).toEqual(['35 Gel 20', '50 Gel 30', '50 Gel 50']);
  });

  test('never bring more fluid than prescribed, even if the carbohydrate would need it', () => {
    const drink = named('Table Sugar in Water');
    const enough = suggest([drink], targets({ carbG: 8, fluidMl: 100 }));
    expect(enough.choice).toMatchObject({ carbG: 8, fluidMl: 100 });
    const short = suggest([drink], targets({ carbG: 8, fluidMl: 40 }));
    expect(short.choice).toMatchObject({ carbG: 2, fluidMl: 25 });
    expect(short.notes.map((noteIn) => noteIn(ENGLISH.plan)).join()).toMatch(
      /^Carbohydrate is 75% below .* within the prescribed fluid\.$/,
    );
  });

  test('are drinks of at most 80 g a litre, measured in steps of 25 ml, with water for the rest of the fluid', () => {
    const mix = (carbG: number, mixWaterMl: number) =>
      made(`Mix ${carbG}`, { category: 'drink_mix', carbG, mixWaterMl, glucoseFructoseRatio: '1:1' });
    const { choice, taken } = suggest(
      [mix(41, 500), mix(40, 500), WATER],
      targets({ carbG: 34, fluidMl: 910 }),
    );
    expect(taken).toEqual(['0.85 Mix 40', '4.75 Water']);
    expect(choice.fluidMl).toBe(900);
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

  test('serve a dose of caffeine by the nearest product, count its carbohydrate, and use none otherwise', () => {
    const products = [gel(30), gel(25, { caffeineMg: 75 }), gel(20, { caffeineMg: 100 }), WATER];
    const wanted = targets({ carbG: 120, sodiumMg: 0, fluidMl: 1000 });
    const serve = (mg: number, maxSafeMg = 300) =>
      suggest(products, wanted, { doses: [{ atMin: 60, mg }], maxSafeMg, lastMin: 80 });
    const { choice, marks, unserved } = serve(80);
    expect([choice.caffeineMg, unserved]).toEqual([75, []]);
    expect(Math.abs(choice.carbG - 120)).toBeLessThanOrEqual(12);
    expect(marks.filter(({ caffeineMg }) => caffeineMg > 0).map(({ atMin }) => atMin)).toEqual([60]);
    expect(serve(90).choice.caffeineMg).toBe(100);
    expect(serve(90, 90).choice.caffeineMg).toBe(75);
    expect(suggest(products, wanted).choice.caffeineMg).toBe(0);
  });

  test('leave a dose of caffeine unserved if no product is near it, and serve gum half an hour later', () => {
    const gum = made('Gum', { category: 'caffeine_chew', carbG: 1, caffeineMg: 50 });
    const wanted = targets({ carbG: 60, sodiumMg: 0, fluidMl: 1000 });
    const serve = (mg: number, lastMin: number) =>
      suggest([gel(30), gum, WATER], wanted, { doses: [{ atMin: 30, mg }], maxSafeMg: 300, lastMin });
    expect(serve(150, 100).unserved).toEqual([{ atMin: 30, mg: 150 }]);
    const minutes = ({ marks }: ReturnType<typeof suggest>) =>
      marks.filter(({ caffeineMg }) => caffeineMg > 0).map(({ atMin }) => atMin);
    expect(minutes(serve(50, 100))).toEqual([60]);
    expect(minutes(serve(50, 41))).toEqual([41]);
  });

  test('are the same in whatever order the catalogue lists them: no combination is passed over', () => {
    // In thousandths and without a bias to round figures, so that no two combinations are equally good.
    const figure = (min: number, max: number) =>
      fc.noBias(fc.integer({ min: min * 1000, max: max * 1000 })).map((thousandths) => thousandths / 1000);
    const food = fc.record({ carbG: figure(12, 60), sodiumMg: figure(0, 300), isSure: fc.boolean() });
    const drink = fc.record({ carbG: figure(10, 38), sodiumMg: figure(0, 500) });
    const wanted = fc.record({
      hours: figure(0.75, 9),
      carbGPerHr: figure(15, 90),
      sodiumMgPerHr: figure(0, 900),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(food, { minLength: 2, maxLength: 12, selector: ({ carbG }) => carbG }),
        fc.uniqueArray(drink, { maxLength: 4, selector: ({ carbG }) => carbG }),
        wanted,
        (foods, drinks, { hours, carbGPerHr, sodiumMgPerHr }) => {
          const products = [
            ...foods.map(({ isSure, ...figures }, index) =>
              made(`Food ${index}`, {
                ...figures,
                confidence: isSure ? 'high' : 'medium',
                category: index % 2 ? 'gel' : 'bar',
              }),
            ),
            ...drinks.map((figures, index) =>
              made(`Mix ${index}`, {
                ...figures,
                category: 'drink_mix',
                mixWaterMl: 500,
                glucoseFructoseRatio: '1:1',
              }),
            ),
            named('Table Salt in Water'),
            WATER,
          ];
          const session = targets({
            hours,
            carbG: carbGPerHr * hours,
            sodiumMg: sodiumMgPerHr * hours,
            fluidMl: 600 * hours,
          });
          expect(suggest(products.toReversed(), session).taken).toEqual(suggest(products, session).taken);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ['no salt product fits', [gel(30)], {}, 'no salt product with known figures fits'],
    ['the smallest measure is too much', [named('Table Salt in Water')], { sodiumMg: 45 }, 'has 98 mg'],
    ['the fluid is too little', [named('Table Salt in Water')], { fluidMl: 250 }, 'dissolves no more'],
    ['food brings too much', [gel(30, { sodiumMg: 900 })], {}, 'food and drink that fit bring it'],
  ])('miss the sodium with a reason: %s', (_, products, changes, reason) => {
    const wanted = targets({ carbG: 30, sodiumMg: 700, fluidMl: 1000, ...changes });
    const { notes, isWithinTarget } = suggest(products, wanted);
    const said = notes.map((noteIn) => noteIn(ENGLISH.plan));
    expect(said.find((note) => note.startsWith('Sodium is '))).toContain(reason);
    expect(isWithinTarget).toBe(false);
  });
});

describe('the sodium ceiling of an hour', () => {
  const hourly = { hours: 3, carbG: 120, sodiumMg: 420, fluidMl: 1500, maxSodiumMgPerHr: 150 };
  const fullestHourMg = (products: readonly Product[]) => {
    const { choice, notes } = suggest(products, targets(hourly));
    const legs = planLegs({ type: 'bike', durationMin: 180, segments: null }, targets(hourly), null);
    const intakes = schedule(choice.portions, legs).map(({ atMin, sodiumMg }) => ({
      atMin,
      amount: sodiumMg,
    }));
    return { choice, said: notes.map((noteIn) => noteIn(ENGLISH.plan)), most: mostInAnHour(intakes, 180) };
  };

  test('leaves out a capsule that is above it, and says so', () => {
    const capsule = made('Capsule', { category: 'electrolyte_capsule', carbG: 0, sodiumMg: 215 });
    const { choice, said, most } = fullestHourMg([gel(30), capsule, WATER]);
    expect(choice.sodiumMg).toBe(0);
    expect(most).toBe(0);
    expect(said).toEqual([
      'Sodium is 100% below the prescription: more of the products that fit would put more than the ceiling of 150 mg into an hour.',
    ]);
  });

  test('spreads salt water evenly below it where a moment beside a gel would have nothing but water', () => {
    const { choice, most } = fullestHourMg([gel(40), named('Table Salt in Water'), WATER]);
    expect(choice.sodiumMg).toBeGreaterThan(200);
    expect(most).toBeLessThanOrEqual(150);
  });

  test('moves capsules apart', () => {
    const capsule = made('Capsule', { category: 'electrolyte_capsule', carbG: 0, sodiumMg: 100 });
    const { choice, most } = fullestHourMg([gel(40), capsule, WATER]);
    expect(choice.sodiumMg).toBe(300);
    expect(most).toBe(100);
  });
});

describe('the food of several sports', () => {
  const planned = (durationMin: number) => {
    const triathlon = activity({ type: 'triathlon', durationMin, intensityLevel: 6, thermalStressLevel: 4 });
    const person = athlete({ carbToleranceGPerHr: 90 });
    const { targets: wanted, legs } = planInput(triathlon, person);
    const { portions } = suggestProducts(PRODUCTS, legs, wanted, limitsOf(person)).choice;
    return { legs, marks: schedule(portions, legs), portions };
  };
  const isSolid = ({ product }: { readonly product: Product }) => formOf(product) === 'solid';

  test.each([600, 780])(
    'of a triathlon of %d min is chewed on the ride alone, and each leg gets its share',
    (durationMin) => {
      const { legs, marks } = planned(durationMin);
      for (const leg of legs) {
        const own = marks.filter(({ atMin }) => atMin >= leg.startMin && atMin < leg.endMin);
        expect(own.flatMap(({ items }) => items).some(isSolid)).toBe(leg.type === 'bike');
        const carbG = own.reduce((sum, mark) => sum + mark.carbG, 0);
        expect(Math.abs(carbG - leg.carbG)).toBeLessThanOrEqual(0.15 * leg.carbG);
      }
    },
  );

  test('of a short triathlon needs no chewing', () => {
    expect(planned(150).portions.some(isSolid)).toBe(false);
  });
});

describe('the documented examples', () => {
  test('are what the engine and the schedule give for their session', () => {
    const run = activity({ type: 'run', durationMin: 210, intensityLevel: 6, thermalStressLevel: 5 });
    const runner = athlete({});
    const { targets: wanted, legs } = planInput(run, runner);
    const coverage = (portions: Parameters<typeof coverageOf>[0]) =>
      coverageToWire(coverageOf(portions, wanted.hours, wanted, limitsOf(runner)), ENGLISH);
    const gels = [{ product: named('Gel 100'), servings: 8 }];
    expect(coverage([])).toEqual(emptyCoverageExample);
    expect(coverage(gels)).toEqual(coverageExample);
    const result = prescribe({ activity: run, athlete: runner, learned: null });
    expect(safetyToWire(numbersOf(result, 0), ENGLISH)).toEqual(fuelPlanExample.safety);
    const marks = schedule(gels, legs);
    expect(marks.map(({ atMin }) => atMin)).toEqual(fuelPlanExample.timeline.map(({ at_min }) => at_min));
    expect(marks.at(-1)?.cumulative.carbG).toBe(fuelPlanExample.totals.carb_g);
  });
});
