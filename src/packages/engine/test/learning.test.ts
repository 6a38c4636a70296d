import { RandomSource } from '@musette/basics/random-source';
import { ENGLISH } from '@musette/languages/english';
import { noteText } from '@musette/languages/texts';
import { describe, expect, test } from 'vitest';
import { activity, athlete, emptyFeedback } from '../laboratory/fixtures.ts';
import { InputSource } from '../laboratory/random-inputs.ts';
import { fuelOf } from '../src/balance.ts';
import { limitVariances, matrix } from '../src/beliefs.ts';
import { resolveBody } from '../src/effort.ts';
import {
  type EnergyLevel,
  type FeedbackEvent,
  type GiComfort,
  type HydrationFeel,
  initialState,
  type LearnedChange,
  type LearnedLatent,
  type LearningEvent,
  learn,
  learnedValues,
  learnFrom,
  roundState,
  type SweatTestEvent,
  type SweatTestResult,
  sweatTestResult,
} from '../src/learning.ts';
import { activityOfTest } from '../src/learning-session.ts';
import { CLOTHING_AFTER, URINATED } from '../src/names.ts';
import { personalSweat, SWEAT_LN_LIMIT } from '../src/personal.ts';
import { planEvent } from '../src/plan.ts';
import { prescribe } from '../src/prescribe.ts';

const DAY_MS = 86_400_000;
const SEED = 4711;
const LONG_RIDE = activity({ type: 'bike', durationMin: 180, intensityLevel: 6, thermalStressLevel: 6 });
const FEELS: readonly HydrationFeel[] = [
  'over_hydrated',
  'well_hydrated',
  'slightly_dehydrated',
  'dehydrated',
];
const COMFORTS: readonly GiComfort[] = ['excellent', 'good', 'fair', 'poor'];
const ENERGIES: readonly EnergyLevel[] = ['surplus', 'adequate', 'low', 'bonked'];

const feedback = (changes: Partial<FeedbackEvent> = {}) =>
  emptyFeedback({ atMs: 100 * DAY_MS, activity: LONG_RIDE, ...changes });

function sweatTest(changes: Partial<SweatTestEvent> = {}): SweatTestEvent {
  return {
    kind: 'sweat_test',
    id: 'test',
    atMs: 100 * DAY_MS,
    type: 'run',
    durationMin: 60,
    intensityLevel: 5,
    thermalStressLevel: 5,
    weather: null,
    bodyMassBeforeKg: 70,
    bodyMassAfterKg: 69,
    fluidMl: 300,
    foodG: null,
    urineMl: null,
    urinated: 'no',
    clothingAfter: null,
    source: 'scale',
    sweatSodiumMgPerL: null,
    ...changes,
  };
}

function randomHistory(source: InputSource): LearningEvent[] {
  return Array.from({ length: source.whole(0, 10) }, (_, index): LearningEvent => {
    const atMs = source.whole(0, 400) * DAY_MS;
    if (source.chance(0.3)) {
      return sweatTest({
        id: `test ${index}`,
        atMs,
        type: source.oneOf(['run', 'bike', 'swim', 'other'] as const, 'run'),
        durationMin: source.whole(1, 600),
        bodyMassAfterKg: source.between(60, 72),
        fluidMl: source.between(0, 5000),
        sweatSodiumMgPerL: source.orNull(0.3, () => source.between(200, 2500)),
        urinated: source.chance(0.5) ? source.oneOf(URINATED, 'no') : null,
        clothingAfter: source.chance(0.5) ? source.oneOf(CLOTHING_AFTER, 'dry') : null,
      });
    }
    return feedback({
      id: `feedback ${index}`,
      atMs,
      activity: source.activity(),
      giComfort: source.chance(0.5) ? source.oneOf(COMFORTS, 'good') : null,
      energyLevel: source.chance(0.5) ? source.oneOf(ENERGIES, 'adequate') : null,
      hydrationFeel: source.chance(0.7) ? source.oneOf(FEELS, 'well_hydrated') : null,
      carbsGrams: source.orNull(0.5, () => source.between(0, 600)),
      fluidMl: source.orNull(0.6, () => source.between(0, 10_000)),
      bodyMassBeforeKg: source.orNull(0.3, () => source.between(50, 90)),
      bodyMassAfterKg: source.orNull(0.3, () => source.between(50, 90)),
      urineMl: source.orNull(0.2, () => source.between(0, 2000)),
      urinated: source.chance(0.5) ? source.oneOf(URINATED, 'no') : null,
      clothingAfter: source.chance(0.5) ? source.oneOf(CLOTHING_AFTER, 'dry') : null,
    });
  });
}

