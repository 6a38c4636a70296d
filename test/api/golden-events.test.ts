import { GOLDEN_EVENTS } from '@musette/engine/laboratory';
import { describe, expect, test } from 'vitest';
import { toWire } from '#platform/http/wire-case.ts';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

/** The year of the activities, so that ages do not depend on the date of the test run. */
const YEAR = 2026;
const toTens = (value: number) => Math.floor(value / 10) * 10;

describe('the golden events over HTTP match the engine, rounded as on the wire', () => {
  test.each(GOLDEN_EVENTS)('$name', async ({ athlete, activity, printed }) => {
    const { testKey: key } = await makePartner();
    const { ageYears, formerMassKg: _former, ...profile } = athlete;
    const { id } = await makeAthlete(key, {
      ...Object(toWire(profile)),
      ...(ageYears === null ? {} : { birth_year: YEAR - ageYears }),
    });
    const scheduled_at = `${YEAR}-11-21T08:00:00Z`;
    const stored = await makeCalculatedActivity(key, id, { ...Object(toWire(activity)), scheduled_at });
    const path = `${stored.path}/prescription`;
    const { prescription, safety } = (await call('GET', path, { key })).json;
    const [, , , , carb, fluid, sodium, max] = printed.split(' | ');
    // Rates of multi-sport events sum legs that were rounded down.
    const offBy = activity.type === 'triathlon' ? 2 : 1;
    expect(Math.abs(prescription.carb_g_per_hr - Number(carb))).toBeLessThanOrEqual(offBy);
    for (const [shown, expected] of [
      [prescription.fluid_ml_per_hr, fluid],
      [prescription.sodium_mg_per_hr, sodium],
      [safety.max_safe_fluid_ml_per_hr, max?.split(' ')[0]],
    ]) {
      const value = Number(expected);
      const lowest = activity.type === 'triathlon' ? value - 10 : value - 1;
      expect([toTens(lowest), toTens(value), toTens(value + 1)], `${expected}`).toContain(shown);
    }
  });
});
