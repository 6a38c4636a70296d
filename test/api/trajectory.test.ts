import { gzipSync } from 'fflate';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Trajectory } from '#nutrition/prescriptions/trajectory-shape.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { planFor } from '../support/planned-ride.ts';

beforeAll(() => loadTestCatalogue());

const PROFILE = { body_mass_kg: 70, sex: 'male', birth_year: 1990, carb_tolerance_g_per_hr: 90 };
const RIDE = {
  type: 'bike',
  duration_min: 300,
  intensity_level: 6,
  thermal_stress_level: 6,
  is_race_event: true,
};
const IRONMAN = {
  type: 'triathlon',
  duration_min: 720,
  intensity_level: 5,
  thermal_stress_level: 6,
  is_race_event: true,
};
const CALCULATE = '/v1/nutrition/calculate';

function scenario({ scenarios }: Trajectory, name: string) {
  const found = scenarios.find((each) => each.name === name);
  if (!found) throw new Error(`no scenario ${name}`);
  return found;
}

describe('trajectory of a calculation', () => {
  test.each([RIDE, IRONMAN])(
    'ends at the projection and the totals of the prescription',
    async (activity) => {
      const { testKey: key } = await makePartner({ defaultTier: 'full' });
      const body = { profile: PROFILE, activity };
      const { status, json, text } = await call('POST', `${CALCULATE}?include=trajectory`, { key, body });
      expect(status, text).toBe(200);
      const { trajectory, prescription, projection, safety } = json;
      expect(json.explanation).toBeUndefined();
      const ends: [string, typeof projection][] = [
        ['planned', projection],
        ['thirst', projection.by_thirst],
      ];
      for (const [name, end] of ends) {
        const { points, low, high } = scenario(trajectory, name);
        const { body_mass_change_percent: mass, plasma_sodium_mmol_per_l: sodium } = end;
        expect(points.at(-1)).toMatchObject({
          at_min: activity.duration_min,
          carb_g: prescription.total_carb_g,
          // Thirst decides itself how much is drunk.
          ...(name === 'planned' && {
            fluid_ml: prescription.total_fluid_ml,
            sodium_mg: prescription.total_sodium_mg,
          }),
          body_mass_change_percent: mass.value,
          plasma_sodium_mmol_per_l: sodium.value,
        });
        expect(low?.at(-1)).toMatchObject({
          body_mass_change_percent: mass.low,
          plasma_sodium_mmol_per_l: sodium.low,
        });
        expect(high?.at(-1)).toMatchObject({
          body_mass_change_percent: mass.high,
          plasma_sodium_mmol_per_l: sodium.high,
        });
      }
      const drunk = scenario(trajectory, 'ceiling').points.at(-1)?.fluid_ml ?? Number.NaN;
      expect(drunk).toBeLessThanOrEqual((safety.max_safe_fluid_ml_per_hr * activity.duration_min) / 60);
      expect(drunk).toBeGreaterThan(prescription.total_fluid_ml);
      const { low, points: expected, low_sweat: little } = scenario(trajectory, 'ceiling');
      expect([low, little?.length]).toEqual([undefined, expected.length]);
      expect(little?.at(-1)?.plasma_sodium_mmol_per_l).toBeLessThan(
        expected.at(-1)?.plasma_sodium_mmol_per_l ?? 0,
      );
      expect(scenario(trajectory, 'nothing').points.at(-1)).toMatchObject({
        fluid_ml: 0,
        carb_g: 0,
        sodium_mg: 0,
      });
    },
  );

  test('comes with the explanation in either order, and nothing else is accepted', async () => {
    const { testKey: key } = await makePartner({ defaultTier: 'full' });
    const body = { activity: RIDE };
    for (const include of ['explanation,trajectory', 'trajectory,explanation']) {
      const { json } = await call('POST', `${CALCULATE}?include=${include}`, { key, body });
      expect([typeof json.explanation, typeof json.trajectory]).toEqual(['object', 'object']);
    }
    for (const include of ['trajectory,trajectory', 'trajectory,', 'Trajectory', 'trajectory,safety']) {
      const reply = await call('POST', `${CALCULATE}?include=${include}`, { key, body });
      expect(refusal(reply)).toMatchObject({ status: 422, code: 'validation_failed' });
    }
    expect((await call('POST', CALCULATE, { key, body })).json.trajectory).toBeUndefined();
  });

  test.each([RIDE, IRONMAN])('adds at most 6 KB to a compressed answer', async (activity) => {
    const { testKey: key } = await makePartner({ defaultTier: 'full' });
    const size = async (query: string) => {
      const { text } = await call('POST', CALCULATE + query, { key, body: { profile: PROFILE, activity } });
      return gzipSync(new TextEncoder().encode(text)).length;
    };
    expect((await size('?include=trajectory')) - (await size(''))).toBeLessThan(6 * 1024);
  });

  test('hides the body mass of an athlete with an eating disorder, in every scenario and range', async () => {
    const { testKey: key } = await makePartner({ defaultTier: 'full' });
    const body = { profile: { ...PROFILE, health: { reds_or_eating_disorder: true } }, activity: RIDE };
    const { json } = await call('POST', `${CALCULATE}?include=trajectory`, { key, body });
    for (const { points, low = [], high = [], low_sweat = [] } of json.trajectory.scenarios) {
      for (const { body_mass_change_percent: mass } of [...points, ...low, ...high, ...low_sweat])
        expect(mass).toBeNull();
    }
  });
});

