import { beforeAll, describe, expect, test } from 'vitest';
import { attachProducts, makeActivity, makeAthlete, makePrescription } from '../support/builders.ts';
import { loadTestCatalogue, productNamed } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

const ADULT = { birth_year: 1991, body_mass_kg: 70, sex: 'male' };
const RACE = { type: 'bike', duration_min: 240, intensity_level: 6, is_race_event: true };
const DOSES = [
  { at_min: 80, mg: 105 },
  { at_min: 200, mg: 105 },
];

const STRONG = productNamed('Maurten', 'Gel 100 CAF 100');
const MINOR = { birth_year: new Date().getUTCFullYear() - 16 };

beforeAll(() => loadTestCatalogue());

async function setUp(athlete: object) {
  const { testKey: key } = await makePartner();
  const { id: athleteId, path: athletePath } = await makeAthlete(key, { ...ADULT, ...athlete });
  const { path: activityPath } = await makeActivity(key, athleteId, RACE);
  const path = `${activityPath}/prescription`;
  const envelope = async () => {
    await makePrescription(key, activityPath);
    return (await call('GET', path, { key })).json;
  };
  const calculate = async (body: object) =>
    (await call('POST', '/v1/nutrition/calculate', { key, body: { activity: RACE, ...body } })).json.caffeine;
  return { key, athletePath, activityPath, path, envelope, calculate, athleteId };
}

describe('caffeine of a prescription', () => {
  test('is null unless it is wanted, and doses with the limit and a text if the athlete wants it', async () => {
    const { envelope, key, athletePath, path } = await setUp({});
    expect((await envelope()).caffeine).toBeNull();
    await call('PATCH', athletePath, { key, body: { caffeine: { wanted: true } } });
    expect((await call('GET', path, { key })).json.stale).toBe(true);
    expect((await envelope()).caffeine).toEqual({
      total_mg: 210,
      doses: DOSES,
      max_safe_mg: 400,
      reason: null,
      warnings: [
        {
          code: 'CAFFEINE_OPTIONAL',
          severity: 'info',
          message: 'Caffeine is optional. Try this plan in training first.',
        },
      ],
    });
    const german = await call('GET', path, { key, headers: { 'Accept-Language': 'de' } });
    expect(german.json.caffeine.warnings[0].message).toContain('Koffein');
  });

  test('caffeine of the activity takes precedence over that of the athlete, member by member', async () => {
    const { envelope, key, activityPath } = await setUp({
      caffeine: { wanted: true, usual_mg_per_day: 20 },
    });
    expect((await envelope()).caffeine.total_mg).toBe(105);
    const patch = (caffeine: object | null) => call('PATCH', activityPath, { key, body: { caffeine } });
    const { json } = await patch({ usual_mg_per_day: 200, taken_today_mg: 150, taken_min_before_start: 60 });
    expect(json.caffeine).toEqual({
      wanted: null,
      usual_mg_per_day: 200,
      avoid: null,
      taken_today_mg: 150,
      taken_min_before_start: 60,
      sleep_at_min: null,
    });
    expect((await envelope()).caffeine).toMatchObject({ total_mg: 140, max_safe_mg: 250 });
    await patch({ wanted: false });
    expect((await envelope()).caffeine).toBeNull();
    await patch(null);
    expect((await envelope()).caffeine.total_mg).toBe(105);
  });

  test('caffeine habits without a wish for caffeine make no prescription stale, and repeated habits change nothing', async () => {
    const { key, athletePath, activityPath, path, envelope } = await setUp({});
    await envelope();
    await call('PATCH', athletePath, { key, body: { caffeine: { usual_mg_per_day: 300 } } });
    await call('PATCH', activityPath, { key, body: { caffeine: { taken_today_mg: 100 } } });
    expect((await call('GET', path, { key })).json.stale).toBe(false);
    const item = { external_id: 'one', caffeine: { wanted: true, avoid: null } };
    const upsert = async () =>
      (await call('POST', '/v1/athletes/batch', { key, body: { athletes: [item] } })).json.results[0].status;
    expect([await upsert(), await upsert()]).toEqual(['created', 'unchanged']);
  });

  test("the athlete's members are set one by one, cleared together, and exported", async () => {
    const { key, athletePath, activityPath, envelope } = await setUp({ caffeine: { wanted: true } });
    await envelope();
    const patch = async (caffeine: unknown) =>
      (await call('PATCH', athletePath, { key, body: { caffeine } })).json.caffeine;
    expect(await patch({ usual_mg_per_day: 80 })).toEqual({
      wanted: true,
      usual_mg_per_day: 80,
      avoid: null,
    });
    await call('PATCH', activityPath, { key, body: { caffeine: { sleep_at_min: 600 } } });
    const exported = (await call('POST', `${athletePath}/export`, { key })).text;
    expect(exported).toMatch(/"usual_mg_per_day":80/);
    expect(exported).toMatch(/"sleep_at_min":600/);
    expect(JSON.parse(exported).activities[0].planned_caffeine).toMatchObject({
      total_mg: 210,
      doses: DOSES,
    });
    expect(await patch(null)).toBeNull();
  });

  test('in teaser tier has the limit, the reason and the text, but neither total nor doses', async () => {
    const { envelope } = await setUp({ caffeine: { wanted: true }, tier: 'teaser' });
    expect((await envelope()).caffeine).toMatchObject({
      total_mg: null,
      doses: null,
      max_safe_mg: 400,
      reason: null,
    });
  });

  test.each([
    ['a minor', MINOR, 'under_18', 0],
    ['an unknown age', { birth_year: null }, 'age_unknown', 0],
    ['pregnancy', { health: { pregnant: true } }, 'pregnant', 200],
    ['heart failure', { health: { heart_failure: true } }, 'heart_or_kidney', 0],
    ['high blood pressure', { health: { hypertension: true } }, 'blood_pressure', 0],
    ['avoid', { caffeine: { wanted: true, avoid: true } }, 'avoid', 0],
    ['a caffeine-free diet', { diet: { caffeine_free: true } }, 'avoid', 0],
  ] as const)(
    'plans none with %s, says why, and no calculation for that athlete loosens it',
    async (_who, fields, reason, maxMg) => {
      const { envelope, calculate, athleteId, key, activityPath } = await setUp({
        caffeine: { wanted: true },
        ...fields,
      });
      const none = { total_mg: 0, doses: [], max_safe_mg: maxMg, reason };
      expect((await envelope()).caffeine).toMatchObject(none);
      await call('PATCH', activityPath, { key, body: { caffeine: { avoid: false } } });
      expect((await envelope()).caffeine).toMatchObject(none);
      const loosened = {
        athlete_id: athleteId,
        profile: {
          ...(reason === 'age_unknown' ? {} : { birth_year: 1991 }),
          health: { pregnant: false, heart_failure: false, hypertension: false },
          caffeine: { avoid: false },
        },
        caffeine: { wanted: true, avoid: false },
      };
      expect(await calculate(loosened)).toMatchObject(none);
    },
  );
});

