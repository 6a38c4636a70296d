import { describe, expect, test } from 'vitest';
import type { Trajectory } from '#nutrition/prescriptions/trajectory-shape.ts';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { TEST_HOME } from '../support/shards.ts';

const RUNNER = { body_mass_kg: 70, height_cm: 177, sex: 'male', birth_year: 1986, fitness_level: 5 };
const MARATHON = { type: 'run', duration_min: 240, intensity_level: 6, thermal_stress_level: 6 };
/** Twelve hours: an Ironman by its time, without a level or legs. */
const IRONMAN = { type: 'triathlon', duration_min: 720, thermal_stress_level: 6, is_race_event: true };
const TRAIL = { ...MARATHON, type: 'trail_run', duration_min: 600, is_race_event: true };
const EVERYTHING = '?include=explanation,trajectory';

interface Warning {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly [detail: string]: unknown;
}

/** Calculates without storing. */
async function calculate(profile: object, activity: object, headers: Record<string, string> = {}) {
  const { testKey: key } = await makePartner();
  const reply = await call('POST', `/v1/nutrition/calculate${EVERYTHING}`, {
    key,
    body: { profile, activity },
    headers,
  });
  expect(reply.status, reply.text).toBe(200);
  return reply.json;
}

/** Calculates and stores, and returns a reader of the envelope. */
async function store(athlete: object, activity: object) {
  const { testKey: key } = await makePartner();
  const { id, path: athletePath } = await makeAthlete(key, { ...athlete });
  const made = await makeCalculatedActivity(key, id, { ...activity });
  const path = `${made.path}/prescription`;
  const read = async () => (await call('GET', path + EVERYTHING, { key })).json;
  return { key, athletePath, activityId: made.id, path, read };
}

function warningIn({ safety }: { safety: { warnings: Warning[] } }, code: string): Warning | undefined {
  return safety.warnings.find((warning) => warning.code === code);
}

function pointsIn({ scenarios }: Trajectory) {
  return scenarios.flatMap(({ points }) => points);
}

/** Every point and bound of a trajectory. */
function momentsIn({ scenarios }: Trajectory) {
  return scenarios.flatMap(({ points, low = [], high = [], low_sweat = [] }) => [
    ...points,
    ...low,
    ...high,
    ...low_sweat,
  ]);
}

describe('would_need_up_to', () => {
  test('is the end of the range, and above the ceiling where a missing field lowers it', async () => {
    const whole = await calculate(RUNNER, MARATHON);
    const { body_mass_kg: _mass, ...unweighed } = RUNNER;
    const lacking = await calculate(unweighed, MARATHON);
    for (const { ranges, safety } of [whole, lacking]) {
      const { carb_g_per_hr: carb, fluid_ml_per_hr: fluid, sodium_mg_per_hr: sodium } = ranges;
      expect(carb.would_need_up_to).toBe(carb.max);
      expect(fluid.max).toBeLessThanOrEqual(safety.max_safe_fluid_ml_per_hr);
      expect(sodium.max).toBeLessThanOrEqual(safety.max_safe_sodium_mg_per_hr);
      for (const { min, max, would_need_up_to } of [carb, fluid, sodium]) {
        expect(min).toBeLessThanOrEqual(max);
        expect(would_need_up_to).toBeGreaterThanOrEqual(max);
        expect(Number.isInteger(would_need_up_to)).toBe(true);
      }
      expect([fluid.would_need_up_to % 10, sodium.would_need_up_to % 10]).toEqual([0, 0]);
    }
    const missing = lacking.ranges.fluid_ml_per_hr;
    expect(missing.max).toBe(lacking.safety.max_safe_fluid_ml_per_hr);
    expect(missing.would_need_up_to).toBeGreaterThan(missing.max + 100);
    expect(missing.would_need_up_to - missing.min).toBeGreaterThan(
      whole.ranges.fluid_ml_per_hr.would_need_up_to - whole.ranges.fluid_ml_per_hr.min,
    );
    expect(lacking.safety.confidence_score).toBeLessThan(whole.safety.confidence_score);
  });

  test('is stored with the numbers, and withheld with its parent in teaser tier', async () => {
    const { key, athletePath, read } = await store({ sex: 'male' }, MARATHON);
    const { ranges } = await read();
    expect(ranges).toEqual((await calculate({ sex: 'male' }, MARATHON)).ranges);
    await call('PATCH', athletePath, { key, body: { tier: 'teaser' } });
    const teaser = await read();
    expect([teaser.ranges, teaser.projection, teaser.trajectory]).toEqual([null, null, null]);
    expect(JSON.stringify(teaser)).not.toMatch(/would_need_up_to|steady_water_mass/);
  });
});

