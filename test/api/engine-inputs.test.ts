import { beforeAll, describe, expect, test } from 'vitest';
import { connectAssistant } from '../support/assistant.ts';
import { REVISIONS, use } from '../support/assistant-calls.ts';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call } from '../support/client.ts';
import { dayOf2026, makeLearner } from '../support/learners.ts';
import { makePartner } from '../support/partners.ts';

beforeAll(() => loadTestCatalogue());

const CALCULATE = '/v1/nutrition/calculate';
const TRIATHLON = {
  type: 'triathlon',
  duration_min: 480,
  intensity_level: 5,
  thermal_stress_level: 5,
  is_race_event: true,
};
const LEGS = [
  { type: 'open_water_swim', duration_min: 60, distance_km: 3.8 },
  { type: 'bike', duration_min: 240, distance_km: 180 },
  { type: 'run', duration_min: 180, distance_km: 42.2 },
];
const WALK = { type: 'walk', duration_min: 246, distance_km: 16.4, thermal_stress_level: 5 };
const RUN = {
  type: 'run',
  duration_min: 240,
  intensity_level: 6,
  thermal_stress_level: 6,
  is_race_event: true,
};
const MAN = { sex: 'male', birth_year: 1986, body_mass_kg: 75, fitness_level: 5 };

async function setUp(profile: object = MAN) {
  const { testKey: key } = await makePartner();
  const { id, path } = await makeAthlete(key, { ...profile });
  const create = (body: object) => call('POST', `${path}/activities`, { key, body });
  const stored = async () => (await call('POST', `${path}/export`, { key })).json;
  return { key, id, path, create, stored };
}

async function calculated(activity: object, profile: object = MAN) {
  const { testKey: key } = await makePartner({ defaultTier: 'full' });
  return call('POST', `${CALCULATE}?include=explanation`, { key, body: { profile, activity } });
}

const problemOf = (reply: Awaited<ReturnType<typeof call>>) => reply.json.error.errors[0];