describe(`learning is a fold over history, seed ${SEED}`, () => {
  test('no feedback prescribes exactly like no state', () => {
    const source = new InputSource(new RandomSource(SEED));
    for (let index = 0; index < 500; index++) {
      const { activity: what, athlete: who } = source.anything(0.1);
      expect(prescribe({ activity: what, athlete: who, learned: learn(who, []) })).toEqual(
        prescribe({ activity: what, athlete: who, learned: null }),
      );
    }
  });

  test('the order of arrival and repeated events change nothing (idempotency)', () => {
    const source = new InputSource(new RandomSource(SEED));
    for (let index = 0; index < 200; index++) {
      const history = randomHistory(source);
      const who = source.athlete(0.1);
      const state = learn(who, history);
      expect(learn(who, [...history].reverse())).toEqual(state);
      expect(learn(who, [...history, ...history])).toEqual(state);
    }
  });

  test('a replaced event counts as last provided', () => {
    const first = feedback({ hydrationFeel: 'over_hydrated', fluidMl: 2000 });
    const second = feedback({ hydrationFeel: 'dehydrated', fluidMl: 2000 });
    expect(learn(athlete(), [first, second])).toEqual(learn(athlete(), [second]));
  });

  test('for any history, beliefs stay in bounds and the plan keeps its promises', () => {
    const source = new InputSource(new RandomSource(SEED));
    const inside = ({ mean, variance }: LearnedLatent, low: number, high: number): void => {
      expect(mean).toBeGreaterThanOrEqual(low);
      expect(mean).toBeLessThanOrEqual(high);
      expect(variance).toBeGreaterThan(0);
    };
    for (let index = 0; index < 300; index++) {
      const who = source.athlete(0.1);
      const state = learn(who, randomHistory(source));
      for (const belief of [state.sweat.all, state.sweat.weighed]) {
        for (const sport of [0, 1, 2] as const) {
          expect(Math.abs(belief.mean[sport])).toBeLessThanOrEqual(0.9);
          expect(belief.covariance[sport][sport]).toBeGreaterThan(0);
          expect(belief.covariance[sport][sport]).toBeLessThanOrEqual(0.16 + 1e-9);
        }
      }
      inside(state.runCarbToleranceGPerHr, 25, 130);
      inside(state.bikeCarbToleranceGPerHr, 25, 130);
      inside(state.carbNeedLn, -0.35, 0.35);
      inside(state.sweatSodiumLn, -0.8, 0.8);
      const { rates, safety } = prescribe({ activity: source.activity(), athlete: who, learned: state });
      expect(rates.fluidMlPerHr).toBeLessThanOrEqual(0.95 * safety.maxSafeFluidMlPerHr + 1e-6);
      expect(rates.sodiumMgPerHr).toBeLessThanOrEqual(safety.maxSafeSodiumMgPerHr + 1e-6);
      expect(rates.carbGPerHr).toBeLessThanOrEqual(120);
      expect(learnedValues(who, state)).toHaveLength(10);
    }
  });
});

