import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

type Fields = Readonly<Record<string, unknown>>;

const PROFILE = { sex: 'male', birth_year: 1991, body_mass_kg: 70, height_cm: 177, fitness_level: 4 };
const MARATHON = {
  type: 'run',
  duration_min: 210,
  intensity_level: 7,
  thermal_stress_level: 4,
  is_race_event: true,
};
const SPECIFIED = [
  'calculated_at',
  'carb_g_per_hr',
  'fluid_ml_per_hr',
  'sodium_mg_per_hr',
  'total_carb_g',
  'total_fluid_ml',
  'total_sodium_mg',
];

async function session(athlete: Fields = PROFILE, activity: Fields = MARATHON) {
  const { testKey: key } = await makePartner();
  const { id: athleteId, path: athletePath } = await makeAthlete(key, athlete);
  const { path: activityPath } = await makeActivity(key, athleteId, activity);
  const path = `${activityPath}/prescription`;
  const read = async (query = '') => (await call('GET', path + query, { key })).json;
  return { key, athleteId, athletePath, activityPath, path, read };
}

async function calculated() {
  const made = await session();
  await makePrescription(made.key, made.activityPath);
  return made;
}

describe('the prescription of an activity', () => {
  test('is returned without an envelope, with exactly the seven specified fields; the envelope has the safety data', async () => {
    const { key, path } = await session();
    const bare = await call('POST', path, { key });
    expect(bare.status).toBe(200);
    expect(Object.keys(bare.json).sort()).toEqual(SPECIFIED);
    expect(bare.headers.get('Content-Location')).toBe(BASE + path);
    const envelope = await call('GET', path, { key });
    expect(envelope.json.prescription).toEqual(bare.json);
    expect(envelope.json).toMatchObject({ tier: 'full', stale: false });
    expect(envelope.json.safety).toMatchObject({ not_instructions: true, requires_human_review: false });
    expect(envelope.json.safety.max_safe_fluid_ml_per_hr).toBeGreaterThanOrEqual(bare.json.fluid_ml_per_hr);
    expect(envelope.json).not.toHaveProperty('explanation');
  });

  test('is 404 before the first calculation, and inline null', async () => {
    const { key, path, activityPath } = await session();
    expect(refusal(await call('GET', path, { key }))).toMatchObject({
      status: 404,
      code: 'prescription_not_found',
    });
    expect((await call('GET', activityPath, { key })).json).toMatchObject({
      prescription: null,
      safety: null,
    });
  });

  test('is inline on the activity and its list, with its safety data', async () => {
    const { key, activityPath, athletePath, read } = await calculated();
    const envelope = await read();
    const activity = (await call('GET', activityPath, { key })).json;
    expect(activity).toMatchObject({
      prescription: envelope.prescription,
      safety: envelope.safety,
      prescription_stale: false,
    });
    expect((await call('GET', `${athletePath}/activities`, { key })).json.data[0]).toEqual(activity);
  });

  test('is stale after a change of the activity or an engine-relevant profile field, not of a name, and fresh after a recalculation', async () => {
    const { key, path, activityPath, athletePath, read } = await calculated();
    const isStale = async () => {
      const { stale } = await read();
      expect((await call('GET', activityPath, { key })).json.prescription_stale).toBe(stale);
      return stale;
    };
    await call('PATCH', athletePath, { key, body: { name: 'New name', email: 'new@example.test' } });
    expect(await isStale()).toBe(false);
    await call('PATCH', athletePath, { key, body: { body_mass_kg: 74 } });
    expect(await isStale()).toBe(true);
    await call('POST', path, { key });
    expect(await isStale()).toBe(false);
    await call('PATCH', activityPath, { key, body: { duration_min: 240 } });
    expect(await isStale()).toBe(true);
    await call('PATCH', activityPath, { key, body: { duration_min: 210 } });
    expect(await isStale()).toBe(false);
  });

  test('recalculation overwrites', async () => {
    const { key, path, activityPath, read } = await session();
    const first = (await call('POST', path, { key })).json;
    await call('PATCH', activityPath, { key, body: { duration_min: 420 } });
    const second = (await call('POST', path, { key })).json;
    expect(second.total_carb_g).toBeGreaterThan(first.total_carb_g);
    expect((await read()).prescription).toEqual(second);
  });

  test('its ETag changes with the activity, an engine-relevant field (every time), and the tier; not with a name', async () => {
    const { key, path, activityPath, athletePath } = await calculated();
    const tag = async () => (await call('GET', path, { key })).headers.get('ETag') ?? '';
    const seen = [await tag()];
    await call('PATCH', athletePath, { key, body: { name: 'x' } });
    expect(await tag()).toBe(seen[0]);
    expect((await call('GET', path, { key, headers: { 'if-none-match': seen[0] ?? '' } })).status).toBe(304);
    for (const [target, body] of [
      [athletePath, { sweat_level: 7 }],
      [athletePath, { sweat_level: 8 }],
      [activityPath, { thermal_stress_level: 6 }],
      [athletePath, { tier: 'teaser' }],
    ] as const) {
      await call('PATCH', target, { key, body });
      seen.push(await tag());
    }
    expect(new Set(seen).size).toBe(5);
  });

  test('the age counts in the year of the activity, so scheduling it decades later changes the numbers', async () => {
    const { key, activityPath, read } = await calculated();
    await call('PATCH', activityPath, { key, body: { scheduled_at: '2061-06-01T08:00:00Z' } });
    expect((await read()).stale).toBe(true);
  });

  test('explains each number on request, and only then', async () => {
    const { key, path } = await calculated();
    const { json } = await call('GET', `${path}?include=explanation`, { key });
    for (const quantity of [
      'carbohydrate',
      'fluid',
      'sodium',
      'sweat_rate',
      'max_safe_fluid',
      'max_safe_sodium',
    ]) {
      const { steps } = json.explanation[quantity];
      expect(steps.length, quantity).toBeGreaterThan(0);
      for (const step of steps) expect(step.source.length, `${quantity} ${step.term}`).toBeGreaterThan(3);
    }
    expect(refusal(await call('GET', `${path}?include=everything`, { key })).pointers).toEqual(['?include']);
  });

  test('its explanation matches the stored numbers, even if its inputs have changed since', async () => {
    const { key, athletePath, activityPath, read } = await calculated();
    const fresh = await read('?include=explanation,trajectory');
    expect(fresh.explanation_unavailable).toBeNull();
    await call('PATCH', athletePath, { key, body: { body_mass_kg: 95 } });
    await call('PATCH', activityPath, { key, body: { duration_min: 60 } });
    expect(await read('?include=explanation,trajectory')).toEqual({ ...fresh, stale: true });
  });

  const setColumns = (activityPath: string, columns: string) =>
    TEST_HOME.prepare(`UPDATE prescriptions SET ${columns} WHERE activity_id = ?`)
      .bind(activityPath.split('/').at(-1))
      .run();
  const UNEXPLAINED = { explanation: null, drivers: null, intake: null, trajectory: null };

  test("without its inputs it is explained while today's are the same, and is aged after that", async () => {
    const { key, path, athletePath, activityPath } = await calculated();
    const read = () => call('GET', `${path}?include=explanation,trajectory`, { key });
    const { json: fresh } = await read();
    await setColumns(activityPath, 'inputs = NULL');
    expect((await read()).json).toEqual(fresh);
    await call('PATCH', athletePath, { key, body: { body_mass_kg: 95 } });
    const { json, headers } = await read();
    expect(json).toEqual({ ...fresh, ...UNEXPLAINED, stale: true, explanation_unavailable: 'aged' });
    const unchanged = { key, headers: { 'If-None-Match': headers.get('ETag') ?? '' } };
    expect((await call('GET', `${path}?include=explanation,trajectory`, unchanged)).status).toBe(304);
  });

  test('from another engine version it keeps its numbers and warnings, and is not explained', async () => {
    const { activityPath, read } = await calculated();
    const fresh = await read('?include=explanation,trajectory');
    await setColumns(activityPath, "engine_version = '2.9.0', fingerprint = 'of another engine'");
    expect(await read('?include=explanation,trajectory')).toEqual({
      ...fresh,
      ...UNEXPLAINED,
      engine_version: '2.9.0',
      stale: true,
      explanation_unavailable: 'engine_changed',
    });
  });

  test.each([
    ['other numbers than this engine calculates', "numbers = json_set(numbers, '$[0]', 1)", 'readable'],
    ['damaged inputs', "inputs = x'0103', fingerprint = 'other'", 'damaged'],
  ])('%s are not explained, and logged as an error', async (_what, columns, inputs) => {
    const { key, path, activityPath } = await calculated();
    await setColumns(activityPath, columns);
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    onTestFinished(() => errors.mockRestore());
    const { json, status } = await call('GET', `${path}?include=explanation,trajectory`, { key });
    expect([status, json]).toMatchObject([
      200,
      { ...UNEXPLAINED, explanation_unavailable: 'engine_changed' },
    ]);
    const lines = errors.mock.calls.map(([line]) => JSON.parse(String(line)));
    expect(lines).toMatchObject([{ event: 'explanation_mismatch', inputs }]);
    // The numbers and their safety data are shown as stored.
    expect(json.safety.max_safe_fluid_ml_per_hr).toBeGreaterThan(0);
  });

  test('rejects a body on a calculation that accepts none, so that no caller assumes it was read', async () => {
    const { key, path } = await session();
    expect((await call('POST', path, { key, body: {} })).status).toBe(200);
    // Many clients send a media type even without a body.
    const headers = { 'content-type': 'application/json' };
    expect((await call('POST', path, { key, headers })).status).toBe(200);
    const reply = await call('POST', path, { key, body: { intensity_level: 9 } });
    expect(refusal(reply)).toEqual({
      status: 422,
      code: 'validation_failed',
      pointers: ['/intensity_level'],
    });
  });

  test('a calculation concurrent with the deletion of its activity writes nothing', async () => {
    const { key, path, activityPath, athleteId } = await session();
    const athletes = TEST_HOME;
    let batches = 0;
    const racing = {
      prepare: (query: string) => athletes.prepare(query),
      batch: async (statements: D1PreparedStatement[]) => {
        batches += 1;
        if (batches === 2) await call('DELETE', activityPath, { key });
        return athletes.batch(statements);
      },
    } as unknown as D1Database;
    const reply = await call('POST', path, { key, bindings: { [TEST_HOME_BINDING]: racing } });
    expect(refusal(reply)).toMatchObject({ status: 404, code: 'activity_not_found' });
    const left = await athletes
      .prepare('SELECT count(*) AS n FROM prescriptions WHERE athlete_id = ?')
      .bind(athleteId)
      .first('n');
    expect(left).toBe(0);
  });
});

