import { expect, test } from 'vitest';
import { call } from '../support/client.ts';
import { dayOf2026, makeLearner, PROFILE } from '../support/learners.ts';

/** A training block of someone with a sweat rate 40 % above the model who answers honestly, twice a week. */
const TRUE_MULTIPLIER = 1.4;
const SESSIONS = 10;

interface Course {
  /** Relative error of the sweat rate before any feedback and after each. */
  readonly errors: readonly number[];
  readonly fluidMlPerHr: readonly number[];
  readonly maxSafeMlPerHr: readonly number[];
  readonly trueSweatMlPerHr: number;
}

async function train(isWeighed: boolean): Promise<Course> {
  const { key, session, give, learned } = await makeLearner();
  const sessionOf = (index: number) => ({
    type: index % 2 ? 'run' : 'bike',
    duration_min: index % 2 ? 120 : 210,
    intensity_level: 6,
    thermal_stress_level: 6,
  });
  const errors: number[] = [];
  const fluid: number[] = [];
  const ceiling: number[] = [];
  let trueSweatMlPerHr = 0;
  const measure = async () => {
    const multiplier = (await learned()).sweat_rate_multiplier?.mean ?? Number.NaN;
    errors.push(Math.abs(multiplier - TRUE_MULTIPLIER) / TRUE_MULTIPLIER);
  };
  await measure();
  for (let index = 0; index < SESSIONS; index++) {
    const activity = sessionOf(index);
    const hours = activity.duration_min / 60;
    const path = await session({ ...activity, scheduled_at: dayOf2026(3 * index) });
    const prescription = (await call('POST', `${path}/prescription`, { key })).json;
    const { safety } = (await call('GET', `${path}/prescription`, { key })).json;
    const sweat = TRUE_MULTIPLIER * (await averageSweatMlPerHr(key, activity));
    const lostPercent = ((sweat - prescription.fluid_ml_per_hr) * hours) / (10 * PROFILE.body_mass_kg);
    const intake = { fluid_ml: prescription.total_fluid_ml, carbs_grams: prescription.total_carb_g };
    const masses = {
      urinated: 'no',
      clothing_after: 'dry',
      body_mass_before_kg: PROFILE.body_mass_kg,
      body_mass_after_kg:
        PROFILE.body_mass_kg * (1 - lostPercent / 100) +
        intake.carbs_grams / 1000 -
        (await otherLossKg(activity)),
    };
    const reply = await give(path, {
      hydration_feel: feelAt(lostPercent),
      gi_comfort: 'good',
      energy_level: 'adequate',
      actual_intake: intake,
      ...(isWeighed ? masses : {}),
    });
    expect(reply.status).toBe(201);
    fluid.push(prescription.fluid_ml_per_hr);
    ceiling.push(safety.max_safe_fluid_ml_per_hr);
    trueSweatMlPerHr = sweat;
    expect(prescription.fluid_ml_per_hr).toBeLessThanOrEqual(sweat);
    expect(safety.max_safe_fluid_ml_per_hr).toBeLessThanOrEqual(sweat);
    await measure();
  }
  return { errors, fluidMlPerHr: fluid, maxSafeMlPerHr: ceiling, trueSweatMlPerHr };
}

/** The model's prediction for this session and profile without any history. */
async function averageSweatMlPerHr(key: string, activity: object): Promise<number> {
  const { json } = await call('POST', '/v1/nutrition/calculate?include=explanation', {
    key,
    body: { profile: PROFILE, activity },
  });
  const steps: { term: string; value: number }[] = json.explanation.sweat_rate.steps;
  return 1000 * (steps.find(({ term }) => term === 'sweat_rate')?.value ?? Number.NaN);
}

function feelAt(lostPercent: number): string {
  if (lostPercent < -0.5) return 'over_hydrated';
  if (lostPercent < 1.5) return 'well_hydrated';
  return lostPercent < 3 ? 'slightly_dehydrated' : 'dehydrated';
}

/** Breath water and burnt fuel, which are not sweat: the deduction from a weighing over HTTP. */
async function otherLossKg(activity: { readonly duration_min: number }): Promise<number> {
  const { key, path } = await makeLearner();
  const hours = activity.duration_min / 60;
  const body = { ...activity, body_mass_before_kg: 70, body_mass_after_kg: 70, fluid_ml: 1000 * hours };
  const { json } = await call('POST', `${path}/sweat-tests`, { key, body });
  return hours * (1 - json.sweat_rate_ml_per_hr / 1000);
}

const percent = (value: number | undefined) => `${Math.round(100 * (value ?? Number.NaN))} %`;

/** The progress in one line, for the report of the run. */
function tell(label: string, { errors, fluidMlPerHr, maxSafeMlPerHr, trueSweatMlPerHr }: Course): string {
  const first = (numbers: readonly number[]) => numbers[0];
  const last = (numbers: readonly number[]) => numbers.at(-1);
  return [
    `${label}: sweat-rate error ${errors.map(percent).join(', ')}`,
    `fluid of the ride ${first(fluidMlPerHr)} → ${fluidMlPerHr.at(-2)} ml/h, of the run ${fluidMlPerHr[1]} → ${last(fluidMlPerHr)} ml/h`,
    `ceiling of the run ${maxSafeMlPerHr[1]} → ${last(maxSafeMlPerHr)} ml/h, true sweat ${Math.round(trueSweatMlPerHr)} ml/h`,
  ].join('; ');
}

test('answers alone close part of the gap to a true sweat rate 40 % above the model, and then stay: 29 % error to 21 % in one', async () => {
  const course = await train(false);
  console.info(tell('answers', course));
  expect(course.errors[0]).toBeCloseTo(0.286, 2);
  expect(course.errors[1]).toBeLessThan(0.22);
  expect(Math.max(...course.errors.slice(1))).toBeLessThan(0.22);
});

test('weighed sessions bring it to 5 % in two and 1 % in ten', async () => {
  const course = await train(true);
  console.info(tell('weighed', course));
  expect(course.errors[1]).toBeLessThan(0.15);
  expect(course.errors[2]).toBeLessThan(0.06);
  expect(course.errors[10]).toBeLessThan(0.015);
});
