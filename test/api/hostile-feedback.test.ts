import { describe, expect, test } from 'vitest';
import { call } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { dayOf2026, type Learner, makeLearner, RIDE } from '../support/learners.ts';
import { fc } from '../support/random-seed.ts';
import { TEST_HOME, TEST_HOME_BINDING } from '../support/shards.ts';

/** The engine's bounds on learned quantities, in the units of the wire: e^±0.9, ±10 %, 25–130 g/h, e^±0.35, 920 mg/L × e^±0.8. */
const BOUNDS: Readonly<Record<string, readonly [number, number]>> = {
  sweat_rate_multiplier: [0.406, 2.46],
  bike_sweat_rate_multiplier: [0.406, 2.46],
  swim_sweat_rate_multiplier: [0.406, 2.46],
  answer_bias_percent: [-10, 10],
  run_carb_tolerance: [25, 130],
  bike_carb_tolerance: [25, 130],
  // A recorded dose of any size. Plans read it as at most the bound of the tolerance.
  practised_run_carb: [0, Number.POSITIVE_INFINITY],
  practised_bike_carb: [0, Number.POSITIVE_INFINITY],
  carb_need_multiplier: [0.704, 1.42],
  sweat_sodium: [413, 2048],
};

async function expectInBounds({ learned, calculate }: Learner): Promise<void> {
  for (const [parameter, quantity] of Object.entries(await learned())) {
    const [low, high] = BOUNDS[parameter] ?? [Number.NaN, Number.NaN];
    expect(quantity.mean, parameter).toBeGreaterThanOrEqual(low);
    expect(quantity.mean, parameter).toBeLessThanOrEqual(high);
    const isNoted = parameter.startsWith('practised_');
    expect(isNoted ? quantity.standard_deviation : null, parameter).toBeNull();
    expect(isNoted || Number.isFinite(quantity.standard_deviation), parameter).toBe(true);
  }
  for (const activity of [RIDE, { type: 'run', duration_min: 60 }, { type: 'swim', duration_min: 90 }]) {
    const { prescription, safety } = await calculate(activity);
    expect(prescription.carb_g_per_hr).toBeLessThanOrEqual(120);
    expect(prescription.fluid_ml_per_hr).toBeLessThanOrEqual(safety.max_safe_fluid_ml_per_hr);
    expect(safety.max_safe_fluid_ml_per_hr).toBeLessThanOrEqual(1300);
    expect(prescription.sodium_mg_per_hr).toBeLessThanOrEqual(safety.max_safe_sodium_mg_per_hr);
    for (const value of Object.values(prescription)) expect(value).not.toBeNull();
  }
}