describe('race_format, pack_kg and distances of legs of a session', () => {
  test.each<[object, string, string]>([
    [{ ...WALK, pack_kg: -0.1 }, '/pack_kg', 'too_small'],
    [{ ...WALK, pack_kg: 60.1 }, '/pack_kg', 'too_big'],
    [{ ...TRIATHLON, race_format: 't100' }, '/race_format', 'invalid_value'],
    [{ ...TRIATHLON, race_format: 70.3 }, '/race_format', 'invalid_value'],
    [{ ...RUN, race_format: 'sprint' }, '/race_format', 'not_allowed'],
    [{ ...RUN, type: 'duathlon', race_format: 'sprint' }, '/race_format', 'not_allowed'],
    [{ ...RUN, type: 'brick', race_format: 'ironman' }, '/race_format', 'not_allowed'],
    ...[0, 0.09, 2000.1].map((km): [object, string, string] => [
      { ...TRIATHLON, segments: LEGS.map((leg) => ({ ...leg, distance_km: km })) },
      '/segments/0/distance_km',
      km > 1 ? 'too_big' : 'too_small',
    ]),
  ])('%j is 422 at %s, stored, calculated and tried', async (activity, pointer, code) => {
    const { create, key } = await setUp();
    const problem = { pointer, code };
    const inActivity = { pointer: `/activity${pointer}`, code };
    expect(problemOf(await create(activity))).toMatchObject(problem);
    expect(problemOf(await call('POST', CALCULATE, { key, body: { activity } }))).toMatchObject(inActivity);
    expect(problemOf(await call('POST', '/try/calculate', { body: { activity } }))).toMatchObject(inActivity);
    const batch = await call('POST', `${CALCULATE}/batch`, { key, body: { scenarios: [{ activity }] } });
    expect(batch.json.results[0].error.errors[0]).toMatchObject(inActivity);
  });

  test.each(['sprint', 'olympic', '70.3', 'ironman'])(
    'race_format %s sets the effort, stored as calculated',
    async (race_format) => {
      const { create, path, key } = await setUp();
      const { json: made } = await create({ ...TRIATHLON, race_format });
      expect(made.race_format).toBe(race_format);
      const { json: stored } = await call(
        'POST',
        `${path}/activities/${made.id}/prescription?include=safety`,
        { key },
      );
      const { json: other } = await calculated({ ...TRIATHLON, race_format });
      expect({ ...stored.prescription, calculated_at: null }).toEqual({
        ...other.prescription,
        calculated_at: null,
      });
      const { json: without } = await calculated(TRIATHLON);
      expect(other.prescription).not.toEqual({ ...without.prescription, calculated_at: expect.anything() });
    },
  );

  test('a change of type needs race_format to go too', async () => {
    const { create, path, key } = await setUp();
    const { json: made } = await create({ ...TRIATHLON, race_format: 'olympic' });
    const at = `${path}/activities/${made.id}`;
    expect(problemOf(await call('PATCH', at, { key, body: { type: 'run' } }))).toMatchObject({
      pointer: '/race_format',
      code: 'not_allowed',
    });
    const changed = await call('PATCH', at, { key, body: { type: 'run', race_format: null } });
    expect(changed.json).toMatchObject({ type: 'run', race_format: null });
  });

  test('a pack raises the need of a walk with a distance, and changes nothing without one', async () => {
    const numbersOf = async (activity: object) => {
      const { prescription } = (await calculated(activity)).json;
      return { ...prescription, calculated_at: null };
    };
    const [light, heavy] = [
      await numbersOf({ ...WALK, pack_kg: 0 }),
      await numbersOf({ ...WALK, pack_kg: 20 }),
    ];
    expect(heavy.total_fluid_ml).toBeGreaterThan(light.total_fluid_ml);
    const { distance_km: _km, ...level } = WALK;
    expect(await numbersOf({ ...level, pack_kg: 20 })).toEqual(await numbersOf(level));
  });

  test('the distance of a leg is stored and takes precedence over race_format', async () => {
    const { create, stored } = await setUp();
    const slow = [
      { ...LEGS[0], distance_km: 1.9 },
      { ...LEGS[1], distance_km: 90 },
      { ...LEGS[2], distance_km: 21.1 },
    ];
    const { json: made } = await create({ ...TRIATHLON, race_format: 'ironman', segments: slow });
    expect(made.segments.map((leg: { distance_km: number }) => leg.distance_km)).toEqual([1.9, 90, 21.1]);
    expect((await stored()).activities[0]).toMatchObject({ race_format: 'ironman', segments: made.segments });
    const byLegs = (await calculated({ ...TRIATHLON, race_format: 'ironman', segments: slow })).json;
    const byCourse = (await calculated({ ...TRIATHLON, race_format: 'ironman' })).json;
    expect(byLegs.prescription.total_carb_g).toBeLessThanOrEqual(byCourse.prescription.total_carb_g);
    expect(byLegs.prescription.total_fluid_ml).toBeLessThan(byCourse.prescription.total_fluid_ml);
  });

  test('legs that the inference reads from a title can be posted unchanged', async () => {
    const { create, key } = await setUp();
    const { json } = await call('POST', '/v1/inference/activity-type/brick', {
      key,
      body: { title: 'Swim 50m 5min, bike 40 km 80 min, run 10 km 50 min' },
    });
    const made = await create({
      type: json.inferred_type,
      duration_min: json.total_duration_min,
      segments: json.segments,
    });
    expect(made.status, made.text).toBe(201);
    expect(made.json.segments.map((leg: { distance_km: number | null }) => leg.distance_km)).toEqual([
      null,
      40,
      10,
    ]);
  });

  test.each([
    [{ ...TRIATHLON, race_format: '70.3' }, { race_format: 'ironman' }],
    [{ ...WALK, pack_kg: 5 }, { pack_kg: 15 }],
    [
      { ...TRIATHLON, segments: LEGS },
      { segments: LEGS.map((leg) => ({ ...leg, distance_km: leg.distance_km / 2 })) },
    ],
  ])(
    'a change of %j makes the prescription stale and an upsert of the same unchanged',
    async (activity, change) => {
      const { create, path, key, id } = await setUp();
      const { json: made } = await create({ ...activity, external_id: 'a' });
      const at = `${path}/activities/${made.id}`;
      await call('POST', `${at}/prescription`, { key });
      const upsert = async () => {
        const body = { activities: [{ athlete_id: id, external_id: 'a', ...activity, ...change }] };
        return (await call('POST', '/v1/activities/batch', { key, body })).json.results[0];
      };
      expect(await upsert()).toMatchObject({
        status: 'updated',
        activity: { ...change, prescription_stale: true },
      });
      expect((await upsert()).status).toBe('unchanged');
      await call('POST', `${at}/prescription`, { key });
      expect((await call('GET', at, { key })).json.prescription_stale).toBe(false);
      await call('PATCH', at, { key, body: activity });
      expect((await call('GET', at, { key })).json.prescription_stale).toBe(true);
    },
  );

  test.each(REVISIONS)('an assistant (%s) calculates with them and with both drugs', async (revision) => {
    const { testKey } = await makePartner({ defaultTier: 'full' });
    const client = await connectAssistant(testKey, revision);
    const { data } = await use(client, 'calculate_nutrition', {
      profile: { ...MAN, health: { glp1_drug: true, sglt2_drug: true } },
      activity: { ...TRIATHLON, race_format: 'ironman', pack_kg: 0, segments: LEGS },
    });
    const codes = (data as { safety: { warnings: { code: string }[] } }).safety.warnings.map(
      ({ code }) => code,
    );
    expect(codes).toEqual(expect.arrayContaining(['GLP1', 'SGLT2']));
  });
});

