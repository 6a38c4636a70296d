import { explain } from '@musette/engine/explain';
import { prescribe } from '@musette/engine/prescribe';
import { RACE_FORMATS } from '@musette/engine/types';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import type { Texts } from '@musette/languages/texts';
import { describe, expect, test } from 'vitest';
import { genericIdOf } from '#nutrition/catalogue/generic-foods.ts';
import { pieceOf } from '#nutrition/fuel-plans/portions.ts';
import {
  type Choice,
  DIALS,
  GUESSES,
  keysOf,
  MEASURES,
  queryOf,
  readChoice,
  SEXES,
  SPORTS,
  scenarioOf,
  TICKS,
} from '#nutrition/planner/choice.ts';
import { drawAnswer } from '#nutrition/planner/draw-answer.ts';
import { SCALES } from '#nutrition/planner/draw-figures.ts';
import { reasonsOf } from '#nutrition/planner/draw-reasons.ts';
import { planGenericFoods } from '#nutrition/planner/generic-plan.ts';
import { isTriedEnvelope } from '#nutrition/planner/tried-envelope.ts';
import { wordsOf } from '#nutrition/planner/words.ts';
import { derivationOf } from '#nutrition/prescriptions/derivation.ts';
import { explanationToWire } from '#nutrition/prescriptions/explanation-shape.ts';
import { legsToWire, outlookToWire } from '#nutrition/prescriptions/outlook-shape.ts';
import { numbersOf, prescriptionToWire } from '#nutrition/prescriptions/prescription-shape.ts';
import { safetyToWire } from '#nutrition/prescriptions/safety-shape.ts';
import { trajectoryToWire } from '#nutrition/prescriptions/show-trajectory.ts';
import { activityFields, newSession } from '#nutrition/records/activity-fields.ts';
import { engineProfileFields, toAthleteColumns } from '#nutrition/records/athlete-fields.ts';
import { engineInput, UNKNOWN_PROFILE } from '#nutrition/records/engine-input.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { fc } from '../support/random-seed.ts';

const YEAR = 2026;
const NOW_MS = Date.UTC(YEAR, 10, 22);

const dial = ({ min, max, step }: { min: number; max: number; step: number }) =>
  fc.integer({ min: min / step, max: max / step }).map((steps) => String(steps * step));
const figure = ({ figures }: { figures: readonly number[] }) =>
  fc.constantFrom('', ...figures.map((one) => String(one)));
const measure = ({ min, max }: { min: number; max: number }) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.integer({ min: Math.ceil(min), max }).map((value) => String(value)) },
  );
const tick = () => fc.constantFrom('true', '');
const recordOf = <Row>(rows: Readonly<Record<string, Row>>, make: (row: Row) => fc.Arbitrary<string>) =>
  fc.record(Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, make(row)])));

/** Choices as the form sends them. */
const choices: fc.Arbitrary<Choice> = fc
  .tuple(
    fc.record({
      type: fc.constantFrom(...SPORTS),
      race_format: fc.constantFrom('', ...RACE_FORMATS),
      sex: fc.constantFrom(...SEXES),
    }),
    recordOf(DIALS, dial),
    recordOf(GUESSES, figure),
    recordOf(MEASURES, measure),
    fc.record(Object.fromEntries(TICKS.map((name) => [name, tick()]))),
  )
  .map((parts) => readChoice(new URLSearchParams(Object.assign({}, ...parts))));

/** Calculates as `POST /try/calculate` does. */
function calculated(choice: Choice, texts: Texts) {
  const { profile, activity } = fromWire(scenarioOf(choice, YEAR));
  const session = newSession(activity, null, NOW_MS);
  const input = engineInput({ ...UNKNOWN_PROFILE, ...toAthleteColumns(profile, null) }, session, null);
  const result = prescribe(input);
  const numbers = numbersOf(result, NOW_MS);
  const safety = safetyToWire(numbers, texts);
  const envelope: unknown = {
    prescription: prescriptionToWire(numbers, 'full'),
    safety,
    ...outlookToWire(numbers, derivationOf(input, result, null)),
    legs: legsToWire(numbers.legs),
    explanation: explanationToWire(explain(input), safety, texts),
    trajectory: trajectoryToWire(input, numbers),
  };
  if (!isTriedEnvelope(envelope)) throw new Error('not an envelope with the full numbers');
  return envelope;
}

