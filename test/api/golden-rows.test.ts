import { describe, expect, test } from 'vitest';
import { snakeName } from '../../src/http/wire-case.ts';
import { GOLDEN_ROWS } from '../engine/golden-rows.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { stopClock } from '../support/stopped-clock.ts';

/** The athlete of the golden rows: 70 kg, male, 35 years in 2026, fitness 4, not acclimatised, nothing measured. */
const ATHLETE = {
  sex: 'male',
  birth_year: 1991,
  body_mass_kg: 70,
  height_cm: 177,
  fitness_level: 4,
  heat_acclimatized: false,
};
const toTens = (value: number) => Math.floor(value / 10) * 10;

describe('the golden rows over HTTP, within one unit of their last digit before rounding', () => {
  test.each(GOLDEN_ROWS)(
    '$type $min min, intensity $intensity, thermal $thermal, race $race, $who',
    async (row) => {
      stopClock();
      const { testKey: key } = await makePartner();
      const who = Object.fromEntries(
        Object.entries(row.who).map(([name, value]) => [snakeName(name), value]),
      );
      const athlete = await call('POST', '/v1/athletes', { key, body: { ...ATHLETE, ...who } });
      const list = `/v1/athletes/${athlete.json.id}/activities`;
      const body = {
        type: row.type,
        duration_min: row.min,
        intensity_level: row.intensity,
        thermal_stress_level: row.thermal,
        is_race_event: row.race,
      };
      const activity = await call('POST', list, { key, body });
      const path = `${list}/${activity.json.id}/prescription`;
      expect((await call('POST', path, { key })).status).toBe(200);
      const { prescription, safety } = (await call('GET', path, { key })).json;
      const [, , , carb, fluid, sodium, maxFluid, maxSodium] = row.expected;
      expect(Math.abs(prescription.carb_g_per_hr - carb)).toBeLessThanOrEqual(1);
      for (const [shown, printed] of [
        [prescription.fluid_ml_per_hr, fluid],
        [prescription.sodium_mg_per_hr, sodium],
        [safety.max_safe_fluid_ml_per_hr, maxFluid],
        [safety.max_safe_sodium_mg_per_hr, maxSodium],
      ]) {
        expect([toTens(printed - 1), toTens(printed), toTens(printed + 1)], `${printed}`).toContain(shown);
      }
    },
  );
});