describe('steady_water_mass_change_percent', () => {
  test('is in the projection and in every point, with two decimals and each scenario’s own food', async () => {
    const { projection, trajectory, explanation } = await calculate(RUNNER, IRONMAN);
    const steady = projection.steady_water_mass_change_percent;
    expect(steady).toBeLessThan(-0.5);
    expect(steady).toBe(Math.round(steady * 100) / 100);
    expect(projection.by_thirst).not.toHaveProperty('steady_water_mass_change_percent');
    const ends: [string, number | null | undefined][] = trajectory.scenarios.map(
      ({ name, points }: Trajectory['scenarios'][number]) => [
        name,
        points.at(-1)?.steady_water_mass_change_percent,
      ],
    );
    const { planned, thirst, ceiling, nothing } = Object.fromEntries(ends);
    expect([planned, thirst, ceiling]).toEqual([steady, steady, steady]);
    // Without food the same work burns more of the body.
    expect(nothing).toBeLessThan(steady);
    for (const point of pointsIn(trajectory)) {
      expect(point.steady_water_mass_change_percent).toBeLessThanOrEqual(0);
    }
    for (const moment of momentsIn(trajectory)) expect(moment.body_mass_change_percent).not.toBeNull();
    const step = explanation.balance.steps.find(({ term }: { term: string }) => term === 'steady_water_mass');
    expect(step).toMatchObject({ unit: '%' });
    expect(step.value).toBeCloseTo(steady, 1);
    expect(step.note).toContain('unchanged body water');
  });

  test('is null for an athlete whose weight must not be shown, as is every other weight', async () => {
    const hidden = { ...RUNNER, health: { reds_or_eating_disorder: true } };
    const { read } = await store(hidden, TRAIL);
    for (const { projection, trajectory, safety, explanation } of [
      await read(),
      await calculate(hidden, TRAIL),
    ]) {
      expect(projection).toMatchObject({
        body_mass_change_percent: null,
        steady_water_mass_change_percent: null,
        by_thirst: { body_mass_change_percent: null },
      });
      for (const point of pointsIn(trajectory)) expect(point.steady_water_mass_change_percent).toBeNull();
      expect(warningIn({ safety }, 'VERY_LONG_EVENT')).toMatchObject({ least_kg: null, most_kg: null });
      expect(JSON.stringify(safety)).not.toMatch(/\bkg\b|weight|scale/i);
      expect(JSON.stringify(explanation)).not.toMatch(/steady_water_mass|mass_change/);
    }
  });
});

describe('plasma_sodium_mmol_per_l', () => {
  test('is null in pregnancy, in each scenario and range, calculated and stored', async () => {
    const pregnant = { ...RUNNER, sex: 'female', health: { pregnant: true } };
    const hike = { type: 'hike', duration_min: 480, intensity_level: 3, thermal_stress_level: 5 };
    const { read } = await store(pregnant, hike);
    for (const { projection, trajectory } of [await read(), await calculate(pregnant, hike)]) {
      expect([projection.plasma_sodium_mmol_per_l, projection.by_thirst.plasma_sodium_mmol_per_l]).toEqual([
        null,
        null,
      ]);
      expect(projection.body_mass_change_percent.value).toBeLessThan(0);
      for (const moment of momentsIn(trajectory)) {
        expect(moment.plasma_sodium_mmol_per_l).toBeNull();
        expect(moment.body_mass_change_percent).not.toBeNull();
      }
    }
  });

  test('is drawn from 125 to 155 mmol/l, however long nobody eats or drinks', async () => {
    const { trajectory } = await calculate(RUNNER, { ...IRONMAN, duration_min: 2400 });
    for (const { plasma_sodium_mmol_per_l: sodium } of momentsIn(trajectory)) {
      expect(sodium).toBeGreaterThanOrEqual(125);
      expect(sodium).toBeLessThanOrEqual(155);
    }
  });
});

describe('the scenario thirst', () => {
  test('has its own fluid in an event beyond four hours, which never falls', async () => {
    const { trajectory } = await calculate(RUNNER, TRAIL);
    const fluidOf = (name: string) =>
      trajectory.scenarios
        .find((scenario: Trajectory['scenarios'][number]) => scenario.name === name)
        .points.map(({ fluid_ml }: { fluid_ml: number }) => fluid_ml);
    const [planned, thirst] = [fluidOf('planned'), fluidOf('thirst')];
    expect(thirst.at(-1)).not.toBe(planned.at(-1));
    expect(thirst).toEqual(thirst.toSorted((less: number, more: number) => less - more));
    const short = await calculate(RUNNER, MARATHON);
    const [followed, byThirst] = short.trajectory.scenarios;
    expect(byThirst.points).toEqual(followed.points);
  });
});

