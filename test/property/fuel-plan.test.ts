import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageOf } from '../../src/products/coverage.ts';
import { caffeineLimits } from '../../src/products/limits-of-athlete.ts';
import { type Candidate, candidatesFor } from '../../src/products/plan/candidates.ts';
import { formsEverywhere } from '../../src/products/plan/plan-legs.ts';
import { schedule } from '../../src/products/plan/schedule.ts';
import { suggestProducts } from '../../src/products/plan/suggest-plan.ts';
import { fluidMlOf, formOf, SERVINGS_MAX } from '../../src/products/portions.ts';
import { anyActivity, anyAthlete, statedActivity, statedAthlete } from '../engine/arbitraries.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';

const RUNS = 200;
const RUNS_ON_TARGET = 1000;
/** The cap of what is taken at one mark, g: a large gel, or two halves of such. */
const MARK_CARB_G_MAX = 60;
/** Above this, there is always a combination. */
const SMALL_CARB_G = 40;

/** Half of the sessions over everything that may be sent, half as people state them, so that most prescribe carbohydrate. */
const session = fc.record({
  activity: fc.oneof(anyActivity, statedActivity),
  athlete: fc.oneof(anyAthlete, statedAthlete),
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

/**
 * Whether any three products, in any number of half servings, come within 10 % of this little carbohydrate
 * with no more fluid than the ceiling: every reachable amount with the least fluid that it takes.
 */
function isReachable(products: readonly Candidate[], carbG: number, ceilingMl: number): boolean {
  const most = 1.1 * carbG + 1e-9;
  let reached = new Map<number, number>([[0, 0]]);
  for (let count = 0; count < 3; count += 1) {
    const next = new Map(reached);
    for (const [already, drunkMl] of reached) {
      for (const product of products) {
        for (let halves = 1; already + (product.carbG * halves) / 2 <= most; halves += 1) {
          const sum = already + (product.carbG * halves) / 2;
          const fluidMl = drunkMl + (product.fluidMl * halves) / 2;
          if (fluidMl <= ceilingMl && fluidMl < (next.get(sum) ?? Number.POSITIVE_INFINITY)) {
            next.set(sum, fluidMl);
          }
        }
      }
    }
    reached = next;
  }
  return [...reached.keys()].some((sum) => sum >= 0.9 * carbG - 1e-9);
}

describe('a suggested plan for any session and athlete', () => {
  test('is within 10 % of the carbohydrate wherever any combination is, and says how far and why where none is', () => {
    const missed: string[] = [];
    let prescribed = 0;
    fc.assert(
      fc.property(session, (input) => {
        const { targets, legs, limits, suggestion } = plan(input);
        const { choice } = suggestion;
        if (targets.carbG > 0) prescribed += 1;
        if (Math.abs(choice.carbG - targets.carbG) <= 0.1 * targets.carbG + 1e-9) return;
        expect(suggestion.isWithinTarget).toBe(false);
        expect(suggestion.notes.join(' ')).toMatch(
          /Carbohydrate is [\d.]+ % (above|below) the prescription: no /,
        );
        const { drinks, feeds } = candidatesFor(PRODUCTS, limits, formsEverywhere(legs), input.caffeine);
        const ceilingMl = targets.maxFluidMlPerHr * targets.hours;
        if (targets.carbG <= SMALL_CARB_G && !isReachable([...drinks, ...feeds], targets.carbG, ceilingMl)) {
          return;
        }
        missed.push(
          `${JSON.stringify(input.diet)} ${input.activity.type} ${input.activity.durationMin} min: ${choice.carbG} of ${targets.carbG} g`,
        );
      }),
      { numRuns: RUNS_ON_TARGET, verbose: 1 },
    );
    expect(missed).toEqual([]);
    expect(prescribed).toBeGreaterThan(RUNS_ON_TARGET / 4);
  });

  test('is never above the fluid ceiling, nor above the prescribed fluid without saying so', () => {
    fc.assert(
      fc.property(session, (input) => {
        const { targets, suggestion } = plan(input);
        const { fluidMl } = suggestion.choice;
        expect(fluidMl).toBeLessThanOrEqual(targets.maxFluidMlPerHr * targets.hours + 1e-9);
        if (fluidMl > targets.fluidMl + 1e-9) {
          expect(fluidMl).toBeLessThanOrEqual(targets.fluidMl + 250);
          expect(suggestion.notes.join(' ')).toMatch(/Fluid is \d+ ml above the prescription/);
        }
      }),
      { numRuns: RUNS_ON_TARGET },
    );
  });

  test('is within 25 % of the sodium or says how far and why, and never above the ceiling', () => {
    fc.assert(
      fc.property(session, (input) => {
        const { targets, suggestion } = plan(input);
        const { sodiumMg } = suggestion.choice;
        expect(sodiumMg).toBeLessThanOrEqual(targets.maxSodiumMgPerHr * targets.hours + 1e-9);
        if (targets.sodiumMg > 0 && Math.abs(sodiumMg - targets.sodiumMg) > 0.25 * targets.sodiumMg + 1e-9) {
          expect(suggestion.notes.join(' ')).toMatch(/Sodium is [\d.]+ % (above|below) the prescription: \w/);
          expect(suggestion.isWithinTarget).toBe(false);
        }
      }),
      { numRuns: RUNS_ON_TARGET },
    );
  });

  test('needs no warning about what was chosen', () => {
    // How thick carbohydrate and fluid are together is the prescription's own doing; everything else is the choice's.
    const codes = new Set<string>();
    fc.assert(
      fc.property(session, (input) => {
        const { targets, limits, suggestion } = plan(input);
        const { warnings } = coverageOf(suggestion.choice.portions, targets.hours, targets, limits);
        for (const { code } of warnings) codes.add(code);
      }),
      { numRuns: RUNS_ON_TARGET },
    );
    expect([...codes].filter((code) => code !== 'CARB_CONCENTRATED')).toEqual([]);
  });

  test('breaks no diet, no caffeine limit, and asks for at most four products in whole or half servings', () => {
    fc.assert(
      fc.property(session, (input) => {
        const { limits, suggestion, marks } = plan(input);
        const { portions, caffeineMg } = suggestion.choice;
        expect(portions.length).toBeLessThanOrEqual(4);
        expect(caffeineMg).toBeLessThanOrEqual(caffeineLimits(limits).sessionMg);
        for (const mark of marks)
          expect(mark.caffeineMg).toBeLessThanOrEqual(caffeineLimits(limits).singleMg);
        if (input.caffeine === 'none') expect(caffeineMg).toBe(0);
        for (const { product, servings } of portions) {
          expect(servings * 2).toBeCloseTo(Math.round(servings * 2), 9);
          expect(servings).toBeLessThanOrEqual(SERVINGS_MAX);
          if (formOf(product) === 'capsule') expect(Number.isInteger(servings)).toBe(true);
          if (limits.isVegan) expect(product.vegan).toBe(true);
          if (limits.isGlutenFree) expect(product.glutenFree).toBe(true);
          if (limits.isCaffeineFree) expect(product.caffeineMg).toBe(0);
          expect(product.caffeineMg).not.toBeNull();
        }
      }),
      { numRuns: RUNS_ON_TARGET },
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
          expect(mark.carbG).toBeLessThanOrEqual(MARK_CARB_G_MAX);
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