describe('caffeine of a calculation', () => {
  test.each([
    ['a word for wanted', { wanted: 'yes' }, '/caffeine/wanted'],
    ['less than none', { taken_today_mg: -1 }, '/caffeine/taken_today_mg'],
    ['a fraction', { usual_mg_per_day: 80.5 }, '/caffeine/usual_mg_per_day'],
    ['sleep before the start', { sleep_at_min: -1 }, '/caffeine/sleep_at_min'],
    ['the day before yesterday', { taken_min_before_start: 1441 }, '/caffeine/taken_min_before_start'],
    ['an unknown member', { dose_mg: 100 }, '/caffeine/dose_mg'],
    ['a list', [], '/caffeine'],
  ])('refuses %s with 422', async (_what, caffeine, pointer) => {
    const { testKey: key } = await makePartner();
    const reply = await call('POST', '/v1/nutrition/calculate', { key, body: { activity: RACE, caffeine } });
    expect(refusal(reply)).toMatchObject({ status: 422, pointers: [pointer] });
  });

  test('is 404 for an erased athlete and for that of another partner, in a batch with one that is planned', async () => {
    const { key, athleteId, athletePath } = await setUp({ caffeine: { wanted: true } });
    const other = await setUp({ caffeine: { wanted: true } });
    const scenario = (athlete_id: string | null) => ({
      athlete_id,
      activity: RACE,
      profile: null,
      caffeine: { wanted: true },
    });
    await call('DELETE', athletePath, { key });
    const items = [
      scenario(athleteId),
      scenario(other.athleteId),
      { profile: ADULT, activity: RACE, caffeine: { wanted: true } },
    ];
    const { json } = await call('POST', '/v1/nutrition/calculate/batch', { key, body: { scenarios: items } });
    expect(json.results.map((one: { error?: { code: string } }) => one.error?.code)).toEqual([
      'athlete_not_found',
      'athlete_not_found',
      undefined,
    ]);
    expect(json.results[2].caffeine).toMatchObject({ total_mg: 210, doses: DOSES });
  });

  test('caffeine of a plan is that of the stored prescription, and its top-level members take precedence over those of the activity', async () => {
    const { calculate, athleteId } = await setUp({ caffeine: { wanted: true } });
    expect(await calculate({ athlete_id: athleteId })).toMatchObject({ total_mg: 210, doses: DOSES });
    expect(await calculate({ athlete_id: athleteId, caffeine: { wanted: false } })).toBeNull();
    expect(await calculate({ profile: ADULT })).toBeNull();
    const activity = { ...RACE, caffeine: { wanted: true, sleep_at_min: 360 } };
    expect(await calculate({ profile: ADULT, activity })).toMatchObject({ doses: [{ at_min: 0, mg: 200 }] });
    expect(await calculate({ profile: ADULT, activity, caffeine: { sleep_at_min: 1440 } })).toMatchObject({
      doses: DOSES,
    });
  });

  test('caffeine of an athlete whose birth year the request clears is that of an unknown age, unless a minor is stored', async () => {
    const { calculate, athleteId } = await setUp({ caffeine: { wanted: true } });
    const cleared = { athlete_id: athleteId, profile: { birth_year: null } };
    expect(await calculate(cleared)).toMatchObject({ reason: 'age_unknown', max_safe_mg: 0 });
    // A request may make a stored limit stricter.
    const younger = { athlete_id: athleteId, profile: MINOR };
    expect(await calculate(younger)).toMatchObject({ reason: 'under_18', max_safe_mg: 0 });
    const minor = await setUp({ caffeine: { wanted: true }, ...MINOR });
    expect(await minor.calculate({ ...cleared, athlete_id: minor.athleteId })).toMatchObject({
      reason: 'under_18',
    });
  });
});

