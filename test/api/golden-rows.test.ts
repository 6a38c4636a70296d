import { describe, expect, test } from 'vitest';
import { toWire } from '#platform/http/wire-case.ts';
import { activity } from '../engine/fixtures.ts';
import { GOLDEN_ROWS } from '../engine/golden-rows.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

/** The year of the activities, so that ages do not depend on the date of the test run. */
const YEAR = 2026;
const toTens = (value: number) => Math.floor(value / 10) * 10;

describe('the golden rows over HTTP match the engine, rounded as on the wire', () => {
  test.each(GOLDEN_ROWS)('$name', async ({ athlete, activity: told, expected }) => {
    const { testKey: key } = await makePartner();
    const { ageYears, health, ...profile } = athlete;
    const created = await call('POST', '/v1/athletes', {
      key,
      body: {
        ...(toWire(profile) as object),
        ...(ageYears === null ? {} : { birth_year: YEAR - ageYears }),
        health: toWire(health),
      },
    });
    const list = `/v1/athletes/${created.json.id}/activities`;
    const body = { ...(toWire(activity(told)) as object), scheduled_at: `${YEAR}-11-21T08:00:00Z` };
    const { json: session } = await call('POST', list, { key, body });
    const path = `${list}/${session.id}/prescription`;
    expect((await call('POST', path, { key })).status).toBe(200);
    const { prescription, safety } = (await call('GET', path, { key })).json;
    expect(Math.abs(prescription.carb_g_per_hr - Number(expected.carb))).toBeLessThanOrEqual(1);
    for (const [shown, printed] of [
      [prescription.fluid_ml_per_hr, expected.fluid],
      [prescription.sodium_mg_per_hr, expected.sodium],
      [safety.max_safe_fluid_ml_per_hr, expected.maxFluid.split(' ')[0]],
      [safety.max_safe_sodium_mg_per_hr, expected.maxSodium],
    ]) {
      const value = Number(printed);
      // For multi-sport events the rate sums legs that were rounded down.
      const lowest = expected.legs === null ? value - 1 : value - 10;
      expect([toTens(lowest), toTens(value), toTens(value + 1)], `${printed}`).toContain(shown);
    }
  });
});
