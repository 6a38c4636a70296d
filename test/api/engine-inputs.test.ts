import { beforeAll, describe, expect, test } from 'vitest';
import type { Scope } from '#platform/http/route.ts';
import { connectAssistant } from '../support/assistant.ts';
import { REVISIONS, use } from '../support/assistant-calls.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { makeLearner } from '../support/learners.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

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
  const { testKey: key } = await makePartner({ defaultTier: 'full' });
  const email = newEmail();
  const externalId = `inputs-${crypto.randomUUID()}`;
  const { json: athlete } = await call('POST', '/v1/athletes', {
    key,
    body: { external_id: externalId, email, ...profile },
  });
  const path = `/v1/athletes/${athlete.id}`;
  const tokenFor = async (...scopes: readonly Scope[]) =>
    (await connect(await discover(), await makeClient(key), { email, scope: scopes.join(' ') })).accessToken;
  const create = (body: object) => call('POST', `${path}/activities`, { key, body });
  const stored = async () => (await call('POST', `${path}/export`, { key })).json;
  return { key, id: athlete.id as string, externalId, path, tokenFor, create, stored };
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

  test('only activities:write sets them, and only activities:read shows them', async () => {
    const { tokenFor, path } = await setUp();
    const body = { ...TRIATHLON, race_format: '70.3', pack_kg: 1 };
    const reader = await tokenFor('activities:read', 'profile:write', 'feedback:write');
    expect(refusal(await call('POST', `${path}/activities`, { key: reader, body })).code).toBe(
      'insufficient_scope',
    );
    const writer = await tokenFor('activities:write');
    const made = await call('POST', `${path}/activities`, { key: writer, body });
    expect(made.json).toMatchObject({ race_format: null, pack_kg: null, segments: null });
    const both = await tokenFor('activities:read');
    const read = await call('GET', `${path}/activities/${made.json.id}`, { key: both });
    expect(read.json).toMatchObject({ race_format: '70.3', pack_kg: 1 });
  });

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
    const { key, path, tokenFor, create, stored } = await setUp({ ...MAN, health: { hypertension: true } });
    const { json: run } = await create(RUN);
    const prescription = `${path}/activities/${run.id}/prescription`;
    await call('POST', prescription, { key });
    const others = await tokenFor('profile:read', 'activities:write', 'feedback:write');
    const body = { health: { [flag]: true } };
    expect(refusal(await call('PATCH', path, { key: others, body })).code).toBe('insufficient_scope');
    const writer = await tokenFor('profile:write');
    expect((await call('PATCH', path, { key: writer, body })).json.health).toBeNull();
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

/** Rows: the column of an athlete that no answer shows. */
async function formerMassOf(id: string): Promise<unknown> {
  const row = await TEST_HOME.prepare('SELECT former_mass_kg FROM athletes WHERE id = ?').bind(id).first();
  return row?.former_mass_kg;
}

