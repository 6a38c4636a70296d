import { describe, expect, test } from 'vitest';
import { fitPortions } from '#nutrition/fuel-plans/plan/fit-portions.ts';
import { hourlyExcess } from '#nutrition/fuel-plans/plan/hourly-check.ts';
import type { Amounts } from '#nutrition/fuel-plans/plan/marks.ts';
import {
  isUntouched,
  legsFrom,
  portionsLeft,
  restTargets,
  type Situation,
} from '#nutrition/fuel-plans/plan/replan.ts';
import { schedule } from '#nutrition/fuel-plans/plan/schedule.ts';
import { suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
import { NO_TERRAIN } from '#nutrition/fuel-plans/plan/terrain.ts';
import { fluidMlOf, isPlainWater, type Portion } from '#nutrition/fuel-plans/portions.ts';
import { statedActivity, statedAthlete } from '../engine/arbitraries.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';
import { fc } from '../support/random-seed.ts';

const RUNS = Number(process.env.PLAN_RUNS ?? 200);
const WATER = PRODUCTS.find(isPlainWater) ?? null;
const NOTHING: Amounts = { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };

const session = fc.record({
  activity: statedActivity,
  athlete: statedAthlete,
  share: fc.double({ min: 0, max: 0.95, noNaN: true }),
  carbFactor: fc.double({ min: 0, max: 3, noNaN: true }),
  fluidFactor: fc.double({ min: 0, max: 3, noNaN: true }),
  laterMin: fc.integer({ min: 0, max: 240 }),
  hasPoorStomach: fc.boolean(),
});
type Session = typeof session extends fc.Arbitrary<infer T> ? T : never;

const sum = (portions: readonly Portion[], amountOf: (product: Portion['product']) => number | null) =>
  portions.reduce((total, { product, servings }) => total + servings * (amountOf(product) ?? 0), 0);

function plan({ activity, athlete, share }: Session) {
  const { targets, legs } = planInput(activity, athlete);
  const { portions } = suggestProducts(PRODUCTS, legs, targets, limitsOf(athlete)).choice;
  const marks = schedule(portions, legs);
  const atMin = Math.floor(share * activity.durationMin);
  const due = marks.findLast((mark) => mark.atMin < atMin)?.cumulative ?? NOTHING;
  return { targets, legs, portions, marks, atMin, due, durationMin: activity.durationMin };
}

function check(property: (input: Session) => void) {
  fc.assert(fc.property(session, property), { numRuns: RUNS });
}

describe('the rest of any session', () => {
  test('is untouched if everything was taken as planned, and what is left is what the marks ahead hold', () => {
    check((input) => {
      const { portions, marks, atMin, due, durationMin } = plan(input);
      const situation = { atMin, endMin: durationMin, taken: due, hasPoorStomach: false };
      expect(isUntouched(situation, marks, durationMin)).toBe(true);
      const ahead = marks.filter((mark) => mark.atMin >= atMin).flatMap(({ items }) => items);
      for (const { product, servings } of portionsLeft(portions, marks, atMin)) {
        const planned = ahead.filter((item) => item.product === product);
        expect(planned.reduce((total, item) => total + item.servings, 0)).toBeCloseTo(servings, 6);
      }
    });
  });

  test('keeps to the ceilings of the whole session after anything was taken, and to what is left', () => {
    check((input) => {
      const { portions, marks, atMin, due, durationMin, legs, targets } = plan(input);
      const situation: Situation = {
        atMin,
        endMin: durationMin + input.laterMin,
        taken: {
          carbG: due.carbG * input.carbFactor,
          fluidMl: due.fluidMl * input.fluidFactor,
          sodiumMg: due.sodiumMg,
        },
        hasPoorStomach: input.hasPoorStomach,
      };
      const rest = restTargets(legs, targets, situation);
      const left = portionsLeft(portions, marks, atMin);
      const fitted = fitPortions(left, rest, WATER);
      const fluidMl = sum(fitted, fluidMlOf);
      expect(fluidMl).toBeLessThanOrEqual(rest.fluidMl + 1e-6);
      const ceilingMl = (targets.maxFluidMlPerHr * situation.endMin) / 60;
      expect(fluidMl).toBeLessThanOrEqual(Math.max(0, ceilingMl - situation.taken.fluidMl) + 1e-6);
      expect(sum(fitted, ({ sodiumMg }) => sodiumMg)).toBeLessThanOrEqual(rest.maxSodiumMg + 1e-6);
      for (const { product, servings } of fitted) {
        if (isPlainWater(product)) continue;
        const had = left.find((portion) => portion.product === product)?.servings ?? 0;
        expect(servings).toBeLessThanOrEqual(had + 1e-9);
      }
      const again = schedule(fitted, legsFrom(legs, situation));
      expect(again.at(-1)?.cumulative.fluidMl ?? 0).toBeCloseTo(fluidMl, 4);
      for (const mark of again) {
        expect(mark.atMin).toBeGreaterThanOrEqual(atMin);
        expect(mark.atMin).toBeLessThanOrEqual(situation.endMin);
      }
    });
  });

  test('mixes a suggestion anew from no more of a product than is left, and no hour is above a ceiling', () => {
    check(({ activity, athlete, share, carbFactor, hasPoorStomach }) => {
      const { targets, legs } = planInput(activity, athlete);
      const limits = limitsOf(athlete);
      const { portions } = suggestProducts(PRODUCTS, legs, targets, limits).choice;
      const had = portions.filter(({ product }) => !isPlainWater(product));
      const servings = new Map(
        had.map((portion) => [portion.product, Math.floor(2 * portion.servings * (1 - share)) / 2]),
      );
      const rest = suggestProducts(
        [...PRODUCTS, ...servings.keys()],
        legs.map((leg) => ({ ...leg, carbG: leg.carbG * carbFactor })),
        targets,
        limits,
        null,
        NO_TERRAIN,
        {
          preferences: { avoids: [], formats: null, owns: had.map(({ product }) => product.id) },
          left: { servings, hasPoorStomach },
        },
      );
      for (const portion of rest.choice.portions) {
        if (isPlainWater(portion.product)) continue;
        // Powder is measured in whole grams and half scoops.
        const most = (servings.get(portion.product) ?? 0) * 1.05 + 0.05 * rest.fills.length;
        expect(portion.servings).toBeLessThanOrEqual(most + 1e-9);
      }
      expect(hourlyExcess(rest.marks, activity.durationMin, targets)).toBeNull();
    });
  });

  test('has less carbohydrate and no less fluid to aim at with a poor stomach', () => {
    check((input) => {
      const { atMin, due, durationMin, legs, targets } = plan(input);
      const situation = { atMin, endMin: durationMin, taken: due };
      const good = restTargets(legs, targets, { ...situation, hasPoorStomach: false });
      const poor = restTargets(legs, targets, { ...situation, hasPoorStomach: true });
      expect(poor.fluidMl).toBe(good.fluidMl);
      expect(poor.carbG).toBeCloseTo(good.carbG / 2, 9);
    });
  });
});