describe('drugs of an athlete', () => {
  test.each([
    ['glp1_drug', 'GLP1'],
    ['sglt2_drug', 'SGLT2'],
  ])('%s is stored, merged with other conditions, exported and warned of as %s', async (flag, warning) => {
    const { key, id, path, stored } = await setUp({ ...MAN, health: { hypertension: true } });
    const prescription = `${(await makeCalculatedActivity(key, id, RUN)).path}/prescription`;
    await call('PATCH', path, { key, body: { health: { [flag]: true } } });
    expect((await call('GET', prescription, { key })).json.stale).toBe(true);
    const { athlete } = await stored();
    expect(athlete.health).toMatchObject({ hypertension: true, [flag]: true });
    const { json } = await call('POST', `${prescription}?include=safety`, { key });
    expect(json.safety.warnings.map(({ code }: { code: string }) => code)).toContain(warning);
    expect(problemOf(await call('PATCH', path, { key, body: { health: { [flag]: 'yes' } } }))).toMatchObject({
      pointer: `/health/${flag}`,
    });
  });
});

describe('the source of weighings', () => {
  const WEIGHED = { body_mass_before_kg: 70, body_mass_after_kg: 67.4, urine_ml: 0 };
  const TEST = { type: 'run', duration_min: 120, fluid_ml: 500, intensity_level: 6, ...WEIGHED };
  const FEEDBACK = { ...WEIGHED, actual_intake: { fluid_ml: 500 } };
  const WEARABLE = { source: 'wearable' } as const;

  test('is scale by default, shown in every answer, exported, and one of two', async () => {
    const { key, path, give, session } = await makeLearner();
    const at = await session();
    expect((await give(at, FEEDBACK)).json.source).toBe('scale');
    expect((await give(at, { ...FEEDBACK, ...WEARABLE })).json.source).toBe('wearable');
    expect((await give(at, { ...FEEDBACK, source: null })).json.source).toBe('scale');
    expect(problemOf(await give(at, { ...FEEDBACK, source: 'watch' }))).toMatchObject({ pointer: '/source' });
    expect(problemOf(await give(at, WEARABLE))).toMatchObject({ code: 'required' });
    await give(at, { ...FEEDBACK, ...WEARABLE });
    expect((await call('GET', at, { key })).json.feedback.source).toBe('wearable');
    const tests = `${path}/sweat-tests`;
    expect((await call('POST', tests, { key, body: TEST })).json.source).toBe('scale');
    const made = await call('POST', tests, {
      key,
      body: { ...TEST, ...WEARABLE, tested_at: dayOf2026(40) },
    });
    expect(made.json.source).toBe('wearable');
    expect((await call('GET', `${tests}/${made.json.id}`, { key })).json.source).toBe('wearable');
    const { json } = await call('POST', `${path}/export`, { key });
    expect(json.activities[0].feedback.source).toBe('wearable');
    expect(json.sweat_tests.map(({ source }: { source: string }) => source).sort()).toEqual([
      'scale',
      'wearable',
    ]);
    expect(json.wearables).toBe(2);
  });

  test('a wearable teaches less than a scale, and what it taught is refolded with its correction', async () => {
    const learner = await makeLearner();
    const at = await learner.session({ type: 'run', duration_min: 120 });
    const learnedFrom = async (feedback: object) => {
      const { json } = await learner.give(at, feedback);
      expect(json.learned.length, JSON.stringify(json)).toBeGreaterThan(0);
      return learner.learned();
    };
    const scale = (await learnedFrom(FEEDBACK)).sweat_rate_multiplier;
    const wearable = (await learnedFrom({ ...FEEDBACK, ...WEARABLE })).sweat_rate_multiplier;
    expect(wearable?.mean).toBeLessThan(scale?.mean ?? 0);
    expect(wearable?.standard_deviation).toBeGreaterThan(scale?.standard_deviation ?? 1);
    expect((await learnedFrom(FEEDBACK)).sweat_rate_multiplier).toEqual(scale);
    const { json } = await call('POST', `${learner.path}/export`, { key: learner.key });
    expect(json.wearables).toBe(0);
  });

  test('a wearable that reads a gain raises no alarm', async () => {
    const gain = { ...FEEDBACK, body_mass_after_kg: 72 };
    const codes = async (source: string) => {
      const { report, calculate } = await makeLearner();
      await report({ ...gain, source });
      const { warnings } = (await calculate(RUN)).safety;
      return warnings.map(({ code }: { code: string }) => code);
    };
    expect(await codes('scale')).toContain('EAH_OVERDRINK_REPORTED');
    expect(await codes('wearable')).not.toContain('EAH_OVERDRINK_REPORTED');
  });
});
