import { describe, expect, test } from 'vitest';
import { makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { stopClock } from '../support/stopped-clock.ts';

const PROFILE = { sex: 'male', birth_year: 1991, body_mass_kg: 70, height_cm: 177, fitness_level: 4 };
const MARATHON = {
  type: 'run',
  duration_min: 210,
  intensity_level: 7,
  thermal_stress_level: 4,
  is_race_event: true,
};

describe('calculating without storing', () => {
  test('returns the envelope for a profile alone, and stores nothing', async () => {
    const { testKey: key } = await makePartner();
    const { json, status } = await call('POST', '/v1/nutrition/calculate', {
      key,
      body: { profile: PROFILE, activity: MARATHON },
    });
    expect(status).toBe(200);
    expect(json.prescription.carb_g_per_hr).toBe(59);
    expect((await call('GET', '/v1/athletes', { key })).json.data).toEqual([]);
  });

  test('INPUT_NEEDED names the field to add, but never the weight of an athlete who must not be asked for it', async () => {
    const { testKey: key } = await makePartner();
    const neededBy = async (profile: object) => {
      const activity = { type: 'run', duration_min: 720, intensity_level: 5, thermal_stress_level: 8 };
      const { json } = await call('POST', '/v1/nutrition/calculate', { key, body: { profile, activity } });
      const { warnings } = json.safety;
      const others = warnings.filter(({ code }: { code: string }) => code !== 'INPUT_NEEDED');
      for (const other of others) expect(other).not.toHaveProperty('field');
      return warnings.find(({ code }: { code: string }) => code === 'INPUT_NEEDED');
    };
    expect(await neededBy({})).toMatchObject({ severity: 'danger', field: 'body_mass_kg' });
    const hidden = await neededBy({ health: { reds_or_eating_disorder: true } });
    expect(hidden).toMatchObject({ severity: 'danger' });
    expect(hidden).not.toHaveProperty('field');
  });

  test('agrees with the stored calculation of the same athlete, and `profile` overrides it for this call only', async () => {
    stopClock();
    const { testKey: key } = await makePartner();
    const { id: athleteId, path } = await makeAthlete(key, PROFILE);
    const activity = await makeActivity(key, athleteId, MARATHON);
    const stored = await makePrescription(key, activity.path);
    const calculate = (profile?: object) =>
      call('POST', '/v1/nutrition/calculate', {
        key,
        body: { athlete_id: athleteId, activity: MARATHON, profile },
      });
    const same = (await calculate()).json.prescription;
    expect({ ...same, calculated_at: null }).toEqual({ ...stored, calculated_at: null });
    const lighter = (await calculate({ body_mass_kg: 42 })).json;
    expect(lighter.safety.max_safe_fluid_ml_per_hr).toBeLessThan(
      (await calculate()).json.safety.max_safe_fluid_ml_per_hr,
    );
    const unknown = (await calculate({ body_mass_kg: null })).json;
    expect(unknown.missing_fields).toContain('body_mass_kg');
    expect((await call('GET', path, { key })).json.body_mass_kg).toBe(70);
  });

  test.each([
    ['no activity', {}, ['/activity']],
    ['a wrong field inside', { activity: { ...MARATHON, duration_min: 0 } }, ['/activity/duration_min']],
    ['a name in the profile', { profile: { name: 'x' }, activity: MARATHON }, ['/profile/name']],
    ['a birth year too late', { profile: { birth_year: 2025 }, activity: MARATHON }, ['/profile/birth_year']],
    [
      'segments of a run',
      {
        activity: {
          ...MARATHON,
          segments: [MARATHON, MARATHON].map(() => ({ type: 'run', duration_min: 105 })),
        },
      },
      ['/activity/segments'],
    ],
  ])('refuses %s with its pointer', async (_what, body, pointers) => {
    const { testKey: key } = await makePartner();
    expect(refusal(await call('POST', '/v1/nutrition/calculate', { key, body }))).toEqual({
      status: 422,
      code: 'validation_failed',
      pointers,
    });
  });

  test('an unknown athlete is 404, one in the other environment 401', async () => {
    const { testKey: key } = await makePartner();
    const body = (athlete_id: string) => ({ athlete_id, activity: MARATHON });
    const unknown = await call('POST', '/v1/nutrition/calculate', {
      key,
      body: body('ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz'),
    });
    expect(refusal(unknown)).toMatchObject({ status: 404, code: 'athlete_not_found' });
    const foreign = await call('POST', '/v1/nutrition/calculate', {
      key,
      body: body('ath_lc00001jcc9q0x8v5n3m1t7k2b6h4dz'),
    });
    expect(refusal(foreign)).toMatchObject({ status: 401, code: 'environment_mismatch' });
    const escaped = await call('POST', '/v1/nutrition/calculate', {
      key,
      headers: { 'Content-Type': 'application/json' },
      rawBody: JSON.stringify(body('ath_lc00001jcc9q0x8v5n3m1t7k2b6h4dz')).replace(
        '"athlete_id"',
        '"athlete\\u005fid"',
      ),
    });
    expect(refusal(escaped)).toMatchObject({ status: 401, code: 'environment_mismatch' });
  });

  test('a batch returns results in order, and an invalid scenario does not affect the others', async () => {
    const { testKey: key } = await makePartner();
    const { id: athleteId } = await makeAthlete(key);
    const scenarios = [
      { profile: PROFILE, activity: MARATHON },
      { activity: { ...MARATHON, duration_min: 'long' } },
      { athlete_id: athleteId, activity: { ...MARATHON, duration_min: 60 } },
      { athlete_id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz', activity: MARATHON },
      { athlete_id: 'ath_lc00001jcc9q0x8v5n3m1t7k2b6h4dz', activity: MARATHON },
      42,
      { profile: { birth_year: 2025 }, activity: MARATHON },
    ];
    const { json, status } = await call('POST', '/v1/nutrition/calculate/batch', {
      key,
      body: { scenarios },
    });
    expect(status).toBe(200);
    const outcomes = json.results.map(
      (result: { error?: { code: string; errors?: { pointer: string }[] } }) =>
        result.error ? [result.error.code, result.error.errors?.[0]?.pointer] : 'envelope',
    );
    expect(outcomes).toEqual([
      'envelope',
      ['validation_failed', '/activity/duration_min'],
      'envelope',
      ['athlete_not_found', undefined],
      ['environment_mismatch', undefined],
      ['validation_failed', ''],
      ['validation_failed', '/profile/birth_year'],
    ]);
  });

  test('rejects an empty batch, fifty-one items or no list; accepts fifty', async () => {
    const { testKey: key } = await makePartner();
    const batch = (scenarios: unknown) =>
      call('POST', '/v1/nutrition/calculate/batch', { key, body: { scenarios } });
    const fifty = Array.from({ length: 50 }, () => ({ profile: PROFILE, activity: MARATHON }));
    expect((await batch(fifty)).json.results).toHaveLength(50);
    for (const scenarios of [[], [...fifty, fifty[0]], 'x', null]) {
      expect(refusal(await batch(scenarios))).toEqual({
        status: 422,
        code: 'validation_failed',
        pointers: ['/scenarios'],
      });
    }
  });

  test('attribution is optional only if everything shown is full tier', async () => {
    const { testKey: full } = await makePartner({ defaultTier: 'full' });
    const { id } = await makeAthlete(full, { tier: 'teaser' });
    const scenarios = [{ activity: MARATHON }, { athlete_id: id, activity: MARATHON }];
    const attribution = async (body: object) =>
      (await call('POST', '/v1/nutrition/calculate/batch', { key: full, body })).headers.get(
        'X-Service-Data-Attribution',
      );
    expect(await attribution({ scenarios: scenarios.slice(0, 1) })).toBe('optional');
    expect(await attribution({ scenarios })).toBe('required');
  });
});