describe('a prescription of another version of the engine', () => {
  test('is stale, without explanation, and keeps its ranges, projection and warnings', async () => {
    const { activityId, read, path, key } = await store(RUNNER, IRONMAN);
    const before = await read();
    await TEST_HOME.prepare(
      "UPDATE prescriptions SET engine_version = '3.0.0', fingerprint = 'of another engine' WHERE activity_id = ?",
    )
      .bind(activityId)
      .run();
    const after = await read();
    expect(after).toMatchObject({
      engine_version: '3.0.0',
      stale: true,
      explanation: null,
      trajectory: null,
      explanation_unavailable: 'engine_changed',
    });
    for (const member of ['ranges', 'projection', 'safety'] as const) {
      expect(after[member]).toEqual(before[member]);
    }
    await call('POST', path, { key });
    expect(await read()).toMatchObject({ stale: false, trajectory: before.trajectory });
  });

  test('is exported with every output', async () => {
    const { key, athletePath, read } = await store({ ...RUNNER, sex: 'female' }, IRONMAN);
    const { ranges, projection, safety } = await read();
    const { json } = await call('POST', `${athletePath}/export`, { key });
    expect(json.activities[0]).toMatchObject({ ranges, projection, safety });
  });
});

describe('VERY_LONG_EVENT', () => {
  test('names the kilograms to lose by the finish from 8 hours, in either tier', async () => {
    const { key, athletePath, read } = await store(RUNNER, IRONMAN);
    const full = await read();
    const warning = warningIn(full, 'VERY_LONG_EVENT');
    const leastKg = Math.round(-full.projection.steady_water_mass_change_percent * 7) / 10;
    expect(warning?.least_kg).toBeCloseTo(leastKg, 1);
    expect(warning?.most_kg).toBeCloseTo(leastKg + 1.4, 1);
    expect(warning?.message).toContain(
      `You should weigh ${leastKg.toFixed(1)} to ${(leastKg + 1.4).toFixed(1)} kg less`,
    );
    expect(warningIn(full, 'EAH_SYMPTOMS')).toMatchObject({ severity: 'info' });
    await call('PATCH', athletePath, { key, body: { tier: 'teaser' } });
    expect((await read()).safety).toEqual(full.safety);
    const german = await call('GET', `${athletePath}/activities`, {
      key,
      headers: { 'Accept-Language': 'de' },
    });
    expect(warningIn(german.json.data[0], 'VERY_LONG_EVENT')).toMatchObject({
      least_kg: warning?.least_kg,
      message: expect.stringMatching(/Im Ziel solltest du \d,\d bis \d,\d kg weniger wiegen/),
    });
  });

  test.each([
    ['below 8 hours', RUNNER, { ...TRAIL, duration_min: 479 }, /real food/],
    ['for a missing weight', { sex: 'male' }, TRAIL, /If you feel bloated or your hands swell/],
    ['for a doubted weight', { ...RUNNER, body_mass_kg: 160 }, TRAIL, /If you feel bloated/],
  ])('names none %s', async (_when, profile, activity, message) => {
    const warning = warningIn(await calculate(profile, activity), 'VERY_LONG_EVENT');
    expect(warning).toMatchObject({ least_kg: null, most_kg: null });
    expect(warning?.message).toMatch(message);
    expect(warning?.message).not.toMatch(/\bkg\b/);
  });

  test('has other members than other warnings', async () => {
    const { safety } = await calculate(RUNNER, IRONMAN);
    for (const { code, severity: _severity, message: _message, ...rest } of safety.warnings as Warning[]) {
      if (code !== 'VERY_LONG_EVENT') expect(rest, code).toEqual({ audience: 'everyone' });
    }
  });
});

