import { beforeAll, describe, expect, test } from 'vitest';
import { BASE, call, refusal } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { dayOf2026, type Learner, makeLearner, RIDE } from '../support/learners.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

const DRY = {
  hydration_feel: 'dehydrated',
  gi_comfort: 'good',
  energy_level: 'adequate',
  actual_intake: { carbs_grams: 210, fluid_ml: 1500, sodium_mg: 900 },
};

describe('feedback on an activity', () => {
  test('is created once with 201 and a Location that reads it, and is replaced with 200 under the same id', async () => {
    const { key, session, give } = await makeLearner();
    const path = await session();
    const sent = { ...DRY, notes: 'Warm 🌞', body_mass_before_kg: 70.2, urine_ml: 120 };
    const first = await give(path, sent);
    expect(first.status).toBe(201);
    expect(first.headers.get('Location')).toBe(`${BASE}${path}/feedback`);
    expect(first.json).toMatchObject({ ...sent, body_mass_after_kg: null, tier: 'full' });
    expect(first.json.id).toMatch(/^fbk_/);
    expect(path.endsWith(first.json.activity_id)).toBe(true);
    expect((await call('GET', `${path}/feedback`, { key })).json).toEqual(first.json);

    const second = await give(path, { gi_comfort: 'fair' });
    expect(second.status).toBe(200);
    expect(second.headers.get('Location')).toBeNull();
    expect(second.json).toMatchObject({
      id: first.json.id,
      created_at: first.json.created_at,
      gi_comfort: 'fair',
      hydration_feel: null,
      notes: null,
      actual_intake: null,
    });
    expect((await call('GET', `${path}/feedback`, { key })).json).toEqual(second.json);
  });

  test('is shown on the activity and in the list, and changes the ETag of the activity every time', async () => {
    const { key, path: athletePath, session, give } = await makeLearner();
    const earlier = await session({ scheduled_at: dayOf2026(1) });
    await give(earlier, { notes: 'on another activity' });
    const path = await session();
    const read = () => call('GET', path, { key });
    expect((await read()).json.feedback).toBeNull();
    const tags = [(await read()).headers.get('ETag')];
    for (const feedback of [DRY, { notes: 'a' }, { notes: 'b' }]) {
      const { tier: _tier, ...given } = (await give(path, feedback)).json;
      const shown = await read();
      expect(shown.json.feedback).toEqual(given);
      expect((await call('GET', `${athletePath}/activities`, { key })).json.data[0]).toEqual(shown.json);
      tags.push(shown.headers.get('ETag'));
    }
    await call('DELETE', `${path}/feedback`, { key });
    expect((await read()).json.feedback).toBeNull();
    tags.push((await read()).headers.get('ETag'));
    expect(new Set(tags.slice(0, 4)).size).toBe(4);
    expect(tags[4]).toBe(tags[0]);
  });

  test('shows each quantity that changed, with the values before and after, unit and reason', async () => {
    const { report } = await makeLearner();
    const { learned } = (await report(DRY)).json;
    const byParameter = Object.fromEntries(
      learned.map((change: { parameter: string }) => [change.parameter, change]),
    );
    expect(byParameter.sweat_rate_multiplier).toMatchObject({
      before: 1,
      unit: '×',
      reason: 'you felt dehydrated after drinking 500 ml/h',
    });
    expect(byParameter.sweat_rate_multiplier.after).toBeGreaterThan(1);
    expect(byParameter.bike_carb_tolerance).toMatchObject({
      unit: 'g/h',
      reason: 'your gut was good at 70 g/h',
    });
    expect(byParameter.carb_need_multiplier.reason).toBe('your energy was adequate at 70 g/h');
  });

  test('notes are stored unchanged and teach nothing', async () => {
    const { report, learned } = await makeLearner();
    const notes = 'I felt dehydrated, gut poor, cramps, 9000 mg sodium. {"hydration_feel":"dehydrated"}';
    const { json } = await report({ notes });
    expect(json).toMatchObject({ notes, learned: [] });
    expect(json.not_learned).toEqual([
      { code: 'nothing_learned', message: expect.stringContaining('did not change your numbers') },
    ]);
    for (const { observations } of Object.values(await learned())) expect(observations).toBe(0);
  });

  let give: Learner['give'];
  let rated: string;
  beforeAll(async () => {
    const learner = await makeLearner();
    ({ give } = learner);
    rated = await learner.session();
  });

  test.each([
    ['nothing', {}, '', 'required'],
    ['only nulls', { gi_comfort: null, notes: null }, '', 'required'],
    ['an empty intake', { actual_intake: {} }, '/actual_intake', 'required'],
    ['an intake of nulls', { actual_intake: { fluid_ml: null } }, '/actual_intake', 'required'],
    ['an unknown answer', { gi_comfort: 'fine' }, '/gi_comfort', 'invalid_value'],
    ['an unknown energy', { energy_level: 'high' }, '/energy_level', 'invalid_value'],
    ['an unknown feel', { hydration_feel: 'dry' }, '/hydration_feel', 'invalid_value'],
    ['a number for a note', { notes: 7 }, '/notes', 'invalid_type'],
    ['a note of 4,001 characters', { notes: 'x'.repeat(4001) }, '/notes', 'too_big'],
    ['a note with NUL', { notes: 'a\u0000b' }, '/notes', 'invalid_format'],
    ['too many grams', { actual_intake: { carbs_grams: 3001 } }, '/actual_intake/carbs_grams', 'too_big'],
    ['too much fluid', { actual_intake: { fluid_ml: 40_001 } }, '/actual_intake/fluid_ml', 'too_big'],
    ['too much sodium', { actual_intake: { sodium_mg: 40_001 } }, '/actual_intake/sodium_mg', 'too_big'],
    ['less than nothing', { actual_intake: { fluid_ml: -1 } }, '/actual_intake/fluid_ml', 'too_small'],
    ['text for a number', { actual_intake: { fluid_ml: '500' } }, '/actual_intake/fluid_ml', 'invalid_type'],
    ['an unknown field', { mood: 'good' }, '/mood', 'unknown_field'],
    ['an unknown intake', { actual_intake: { beer_ml: 500 } }, '/actual_intake/beer_ml', 'unknown_field'],
    ['a mass above 250 kg', { body_mass_after_kg: 250.1 }, '/body_mass_after_kg', 'too_big'],
    ['a mass below 20 kg', { body_mass_before_kg: 19.9 }, '/body_mass_before_kg', 'too_small'],
  ])('refuses %s with its pointer', async (_what, body, pointer, code) => {
    const reply = await give(rated, body);
    expect(refusal(reply)).toEqual({ status: 422, code: 'validation_failed', pointers: [pointer] });
    expect(reply.json.error.errors[0].code).toBe(code);
  });

  test('accepts every field at its bounds', async () => {
    const { report } = await makeLearner();
    for (const edge of [
      { actual_intake: { carbs_grams: 0, fluid_ml: 0, sodium_mg: 0 }, urine_ml: 0 },
      { actual_intake: { carbs_grams: 3000, fluid_ml: 40_000, sodium_mg: 40_000 }, notes: 'x'.repeat(4000) },
      { notes: '🥵'.repeat(2000) },
      { body_mass_before_kg: 250, body_mass_after_kg: 20 },
      { notes: '' },
    ]) {
      expect((await report(edge)).status).toBe(201);
    }
  });

  test('is 404 if there is no feedback', async () => {
    const { key, session } = await makeLearner();
    const activity = await session();
    for (const method of ['GET', 'DELETE']) {
      const reply = await call(method, `${activity}/feedback`, { key });
      expect(refusal(reply)).toMatchObject({ status: 404, code: 'feedback_not_found' });
    }
  });

  test('a deletion restores what was learned before, and the prescription is fresh again', async () => {
    const { key, learned, session, give } = await makeLearner();
    const [first, second] = [await session(), await session({ scheduled_at: dayOf2026(200) })];
    await call('POST', `${second}/prescription`, { key });
    const before = await learned();
    const isStale = async () => (await call('GET', `${second}/prescription`, { key })).json.stale;
    expect(await isStale()).toBe(false);
    await give(first, DRY);
    expect(await isStale()).toBe(true);
    expect(await learned()).not.toEqual(before);
    expect((await call('DELETE', `${first}/feedback`, { key })).status).toBe(204);
    expect(await learned()).toEqual(before);
    expect(await isStale()).toBe(false);
  });

  test('feedback that teaches nothing leaves a prescription fresh', async () => {
    const { key, session, give } = await makeLearner();
    const path = await session();
    await call('POST', `${path}/prescription`, { key });
    await give(path, { notes: 'nice' });
    expect((await call('GET', `${path}/prescription`, { key })).json.stale).toBe(false);
  });
});

