import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type FeedbackEvent,
  initialState,
  type LearnedState,
  type LearningEvent,
  learn,
  learnedValues,
  learnFrom,
  type SweatTestEvent,
  sweatTestResult,
} from '../../src/engine/learning.ts';
import { explain, type PrescribeResult, prescribe } from '../../src/engine/prescribe.ts';
import type { EngineActivity } from '../../src/engine/types.ts';
import { LEARNING_SCENARIOS, simulateLearning } from '../../src/science/simulate-learning.ts';
import { anyActivity, statedAthlete } from './arbitraries.ts';
import { activity, athlete } from './fixtures.ts';

const DAY_MS = 86_400_000;
const LONG_RIDE = activity({ type: 'bike', durationMin: 180, intensityLevel: 6, thermalStressLevel: 6 });

function feedback(changes: Partial<FeedbackEvent> = {}): FeedbackEvent {
  return {
    kind: 'feedback',
    id: 'first',
    atMs: 100 * DAY_MS,
    activity: LONG_RIDE,
    prescribed: null,
    giComfort: null,
    energyLevel: null,
    hydrationFeel: null,
    carbsGrams: null,
    fluidMl: null,
    bodyMassBeforeKg: null,
    bodyMassAfterKg: null,
    urineMl: null,
    ...changes,
  };
}

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
    fluidMl: 200,
    foodG: null,
    urineMl: null,
    sweatSodiumMgPerL: null,
    ...changes,
  };
}

function prescribedAfter(
  events: readonly LearningEvent[],
  what: EngineActivity = LONG_RIDE,
  who = athlete(),
): PrescribeResult {
  return prescribe({ activity: what, athlete: who, learned: learn(who, events) });
}

const anyFeedback: fc.Arbitrary<FeedbackEvent> = fc
  .record({
    day: fc.integer({ min: 0, max: 400 }),
    id: fc.uuid(),
    activity: anyActivity,
    giComfort: fc.constantFrom('excellent', 'good', 'fair', 'poor', null),
    energyLevel: fc.constantFrom('surplus', 'adequate', 'low', 'bonked', null),
    hydrationFeel: fc.constantFrom(
      'over_hydrated',
      'well_hydrated',
      'slightly_dehydrated',
      'dehydrated',
      null,
    ),
    carbsGrams: fc.option(fc.double({ min: 0, max: 3000, noNaN: true }), { nil: null }),
    fluidMl: fc.option(fc.double({ min: 0, max: 40_000, noNaN: true }), { nil: null }),
    bodyMassBeforeKg: fc.option(fc.double({ min: 25, max: 200, noNaN: true }), { nil: null }),
    bodyMassAfterKg: fc.option(fc.double({ min: 25, max: 200, noNaN: true }), { nil: null }),
    urineMl: fc.option(fc.double({ min: 0, max: 5000, noNaN: true }), { nil: null }),
  })
  .map(({ day, ...rest }) => feedback({ ...rest, atMs: day * DAY_MS }));

const anyTest: fc.Arbitrary<SweatTestEvent> = fc
  .record({
    day: fc.integer({ min: 0, max: 400 }),
    id: fc.uuid(),
    type: fc.constantFrom('run', 'bike', 'swim', 'other'),
    durationMin: fc.integer({ min: 1, max: 2880 }),
    bodyMassAfterKg: fc.double({ min: 25, max: 200, noNaN: true }),
    fluidMl: fc.double({ min: 0, max: 40_000, noNaN: true }),
    sweatSodiumMgPerL: fc.option(fc.double({ min: 200, max: 2500, noNaN: true }), { nil: null }),
  })
  .map(({ day, ...rest }) => sweatTest({ ...rest, atMs: day * DAY_MS }));

const anyHistory = fc.array(fc.oneof(anyFeedback, anyTest), { maxLength: 12 });

