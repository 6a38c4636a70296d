import { expect, test } from 'vitest';
import { type CaffeineRequest, planCaffeine } from '#core/engine/caffeine.ts';
import { hourlyExcess } from '#nutrition/fuel-plans/plan/hourly-check.ts';
import { dosesToServe } from '#nutrition/fuel-plans/plan/serve-caffeine.ts';
import { suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
import { formOf } from '#nutrition/fuel-plans/portions.ts';
import { anyActivity, multiSportActivity, statedActivity, statedAthlete } from '../engine/arbitraries.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';
import { fc } from '../support/random-seed.ts';

const RUNS = Number(process.env.PLAN_RUNS ?? 500);
const orNull = (most: number) => fc.option(fc.integer({ min: 0, max: most }), { nil: null });

const request: fc.Arbitrary<CaffeineRequest> = fc.record({
  wanted: fc.constant(true),
  usualMgPerDay: orNull(600),
  takenTodayMg: orNull(500),
  takenMinBeforeStart: orNull(900),
  sleepAtMin: orNull(2880),
  avoid: fc.constant(false),
  isDietFree: fc.constant(false),
});

const session = fc.record({
  activity: fc.oneof(multiSportActivity, statedActivity, anyActivity),
  athlete: statedAthlete,
  request,
});

/** Maximum ratio of served to planned caffeine. The amount left in the body is bounded by it too. */
const CONTENT_MOST = 1.25;
/** Maximum distance of served food from the minute of its dose, if a leg allows it there. */
const NEAR_MIN = 10;

test('caffeinated food breaks no ceiling of any hour, stays where a leg allows it, and never piles up in the body', () => {
  let served = 0;
  fc.assert(
    fc.property(session, (input) => {
      const { activity, athlete } = input;
      const { targets, legs } = planInput(activity, athlete);
      const toServe = dosesToServe(input);
      const { doses, choice, marks, unserved } = suggestProducts(
        PRODUCTS,
        legs,
        targets,
        limitsOf(athlete),
        toServe,
      );
      expect(hourlyExcess(marks, activity.durationMin, targets)).toBeNull();
      const { doses: planned, maxSafeMg } = planCaffeine(input);
      expect(doses.length + unserved.length).toBe(planned.length);
      expect(choice.caffeineMg).toBeLessThanOrEqual(maxSafeMg);
      const taken = marks.filter(({ caffeineMg }) => caffeineMg > 0);
      expect(taken.map(({ atMin }) => atMin)).toEqual(
        doses.map(({ atMin }) => atMin).toSorted((a, b) => a - b),
      );
      for (const { atMin, product } of doses) {
        const form = formOf(product);
        const isLate = product.category === 'caffeine_chew';
        const allowed = planned.filter((dose) =>
          legs.some((leg) => dose.atMin >= leg.startMin && dose.atMin < leg.endMin && leg.forms.has(form)),
        );
        const isNear = allowed.some((dose) => Math.abs(dose.atMin - atMin) <= NEAR_MIN);
        expect(isNear || isLate || allowed.length < planned.length).toBe(true);
      }
      const leftMg = (mg: number, minutes: number) => mg * 2 ** (-minutes / 300);
      const limitMg = (activity.isRaceEvent ? 3 : 2) * (athlete.bodyMassKg ?? 50);
      for (const { atMin, items } of taken) {
        const leg = legs.find(({ startMin, endMin }) => atMin >= startMin - 0.5 && atMin <= endMin + 0.5);
        const caffeinated = items.filter(({ product }) => (product.caffeineMg ?? 0) > 0);
        for (const { product } of caffeinated) expect(leg?.forms.has(formOf(product))).toBe(true);
        const before = leftMg(
          input.request.takenTodayMg ?? 0,
          atMin + (input.request.takenMinBeforeStart ?? 0),
        );
        const inBody = taken
          .filter((mark) => mark.atMin <= atMin)
          .reduce((sum, mark) => sum + leftMg(mark.caffeineMg, atMin - mark.atMin), before);
        expect(inBody).toBeLessThanOrEqual(CONTENT_MOST * limitMg + 1e-6);
      }
      served += taken.length;
    }),
    { numRuns: RUNS },
  );
  expect(served).toBeGreaterThan(RUNS / 20);
});
