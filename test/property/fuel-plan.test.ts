import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { caffeineLimits } from '../../src/products/limits-of-athlete.ts';
import { schedule } from '../../src/products/plan/schedule.ts';
import { suggestProducts } from '../../src/products/plan/suggest-plan.ts';
import { fluidMlOf, formOf } from '../../src/products/portions.ts';
import { anyActivity, anyAthlete } from '../engine/arbitraries.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';

const RUNS = 200;
const TINY_CARB_G = 10;

const session = fc.record({
  activity: anyActivity,
  athlete: anyAthlete,
  diet: fc.record({ isVegan: fc.boolean(), isGlutenFree: fc.boolean(), isCaffeineFree: fc.boolean() }),
  caffeine: fc.constantFrom('none' as const, 'any' as const),
});

function plan({
  activity,
  athlete,
  diet,
  caffeine,
}: typeof session extends fc.Arbitrary<infer T> ? T : never) {
  const { targets, legs } = planInput(activity, athlete);
  const limits = limitsOf(athlete, diet);
  const suggestion = suggestProducts(PRODUCTS, legs, targets, limits, caffeine);
  return { targets, legs, limits, suggestion, marks: schedule(suggestion.choice.portions, legs) };
}

describe('a suggested plan for any session and athlete', () => {
  test('is within 10 % of the carbohydrate, never above the fluid ceiling, and within 25 % of the sodium or says why', () => {
    const missed: string[] = [];
    fc.assert(
      fc.property(session, (input) => {
        const { targets, suggestion } = plan(input);
        const { choice } = suggestion;
        if (Math.abs(choice.carbG - targets.carbG) > 0.1 * targets.carbG + 1e-9) {
          expect(suggestion.isWithinTarget).toBe(false);
          expect(suggestion.notes.join(' ')).toContain('carbohydrate');
        }
        // Below this a half serving is coarser than the tolerance, and the fluid may not dissolve sugar either.
        const isTiny = targets.carbG < TINY_CARB_G;
        if (!isTiny && Math.abs(choice.carbG - targets.carbG) > 0.1 * targets.carbG + 1e-9) {
          missed.push(
            `${JSON.stringify(input.diet)} ${input.activity.type} ${input.activity.durationMin} min: ${choice.carbG} of ${targets.carbG} g`,
          );
        }
        expect(choice.fluidMl).toBeLessThanOrEqual(
          Math.min(targets.fluidMl, targets.maxFluidMlPerHr * targets.hours) + 1e-9,
        );
        expect(choice.sodiumMg).toBeLessThanOrEqual(targets.maxSodiumMgPerHr * targets.hours + 1e-9);
        if (
          Math.abs(choice.sodiumMg - targets.sodiumMg) > 0.25 * targets.sodiumMg + 1e-9 &&
          targets.sodiumMg > 0
        ) {
          expect(suggestion.notes.join(' ')).toMatch(/salt|sodium/i);
          expect(suggestion.isWithinTarget).toBe(false);
        }
      }),
      { numRuns: RUNS, verbose: 1 },
    );
    // Known: about one random session in some hundreds has no combination within 10 %. It says so (above).
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(Math.ceil(RUNS / 100));
  });

  test('breaks no diet, no caffeine limit, and asks for at most four products in whole or half servings', () => {
    fc.assert(
      fc.property(session, (input) => {
        const { limits, suggestion } = plan(input);
        const { portions, caffeineMg } = suggestion.choice;
        expect(portions.length).toBeLessThanOrEqual(4);
        expect(caffeineMg).toBeLessThanOrEqual(caffeineLimits(limits).sessionMg);
        if (input.caffeine === 'none') expect(caffeineMg).toBe(0);
        for (const { product, servings } of portions) {
          expect(servings * 2).toBeCloseTo(Math.round(servings * 2), 9);
          if (formOf(product) === 'capsule') expect(Number.isInteger(servings)).toBe(true);
          if (limits.isVegan) expect(product.vegan).toBe(true);
          if (limits.isGlutenFree) expect(product.glutenFree).toBe(true);
          if (limits.isCaffeineFree) expect(product.caffeineMg).toBe(0);
          expect(product.caffeineMg).not.toBeNull();
        }
      }),
      { numRuns: RUNS },
    );
  });

  test('is laid out within the session, in order, by what each leg allows, and adds up to what was chosen', () => {
    fc.assert(
      fc.property(session, (input) => {
        const { legs, suggestion, marks, targets } = plan(input);
        const durationMin = input.activity.durationMin;
        let before = -1;
        for (const mark of marks) {
          expect(mark.atMin).toBeGreaterThan(before);
          expect(mark.atMin).toBeLessThanOrEqual(durationMin);
          before = mark.atMin;
          const at = legs.filter((leg) => mark.atMin >= leg.startMin - 0.5 && mark.atMin <= leg.endMin + 0.5);
          for (const { product, servings } of mark.items) {
            expect(servings * 2).toBeCloseTo(Math.round(servings * 2), 9);
            expect(at.some((leg) => leg.forms.size === 0 || leg.forms.has(formOf(product)))).toBe(true);
          }
        }
        const last = marks.at(-1)?.cumulative ?? { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };
        expect(last.carbG).toBeCloseTo(suggestion.choice.carbG, 6);
        expect(last.sodiumMg).toBeCloseTo(suggestion.choice.sodiumMg, 6);
        expect(last.fluidMl).toBeCloseTo(suggestion.choice.fluidMl, 6);
        const drunk = marks
          .flatMap(({ items }) => items)
          .reduce((sum, item) => sum + (fluidMlOf(item.product) ?? 0) * item.servings, 0);
        expect(drunk).toBeLessThanOrEqual(targets.maxFluidMlPerHr * targets.hours + 1e-6);
      }),
      { numRuns: RUNS },
    );
  });

  test('is the same every time', () => {
    fc.assert(
      fc.property(session, (input) => {
        expect(plan(input)).toEqual(plan(input));
      }),
      { numRuns: 20 },
    );
  });
});