describe('learning is a fold over history', () => {
  it('no feedback prescribes exactly as no state', () => {
    fc.assert(
      fc.property(anyActivity, statedAthlete, (what, who) => {
        expect(prescribe({ activity: what, athlete: who, learned: learn(who, []) })).toEqual(
          prescribe({ activity: what, athlete: who, learned: null }),
        );
      }),
      { numRuns: 500 },
    );
  });

  it('the order of arrival and repeated events change nothing', () => {
    fc.assert(
      fc.property(anyHistory, statedAthlete, (history, who) => {
        const state = learn(who, history);
        expect(learn(who, [...history].reverse())).toEqual(state);
        expect(learn(who, [...history, ...history])).toEqual(state);
      }),
      { numRuns: 300 },
    );
  });

  it('a replaced event counts as it was last given', () => {
    const first = feedback({ hydrationFeel: 'over_hydrated', fluidMl: 2000 });
    const second = feedback({ hydrationFeel: 'dehydrated', fluidMl: 2000 });
    expect(learn(athlete(), [first, second])).toEqual(learn(athlete(), [second]));
  });

  it('whatever the history, latents stay in bounds and prescriptions keep their promises', () => {
    fc.assert(
      fc.property(anyHistory, statedAthlete, anyActivity, (history, who, what) => {
        const state = learn(who, history);
        expect(Math.abs(state.sweatLn.mean)).toBeLessThanOrEqual(0.9);
        expect(Math.abs(state.swimSweatLn.mean)).toBeLessThanOrEqual(0.9);
        expect(Math.abs(state.carbNeedLn.mean)).toBeLessThanOrEqual(0.35);
        expect(Math.abs(state.sweatSodiumLn.mean)).toBeLessThanOrEqual(0.8);
        for (const latent of [state.runCarbToleranceGPerHr, state.bikeCarbToleranceGPerHr]) {
          expect(latent.mean).toBeGreaterThanOrEqual(25);
          expect(latent.mean).toBeLessThanOrEqual(130);
        }
        const { rates, safety, diagnostics } = prescribe({ activity: what, athlete: who, learned: state });
        expect(rates.fluidMlPerHr).toBeLessThanOrEqual(safety.maxSafeFluidMlPerHr + 1e-6);
        expect(safety.maxSafeFluidMlPerHr).toBeLessThanOrEqual(diagnostics.sweatRateLPerHr * 1000 + 1e-6);
        expect(rates.carbGPerHr).toBeLessThanOrEqual(120);
      }),
      { numRuns: 500 },
    );
  });

  it('two hundred identical posts move no further than one', () => {
    const post = feedback({ hydrationFeel: 'dehydrated', fluidMl: 500 });
    expect(
      learn(
        athlete(),
        Array.from({ length: 200 }, () => post),
      ),
    ).toEqual(learn(athlete(), [post]));
  });
});

