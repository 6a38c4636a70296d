import { describe, expect, test } from 'vitest';
import { lastCaffeineMin, planCaffeine } from '../../src/engine/caffeine.ts';
import { coverageOf } from '../../src/fuel-plans/coverage.ts';
import { type Candidate, candidatesFor } from '../../src/fuel-plans/plan/candidates.ts';
import { formsEverywhere } from '../../src/fuel-plans/plan/plan-legs.ts';
import { schedule } from '../../src/fuel-plans/plan/schedule.ts';
import { dosesToServe } from '../../src/fuel-plans/plan/serve-caffeine.ts';
import { suggestProducts } from '../../src/fuel-plans/plan/suggest-plan.ts';
import {
  DRINK_STEP_ML,
  fluidMlOf,
  formOf,
  isInDrinkSteps,
  SERVINGS_MAX,
  SERVINGS_MIN,
} from '../../src/fuel-plans/portions.ts';
import { ENGLISH } from '../../src/languages/en/index.ts';
import { anyActivity, anyAthlete, statedActivity, statedAthlete } from '../engine/arbitraries.ts';
import { limitsOf, NOT_ASKED, PRODUCTS, planInput } from '../support/plan-sessions.ts';
import { fc } from '../support/random-seed.ts';

const RUNS = Number(process.env.PLAN_RUNS ?? 200);
const RUNS_ON_TARGET = Number(process.env.PLAN_RUNS ?? 1000);
/** The cap of what is taken at one mark, g: a large gel, or two halves of such. */
const MARK_CARB_G_MAX = 60;
/** What can be halved because its pack closes again; a gel's does not. */
const HALVED: ReadonlySet<string> = new Set(['chew', 'bar', 'waffle', 'electrolyte_chew', 'real_food']);
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
  const wanted = { ...NOT_ASKED, wanted: caffeine === 'any', isDietFree: diet.isCaffeineFree };
  const asked = { activity, athlete, request: wanted };
  const suggestion = suggestProducts(PRODUCTS, legs, targets, limits, dosesToServe(asked));
  const marks = schedule(suggestion.choice.portions, legs, undefined, suggestion.doses);
  return { targets, legs, limits, suggestion, marks, asked };
}

/** The plan with its notes as they are read: functions never equal each other. */
function inWords({ suggestion, ...rest }: ReturnType<typeof plan>) {
  return { ...rest, ...suggestion, notes: suggestion.notes.map((note) => note(ENGLISH.plan)) };
}

/**
 * Whether any three products, in the steps in which each can be measured, come within 10 % of this little carbohydrate
 * with no more fluid than prescribed: every reachable amount with the least fluid that it takes.
 */