describe('warnings of version 4', () => {
  test('MASS_UNLIKELY says what the weight does not fit, needs a review, and hides what must be hidden', async () => {
    const heavy = { ...RUNNER, body_mass_kg: 160 };
    const { safety } = await calculate(heavy, MARATHON);
    expect(safety.requires_human_review).toBe(true);
    expect(warningIn({ safety }, 'MASS_UNLIKELY')).toMatchObject({
      severity: 'caution',
      reason: 'height',
      message: expect.stringContaining('Is this weight in kilograms? It does not fit your height.'),
    });
    const hidden = await calculate({ ...heavy, health: { reds_or_eating_disorder: true } }, MARATHON);
    expect(warningIn(hidden, 'MASS_UNLIKELY')?.message).toBe(
      'One of your details looks unusual. Have your doctor or coach check these figures.',
    );
  });

  test('GLP1 and SGLT2 follow their conditions; only SGLT2 beyond 2 hours needs a review', async () => {
    const glp1 = await calculate({ ...RUNNER, health: { glp1_drug: true } }, MARATHON);
    expect(warningIn(glp1, 'GLP1')).toMatchObject({ severity: 'info' });
    expect(glp1.safety.requires_human_review).toBe(false);
    const healthy = await calculate(RUNNER, MARATHON);
    expect(glp1.prescription.fluid_ml_per_hr).toBeLessThan(healthy.prescription.fluid_ml_per_hr);
    const sglt2 = { ...RUNNER, health: { sglt2_drug: true } };
    const short = await calculate(sglt2, { ...MARATHON, duration_min: 120 });
    const long = await calculate(sglt2, MARATHON);
    expect(warningIn(short, 'SGLT2')).toMatchObject({ severity: 'caution' });
    expect([short.safety.requires_human_review, long.safety.requires_human_review]).toEqual([false, true]);
    expect(long.prescription).toEqual({ ...healthy.prescription, calculated_at: expect.any(String) });
  });

  test('DEHYDRATION_LARGE is a caution without review, and a danger with one', async () => {
    const profile = { ...RUNNER, fitness_level: 8 };
    const dry = { type: 'trail_run', duration_min: 420, intensity_level: 6, is_race_event: true };
    const found: Record<string, boolean> = {};
    for (const thermal_stress_level of [5, 6, 7]) {
      const { safety } = await calculate(profile, { ...dry, thermal_stress_level });
      const warning = warningIn({ safety }, 'DEHYDRATION_LARGE');
      if (warning === undefined) continue;
      found[warning.severity] = safety.requires_human_review;
      expect(warning.message).toMatch(
        warning.severity === 'danger' ? /leaves you well short of water/ : /drier than is comfortable/,
      );
    }
    expect(found).toEqual({ caution: false, danger: true });
  });

  test('CONFLICTING_INPUT says what needs more than the fitness sustains', async () => {
    const { safety } = await calculate(
      { ...RUNNER, fitness_level: 2 },
      { type: 'bike', duration_min: 240, average_power_w: 290 },
    );
    expect(warningIn({ safety }, 'CONFLICTING_INPUT')).toMatchObject({ effort_above_fitness: 'measured' });
  });
});

describe('caffeine and gut training of version 4', () => {
  test.each([
    ['medicine', { water_retaining_drug: true }, /one of your medicines/],
    ['eating_disorder', { reds_or_eating_disorder: true }, /hides hunger and tiredness/],
  ])('no caffeine is planned: %s', async (reason, health, message) => {
    const { caffeine } = await calculate({ ...RUNNER, caffeine: { wanted: true }, health }, MARATHON);
    expect(caffeine).toMatchObject({ total_mg: 0, doses: [], max_safe_mg: 0, reason });
    expect(caffeine.warnings[0].message).toMatch(message);
  });

  test('a dose may come 45 minutes before the start, also from storage', async () => {
    const athlete = { ...RUNNER, caffeine: { wanted: true } };
    const race = { ...MARATHON, duration_min: 90, is_race_event: true };
    const { read } = await store(athlete, race);
    for (const { caffeine } of [await calculate(athlete, race), await read()]) {
      expect(caffeine.doses).toEqual([{ at_min: -45, mg: 200 }]);
    }
  });

  test('no gut training is planned with a GLP-1 drug, after pregnancy', async () => {
    const { testKey: key } = await makePartner();
    const { path } = await makeAthlete(key, { ...RUNNER, health: { glp1_drug: true } });
    const body = { wanted_carb_g_per_hr: 90, race_at: '2100-01-01T00:00:00Z' };
    const plan = () => call('POST', `${path}/gut-training`, { key, body });
    expect((await plan()).json).toMatchObject({
      gut_training: { reason: 'glp1_drug', weeks: [] },
      message: expect.stringContaining('slows the stomach'),
    });
    await call('PATCH', path, { key, body: { health: { glp1_drug: true, pregnant: true } } });
    expect((await plan()).json.gut_training.reason).toBe('pregnant');
  });
});

describe('the energy of a triathlon', () => {
  test('is explained by the course that its time makes likely', async () => {
    const { explanation } = await calculate(RUNNER, IRONMAN);
    const notes: string[] = (explanation.legs ?? []).flatMap((leg: typeof explanation) =>
      leg.sweat_rate.steps.map(({ note }: { note: string }) => note),
    );
    expect(notes).toContain('energy of the course in this time');
  });
});