describe('answers move the numbers the safe way', () => {
  const noMore = (next: number, previous: number): void => expect(next).toBeLessThanOrEqual(previous + 1e-9);

  it('carbohydrate never rises after a poor gut', () => {
    fc.assert(
      fc.property(
        anyHistory,
        statedAthlete,
        anyFeedback,
        fc.boolean(),
        fc.constantFrom('run', 'bike', 'indoor_bike', 'hike', 'row'),
        fc.option(fc.double({ min: 0, max: 150, noNaN: true })),
        (history, stated, poor, isRaceEvent, type, usualCarbGPerHr) => {
          const who = { ...stated, usualCarbGPerHr };
          const what = activity({ type, durationMin: 240, intensityLevel: 6, isRaceEvent });
          const before = prescribe({ activity: what, athlete: who, learned: learn(who, history) });
          const last = { ...poor, id: 'last', giComfort: 'poor' as const, atMs: 500 * DAY_MS };
          noMore(prescribedAfter([...history, last], what, who).rates.carbGPerHr, before.rates.carbGPerHr);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('one more "dehydrated" at a drinking rate below sweat never lowers fluid', () => {
    fc.assert(
      fc.property(
        anyHistory,
        statedAthlete,
        anyActivity,
        fc.double({ min: 0, max: 0.9, noNaN: true }),
        (history, who, what, share) => {
          const state = learn(who, history);
          const before = prescribe({ activity: what, athlete: who, learned: state });
          const hours = what.durationMin / 60;
          const dry = feedback({
            id: 'last',
            atMs: 401 * DAY_MS,
            activity: what,
            hydrationFeel: 'dehydrated',
            fluidMl: share * before.safety.maxSafeFluidMlPerHr * hours,
          });
          const next = prescribedAfter([...history, dry], what, who);
          expect(next.rates.fluidMlPerHr).toBeGreaterThanOrEqual(before.rates.fluidMlPerHr * (1 - 1e-9));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('a good or excellent gut at a low dose never lowers tolerance', () => {
    for (const giComfort of ['good', 'excellent'] as const) {
      for (const grams of [60, 90, 120, 180, 240, 300]) {
        const step = learnFrom(
          athlete(),
          initialState(athlete()),
          feedback({ giComfort, carbsGrams: grams }),
        );
        expect(step.state.bikeCarbToleranceGPerHr.mean).toBeGreaterThanOrEqual(75);
      }
    }
  });

  it('on feelings alone the ceiling rises at most 10 % in 30 days; a weighed session lifts it at once', () => {
    const dry = Array.from({ length: 4 }, (_, week) =>
      feedback({
        id: `week ${week}`,
        atMs: (100 + 7 * week) * DAY_MS,
        hydrationFeel: 'dehydrated',
        fluidMl: 1000,
      }),
    );
    const before = prescribedAfter([]).safety.maxSafeFluidMlPerHr;
    const byFeel = prescribedAfter(dry);
    expect(byFeel.diagnostics.sweatRateLPerHr).toBeGreaterThan(
      1.2 * prescribedAfter([]).diagnostics.sweatRateLPerHr,
    );
    expect(byFeel.safety.maxSafeFluidMlPerHr).toBeGreaterThan(before);
    expect(byFeel.safety.maxSafeFluidMlPerHr).toBeLessThanOrEqual(1.1 * before);
    const heavy = sweatTest({ atMs: 130 * DAY_MS, bodyMassAfterKg: 68.6, fluidMl: 0 });
    expect(prescribedAfter([...dry, heavy]).safety.maxSafeFluidMlPerHr).toBeGreaterThan(1.1 * before);
  });

  it('after drinking too much, fluid is held back for five sessions', () => {
    const report = feedback({ hydrationFeel: 'over_hydrated', fluidMl: 4500 });
    const state = learn(athlete(), [report]);
    expect(state.cautiousSessionsLeft).toBe(5);
    const held = prescribedAfter([report]);
    expect(held.rates.fluidMlPerHr).toBeLessThanOrEqual(600 * held.diagnostics.sweatRateLPerHr);
    expect(held.safety.warnings.map(({ code }) => code)).toContain('EAH_OVERDRINK_REPORTED');
    const later = Array.from({ length: 5 }, (_, index) =>
      feedback({ id: `later ${index}`, atMs: (101 + index) * DAY_MS, giComfort: 'good', carbsGrams: 100 }),
    );
    expect(learn(athlete(), [report, ...later]).cautiousSessionsLeft).toBe(0);
    const again = feedback({ id: 'again', atMs: 110 * DAY_MS, hydrationFeel: 'over_hydrated' });
    expect(prescribedAfter([report, again]).safety.requiresHumanReview).toBe(true);
  });

  it('feeling dehydrated while gaining mass moves nothing but doubt', () => {
    const odd = feedback({
      hydrationFeel: 'dehydrated',
      fluidMl: 2000,
      bodyMassBeforeKg: 70,
      bodyMassAfterKg: 71,
    });
    const { state, changes, remarks } = learnFrom(athlete(), initialState(athlete()), odd);
    expect(state.sweatLn.mean).toBe(0);
    expect(state.sweatLn.variance).toBeGreaterThan(0.09);
    expect(changes).toEqual([]);
    expect(remarks.join(' ')).toMatch(/contradict/);
  });

  it('a poor gut at a low dose is noted as gut history, not as low tolerance', () => {
    const upset = feedback({ giComfort: 'poor', carbsGrams: 90 });
    const state = learn(athlete(), [upset]);
    expect(state.bikeCarbToleranceGPerHr.mean).toBe(75);
    expect(state.giHistory).toBe(true);
  });

  it('bonking after eating less than planned changes nothing', () => {
    const hungry = feedback({ energyLevel: 'bonked', carbsGrams: 60 });
    const { state, remarks } = learnFrom(athlete(), initialState(athlete()), hungry);
    expect(state.carbNeedLn.observations).toBe(0);
    expect(remarks.join(' ')).toMatch(/Less was eaten/);
  });
});

describe('a sweat test', () => {
  it('is the mass lost plus what went in less what came out, per hour', () => {
    const result = sweatTestResult(
      sweatTest({ bodyMassAfterKg: 69.1, fluidMl: 400, foodG: 50, urineMl: 150 }),
    );
    expect(result.sweatRateMlPerHr).toBeCloseTo(1200, 6);
    expect(result.standardErrorMlPerHr).toBeGreaterThan(100);
    expect(result.usable).toBe(true);
  });

  it.each<[string, Partial<SweatTestEvent>]>([
    ['shorter than half an hour', { durationMin: 29 }],
    ['with hardly any sweat', { bodyMassAfterKg: 69.95, fluidMl: 0 }],
    ['with an unbelievable loss', { bodyMassAfterKg: 64 }],
  ])('%s teaches nothing', (_name, changes) => {
    const step = learnFrom(athlete(), initialState(athlete()), sweatTest(changes));
    expect(step.state.sweatLn.observations).toBe(0);
    expect(step.remarks).toHaveLength(1);
  });

  it('moves the multiplier most of the way to what it found, and the explanation names it', () => {
    const who = athlete();
    const model = prescribe({ activity: activity(), athlete: who, learned: null }).diagnostics
      .sweatRateLPerHr;
    const heavy = sweatTest({ bodyMassAfterKg: 70 - 1.4 * model, fluidMl: 0 });
    const state = learn(who, [heavy]);
    expect(Math.exp(state.sweatLn.mean)).toBeGreaterThan(1.25);
    expect(Math.exp(state.sweatLn.mean)).toBeLessThan(1.4);
    const told = explain({ activity: activity(), athlete: who, learned: state });
    const step = told.sweatRate.steps.find(({ term }) => term === 'personal_multiplier');
    expect(step?.note).toBe('learned from 1 session');
  });

  it('with sodium moves the sweat sodium, which nothing else does', () => {
    const state = learn(athlete(), [sweatTest({ sweatSodiumMgPerL: 1500 })]);
    expect(state.sweatSodiumLn.observations).toBe(1);
    const values = learnedValues(state).find(({ parameter }) => parameter === 'sweat_sodium');
    expect(values?.mean).toBeGreaterThan(1200);
    expect(learn(athlete(), [feedback({ hydrationFeel: 'dehydrated' })]).sweatSodiumLn.observations).toBe(0);
  });
});

describe('the explanation', () => {
  it('names every learned term with the number of sessions behind it', () => {
    const history: LearningEvent[] = [
      feedback({ id: 'a', giComfort: 'poor', carbsGrams: 270, energyLevel: 'low' }),
      feedback({ id: 'b', atMs: 101 * DAY_MS, giComfort: 'fair', carbsGrams: 270, energyLevel: 'low' }),
      sweatTest({ id: 'c', atMs: 102 * DAY_MS, sweatSodiumMgPerL: 1500 }),
    ];
    const told = explain({ activity: LONG_RIDE, athlete: athlete(), learned: learn(athlete(), history) });
    const noteOf = (steps: readonly { term: string; note: string }[], wanted: string) =>
      steps.find(({ term }) => term === wanted)?.note;
    expect(noteOf(told.sweatRate.steps, 'personal_multiplier')).toBe('learned from 1 session');
    expect(noteOf(told.carbohydrate.steps, 'tolerance')).toMatch(
      /^learned from gut comfort after 2 sessions/,
    );
    expect(noteOf(told.carbohydrate.steps, 'personal_need_factor')).toBe(
      'learned from energy reports after 2 sessions',
    );
    expect(noteOf(told.sodium.steps, 'sweat_sodium_reference')).toBe('learned from 1 laboratory value');
  });
});

describe('simulated athletes, 400 with 20 sessions each', () => {
  const SEED = 20_260_102;
  const outcome = (label: string) => {
    const scenario = LEARNING_SCENARIOS.find((entry) => entry.label.startsWith(label));
    if (scenario === undefined) throw new Error(`no scenario ${label}`);
    return simulateLearning(400, SEED, scenario);
  };
  const at = (errors: readonly number[], n: number): number => errors[n] ?? Number.NaN;

  it('answers alone: error ≤ .19 after 5 and ≤ .15 after 10; ceiling above sweat ≤ 12 %, fluid ≤ 3 %', () => {
    const result = outcome('answers only');
    expect(at(result.sweatError, 5)).toBeLessThanOrEqual(0.19);
    expect(at(result.sweatError, 10)).toBeLessThanOrEqual(0.15);
    expect(at(result.toleranceError, 20)).toBeLessThan(0.6 * at(result.toleranceError, 0));
    expect(result.ceilingAboveSweat).toBeLessThanOrEqual(0.12);
    expect(result.fluidAboveSweat).toBeLessThanOrEqual(0.03);
  });

  it('a fifth of the sessions weighed: ≤ .10 after 10; every session: ≤ .13 after one', () => {
    expect(at(outcome('answers, 20').sweatError, 10)).toBeLessThanOrEqual(0.1);
    expect(at(outcome('every').sweatError, 1)).toBeLessThanOrEqual(0.13);
  });

  it('biased perception is never worse than no feedback', () => {
    const { sweatError } = outcome('answers, perception');
    for (const error of sweatError) expect(error).toBeLessThanOrEqual(at(sweatError, 0));
  });

  it('the answers of somebody else do not beat the prior', () => {
    const { sweatError, toleranceError } = outcome('answers of');
    for (let n = 1; n <= 20; n++) {
      expect(at(sweatError, n)).toBeGreaterThanOrEqual(at(sweatError, 0));
      expect(at(toleranceError, n)).toBeGreaterThanOrEqual(at(toleranceError, 0));
    }
  });
});

/** The shape that callers store. */
const roundTrip = (state: LearnedState): LearnedState => JSON.parse(JSON.stringify(state)) as LearnedState;

describe('the state', () => {
  it('stays small however often too much drinking is reported on one day', () => {
    const reports = Array.from({ length: 200 }, (_, index) =>
      feedback({ id: `report ${index}`, hydrationFeel: 'over_hydrated', fluidMl: 6000 }),
    );
    const state = learn(athlete(), reports);
    expect(state.overdrinkAtMs).toHaveLength(10);
    expect(JSON.stringify(state).length).toBeLessThan(1500);
  });

  it('survives being stored as JSON', () => {
    fc.assert(
      fc.property(anyHistory, statedAthlete, (history, who) => {
        const state = learn(who, history);
        expect(roundTrip(state)).toEqual(state);
      }),
      { numRuns: 200 },
    );
  });
});