describe('sweat', () => {
  test('a weighed test moves the multiplier of its sport most, and the others with it', () => {
    const who = athlete({ sweatLevel: null });
    const sweat = sweatTest({ fluidMl: 800 });
    const result: SweatTestResult = sweatTestResult(who, sweat);
    expect(result.usable).toBe(true);
    expect(result.sweatRateMlPerHr).toBeGreaterThan(1500);
    const { state, changes } = learnFrom(who, initialState(who), sweat);
    const moved = new Map(changes.map((change: LearnedChange) => [change.parameter, change.after]));
    const [foot, bike] = [moved.get('sweat_rate_multiplier'), moved.get('bike_sweat_rate_multiplier')];
    expect(foot).toBeGreaterThan(1.4);
    expect(bike).toBeGreaterThan(1);
    expect(bike).toBeLessThan(foot ?? 0);
    for (const { reason } of changes) expect(noteText(ENGLISH, reason)).toContain('weighed');
    const run = { activity: activity({ durationMin: 120 }), athlete: who };
    expect(prescribe({ ...run, learned: state }).rates.fluidMlPerHr).toBeGreaterThan(
      prescribe({ ...run, learned: null }).rates.fluidMlPerHr,
    );
  });

  test('a test by a wearable has the standard error of its readings, not that of a scale', () => {
    const who = athlete({ sweatLevel: null });
    const onScale = sweatTestResult(who, sweatTest({ fluidMl: 800 }));
    const worn = sweatTest({ fluidMl: 800, source: 'wearable' });
    const { sweatRateMlPerHr, standardErrorMlPerHr } = sweatTestResult(who, worn);
    expect(sweatRateMlPerHr).toBe(onScale.sweatRateMlPerHr);
    // ln .35 from session to session, and .25 of the device itself.
    expect(standardErrorMlPerHr / sweatRateMlPerHr).toBeCloseTo(Math.sqrt(0.35 ** 2 + 0.25 ** 2), 12);
    expect(standardErrorMlPerHr).toBeGreaterThan(2 * onScale.standardErrorMlPerHr);
    const { changes } = learnFrom(who, initialState(who), worn);
    expect(changes.map(({ reason }) => noteText(ENGLISH, reason))).toContain(
      `a wearable read ${Math.round(sweatRateMlPerHr)} ml/h`,
    );
  });

  test('a wearable never raises the sweat rate behind the fluid ceiling, also once that of its sport is at its bound', () => {
    const who = athlete({ sweatLevel: null });
    const scales = Array.from({ length: 40 }, (_, index) =>
      sweatTest({ id: `${index}`, atMs: (100 + index) * DAY_MS, fluidMl: 1600 }),
    );
    const { sweat } = learn(who, scales);
    const worn = sweatTest({ id: 'worn', atMs: 141 * DAY_MS, fluidMl: 1900, source: 'wearable' });
    const [foot, bike] = learn(who, [...scales, worn]).sweat.weighed.mean;
    expect(foot).toBe(SWEAT_LN_LIMIT);
    expect(bike).toBeGreaterThan(0.7);
    expect([foot, bike]).toEqual(sweat.weighed.mean.slice(0, 2));
  });

  test('answers alone never raise the sweat rate behind the fluid ceiling, however often they say dry', () => {
    const who = athlete({ sweatLevel: null });
    const body = resolveBody(who);
    const dry = Array.from({ length: 40 }, (_, index) =>
      feedback({
        id: `${index}`,
        atMs: index * 7 * DAY_MS,
        activity: activity({ durationMin: 120 }),
        hydrationFeel: 'dehydrated',
        fluidMl: index % 2 === 0 ? 1000 : 1600,
      }),
    );
    const state = learn(who, dry);
    expect(state.sweat.all.mean[0]).toBeGreaterThan(0.2);
    expect(state.sweat.weighed.mean[0]).toBe(0);
    const personal = personalSweat(who, body, state, 'foot');
    expect(personal.ceilingLn).toBe(0);
    // The plan follows answers up to .20 above what weighings support.
    expect(personal.ln).toBe(0.2);
  });

  test('a weighed session counts breath, gas, food and urine, and counts neither gas nor breath twice', () => {
    const who = athlete();
    const weighed = sweatTest({ durationMin: 120, fluidMl: 800, foodG: 60, urineMl: 150 });
    const plan = planEvent({ activity: activityOfTest(weighed), athlete: who, learned: null });
    const fuel = fuelOf({
      massKg: weighed.bodyMassBeforeKg,
      metabolicRateW: plan.metabolicRateW,
      fractionOfVo2max: plan.fractionOfVo2max,
      hours: 2,
      intakeGPerHr: 30,
    });
    const lostL = 70 - 69 + 0.8 + 0.06 - 0.15 - fuel.gasLossKg;
    expect(fuel.gasLossKg).toBeGreaterThan(0.05);
    expect(sweatTestResult(who, weighed).sweatRateMlPerHr).toBeCloseTo(
      1000 * (lostL / 2 - plan.balance.breathLPerHr),
      6,
    );
  });

  test.each([0, 1, 2] as const)('a variance above its limit is lowered alone: that of sport %i', (sport) => {
    const before = matrix((row, column) => (row !== column ? 0.1 : row === sport ? 4 : 1));
    const after = limitVariances(before, [1, 1, 1]);
    for (const index of [0, 1, 2, 3] as const) expect(after[index][index]).toBeCloseTo(1, 12);
    expect(after[sport][3]).toBeCloseTo(0.05, 12);
    expect(after[3][(sport + 1) % 3]).toBe(0.1);
  });

  test('a test that is too short or implausible teaches nothing', () => {
    const who = athlete();
    for (const sweat of [sweatTest({ durationMin: 20 }), sweatTest({ bodyMassAfterKg: 62 })]) {
      const { state, remarks } = learnFrom(who, initialState(who), sweat);
      expect(state.sweat.all).toEqual(roundState(initialState(who)).sweat.all);
      expect(remarks.map((remark) => noteText(ENGLISH, remark)).join()).toContain('learned nothing');
    }
  });
});