describe('what feedback changes', () => {
  test('the next prescription, inline, calculated alone and in a batch, with its ETag, and the athlete’s completeness', async () => {
    const { key, path, athleteId, session, give, calculate } = await makeLearner();
    const activity = await session();
    const numbers = async () => {
      const { calculated_at: _now, ...rest } = (await call('POST', `${activity}/prescription`, { key })).json;
      return rest;
    };
    const before = await numbers();
    const tag = async () => (await call('GET', `${activity}/prescription`, { key })).headers.get('ETag');
    const tagBefore = await tag();
    const athleteBefore = await call('GET', path, { key });
    for (const day of [150, 151, 152]) await give(await session({ scheduled_at: dayOf2026(day) }), DRY);
    expect(await tag()).not.toBe(tagBefore);
    const after = await numbers();
    expect(after.fluid_ml_per_hr).toBeGreaterThan(before.fluid_ml_per_hr);
    const { calculated_at: _now, ...alone } = (await calculate(RIDE)).prescription;
    expect(alone).toEqual(after);
    const body = { scenarios: [{ athlete_id: athleteId, activity: RIDE }] };
    const batch = await call('POST', '/v1/nutrition/calculate/batch', { key, body });
    expect(batch.json.results[0].prescription).toMatchObject(after);
    const athlete = await call('GET', path, { key });
    expect(athlete.json.profile_completeness).toBeGreaterThan(athleteBefore.json.profile_completeness);
    expect(athlete.headers.get('ETag')).not.toBe(athleteBefore.headers.get('ETag'));
    const { data } = (await call('GET', '/v1/athletes', { key })).json;
    expect(data).toEqual([athlete.json]);
  });

  test('the explanation shows the learned terms', async () => {
    const { report, calculate } = await makeLearner();
    for (const day of [10, 11])
      await report({ ...DRY, gi_comfort: 'fair' }, { scheduled_at: dayOf2026(day) });
    const { explanation } = await calculate(RIDE, '?include=explanation');
    const noteOf = (quantity: string, term: string) =>
      explanation[quantity].steps.find((step: { term: string }) => step.term === term)?.note;
    expect(noteOf('sweat_rate', 'personal_multiplier')).toBe('learned from your sessions');
    expect(noteOf('carbohydrate', 'tolerance')).toBe('learned from your gut comfort, on the cautious side');
    expect(noteOf('carbohydrate', 'personal_need_factor')).toBe('learned from your energy reports');
  });

  test('a profile field that one call overrides replaces what was learned about it', async () => {
    const { key, athleteId, report, calculate } = await makeLearner();
    for (const day of [10, 11, 12]) await report(DRY, { scheduled_at: dayOf2026(day) });
    const with_ = async (profile: object) => {
      const body = { athlete_id: athleteId, activity: RIDE, profile };
      return (await call('POST', '/v1/nutrition/calculate', { key, body })).json.prescription.fluid_ml_per_hr;
    };
    const learned = (await calculate(RIDE)).prescription.fluid_ml_per_hr;
    expect(await with_({ body_mass_kg: 70, sweat_level: null })).toBe(learned);
    expect(await with_({ sweat_level: 2 })).toBeLessThan(learned);
    expect((await calculate(RIDE)).prescription.fluid_ml_per_hr).toBe(learned);
  });

  test('a profile change refolds the history: a measured sweat rate counts before the feedback', async () => {
    const { key, path, report, learned } = await makeLearner();
    await report(DRY);
    const before = (await learned()).sweat_rate_multiplier?.mean ?? Number.NaN;
    const patched = await call('PATCH', path, { key, body: { sweat_rate_ml_per_hr: 2200 } });
    expect((await learned()).sweat_rate_multiplier?.mean).toBeGreaterThan(1.2 * before);
    expect((await call('GET', path, { key })).headers.get('ETag')).toBe(patched.headers.get('ETag'));
  });

  test('one more "dehydrated" never lowers fluid', async () => {
    const { report, calculate } = await makeLearner();
    let fluid = (await calculate(RIDE)).prescription.fluid_ml_per_hr;
    const first = fluid;
    for (let index = 0; index < 12; index++) {
      const actual_intake = { fluid_ml: 3 * 0.8 * fluid };
      await report(
        { hydration_feel: 'dehydrated', actual_intake },
        { scheduled_at: dayOf2026(10 + 3 * index) },
      );
      const now = (await calculate(RIDE)).prescription.fluid_ml_per_hr;
      expect(now, `after ${index + 1}`).toBeGreaterThanOrEqual(fluid);
      fluid = now;
    }
    expect(fluid).toBeGreaterThan(first);
  });
});

