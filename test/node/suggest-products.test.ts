import { describe, expect, test } from 'vitest';
import { prescribe } from '#core/engine/prescribe.ts';
import { ENGLISH } from '#core/languages/en/index.ts';
import type { Product } from '#nutrition/catalogue/catalogue-copy.ts';
import { genericIdOf } from '#nutrition/catalogue/generic-foods.ts';
import { coverageOf } from '#nutrition/fuel-plans/coverage.ts';
import {
  coverageExample,
  coverageToWire,
  emptyCoverageExample,
} from '#nutrition/fuel-plans/coverage-shape.ts';
import { fuelPlanExample } from '#nutrition/fuel-plans/fuel-plan-shape.ts';
import { compromiseText } from '#nutrition/fuel-plans/plan/compromises.ts';
import { hourlyExcess, mostInAnHour } from '#nutrition/fuel-plans/plan/hourly-check.ts';
import { planLegs } from '#nutrition/fuel-plans/plan/plan-legs.ts';
import { NO_PREFERENCES } from '#nutrition/fuel-plans/plan/pool.ts';
import { schedule } from '#nutrition/fuel-plans/plan/schedule.ts';
import type { CaffeineToServe } from '#nutrition/fuel-plans/plan/serve-caffeine.ts';
import { stopsOf } from '#nutrition/fuel-plans/plan/stops.ts';
import { suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
import { terrainOf } from '#nutrition/fuel-plans/plan/terrain.ts';
import { formOf, isEaten, isPlainWater } from '#nutrition/fuel-plans/portions.ts';
import type { PlanTargets } from '#nutrition/fuel-plans/targets.ts';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { safetyToWire } from '#nutrition/prescriptions/safety-shape.ts';
import type { FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { StationOffer } from '#platform/storage/course-columns.ts';
import { activity, athlete } from '../engine/fixtures.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';

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

function suggest(
  products: readonly Product[],
  wanted: PlanTargets,
  caffeine: CaffeineToServe | null = null,
  preferences: FuelPreferences = NO_PREFERENCES,
) {
  const limits = limitsOf(athlete({ bodyMassKg: 50, carbToleranceGPerHr: 120 }));
  const session = { type: 'bike', durationMin: wanted.hours * 60, segments: null } as const;
  const suggestion = suggestProducts(
    products,
    planLegs(session, wanted, null),
    wanted,
    limits,
    caffeine,
    undefined,
    {
      preferences,
    },
  );
  const { portions } = suggestion.choice;
  return {
    ...suggestion,
    taken: portions.map(({ product, servings }) => `${servings} ${product.name}`).sort(),
    codes: coverageOf(portions, wanted.hours, wanted, limits).warnings.map(({ code }) => code),
  };
}

describe('the products of a suggestion', () => {
  test('bring no more glucose than the gut takes up: 60 g an hour, and at the highest doses 1 : 0.8', () => {
    const wanted = targets({ carbG: 180, fluidMl: 1200 });
    const mix = (glucoseFructoseRatio: string | null) =>
      made('Mix', { category: 'drink_mix', carbG: 40, mixWaterMl: 500, glucoseFructoseRatio });
    const both = suggest([gel(30, { glucoseFructoseRatio: '1:0.8' }), mix('1:0.8'), WATER], wanted);
    expect(both.isWithinTarget).toBe(true);
    expect(both.codes).toEqual([]);
    const single = suggest([gel(30, { glucoseFructoseRatio: '1:0' }), mix('1:0.8'), WATER], wanted);
    expect(single.taken.join()).toContain('Mix');
  });

  test('serve a dose of caffeine by the nearest product, count its carbohydrate, and use none otherwise', () => {
    const products = [gel(30), gel(25, { caffeineMg: 75 }), gel(20, { caffeineMg: 100 }), WATER];
    const wanted = targets({ carbG: 120, sodiumMg: 0, fluidMl: 1000 });
    const serve = (mg: number, maxSafeMg = 300) =>
      suggest(products, wanted, { doses: [{ atMin: 60, mg }], maxSafeMg, lastMin: 80 });
    const { choice, marks, unserved } = serve(80);
    expect([choice.caffeineMg, unserved]).toEqual([75, []]);
    expect(Math.abs(choice.carbG - 120)).toBeLessThanOrEqual(15);
    const [atMin = 0] = marks.filter(({ caffeineMg }) => caffeineMg > 0).map((mark) => mark.atMin);
    expect(Math.abs(atMin - 60)).toBeLessThanOrEqual(10);
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
    expect(Math.abs((minutes(serve(50, 100))[0] ?? 0) - 60)).toBeLessThanOrEqual(10);
    expect(minutes(serve(50, 41))).toEqual([40]);
  });

  test('are those of the preferences: formats, nothing avoided, and only what is owned', () => {
    const wanted = targets({ hours: 3, carbG: 180, sodiumMg: 900, fluidMl: 1800 });
    const namesOf = (preferences: FuelPreferences) =>
      suggest(PRODUCTS, wanted, null, preferences).choice.portions.map(({ product }) => product);
    const usual = namesOf(NO_PREFERENCES).filter(({ carbG }) => (carbG ?? 0) > 0);
    const avoids = usual.map(({ id }) => id);
    expect(namesOf({ ...NO_PREFERENCES, avoids }).some(({ id }) => avoids.includes(id))).toBe(false);
    const liked = namesOf({ ...NO_PREFERENCES, formats: ['drink', 'bar'] });
    expect(liked.some(({ category }) => /gel|^chew|real_food/.test(category))).toBe(false);
    const owned = ['GEL30', 'MIX60', 'Caps'].map((name) => named(name).id);
    const own = namesOf({ ...NO_PREFERENCES, owns: owned }).filter((product) => !isPlainWater(product));
    expect(own.map(({ id }) => id).toSorted()).toEqual(owned.toSorted());
    const nothing = namesOf({ ...NO_PREFERENCES, owns: [] }).filter((product) => !isPlainWater(product));
    expect(nothing.length).toBeGreaterThan(1);
    expect(nothing.every((product) => genericIdOf(product) !== null)).toBe(true);
  });

  test('name what is missing of the products that an athlete owns', () => {
    const wanted = targets({ hours: 3, carbG: 180, sodiumMg: 1500, fluidMl: 1800 });
    const owns = [named('GEL30').id];
    const { compromises } = suggest(PRODUCTS, wanted, null, { ...NO_PREFERENCES, owns });
    const short = compromises.find(({ code }) => code === 'owned_products_short');
    expect(short).toMatchObject({ sodiumMg: expect.any(Number) });
    expect(short && compromiseText(short, ENGLISH.plan)).toMatch(
      /^Besides your own products, you still need .* mg of sodium\.$/,
    );
  });
});

describe('the sodium ceiling of an hour', () => {
  test('leaves out a capsule that is above it, and says so', () => {
    const hourly = { hours: 3, carbG: 120, sodiumMg: 420, fluidMl: 1500, maxSodiumMgPerHr: 150 };
    const capsule = made('Capsule', { category: 'electrolyte_capsule', carbG: 0, sodiumMg: 215 });
    const { choice, marks, notes } = suggest([gel(30), capsule, WATER], targets(hourly));
    expect(choice.portions.some(({ product }) => product === capsule)).toBe(false);
    const intakes = marks.map(({ atMin, sodiumMg }) => ({ atMin, amount: sodiumMg }));
    expect(mostInAnHour(intakes, 180)).toBeLessThanOrEqual(150);
    expect(notes.map((noteIn) => noteIn(ENGLISH.plan)).join()).toMatch(/Sodium is [\d.]+ ?% below/);
  });
});

describe('the food of several sports', () => {
  const planned = (durationMin: number) => {
    const triathlon = activity({ type: 'triathlon', durationMin, intensityLevel: 6, thermalStressLevel: 4 });
    const person = athlete({ carbToleranceGPerHr: 90 });
    const { targets: wanted, legs } = planInput(triathlon, person);
    const { choice, marks } = suggestProducts(PRODUCTS, legs, wanted, limitsOf(person));
    return { legs, marks, portions: choice.portions };
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

describe('what stations hand out', () => {
  /** A trail race with stations every hour that offer this, and a doses' plan if caffeine is wanted. */
  function raced(
    offers: readonly StationOffer[],
    {
      durationMin = 480,
      caffeine = null as CaffeineToServe | null,
      of = {},
      preferences = NO_PREFERENCES,
    } = {},
  ) {
    const event = activity({ type: 'trail_run', durationMin, intensityLevel: 5, isRaceEvent: true });
    const runner = athlete({ carbToleranceGPerHr: 60, ...of });
    const { targets: wanted, legs } = planInput(event, runner);
    const count = durationMin / 60 - 1;
    const aidStations = Array.from({ length: count }, (_, index) => ({
      km: 8 * (index + 1),
      name: null,
      offers,
    }));
    const course = { distanceKm: 8 * (count + 1), elevationGainM: null, points: null, aidStations };
    const terrain = terrainOf({ course, steps: null }, legs, runner);
    const stops = stopsOf({ durationMin, distanceKm: null, course }, terrain, legs);
    const made = suggestProducts(PRODUCTS, legs, wanted, limitsOf(runner), caffeine, terrain, {
      stops,
      preferences,
    });
    const handed = made.marks.flatMap(({ items }) => items).filter(({ stop }) => stop !== null);
    const servingsOf = (id: string) =>
      handed.filter(({ product }) => product.id === id).reduce((sum, { servings }) => sum + servings, 0);
    return { ...made, wanted, servingsOf };
  }

  test('gels of a station come in place of gels from the belt', () => {
    const { servingsOf, choice } = raced(['water', 'gel'], { durationMin: 300 });
    expect(servingsOf('gel')).toBeGreaterThanOrEqual(2);
    const carried = choice.portions.filter(
      ({ product }) => formOf(product) === 'gel' && product.id !== 'gel',
    );
    const alone = raced(['water'], { durationMin: 300 }).choice.portions.filter(
      ({ product }) => formOf(product) === 'gel',
    );
    const count = (some: typeof carried) => some.reduce((sum, { servings }) => sum + servings, 0);
    expect(count(carried)).toBeLessThan(count(alone));
  });

  test('broth brings sodium in a long event, at most every two hours, and within the ceiling', () => {
    const { servingsOf, marks, choice, wanted } = raced(['water', 'broth', 'fruit'], { durationMin: 600 });
    expect(servingsOf('broth')).toBeGreaterThanOrEqual(1);
    const times = marks.filter(({ items }) => items.some(({ product }) => product.id === 'broth'));
    for (const [index, { atMin }] of times.entries()) {
      if (index > 0) expect(atMin - (times[index - 1]?.atMin ?? 0)).toBeGreaterThanOrEqual(100);
    }
    expect(hourlyExcess(marks, 600, wanted)).toBeNull();
    expect(choice.fluidMl).toBeLessThanOrEqual(wanted.fluidMl + 1e-6);
    expect(raced(['water', 'broth'], { durationMin: 180 }).servingsOf('broth')).toBe(0);
    const avoiding = { ...NO_PREFERENCES, formats: ['gel', 'bar', 'chew', 'real_food'] as const };
    expect(raced(['water', 'broth'], { preferences: avoiding, durationMin: 600 }).servingsOf('broth')).toBe(
      0,
    );
  });

  test('cola is caffeine: only where a dose is due, never above what is safe, none if it is not wanted', () => {
    expect(raced(['water', 'cola']).servingsOf('cola')).toBe(0);
    const doses = [
      { atMin: 240, mg: 30 },
      { atMin: 360, mg: 30 },
    ];
    const formats = { ...NO_PREFERENCES, owns: [named('GEL30').id] };
    const wanted = { doses, maxSafeMg: 45, lastMin: 440 };
    const {
      servingsOf,
      choice,
      doses: placed,
      unserved,
    } = raced(['water', 'cola'], {
      caffeine: wanted,
      preferences: formats,
    });
    expect(servingsOf('cola')).toBe(3);
    expect(choice.caffeineMg).toBe(45);
    expect(placed.map(({ product }) => product.id)).toEqual(['cola', 'cola']);
    for (const [index, { atMin }] of placed.entries())
      expect(Math.abs(atMin - (doses[index]?.atMin ?? 0))).toBeLessThanOrEqual(20);
    expect(unserved).toEqual([{ atMin: 360, mg: 15 }]);
  });

  test('a runner is asked to carry no more pieces than a belt holds', () => {
    const { targets: wanted, legs } = planInput(
      activity({ type: 'run', durationMin: 350, intensityLevel: 6, isRaceEvent: true }),
      athlete({ carbToleranceGPerHr: 90 }),
    );
    const { portions } = suggestProducts(PRODUCTS, legs, wanted, limitsOf(athlete({}))).choice;
    const pieces = portions.filter(({ product }) => isEaten(formOf(product)));
    expect(pieces.reduce((sum, { servings }) => sum + servings, 0)).toBeLessThanOrEqual(10);
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