describe('trajectory of a stored prescription', () => {
  test('matches its numbers, with its own ETag, even once they are stale', async () => {
    const { key, athlete, path } = await planFor(RIDE);
    const bare = await call('GET', `${path}/prescription`, { key });
    const shown = await call('GET', `${path}/prescription?include=trajectory`, { key });
    const end = scenario(shown.json.trajectory, 'planned').points.at(-1);
    expect(end?.body_mass_change_percent).toBe(shown.json.projection.body_mass_change_percent.value);
    expect(end?.fluid_ml).toBe(shown.json.prescription.total_fluid_ml);
    expect(shown.headers.get('ETag')).not.toBe(bare.headers.get('ETag'));
    const headers = { 'If-None-Match': shown.headers.get('ETag') ?? '' };
    expect((await call('GET', `${path}/prescription?include=trajectory`, { key, headers })).status).toBe(304);
    await call('PATCH', `/v1/athletes/${athlete.id}`, { key, body: { body_mass_kg: 60 } });
    const stale = await call('GET', `${path}/prescription?include=trajectory`, { key });
    expect(stale.json).toMatchObject({ stale: true, trajectory: shown.json.trajectory });
  });

  test('is null in teaser tier, on its plan too', async () => {
    const { key, path } = await planFor(RIDE, { tier: 'teaser' });
    for (const resource of ['prescription', 'fuel-plan']) {
      const { json } = await call('GET', `${path}/${resource}?include=trajectory`, { key });
      expect(json).toMatchObject({ tier: 'teaser', trajectory: null });
      expect((await call('GET', `${path}/${resource}`, { key })).json.trajectory).toBeUndefined();
    }
  });
});

describe('trajectory of a fuel plan', () => {
  test('follows its rows: a point at each row, and the totals of the plan at the end', async () => {
    const { key, path } = await planFor(RIDE);
    const url = `${path}/fuel-plan?suggest=true&include=trajectory`;
    const { status, json, text } = await call('GET', url, { key });
    expect(status, text).toBe(200);
    const { points } = scenario(json.trajectory, 'planned');
    const minutes = points.map(({ at_min }) => at_min);
    for (const { at_min } of json.rows) expect(minutes).toContain(at_min);
    expect(points.at(-1)?.fluid_ml).toBe(json.totals.fluid_ml);
    expect(points.at(-1)?.carb_g).toBe(Math.round(json.totals.carb_g));
    expect(Math.max(...points.map(({ carb_in_gut_g }) => carb_in_gut_g))).toBeGreaterThan(0);
    const hidden = await call('GET', `${path}/fuel-plan?suggest=true`, { key });
    expect(hidden.json.trajectory).toBeUndefined();
  });

  test('of a replan begins now with what was taken, and ends when the session does', async () => {
    const { key, path } = await planFor(RIDE);
    const taken = { carb_g: 80, fluid_ml: 1500, sodium_mg: 400 };
    const body = { at_min: 120, taken, expected_end_min: 330, suggest: true };
    const url = `${path}/fuel-plan/replan`;
    const { status, json, text } = await call('POST', `${url}?include=trajectory`, { key, body });
    expect(status, text).toBe(200);
    for (const name of ['ceiling', 'nothing']) {
      const { points } = scenario(json.trajectory, name);
      expect(points[0]).toMatchObject({ at_min: 120, ...taken });
      expect(points.at(-1)?.at_min).toBe(330);
    }
    const planned = scenario(json.trajectory, 'planned').points;
    expect(planned.at(-1)?.fluid_ml).toBe(1500 + json.totals.fluid_ml);
    expect((await call('POST', url, { key, body })).json.trajectory).toBeUndefined();
    const early = { at_min: 0, taken: { carb_g: 25, fluid_ml: 400, sodium_mg: 100 } };
    const { json: fromStart } = await call('POST', `${url}?include=trajectory`, { key, body: early });
    for (const { points } of fromStart.trajectory.scenarios) {
      expect(points[0]).toMatchObject({ at_min: 0, ...early.taken });
    }
  });
});