describe('the teaser tier', () => {
  test('keeps feedback and learns from it, and shows nothing of what was learned', async () => {
    const { key, path, session, give } = await makeLearner({ tier: 'teaser' });
    const activity = await session();
    const given = await give(activity, DRY);
    expect(given.json).toMatchObject({
      learned: null,
      remarks: null,
      tier: 'teaser',
      hydration_feel: 'dehydrated',
    });
    expect(given.json.subscribe_url).toContain(`${BASE}/subscribe?athlete=`);
    expect(given.headers.get('X-Service-Data-Attribution')).toBe('required');
    expect((await call('GET', `${activity}/feedback`, { key })).json.learned).toBeNull();
    expect((await call('GET', activity, { key })).json.feedback.learned).toBeNull();
    const learned = await call('GET', `${path}/learned`, { key });
    expect(learned.json).toMatchObject({ data: [], tier: 'teaser' });
    await call('PATCH', path, { key, body: { tier: 'full' } });
    expect((await call('GET', `${activity}/feedback`, { key })).json.learned).not.toEqual([]);
    const full = (await call('GET', `${path}/learned`, { key })).json;
    expect(full.data[1]).toMatchObject({ parameter: 'bike_sweat_rate_multiplier', observations: 1 });
  });
});

test('idempotency: repeated feedback changes nothing, not even its time', async () => {
  const { key, session, give } = await makeLearner();
  const path = await session();
  const first = await give(path, { ...DRY, notes: 'x' });
  const etag = (await call('GET', path, { key })).headers.get('ETag');
  const again = await give(path, { ...DRY, notes: 'x' });
  expect(again.status).toBe(200);
  expect(again.json).toEqual(first.json);
  expect((await call('GET', path, { key })).headers.get('ETag')).toBe(etag);
});

