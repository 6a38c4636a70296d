import { describe, expect, test } from 'vitest';
import { genericIdOf } from '../../src/catalogue/generic-foods.ts';
import { explain } from '../../src/engine/explain.ts';
import { prescribe } from '../../src/engine/prescribe.ts';
import { pieceOf } from '../../src/fuel-plans/portions.ts';
import { fromWire } from '../../src/http/wire-case.ts';
import { ENGLISH } from '../../src/languages/en/index.ts';
import { DIALS, GUESSES, queryOf, readChoice, SEXES, SPORTS, scenarioOf } from '../../src/planner/choice.ts';
import { drawAnswer } from '../../src/planner/draw-answer.ts';
import { planGenericFoods } from '../../src/planner/generic-plan.ts';
import { isTriedEnvelope } from '../../src/planner/tried-envelope.ts';
import { derivationOf } from '../../src/prescriptions/derivation.ts';
import { explanationToWire } from '../../src/prescriptions/explanation-shape.ts';
import { legsToWire, outlookToWire } from '../../src/prescriptions/outlook-shape.ts';
import { numbersOf, prescriptionToWire } from '../../src/prescriptions/prescription-shape.ts';
import { safetyToWire } from '../../src/prescriptions/safety-shape.ts';
import { trajectoryToWire } from '../../src/prescriptions/trajectory-shape.ts';
import { engineInput, UNKNOWN_PROFILE } from '../../src/records/engine-input.ts';
import { toAthleteColumns } from '../../src/records/profile.ts';
import { newSession } from '../../src/records/session.ts';
import { fc } from '../support/random-seed.ts';

const NOW_MS = Date.UTC(2026, 10, 22);

const dial = ({ min, max, step }: { min: number; max: number; step: number }) =>
  fc.integer({ min: min / step, max: max / step }).map((steps) => steps * step);
const guess = (figures: readonly number[]) => fc.option(fc.constantFrom(...figures));

const choices = fc
  .record({
    type: fc.constantFrom(...SPORTS),
    sex: fc.constantFrom(...SEXES),
    dials: fc.record({
      duration_min: dial(DIALS.duration_min),
      intensity_level: dial(DIALS.intensity_level),
      temperature_c: dial(DIALS.temperature_c),
      humidity_percent: dial(DIALS.humidity_percent),
      body_mass_kg: dial(DIALS.body_mass_kg),
    }),
    guesses: fc.record({
      sweat_level: guess(GUESSES.sweat_level),
      saltiness_level: guess(GUESSES.saltiness_level),
      carb_tolerance_g_per_hr: guess(GUESSES.carb_tolerance_g_per_hr),
    }),
    ticks: fc.record({ is_race_event: fc.boolean(), heat_acclimatized: fc.boolean() }),
  })
  // Made once more by the reader, so that both have plain objects.
  .map((choice) => readChoice(new URLSearchParams(queryOf(choice))));

/** Calculates as `POST /try/calculate` does. */
function calculated(choice: ReturnType<typeof readChoice>) {
  const { profile, activity } = fromWire(scenarioOf(choice));
  const session = newSession(activity, NOW_MS);
  const input = engineInput({ ...UNKNOWN_PROFILE, ...toAthleteColumns(profile, null) }, session, null);
  const result = prescribe(input);
  const numbers = numbersOf(result, NOW_MS);
  const envelope: unknown = {
    prescription: prescriptionToWire(numbers, 'full'),
    safety: safetyToWire(numbers, ENGLISH),
    ...outlookToWire(numbers, derivationOf(input, result, null)),
    legs: legsToWire(numbers.legs),
    explanation: explanationToWire(explain(input), ENGLISH),
    trajectory: trajectoryToWire(input, numbers),
  };
  if (!isTriedEnvelope(envelope)) throw new Error('not an envelope with the full numbers');
  return envelope;
}

describe('the planner', () => {
  test('an address holds its whole choice', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        expect(readChoice(new URLSearchParams(queryOf(choice)))).toEqual(choice);
      }),
    );
    expect(queryOf(readChoice(new URLSearchParams()))).toBe('');
  });

  test('reads any query as a choice within bounds', () => {
    const names = ['type', 'sex', ...Object.keys(DIALS), ...Object.keys(GUESSES), 'is_race_event'];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.string())), (pairs) => {
        const { dials } = readChoice(new URLSearchParams(pairs));
        for (const [name, value] of Object.entries(dials)) {
          const { min, max } = Reflect.get(DIALS, name);
          expect(value).toBeGreaterThanOrEqual(min);
          expect(value).toBeLessThanOrEqual(max);
        }
      }),
    );
    const hostile = new URLSearchParams({ type: '<b>', duration_min: '1e9', body_mass_kg: 'NaN', sex: '"' });
    expect(readChoice(hostile)).toMatchObject({
      type: 'run',
      sex: 'unspecified',
      dials: { duration_min: 900 },
    });
  });

  test('plans generic foods as every fuel plan does: no more fluid than prescribed, no hour above a ceiling', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const envelope = calculated(choice);
        const { total_carb_g: carbG, total_fluid_ml: fluidMl } = envelope.prescription;
        const plan = planGenericFoods(choice, envelope);
        expect(plan.drinkMl + plan.waterMl).toBeLessThanOrEqual(fluidMl);
        for (const { product } of plan.packed) expect(genericIdOf(product) !== null).toBe(true);
        expect(plan.carbG).toBeLessThanOrEqual(carbG * 1.1 + 12.5);
        for (const { atMin, items } of plan.eaten) {
          expect(atMin).toBeLessThanOrEqual(choice.dials.duration_min);
          for (const { product, servings } of items) expect(servings % pieceOf(product)).toBe(0);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('draws every answer with its ceiling, and no range beyond it', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const envelope = calculated(choice);
        const drawn = String(drawAnswer(choice, envelope));
        expect(drawn).toContain(`Stay under ${envelope.safety.max_safe_fluid_ml_per_hr} ml an hour`);
        expect(drawn).toContain(`Stay under ${envelope.safety.max_safe_sodium_mg_per_hr} mg an hour`);
        for (const { message } of envelope.safety.warnings.slice(0, 1))
          expect(drawn).toContain(message.slice(0, 12));
        for (const [, most, unit] of drawn.matchAll(/between \d+ and (\d+) (ml|mg)/g)) {
          const { max_safe_fluid_ml_per_hr: fluid, max_safe_sodium_mg_per_hr: sodium } = envelope.safety;
          expect(Number(most)).toBeLessThanOrEqual(unit === 'ml' ? fluid : sodium);
        }
        expect(drawn).not.toMatch(/ style=|NaN|undefined|Infinity/);
      }),
      { numRuns: 60 },
    );
  });
});