function isReachable(products: readonly Candidate[], carbG: number, prescribedMl: number): boolean {
  const most = 1.1 * carbG + 1e-9;
  let reached = new Map<number, number>([[0, 0]]);
  for (let count = 0; count < 3; count += 1) {
    const next = new Map(reached);
    for (const [already, drunkMl] of reached) {
      for (const product of products) {
        for (let steps = 1; already + product.carbG * product.step * steps <= most; steps += 1) {
          if (product.step * steps < SERVINGS_MIN) continue;
          const sum = already + product.carbG * product.step * steps;
          const fluidMl = drunkMl + product.fluidMl * product.step * steps;
          if (fluidMl <= prescribedMl + 1e-6 && fluidMl < (next.get(sum) ?? Number.POSITIVE_INFINITY)) {
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
        expect(suggestion.notes.map((noteIn) => noteIn(ENGLISH.plan)).join(' ')).toMatch(
          /Carbohydrate is [\d.]+% (above|below) the prescription: no /,
        );
        const { drinks, feeds } = candidatesFor(PRODUCTS, limits, formsEverywhere(legs));
        const products = [...drinks, ...feeds];
        if (targets.carbG <= SMALL_CARB_G && !isReachable(products, targets.carbG, targets.fluidMl)) {
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

  test('is never above the fluid ceiling, nor above the prescribed fluid', () => {
    fc.assert(
      fc.property(session, (input) => {
        const { targets, suggestion } = plan(input);
        const { fluidMl } = suggestion.choice;
        expect(fluidMl).toBeLessThanOrEqual(targets.maxFluidMlPerHr * targets.hours + 1e-9);
        expect(fluidMl).toBeLessThanOrEqual(targets.fluidMl + 1e-9);
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
          expect(suggestion.notes.map((noteIn) => noteIn(ENGLISH.plan)).join(' ')).toMatch(
            /Sodium is [\d.]+% (above|below) the prescription: \w/,
          );
          expect(suggestion.isWithinTarget).toBe(false);
        }
      }),
      { numRuns: RUNS_ON_TARGET },
    );
  });

  test('needs no warning about what was chosen, CARB_CONCENTRATED only where the hourly ceiling leaves less fluid', () => {
    const codes = new Set<string>();
    fc.assert(
      fc.property(session, (input) => {
        const { targets, limits, suggestion } = plan(input);
        const { warnings } = coverageOf(suggestion.choice.portions, targets.hours, targets, limits);
        const isFluidCut = suggestion.choice.fluidMl < targets.fluidMl - DRINK_STEP_ML;
        for (const { code } of warnings) {
          if (code !== 'CARB_CONCENTRATED' || !isFluidCut) codes.add(code);
        }
      }),
      { numRuns: RUNS_ON_TARGET },
    );
    expect([...codes]).toEqual([]);
  });

  test('breaks no diet and asks for at most four products beside caffeine: drinks below 80 g a litre in steps of 25 ml, halves only of what can be closed again', () => {
    fc.assert(
      fc.property(session, (input) => {
        const { limits, suggestion } = plan(input);
        const { portions } = suggestion.choice;
        expect(portions.filter(({ product }) => product.caffeineMg === 0).length).toBeLessThanOrEqual(4);
        for (const { product, servings } of portions) {
          expect(servings).toBeLessThanOrEqual(SERVINGS_MAX);
          expect(servings).toBeGreaterThanOrEqual(SERVINGS_MIN);
          if (formOf(product) === 'drink') {
            expect(isInDrinkSteps(servings * (fluidMlOf(product) ?? 0))).toBe(true);
            expect((product.carbG ?? 0) * 1000).toBeLessThanOrEqual(80 * (fluidMlOf(product) ?? 0));
          } else if (HALVED.has(product.category)) {
            expect(Number.isInteger(servings * 2)).toBe(true);
          } else {
            expect(Number.isInteger(servings)).toBe(true);
          }
          if (limits.isVegan) expect(product.vegan).toBe(true);
          if (limits.isGlutenFree) expect(product.glutenFree).toBe(true);
          if (limits.isCaffeineFree) expect(product.caffeineMg).toBe(0);
          expect(product.caffeineMg).not.toBeNull();
        }
      }),
      { numRuns: RUNS_ON_TARGET },
    );
  });

  test('serves caffeine only where it is wanted, within what is safe, not after the last useful minute, and says which dose no product serves', () => {
    let servings = 0;
    fc.assert(
      fc.property(session, (input) => {
        const { suggestion, marks, asked } = plan(input);
        const { doses, maxSafeMg } = planCaffeine(asked);
        const { caffeineMg } = suggestion.choice;
        if (input.caffeine === 'none') expect(caffeineMg + suggestion.unserved.length).toBe(0);
        else expect(suggestion.doses.length + suggestion.unserved.length).toBe(doses.length);
        expect(caffeineMg).toBeLessThanOrEqual(maxSafeMg);
        expect(marks.at(-1)?.cumulative.caffeineMg ?? 0).toBeCloseTo(caffeineMg, 6);
        for (const mark of marks.filter((one) => one.caffeineMg > 0)) {
          expect(mark.caffeineMg).toBeLessThanOrEqual(200);
          expect(mark.atMin).toBeLessThanOrEqual(lastCaffeineMin(asked));
        }
        servings += suggestion.doses.length;
      }),
      { numRuns: RUNS_ON_TARGET },
    );
    expect(servings).toBeGreaterThan(RUNS_ON_TARGET / 50);
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
            const ml = servings * (fluidMlOf(product) ?? 0);
            if (formOf(product) === 'drink') expect(isInDrinkSteps(ml)).toBe(true);
            else expect(Number.isInteger(HALVED.has(product.category) ? servings * 2 : servings)).toBe(true);
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
        expect(inWords(plan(input))).toEqual(inWords(plan(input)));
      }),
      { numRuns: 20 },
    );
  });
});