test('replaced feedback keeps the prescription in force during the session, regardless of later calculations', async () => {
  const { key, session, give } = await makeLearner();
  const path = await session();
  const kept = () =>
    TEST_HOME.prepare('SELECT prescribed FROM feedback WHERE activity_id = ?')
      .bind(path.split('/').at(-1) ?? '')
      .first<string>('prescribed');
  const { json: before } = await call('POST', `${path}/prescription`, { key });
  await give(path, { hydration_feel: 'dehydrated' });
  const prescribed = await kept();
  expect(prescribed).toContain(`${before.fluid_ml_per_hr}`);
  await call('PATCH', path, { key, body: { thermal_stress_level: 9 } });
  const { json: after } = await call('POST', `${path}/prescription`, { key });
  expect(after.fluid_ml_per_hr).not.toBe(before.fluid_ml_per_hr);
  expect((await give(path, { hydration_feel: 'slightly_dehydrated' })).status).toBe(200);
  expect(await kept()).toBe(prescribed);
});

describe('concurrent feedback', () => {
  test.each([
    ['activity', { duration_min: 120 }],
    ['profile', { body_mass_kg: 95, fitness_level: 8 }],
  ] as const)(
    'feedback in conflict with a change of the %s is learned from as if it came after',
    async (changed, body) => {
      const told = { ...DRY, body_mass_before_kg: 70.2, body_mass_after_kg: 67.9 };
      const change = ({ key, path: athletePath }: { key: string; path: string }, path: string) =>
        call('PATCH', changed === 'activity' ? path : athletePath, { key, body });

      const twin = await makeLearner();
      const twinPath = await twin.session();
      await change(twin, twinPath);
      await twin.give(twinPath, told);

      const learner = await makeLearner();
      const path = await learner.session();
      let batches = 0;
      const racing = withBatches(TEST_HOME, async (send) => {
        batches += 1;
        if (batches === 2) expect((await change(learner, path)).status).toBe(200);
        return send();
      });
      const bindings = { [TEST_HOME_BINDING]: racing };
      const given = await call('POST', `${path}/feedback`, { key: learner.key, body: told, bindings });
      expect([given.status, batches]).toEqual([201, 4]);
      expect(await learner.learned()).toEqual(await twin.learned());
    },
  );

  test('sixty feedbacks on sixty activities all count', async () => {
    const { session, give, learned } = await makeLearner();
    const paths: string[] = [];
    for (let day = 0; day < 60; day++) paths.push(await session({ scheduled_at: dayOf2026(day) }));
    const replies = await Promise.all(paths.map((path) => give(path, DRY)));
    expect(replies.map(({ status }) => status)).toEqual(paths.map(() => 201));
    expect((await learned()).bike_sweat_rate_multiplier?.observations).toBe(60);
  });

  test('two first feedbacks on one activity are one creation and one replacement', async () => {
    const { key, session, give, learned } = await makeLearner();
    const path = await session();
    const replies = await Promise.all([give(path, DRY), give(path, DRY), give(path, DRY)]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(replies.map(({ json }) => json.id)).size).toBe(1);
    expect((await learned()).bike_sweat_rate_multiplier?.observations).toBe(1);
    expect((await call('DELETE', `${path}/feedback`, { key })).status).toBe(204);
  });
});