describe('the teaser tier', () => {
  test('shows ranges that contain the numbers, all safety data, and a subscribe link', async () => {
    const { key, path, athletePath, activityPath } = await session({ ...PROFILE, tier: 'teaser' });
    const bare = (await call('POST', path, { key })).json;
    expect(Object.keys(bare).sort()).toEqual([
      'calculated_at',
      'carb_g_per_hr_range',
      'fluid_ml_per_hr_range',
      'sodium_mg_per_hr_range',
      'subscribe_url',
      'tier',
    ]);
    const { json: teaser, headers } = await call('GET', `${path}?include=explanation`, { key });
    expect(headers.get('X-Service-Data-Attribution')).toBe('required');
    expect(teaser).toMatchObject({ tier: 'teaser', attribution: { text: 'Powered by Musette', url: BASE } });
    expect(teaser.subscribe_url).toContain(`${BASE}/subscribe?athlete=ath_t`);
    expect(teaser).not.toHaveProperty('explanation');
    const inline = (await call('GET', activityPath, { key })).json;
    expect(inline.prescription).toEqual(teaser.prescription);

    await call('PATCH', athletePath, { key, body: { tier: 'full' } });
    const { json: full } = await call('GET', path, { key });
    expect(full.safety).toEqual(teaser.safety);
    for (const [name, grid, ceiling] of [
      ['carb_g_per_hr', 30, Number.POSITIVE_INFINITY],
      ['sodium_mg_per_hr', 300, full.safety.max_safe_sodium_mg_per_hr],
      ['fluid_ml_per_hr', 250, full.safety.max_safe_fluid_ml_per_hr],
    ] as const) {
      const { min, max } = teaser.prescription[`${name}_range`];
      const value = full.prescription[name];
      expect(min % grid).toBe(0);
      expect(max).toBeLessThanOrEqual(ceiling);
      expect(min <= value && value <= max, `${name} ${min} ≤ ${value} ≤ ${max}`).toBe(true);
    }
  });

  test('ends a range at the safety ceiling if the grid cell would exceed it', async () => {
    const careful = {
      sex: 'female',
      birth_year: 1991,
      body_mass_kg: 70,
      height_cm: 165,
      fitness_level: 4,
      health: { kidney_disease: true },
    };
    const hotAndLong = { ...MARATHON, duration_min: 420, intensity_level: 5, thermal_stress_level: 8 };
    const { key, path, athletePath, read } = await session({ ...careful, tier: 'teaser' }, hotAndLong);
    const ranges = (await call('POST', path, { key })).json;
    await call('PATCH', athletePath, { key, body: { tier: 'full' } });
    const { prescription, safety } = await read();
    for (const [name, grid, ceiling] of [
      ['sodium_mg_per_hr', 300, safety.max_safe_sodium_mg_per_hr],
      ['fluid_ml_per_hr', 250, safety.max_safe_fluid_ml_per_hr],
    ] as const) {
      const cellStart = Math.floor(prescription[name] / grid) * grid;
      expect(cellStart + grid, `the cell of ${name} reaches above its ceiling`).toBeGreaterThan(ceiling);
      expect(ranges[`${name}_range`]).toEqual({ min: cellStart, max: ceiling });
    }
  });
});