describe('gut', () => {
  test('carbohydrate never rises after a poor gut', () => {
    const source = new InputSource(new RandomSource(SEED));
    for (let index = 0; index < 100; index++) {
      const history = randomHistory(source);
      const who = athlete({ carbToleranceGPerHr: source.orNull(0.5, () => source.between(30, 120)) });
      const before = learn(who, history);
      const poor = feedback({
        id: 'poor',
        atMs: 500 * DAY_MS,
        giComfort: 'poor',
        energyLevel: 'bonked',
        carbsGrams: source.between(20, 120) * 3,
      });
      const after = learnFrom(who, before, poor).state;
      const ask = { activity: LONG_RIDE, athlete: who };
      expect(prescribe({ ...ask, learned: after }).rates.carbGPerHr).toBeLessThanOrEqual(
        prescribe({ ...ask, learned: before }).rates.carbGPerHr + 1e-9,
      );
    }
  });
});

describe('reports of drinking too much (hyponatraemia)', () => {
  const who = athlete({ bodyMassKg: 50, sex: 'female' });
  const marathon = activity({ durationMin: 300, intensityLevel: 5, isRaceEvent: true });

  test('three litres in five hours at 50 kg is dangerous, limits drinking for five sessions and is reviewed twice', () => {
    const report = feedback({ activity: marathon, fluidMl: 3000 });
    const once = learn(who, [report]);
    expect(once.lastAlarm?.severity).toBe('danger');
    expect(once.cautiousSessionsLeft).toBe(5);
    const result = prescribe({ activity: marathon, athlete: who, learned: once });
    expect(result.safety.warnings.map(({ code }) => code)).toContain('EAH_OVERDRINK_REPORTED');
    expect(result.rates.fluidMlPerHr).toBeLessThanOrEqual(
      prescribe({ activity: marathon, athlete: who, learned: null }).rates.fluidMlPerHr,
    );
    const twice = learn(who, [report, feedback({ ...report, id: 'second', atMs: 105 * DAY_MS })]);
    expect(prescribe({ activity: marathon, athlete: who, learned: twice }).safety.requiresHumanReview).toBe(
      true,
    );
  });

  test('a weighed loss raises no alarm, a weighed gain of 2 % is dangerous', () => {
    const weighed = (afterKg: number) =>
      learn(who, [
        feedback({ activity: marathon, fluidMl: 3000, bodyMassBeforeKg: 50, bodyMassAfterKg: afterKg }),
      ]);
    expect(weighed(49.5).lastAlarm).toBeNull();
    expect(weighed(51.1).lastAlarm?.severity).toBe('danger');
  });

  test('a caution neither limits drinking nor counts for review', () => {
    const hot = activity({ ...marathon, thermalStressLevel: 8 });
    const { maxLPerHr } = planEvent({ activity: hot, athlete: who, learned: null }).ceiling;
    const justAbove = 1000 * maxLPerHr * (hot.durationMin / 60) + 50;
    const state = learn(who, [feedback({ activity: hot, fluidMl: justAbove })]);
    expect(state.lastAlarm?.severity).toBe('caution');
    expect(state.cautiousSessionsLeft).toBe(0);
    expect(state.overdrinkAtMs).toEqual([]);
  });

  test('drinking as planned, or 90 % of the ceiling, is not flagged', () => {
    for (const durationMin of [240, 360, 600, 1200]) {
      for (const thermalStressLevel of [2, 5, 8]) {
        const long = activity({ ...marathon, type: 'trail_run', durationMin, thermalStressLevel });
        const plan = planEvent({ activity: long, athlete: who, learned: null });
        for (const rate of [plan.fluidLPerHr, 0.9 * plan.ceiling.maxLPerHr]) {
          const drank = feedback({ activity: long, fluidMl: 1000 * rate * plan.hours });
          expect(learn(who, [drank]).lastAlarm).toBeNull();
        }
      }
    }
  });
});

test.each([
  ['in pounds', { bodyMassBeforeKg: 154.3, bodyMassAfterKg: 152.1 }, 70],
  ['of a record in pounds', { bodyMassBeforeKg: 70, bodyMassAfterKg: 69 }, 154.3],
])('a weighing %s teaches nothing about sweat', (_, weights, bodyMassKg) => {
  const person = athlete({ bodyMassKg });
  expect(sweatTestResult(person, sweatTest(weights)).usable).toBe(false);
  const { state, remarks } = learnFrom(person, initialState(person), feedback({ ...weights, fluidMl: 1500 }));
  expect(state.sweat).toEqual(roundState(initialState(person)).sweat);
  expect(remarks.map(({ code }) => code)).toContain('weighing_not_usable');
  // Without a record, or after a season's change, a weighing counts.
  expect(sweatTestResult(athlete({ bodyMassKg: null }), sweatTest(weights)).usable).toBe(true);
  expect(
    sweatTestResult(athlete({ bodyMassKg: weights.bodyMassBeforeKg * 1.3 }), sweatTest(weights)).usable,
  ).toBe(true);
});