describe('hostile feedback', () => {
  test('with absurd intakes, forty times over, moves no number beyond its bounds', async () => {
    const learner = await makeLearner();
    const absurd = [
      { fluid_ml: 40_000, carbs_grams: 3000, sodium_mg: 40_000 },
      { fluid_ml: 0, carbs_grams: 0, sodium_mg: 0 },
      { fluid_ml: 1e-300, carbs_grams: 5e-324 },
    ];
    for (let day = 0; day < 40; day++) {
      const { status } = await learner.report(
        {
          hydration_feel: day % 2 ? 'dehydrated' : 'well_hydrated',
          gi_comfort: 'excellent',
          energy_level: 'bonked',
          actual_intake: absurd[day % absurd.length],
        },
        { scheduled_at: dayOf2026(day), duration_min: day % 3 ? 180 : 1, type: day % 5 ? 'run' : 'swim' },
      );
      expect(status).toBe(201);
    }
    await expectInBounds(learner);
  });

  test('of any kind accepted by the schema moves no number beyond its bounds', async () => {
    const kg = fc.constantFrom(20, 69.9, 70, 70.1, 250);
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            type: fc.constantFrom('run', 'bike', 'swim', 'lift', 'triathlon', 'brick', 'other'),
            duration_min: fc.constantFrom(1, 30, 45, 90, 600, 2880),
            gi_comfort: fc.constantFrom('excellent', 'good', 'fair', 'poor', null),
            energy_level: fc.constantFrom('surplus', 'adequate', 'low', 'bonked', null),
            hydration_feel: fc.constantFrom('over_hydrated', 'well_hydrated', 'dehydrated', null),
            carbs_grams: fc.double({ min: 0, max: 3000, noNaN: true }),
            fluid_ml: fc.double({ min: 0, max: 40_000, noNaN: true }),
            body_mass_before_kg: fc.option(kg),
            body_mass_after_kg: fc.option(kg),
            urine_ml: fc.constantFrom(0, 10_000, null),
          }),
          { minLength: 3, maxLength: 12 },
        ),
        async (reports) => {
          const learner = await makeLearner();
          for (const { type, duration_min, carbs_grams, fluid_ml, ...answers } of reports) {
            const reply = await learner.report(
              { ...answers, actual_intake: { carbs_grams, fluid_ml } },
              { type, duration_min },
            );
            expect(reply.status).toBe(201);
          }
          await expectInBounds(learner);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('with a weighed gain but feeling dehydrated follows the scale: sweat and fluid only go down', async () => {
    const learner = await makeLearner();
    const before = (await learner.learned()).bike_sweat_rate_multiplier?.mean ?? Number.NaN;
    let fluid = (await learner.calculate(RIDE)).prescription.fluid_ml_per_hr;
    for (let day = 0; day < 10; day++) {
      await learner.report(
        {
          hydration_feel: 'dehydrated',
          actual_intake: { fluid_ml: 3000 },
          body_mass_before_kg: 70,
          body_mass_after_kg: 72,
          urinated: 'no',
          clothing_after: 'dry',
        },
        { scheduled_at: dayOf2026(day) },
      );
      const now = (await learner.calculate(RIDE)).prescription.fluid_ml_per_hr;
      expect(now, `after ${day + 1}`).toBeLessThanOrEqual(fluid);
      fluid = now;
    }
    expect((await learner.learned()).bike_sweat_rate_multiplier?.mean).toBeLessThan(0.6 * before);
    await expectInBounds(learner);
  });

  test('posted 200 times counts once', async () => {
    const learner = await makeLearner();
    const path = await learner.session();
    const answers = {
      hydration_feel: 'over_hydrated',
      gi_comfort: 'poor',
      actual_intake: { fluid_ml: 6000 },
    };
    const first = await learner.give(path, answers);
    const once = await learner.learned();
    for (let index = 1; index < 200; index += 20) {
      const replies = await Promise.all(
        Array.from({ length: Math.min(20, 200 - index) }, () => learner.give(path, answers)),
      );
      for (const { status, json } of replies) expect([status, json.id]).toEqual([200, first.json.id]);
    }
    expect(await learner.learned()).toEqual(once);
  });

  test.each([
    ['2,000 emoji', '🥵'.repeat(2000)],
    ['joined emoji', '👩‍👩‍👧‍👦'.repeat(300)],
    ['every kind of quote', `'";--\\"'\`$\{1}{{x}}%00\r\n`.repeat(80)],
    ['JSON that tries to close the row', '"}]}\',NULL);DROP TABLE feedback;--'],
    ['right-to-left marks', '\u202e\u2066abc'.repeat(500)],
  ])('a note of %s is kept letter by letter, and moves nothing', async (_what, notes) => {
    const learner = await makeLearner();
    const path = await learner.session();
    const reply = await learner.give(path, { notes });
    expect(reply.status).toBe(201);
    expect(reply.json).toMatchObject({ notes, learned: [] });
    // A later event makes the service rewrite this row's step.
    await learner.report({ hydration_feel: 'dehydrated' }, { scheduled_at: dayOf2026(1) });
    const { json } = await call('GET', `${path}/feedback`, { key: learner.key });
    expect(json.notes).toBe(notes);
  });
});

test('feedback whose athlete is erased meanwhile writes nothing', async () => {
  const { key, athleteId, session } = await makeLearner();
  const activity = await session();
  let batches = 0;
  const racing = withBatches(TEST_HOME, async (send) => {
    batches += 1;
    if (batches === 2) {
      await TEST_HOME.prepare("UPDATE athletes SET status = 'erasing' WHERE id = ?").bind(athleteId).run();
    }
    return send();
  });
  const reply = await call('POST', `${activity}/feedback`, {
    key,
    body: { gi_comfort: 'good' },
    bindings: { [TEST_HOME_BINDING]: racing },
  });
  expect(reply.status).toBe(404);
  for (const table of ['feedback', 'learned_states']) {
    const left = await TEST_HOME.prepare(`SELECT count(*) AS n FROM ${table} WHERE athlete_id = ?`)
      .bind(athleteId)
      .first('n');
    expect(left, table).toBe(0);
  }
});