describe('caffeine of a fuel plan', () => {
  interface Entry {
    readonly at_min: number;
    readonly caffeine_mg: number;
    readonly carb_g: number;
  }
  const caffeinated = (timeline: readonly Entry[]) => timeline.filter(({ caffeine_mg }) => caffeine_mg > 0);
  async function plans(athlete: object) {
    const { key, activityPath, envelope } = await setUp(athlete);
    await envelope();
    return async (query: string) => {
      const { json } = await call('GET', `${activityPath}/fuel-plan?suggest=true${query}`, { key });
      return { json, minutes: caffeinated(json.timeline).map(({ at_min }) => at_min) };
    };
  }

  test('serves the planned doses near their minutes within the prescription, by default as the athlete wants', async () => {
    const plan = await plans({ caffeine: { wanted: true } });
    const { json, minutes } = await plan('');
    expect(minutes).toHaveLength(2);
    for (const [index, { at_min }] of DOSES.entries()) {
      expect(Math.abs((minutes[index] ?? Number.NaN) - at_min)).toBeLessThanOrEqual(10);
    }
    expect(json.totals.caffeine_mg).toBeGreaterThanOrEqual(105);
    expect(json.totals.caffeine_mg).toBeLessThanOrEqual(400);
    expect(json.suggestion.within_target).toBe(true);
    expect(json.coverage.warnings).toContainEqual({
      code: 'CAFFEINE_PLANNED',
      severity: 'info',
      message: `This plan has ${json.totals.caffeine_mg} mg of caffeine. It is optional. Try it in training first.`,
    });
    expect((await plan('&caffeine=none')).minutes).toEqual([]);
  });

  test('has none unless it is wanted; `caffeine=any` requests it for this plan, but not for a minor', async () => {
    const plan = await plans({});
    const none = await plan('');
    expect([none.minutes, none.json.notes]).toEqual([[], []]);
    expect((await plan('&caffeine=any')).minutes).toHaveLength(2);
    const young = await plans(MINOR);
    expect((await young('&caffeine=any')).json.totals.caffeine_mg).toBe(0);
  });

  test.each([
    ['an unknown age', { birth_year: null }, 'CAFFEINE_DOSE', 'We advise none for you.'],
    ['high blood pressure', { health: { hypertension: true } }, 'CAFFEINE_DOSE', 'We advise none for you.'],
    ['avoid', { caffeine: { avoid: true } }, 'CAFFEINE_DOSE', 'We advise none for you.'],
    ['a minor', MINOR, 'CAFFEINE_YOUTH', 'We advise none under 18.'],
    ['50 kg', { body_mass_kg: 50 }, 'CAFFEINE_DOSE', 'We advise at most 300 mg for you.'],
  ])(
    'coverage of attached products warns of caffeine with %s, wanted or not',
    async (_who, athlete, code, said) => {
      const { key, activityPath } = await setUp(athlete);
      const { coverage } = await attachProducts(key, activityPath, { [STRONG.id]: 4 });
      const warning = coverage.warnings.find((one: { code: string }) => one.code.startsWith('CAFFEINE'));
      expect(warning).toMatchObject({ code, message: expect.stringContaining(said) });
    },
  );

  describe('for the rest of a session', () => {
    async function replans(athlete: object) {
      const { key, activityPath, envelope } = await setUp(athlete);
      await envelope();
      const { json: plan } = await call('GET', `${activityPath}/fuel-plan?suggest=true`, { key });
      return async (body: object, taken: object = {}, query = '') => {
        const so = { carb_g: 10, fluid_ml: 200, sodium_mg: 50, ...taken };
        const input = { at_min: 120, taken: so, ...body };
        const { json } = await call('POST', `${activityPath}/fuel-plan/replan${query}`, {
          key,
          body: input,
        });
        return { plan, json, left: caffeinated(json.timeline ?? []) };
      };
    }

    test('keeps the doses that are still to come at their minutes', async () => {
      const replan = await replans({ caffeine: { wanted: true } });
      const { plan, left, json } = await replan({});
      const ahead = caffeinated(plan.timeline).filter(({ at_min }) => at_min >= 120);
      expect(left.map(({ at_min }) => at_min)).toEqual(ahead.map(({ at_min }) => at_min));
      expect(left).toHaveLength(1);
      const codes = json.coverage.warnings.map(({ code }: { code: string }) => code);
      expect(codes).toContain('CAFFEINE_PLANNED');
    });

    test("has caffeine or none as the replan requests, regardless of the athlete's habits", async () => {
      const willing = await replans({ caffeine: { wanted: true } });
      expect((await willing({}, {}, '?caffeine=none')).left).toEqual([]);
      const silent = await replans({});
      expect((await silent({})).left).toEqual([]);
      expect((await silent({}, {}, '?caffeine=any')).left).toHaveLength(1);
      expect((await silent({}, {}, '?caffeine=all')).json.error.code).toBe('validation_failed');
    });

    test('has no caffeine once the safe amount has been used up', async () => {
      const replan = await replans({ caffeine: { wanted: true } });
      const { json, left } = await replan({}, { caffeine_mg: 390 });
      expect(left).toEqual([]);
      expect(json.coverage.warnings).toEqual([]);
      const negative = await replan({}, { caffeine_mg: -1 });
      expect(negative.json.error.errors[0].pointer).toBe('/taken/caffeine_mg');
    });

    test('plans nothing for a dose after an earlier end; the gel that was for it is food', async () => {
      const replan = await replans({ caffeine: { wanted: true } });
      const { plan, left, json } = await replan({ expected_end_min: 180 });
      expect(caffeinated(plan.timeline).some(({ at_min }) => at_min >= 180)).toBe(true);
      expect(left.filter(({ at_min }) => at_min >= 180)).toEqual([]);
      expect(json.totals.caffeine_mg).toBeLessThanOrEqual(100);
    });

    test.each([
      ['a minor', MINOR, 0],
      ['an unknown age', { birth_year: null }, 0],
      ['high blood pressure', { health: { hypertension: true } }, 0],
      ['a caffeine-free diet', { diet: { caffeine_free: true } }, 0],
      ['an adult of 50 kg', { body_mass_kg: 50 }, 300],
    ])('for %s, takes no more of what is left than is safe', async (_who, athlete, mostMg) => {
      const replan = await replans(athlete);
      const { left, json } = await replan({ products_left: [{ product_id: STRONG.id, servings: 20 }] });
      expect(json.totals.caffeine_mg).toBeLessThanOrEqual(mostMg);
      expect(left.length > 0).toBe(mostMg > 0);
    });
  });
});