describe('the planner', () => {
  test('an address holds its whole choice', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        expect(readChoice(queryOf(choice))).toEqual(choice);
      }),
    );
    expect(queryOf(readChoice(new URLSearchParams())).size).toBe(0);
  });

  test('an address in units of the United States holds the same numbers, whole, and within bounds', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        const us = readChoice(queryOf({ ...choice, units: 'us' }));
        expect(us.units).toBe('us');
        expect(readChoice(queryOf(us))).toEqual(us);
        for (const name of keysOf(DIALS)) {
          expect(us.dials[name]).toBeGreaterThanOrEqual(DIALS[name].min);
          expect(us.dials[name]).toBeLessThanOrEqual(DIALS[name].max);
          // Half a pound, an inch or a degree, or the rounding at a bound.
          expect(Math.abs(us.dials[name] - choice.dials[name])).toBeLessThan(2.6);
        }
      }),
    );
    const link = new URLSearchParams({ units: 'us', body_mass_kg: '70', temperature_f: '68' });
    expect(readChoice(link).dials).toMatchObject({ body_mass_kg: 70, temperature_c: 20 });
    expect(scenarioOf(readChoice(link), YEAR)).toMatchObject({ units: 'us' });
  });

  test.each(LANGUAGES)(
    'draws an answer in units of the United States in %s: no metric volume, no ceiling rounded up',
    async (language) => {
      const texts = await textsOf(language, 'us');
      const choice = readChoice(
        new URLSearchParams({ units: 'us', duration_min: '600', intensity_level: '4' }),
      );
      const envelope = calculated(choice, texts);
      const drawn = String(drawAnswer(choice, envelope, wordsOf(texts)));
      expect(drawn).toContain('fl oz');
      // The sodium of sweat is in mg/L in every country.
      expect(drawn.replaceAll(/\d mg\/L/g, '')).not.toMatch(
        /\d[  ]?(?:ml|l|kg)\b|\d L\b|°C|per litre|each litre|Liter|litro|リットル/,
      );
      const tables = drawn.match(/<table>.*?<\/table>/gs)?.join('') ?? '';
      expect(tables).toMatch(/\d fl oz\/h</);
      expect(tables).toMatch(/>\d+ mg\/16 fl oz</);
      const flOz = Math.floor(envelope.safety.max_safe_fluid_ml_per_hr / 29.5735295625);
      expect(drawn).toContain(texts.planner.limit({ amount: `${flOz} fl oz` }));
    },
  );

  test('reads any query as a choice within bounds', () => {
    const names = [
      'type',
      'race_format',
      'sex',
      ...TICKS,
      ...Object.keys({ ...DIALS, ...GUESSES, ...MEASURES }),
    ];
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), fc.string())), (pairs) => {
        const { dials, measures } = readChoice(new URLSearchParams(pairs));
        const given = Object.entries({ ...dials, ...measures }).filter(([, value]) => value !== null);
        for (const [name, value] of given) {
          const { min, max } = Reflect.get({ ...DIALS, ...MEASURES }, name);
          expect(value).toBeGreaterThanOrEqual(min);
          expect(value).toBeLessThanOrEqual(max);
        }
      }),
    );
    const hostile = new URLSearchParams({ type: '<b>', duration_min: '1e9', body_mass_kg: 'NaN', sex: '"' });
    expect(readChoice(hostile)).toMatchObject({ type: 'run', sex: 'female', dials: { duration_min: 900 } });
  });

  test('has a control for every field that moves a number, but those of health and of a whole course', () => {
    const { profile, activity } = scenarioOf(readChoice(everything()), YEAR);
    const asked = new Set(Object.keys({ ...profile, ...activity }));
    const leftOut = [
      ...Object.keys(engineProfileFields).filter((name) => !asked.has(name)),
      ...Object.keys(activityFields).filter((name) => !asked.has(name)),
    ];
    const labels = ['external_id', 'name', 'scheduled_at', 'time_zone'];
    const ofPlans = ['course', 'refills', 'run_vessels', 'segments', 'steps', 'vessels'];
    // Weather says the same more exactly.
    const replaced = ['thermal_stress_level'];
    expect(leftOut.sort()).toEqual(
      ['caffeine', 'caffeine', 'health', ...labels, ...ofPlans, ...replaced].sort(),
    );
  });

  test('begins with a person of whom nothing is missing that lowers the ceiling', async () => {
    const texts = await textsOf('en');
    const complete = calculated(readChoice(new URLSearchParams()), texts);
    const steps = complete.explanation.max_safe_fluid.steps.map(({ term }) => term);
    expect(steps).not.toContain('without_field');
    const unnamed = calculated(readChoice(new URLSearchParams({ sex: 'unspecified' })), texts);
    expect(unnamed.safety.max_safe_fluid_ml_per_hr).toBeLessThanOrEqual(
      complete.safety.max_safe_fluid_ml_per_hr,
    );
  });

  test('plans generic foods as every fuel plan does: hardly more fluid than prescribed', async () => {
    const texts = await textsOf('en');
    fc.assert(
      fc.property(choices, (choice) => {
        const envelope = calculated(choice, texts);
        const { total_carb_g: carbG, total_fluid_ml: fluidMl } = envelope.prescription;
        const plan = planGenericFoods(choice, envelope);
        // Bottles are filled in steps, and a rest may stay in the last one.
        expect(plan.drinkMl + plan.waterMl).toBeLessThanOrEqual(fluidMl * 1.25 + 50);
        for (const { product } of plan.packed) expect(genericIdOf(product) !== null).toBe(true);
        expect(plan.carbG).toBeLessThanOrEqual(carbG * 1.1 + 12.5);
        for (const { atMin, intakes } of plan.eaten) {
          expect(atMin).toBeLessThanOrEqual(choice.dials.duration_min);
          for (const { product, servings } of intakes) expect(servings % pieceOf(product)).toBe(0);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('draws every answer in every language with its ceiling, no range beyond it, and a reason for each number', async () => {
    const languages = await Promise.all(LANGUAGES.map((language) => textsOf(language)));
    fc.assert(
      fc.property(choices, fc.constantFrom(...languages), (choice, texts) => {
        const envelope = calculated(choice, texts);
        const { max_safe_fluid_ml_per_hr: fluid, max_safe_sodium_mg_per_hr: sodium } = envelope.safety;
        const drawn = String(drawAnswer(choice, envelope, wordsOf(texts)));
        expect(drawn).toContain(texts.planner.limit({ amount: `${fluid} ml` }));
        expect(drawn).toContain(texts.planner.limit({ amount: `${sodium} mg` }));
        for (const { message } of envelope.safety.warnings.slice(0, 1))
          expect(drawn).toContain(message.slice(0, 8));
        for (const [, most, unit] of drawn.matchAll(/put you at \d+–(\d+) (ml|mg)/g)) {
          expect(Number(most)).toBeLessThanOrEqual(unit === 'ml' ? fluid : sodium);
        }
        const reasons = reasonsOf(choice, envelope, wordsOf(texts).planner);
        for (const reason of reasons) expect(reason.length).toBeGreaterThan(4);
        expect(drawn + reasons.join()).not.toMatch(/ style=|NaN|undefined|Infinity/);
      }),
      { numRuns: 120 },
    );
  });

  test('says an honest end above the limit only with the limit and the field that would raise it', async () => {
    const languages = await Promise.all(LANGUAGES.map((language) => textsOf(language)));
    const told = new Set<string>();
    for (const texts of languages) {
      for (const query of [
        { type: 'trail_run', duration_min: '600', sex: 'unspecified', intensity_level: '5' },
        { type: 'run', duration_min: '300', temperature_c: '32', fitness_level: '8' },
        { type: 'triathlon', duration_min: '900' },
      ]) {
        const choice = readChoice(new URLSearchParams(query));
        const envelope = calculated(choice, texts);
        const { max, would_need_up_to: upTo } = envelope.ranges.fluid_ml_per_hr;
        const drawn = String(drawAnswer(choice, envelope, wordsOf(texts)));
        const sentence = texts.planner.mayNeed({ upTo, limit: max, unit: 'ml', field: '(.+?)' });
        const [, field = ''] = drawn.match(new RegExp(sentence)) ?? [];
        if (upTo > max) {
          expect(max).toBe(envelope.safety.max_safe_fluid_ml_per_hr);
          expect(field, `${texts.language} ${query.type}`).toMatch(/^[^_<>]+$/);
          told.add(texts.language);
        } else expect(field).toBe('');
      }
    }
    expect([...told]).toEqual([...LANGUAGES]);
  });

  test('the bars have one scale for everybody, on which every rate and ceiling has a place', async () => {
    const texts = await textsOf('en');
    const { measures: unmeasured } = readChoice(new URLSearchParams());
    fc.assert(
      fc.property(choices, (choice) => {
        // A measured extreme may lie beyond and then stands at the end.
        const { prescription, safety } = calculated({ ...choice, measures: unmeasured }, texts);
        expect(prescription.carb_g_per_hr).toBeLessThanOrEqual(SCALES.carbohydrate[2]);
        expect(safety.max_safe_fluid_ml_per_hr).toBeLessThanOrEqual(SCALES.fluid[2]);
        expect(safety.max_safe_sodium_mg_per_hr).toBeLessThanOrEqual(SCALES.sodium[2]);
      }),
      { numRuns: 200 },
    );
    const ceilingMark = (query: Record<string, string>) => {
      const choice = readChoice(new URLSearchParams(query));
      const drawn = String(drawAnswer(choice, calculated(choice, texts), wordsOf(texts)));
      return Number(/class="ceiling" x1="([\d.]+)%/.exec(drawn)?.[1]);
    };
    expect(ceilingMark({ temperature_c: '34' })).toBeGreaterThan(ceilingMark({ temperature_c: '5' }));
  });

  test('French writes hours as 3 h 30', async () => {
    const { planner } = await textsOf('fr');
    expect([
      planner.duration({ min: 210 }),
      planner.moment({ min: 65 }),
      planner.duration({ min: 45 }),
    ]).toEqual(['3 h 30', '1 h 05', '45 min']);
  });
});

/** A query that gives every field of the form. */
function everything(): URLSearchParams {
  const query = new URLSearchParams({ type: 'triathlon', race_format: '70.3' });
  for (const name of TICKS) query.set(name, 'true');
  for (const name of keysOf(MEASURES)) query.set(name, String(MEASURES[name].max));
  return query;
}