describe('the former body mass', () => {
  const warned = async (key: string, id: string) => {
    const { json } = await call('POST', CALCULATE, { key, body: { athlete_id: id, activity: RUN } });
    const { warnings, max_safe_fluid_ml_per_hr: max, requires_human_review } = json.safety;
    const codes = warnings.map(({ code }: { code: string }) => code);
    const severities = warnings.map(({ severity }: { severity: string }) => severity);
    return { isDoubted: codes.includes('MASS_UNLIKELY'), max, requires_human_review, severities };
  };

  test.each([33, 166])(
    '%d kg after 75 is doubted, its ceiling that of the smaller body, and the new mass confirms it',
    async (kg) => {
      const { key, id, path } = await setUp();
      const before = await warned(key, id);
      expect(before.isDoubted).toBe(false);
      await call('PATCH', path, { key, body: { body_mass_kg: kg } });
      expect(await formerMassOf(id)).toBe(75);
      const doubted = await warned(key, id);
      expect(doubted).toMatchObject({ isDoubted: true, requires_human_review: true });
      expect(doubted.max).toBeLessThanOrEqual(before.max);
      expect(doubted.severities).not.toContain('danger');
      await call('PATCH', path, { key, body: { body_mass_kg: kg + 1 } });
      expect(await formerMassOf(id)).toBe(kg);
      expect((await warned(key, id)).isDoubted).toBe(false);
    },
  );

  test('165 kg after 75 does not fit a height of 178 cm, and not even a close mass confirms it', async () => {
    const { key, id, path } = await setUp({ ...MAN, height_cm: 178 });
    for (const body_mass_kg of [165, 164]) {
      await call('PATCH', path, { key, body: { body_mass_kg } });
      expect(await warned(key, id)).toMatchObject({ isDoubted: true, requires_human_review: true });
    }
  });

  test('a corrected typing error stays silent', async () => {
    const { key, id, path } = await setUp();
    for (const kg of [165.5, 74]) await call('PATCH', path, { key, body: { body_mass_kg: kg } });
    expect(await formerMassOf(id)).toBe(75);
    expect((await warned(key, id)).isDoubted).toBe(false);
  });

  test('the same mass again, another field and a null beside it change nothing, and null clears both', async () => {
    const { key, id, path } = await setUp();
    await call('PATCH', path, { key, body: { body_mass_kg: 70 } });
    for (const body of [{ body_mass_kg: 70 }, { height_cm: 180 }, { sweat_level: null }]) {
      await call('PATCH', path, { key, body });
      expect(await formerMassOf(id)).toBe(75);
    }
    await call('PATCH', path, { key, body: { body_mass_kg: null } });
    expect(await formerMassOf(id)).toBeNull();
  });

  test('every writer records it: PATCH, a batch, and a batch that refolds what was learned', async () => {
    const { key, athleteId, path, report } = await makeLearner();
    await report({ hydration_feel: 'dehydrated', actual_intake: { fluid_ml: 500 } });
    await call('PATCH', path, { key, body: { external_id: 'w', body_mass_kg: 72 } });
    expect(await formerMassOf(athleteId)).toBe(70);
    const batch = async (body_mass_kg: number) => {
      const body = { athletes: [{ external_id: 'w', body_mass_kg }] };
      return (await call('POST', '/v1/athletes/batch', { key, body })).json.results[0].status;
    };
    expect(await batch(73)).toBe('updated');
    expect(await formerMassOf(athleteId)).toBe(72);
    expect(await batch(73)).toBe('unchanged');
    expect(await formerMassOf(athleteId)).toBe(72);
    const plain = await setUp();
    const body = { athletes: [{ external_id: plain.externalId, body_mass_kg: 80 }] };
    await call('POST', '/v1/athletes/batch', { key: plain.key, body });
    expect(await formerMassOf(plain.id)).toBe(75);
  });

  test('two concurrent changes record one after the other', async () => {
    const { key, id, path } = await setUp();
    await Promise.all([76, 77].map((body_mass_kg) => call('PATCH', path, { key, body: { body_mass_kg } })));
    const { body_mass_kg: last } = (await call('GET', path, { key })).json;
    expect([last, await formerMassOf(id)]).toEqual(last === 77 ? [77, 76] : [76, 77]);
  });

  test('is exported and shown nowhere else, named in no event, and blanked with the athlete', async () => {
    const { key, id, path, stored } = await setUp();
    expect((await stored()).athlete.former_mass_kg).toBeNull();
    const patched = await call('PATCH', path, { key, body: { body_mass_kg: 71 } });
    const answers = [patched, await call('GET', path, { key }), await call('GET', '/v1/athletes', { key })];
    for (const { text } of answers) expect(text).not.toContain('former_mass');
    expect((await stored()).athlete).toMatchObject({ body_mass_kg: 71, former_mass_kg: 75 });
    const { data } = (await call('GET', `/v1/events?athlete_id=${id}`, { key })).json;
    expect(data).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ changed: ['body_mass_kg'] }) }),
    );
    expect(problemOf(await call('PATCH', path, { key, body: { former_mass_kg: 1 } }))).toMatchObject({
      pointer: '/former_mass_kg',
    });
    await call('DELETE', path, { key });
    expect(await formerMassOf(id)).toBeUndefined();
  });

  test('a mass of a stateless calculation is doubted against the stored one, which stays', async () => {
    const { key, id } = await setUp();
    const body = { athlete_id: id, profile: { body_mass_kg: 170 }, activity: RUN };
    const { json } = await call('POST', CALCULATE, { key, body });
    expect(json.safety.warnings.map(({ code }: { code: string }) => code)).toContain('MASS_UNLIKELY');
    expect(await formerMassOf(id)).toBeNull();
  });

  test('a change of it alone makes a prescription stale: it is part of the fingerprint', async () => {
    const { key, id, path, create } = await setUp();
    const { json: run } = await create(RUN);
    const prescription = `${path}/activities/${run.id}/prescription`;
    await call('POST', prescription, { key });
    expect((await call('GET', prescription, { key })).json.stale).toBe(false);
    await TEST_HOME.prepare('UPDATE athletes SET former_mass_kg = 30 WHERE id = ?').bind(id).run();
    expect((await call('GET', prescription, { key })).json.stale).toBe(true);
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
    const made = await call('POST', tests, { key, body: { ...TEST, ...WEARABLE } });
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

  test('only feedback:write gives feedback with it, and only a reader of both sees it', async () => {
    const { tokenFor, path, create } = await setUp();
    const { json: run } = await create(RUN);
    const at = `${path}/activities/${run.id}/feedback`;
    const body = { ...FEEDBACK, ...WEARABLE };
    const writer = await tokenFor('feedback:write');
    expect((await call('POST', at, { key: writer, body })).json).toMatchObject({
      source: null,
      body_mass_after_kg: null,
    });
    const reader = await tokenFor('activities:read', 'profile:read');
    expect((await call('GET', at, { key: reader })).json.source).toBe('wearable');
    const others = await tokenFor('activities:write', 'profile:read');
    expect(refusal(await call('POST', at, { key: others, body })).code).toBe('insufficient_scope');
  });
});
