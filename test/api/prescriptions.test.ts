import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BASE, call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';
import { stopClock } from '../support/stopped-clock.ts';

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

async function session(
  athlete: object = PROFILE,
  activity: object = MARATHON,
  tier: 'full' | 'teaser' = 'full',
) {
  const { testKey: key, partnerId } = await makePartner();
  const created = await call('POST', '/v1/athletes', { key, body: { ...athlete, tier } });
  const athletePath = `/v1/athletes/${created.json.id}`;
  const { json } = await call('POST', `${athletePath}/activities`, { key, body: activity });
  const activityPath = `${athletePath}/activities/${json.id}`;
  return {
    key,
    partnerId,
    athletePath,
    activityPath,
    path: `${activityPath}/prescription`,
    athleteId: created.json.id,
  };
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
    const { key, path, activityPath, athletePath } = await session();
    await call('POST', path, { key });
    const envelope = (await call('GET', path, { key })).json;
    const activity = (await call('GET', activityPath, { key })).json;
    expect(activity).toMatchObject({
      prescription: envelope.prescription,
      safety: envelope.safety,
      prescription_stale: false,
    });
    expect((await call('GET', `${athletePath}/activities`, { key })).json.data[0]).toEqual(activity);
  });

  test('is stale after a change of the activity or an engine-relevant profile field, not of a name, and fresh after a recalculation', async () => {
    const { key, path, activityPath, athletePath } = await session();
    await call('POST', path, { key });
    const isStale = async () => {
      const { stale } = (await call('GET', path, { key })).json;
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
    const { key, path, activityPath } = await session();
    const first = (await call('POST', path, { key })).json;
    await call('PATCH', activityPath, { key, body: { duration_min: 420 } });
    const second = (await call('POST', path, { key })).json;
    expect(second.total_carb_g).toBeGreaterThan(first.total_carb_g);
    expect((await call('GET', path, { key })).json.prescription).toEqual(second);
  });

  test('its ETag changes with the activity, an engine-relevant field (every time), and the tier; not with a name', async () => {
    const { key, path, activityPath, athletePath } = await session();
    await call('POST', path, { key });
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
    const { key, path, activityPath } = await session();
    await call('POST', path, { key });
    await call('PATCH', activityPath, { key, body: { scheduled_at: '2061-06-01T08:00:00Z' } });
    expect((await call('GET', path, { key })).json.stale).toBe(true);
  });

  test('explains each number on request, and only then', async () => {
    const { key, path } = await session();
    await call('POST', path, { key });
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
    const { key, path, athletePath, activityPath } = await session();
    await call('POST', path, { key });
    const read = async () => (await call('GET', `${path}?include=explanation,trajectory`, { key })).json;
    const fresh = await read();
    expect(fresh.explanation_unavailable).toBeNull();
    await call('PATCH', athletePath, { key, body: { body_mass_kg: 95 } });
    await call('PATCH', activityPath, { key, body: { duration_min: 60 } });
    expect(await read()).toEqual({ ...fresh, stale: true });
  });

  const setColumns = (activityPath: string, columns: string) =>
    TEST_HOME.prepare(`UPDATE prescriptions SET ${columns} WHERE activity_id = ?`)
      .bind(activityPath.split('/').at(-1))
      .run();
  const UNEXPLAINED = { explanation: null, drivers: null, intake: null, trajectory: null };

  test("without its inputs it is explained while today's are the same, and is aged after that", async () => {
    const { key, path, athletePath, activityPath } = await session();
    await call('POST', path, { key });
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
    const { key, path, activityPath } = await session();
    await call('POST', path, { key });
    const read = async () => (await call('GET', `${path}?include=explanation,trajectory`, { key })).json;
    const fresh = await read();
    await setColumns(activityPath, "engine_version = '2.9.0', fingerprint = 'of another engine'");
    expect(await read()).toEqual({
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
    const { key, path, activityPath } = await session();
    await call('POST', path, { key });
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
    const { key, path, athletePath, activityPath } = await session(PROFILE, MARATHON, 'teaser');
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
    const { key, path, athletePath } = await session(careful, hotAndLong, 'teaser');
    const ranges = (await call('POST', path, { key })).json;
    await call('PATCH', athletePath, { key, body: { tier: 'full' } });
    const { prescription, safety } = (await call('GET', path, { key })).json;
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

describe('identifiers that are not found', () => {
  test('malformed ones are 404 like unknown ones, and the message describes the format', async () => {
    const { key, athletePath, activityPath } = await session();
    const message = async (path: string, code: string) => {
      const reply = await call('GET', path, { key });
      expect(refusal(reply), path).toMatchObject({ status: 404, code });
      return reply.json.error.message as string;
    };
    for (const id of ['rider-1', 'ath_', athletePath.slice(13).toUpperCase(), '%20', 'ATH']) {
      expect(await message(`/v1/athletes/${id}`, 'athlete_not_found')).toMatch(
        /^Athlete not found\. An athlete's identifier looks like ath_t\w{28,}: /,
      );
    }
    expect(await message(`${athletePath}/activities/workout-7`, 'activity_not_found')).toMatch(
      /^Activity not found\. Its identifier looks like act_\w{26}: act_ and 26 /,
    );
    expect(await message('/v1/webhooks/hook', 'webhook_not_found')).toContain('looks like whk_');
    for (const [path, code, whole] of [
      [
        `${athletePath.slice(0, -1)}${athletePath.endsWith('0') ? '1' : '0'}`,
        'athlete_not_found',
        'Athlete not found.',
      ],
      [
        `${activityPath.slice(0, -1)}${activityPath.endsWith('0') ? '1' : '0'}`,
        'activity_not_found',
        'Activity not found.',
      ],
    ] as const) {
      expect(await message(path, code)).toBe(whole);
    }
    const asked = { athlete_id: 'rider-1', activity: MARATHON };
    const calculated = await call('POST', '/v1/nutrition/calculate', { key, body: asked });
    expect(calculated.json.error.message).toContain('looks like ath_');
  });
});

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
    const { key } = await session();
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
    const { key, path, athletePath, athleteId } = await session();
    const stored = (await call('POST', path, { key })).json;
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
    expect((await call('GET', athletePath, { key })).json.body_mass_kg).toBe(70);
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
    const { key, athleteId } = await session();
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
      ['validation_failed', '/duration_min'].map((part) =>
        part === '/duration_min' ? '/activity/duration_min' : part,
      ),
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
    const { json } = await call('POST', '/v1/athletes', { key: full, body: { tier: 'teaser' } });
    const scenarios = [{ activity: MARATHON }, { athlete_id: json.id, activity: MARATHON }];
    const attribution = async (body: object) =>
      (await call('POST', '/v1/nutrition/calculate/batch', { key: full, body })).headers.get(
        'X-Service-Data-Attribution',
      );
    expect(await attribution({ scenarios: scenarios.slice(0, 1) })).toBe('optional');
    expect(await attribution({ scenarios })).toBe('required');
  });
});
