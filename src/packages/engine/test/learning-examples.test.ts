import { describe, expect, test } from 'vitest';
import { activity, athlete, emptyFeedback } from '../laboratory/fixtures.ts';
import { man } from '../laboratory/golden-events.ts';
import { resolveBody } from '../src/effort.ts';
import type { LearnedState, LearnedSweat, SweatBelief, SweatSport } from '../src/learned-state.ts';
import {
  type FeedbackEvent,
  initialState,
  type LearningEvent,
  learn,
  learnFrom,
  type SweatTestEvent,
} from '../src/learning.ts';
import { driftTo, initialSweat, learnAnswer, type SweatSession } from '../src/learning-sweat.ts';
import { learnWeighing } from '../src/learning-weighings.ts';
import { personalSweat } from '../src/personal.ts';
import { planEvent } from '../src/plan.ts';
import type { EngineActivity, EngineAthlete } from '../src/types.ts';

const DAY_MS = 86_400_000;
const WHO = athlete({ sweatLevel: null });
const FRESH: LearnedSweat = initialSweat(WHO, resolveBody(WHO));

function session(sport: SweatSport, hours: number, averageLPerHr: number): SweatSession {
  return {
    hours,
    massKg: 70,
    sport,
    averagePersonLPerHr: { foot: 0, bike: 0, swim: 0, [sport]: averageLPerHr },
  };
}

function means({ mean }: SweatBelief): string[] {
  return mean.map((value) => value.toFixed(4));
}

function variances({ covariance }: SweatBelief): number[] {
  return covariance.map((row, index) => row[index] ?? Number.NaN);
}

function expectVariances(belief: SweatBelief, expected: readonly number[]): void {
  variances(belief).forEach((value, index) => {
    expect(Math.abs(value - (expected[index] ?? Number.NaN))).toBeLessThanOrEqual(0.5e-5);
  });
}

describe('worked learning examples', () => {
  test('two weighed runs, thirty days apart, move both filters equally', () => {
    const run = session('foot', 2, 1);
    const first = learnWeighing(driftTo(FRESH, 0), run, {
      sweatLPerHr: 1.3,
      urine: 'measured',
      clothing: 'dry',
      fluidLPerHr: 0,
      feel: null,
      isTest: false,
      source: 'scale',
    });
    expect(means(first.all)).toEqual(['0.1987', '0.1412', '0.1412', '0.0000']);
    expectVariances(first.all, [0.01886, 0.04801, 0.08801, 0.64]);
    expect(first.weighed).toEqual(first.all);
    const second = learnWeighing(driftTo(first, 30 * DAY_MS), run, {
      sweatLPerHr: 1.2,
      urine: 'measured',
      clothing: 'dry',
      fluidLPerHr: 0,
      feel: null,
      isTest: false,
      source: 'scale',
    });
    expect(means(second.all)).toEqual(['0.1893', '0.1342', '0.1342', '0.0000']);
    expectVariances(second.all, [0.01425, 0.05202, 0.09202, 0.64]);
  });

  test('a dry answer after a ride raises the planning filter by the largest step and leaves the weighed one unchanged', () => {
    const { sweat } = learnAnswer(driftTo(FRESH, 0), session('bike', 3, 0.8), {
      feel: 'dehydrated',
      notedLPerHr: 0.4,
      prescribedLPerHr: 0.4,
    });
    expect(means(sweat.all)).toEqual(['0.1066', '0.1500', '0.1066', '0.4365']);
    expectVariances(sweat.all, [0.07155, 0.06549, 0.11155, 0.56943]);
    expect(means(sweat.weighed)).toEqual(['0.0000', '0.0000', '0.0000', '0.0000']);
  });

  test('without a recorded intake only a downward answer counts, in both filters', () => {
    const run = session('foot', 3, 0.9);
    const felt = { notedLPerHr: null, prescribedLPerHr: 0.5 };
    const over = learnAnswer(driftTo(FRESH, 0), run, { ...felt, feel: 'over_hydrated' }).sweat;
    expect(means(over.all)).toEqual(['-0.1462', '-0.1039', '-0.1039', '-0.3122']);
    expect(over.weighed).toEqual(over.all);
    const drifted = driftTo(over, 7 * DAY_MS);
    const dry = learnAnswer(drifted, run, { ...felt, feel: 'dehydrated' });
    expect(dry.moved).toBe(false);
    expect(dry.sweat.all).toEqual(drifted.all);
    expect(means(dry.sweat.all)).toEqual(means(over.all));
    expect(variances(dry.sweat.all)[0]).toBeGreaterThan(variances(over.all)[0] ?? 0);
  });
});

function feedback(
  index: number,
  session: Partial<EngineActivity>,
  { everyDays, ...report }: { readonly everyDays: number } & Partial<FeedbackEvent>,
): FeedbackEvent {
  const atMs = index * everyDays * DAY_MS;
  return emptyFeedback({ id: `f${index}`, atMs, activity: activity(session), ...report });
}

/** Prints the state as the worked rows do: means of both filters, spreads, multipliers and counts, on foot. */
function printedState(who: EngineAthlete, state: LearnedState): string {
  const { sweat } = state;
  const decimals = (value: number) => value.toFixed(4).replace('-0.0000', '0.0000');
  const sports = ({ mean }: SweatBelief) => mean.slice(0, 3).map(decimals).join(' ');
  const sd = ({ covariance }: SweatBelief) => decimals(Math.sqrt(covariance[0][0]));
  const { ln, ceilingLn, standardDeviation } = personalSweat(who, resolveBody(who), state, 'foot');
  return [
    `A ${sports(sweat.all)} ± ${sd(sweat.all)}`,
    `W ${sports(sweat.weighed)} ± ${sd(sweat.weighed)}`,
    `plan ${decimals(ln)}, ceiling ${decimals(ceilingLn)}, sd ${decimals(standardDeviation)}`,
    `counts ${sweat.weighings.foot} ${sweat.unnoted} ${sweat.wearables} ${sweat.observations}`,
  ].join('; ');
}

/** A run of two hours weighed on a scale, with half a litre drunk. */
const WEIGHED = { fluidMl: 500, bodyMassBeforeKg: 70, bodyMassAfterKg: 67.4 };

describe('worked examples of weighings, by what was answered', () => {
  const who = { ...man(70, 35, 4), heightCm: 177 };
  const run = { type: 'run', durationMin: 120, intensityLevel: 6, thermalStressLevel: 5 } as const;
  const weighings = (count: number, report: Partial<FeedbackEvent>) =>
    Array.from({ length: count }, (_, index) =>
      feedback(index, run, { everyDays: 3, ...WEIGHED, ...report }),
    );
  const tested: SweatTestEvent = {
    kind: 'sweat_test',
    id: 'test',
    atMs: 0,
    ...run,
    weather: null,
    ...WEIGHED,
    source: 'scale',
    foodG: null,
    urineMl: null,
    urinated: 'no',
    clothingAfter: null,
    sweatSodiumMgPerL: null,
  };
  const DRY = { clothingAfter: 'dry' } as const;
  const COUNTED =
    'A 0.2667 0.1895 0.1895 ± 0.1379; W 0.2667 0.1895 0.1895 ± 0.1379; plan 0.2667, ceiling 0.2667, sd 0.1379; counts 1 0 0 1';

  test.each<[string, LearningEvent[], string]>([
    ['urine measured, dry', weighings(1, { urineMl: 0, ...DRY }), COUNTED],
    [
      'nothing answered',
      weighings(1, {}),
      'A 0.2059 0.1463 0.1463 ± 0.2788; W 0.0000 0.0000 0.0000 ± 0.2788; plan 0.2000, ceiling 0.0000, sd 0.2788; counts 0 1 0 1',
    ],
    [
      'nothing answered, twenty times',
      weighings(20, {}),
      'A 0.3162 0.2249 0.2250 ± 0.2800; W 0.0000 0.0000 0.0000 ± 0.2800; plan 0.2000, ceiling 0.0000, sd 0.2800; counts 0 20 0 20',
    ],
    [
      'urinated once, dry',
      weighings(1, { urinated: 'once', ...DRY }),
      'A 0.1557 0.1106 0.1106 ± 0.1491; W 0.1255 0.0892 0.0892 ± 0.1491; plan 0.1557, ceiling 0.1255, sd 0.1491; counts 1 0 0 1',
    ],
    [
      'no urine, wet clothes',
      weighings(1, { urinated: 'no', clothingAfter: 'wet' }),
      'A 0.3123 0.2219 0.2219 ± 0.1565; W 0.2780 0.1975 0.1975 ± 0.1565; plan 0.3123, ceiling 0.2780, sd 0.1565; counts 1 0 0 1',
    ],
    ['no urine, clothes unknown, a rise', weighings(1, { urinated: 'no' }), COUNTED],
    [
      'no urine, clothes unknown, more of a fall than wet clothes explain',
      weighings(1, { urinated: 'no', bodyMassAfterKg: 68.7 }),
      'A -0.0649 -0.0461 -0.0461 ± 0.1565; W -0.2119 -0.1506 -0.1506 ± 0.1379; plan -0.0649, ceiling -0.2119, sd 0.1565; counts 1 0 0 1',
    ],
    [
      'no urine, clothes unknown, a fall that wet clothes explain',
      weighings(1, { urinated: 'no', bodyMassAfterKg: 68.3 }),
      'A 0.0000 0.0000 0.0000 ± 0.1565; W -0.0301 -0.0214 -0.0214 ± 0.1379; plan 0.0000, ceiling -0.0301, sd 0.1565; counts 1 0 0 1',
    ],
    [
      'nothing answered, twenty low ones',
      weighings(20, { bodyMassAfterKg: 69.3 }),
      'A -0.7037 -0.5007 -0.5011 ± 0.2800; W -0.8081 -0.5749 -0.5752 ± 0.2800; plan -0.2500, ceiling -0.8081, sd 0.2800; counts 0 20 0 20',
    ],
    ['a sweat test, no urine, counts as dry', [tested], COUNTED],
    [
      'a sweat test and feedback on the same hours',
      [tested, ...weighings(1, { bodyMassAfterKg: 69, urinated: 'no', ...DRY })],
      COUNTED,
    ],
  ])('%s', (_answers, events, expected) => {
    expect(printedState(who, learn(who, events))).toBe(expected);
  });

  test('a scale raises the sweat rate behind the ceiling to at most 1.49 times the profile', () => {
    const { all, weighed } = learn(who, weighings(12, { bodyMassAfterKg: 66.4, urineMl: 0 })).sweat;
    expect([means(all)[0], means(weighed)[0]]).toEqual(['0.6558', '0.4000']);
  });
});

describe('worked examples of wearables and of answers alone', () => {
  const who = { ...man(70, 35, 4), heightCm: 177 };
  const run = { type: 'run', durationMin: 120, intensityLevel: 6, thermalStressLevel: 5 } as const;
  const learnedFrom = (count: number, report: Partial<FeedbackEvent>) => {
    const events = Array.from({ length: count }, (_, index) =>
      feedback(index, run, { everyDays: 3, ...report }),
    );
    const state = learn(who, events);
    const sports = (belief: SweatBelief) => means(belief).slice(0, 3).join(' ');
    return { state, printed: `A ${sports(state.sweat.all)}; W ${sports(state.sweat.weighed)}` };
  };
  const wearable = (bodyMassAfterKg: number): Partial<FeedbackEvent> => ({
    source: 'wearable',
    fluidMl: 500,
    urineMl: 0,
    bodyMassBeforeKg: 70,
    bodyMassAfterKg,
  });

  test.each([
    [1, 67.4, 'A 0.1044 0.0742 0.0742; W 0.0000 0.0000 0.0000'],
    [20, 67.4, 'A 0.2750 0.1972 0.1972; W 0.0000 0.0000 0.0000'],
    [20, 69.2, 'A -0.5423 -0.3888 -0.3888; W -0.5423 -0.3888 -0.3888'],
  ])('%i readings by a wearable, %s kg afterwards', (count, kg, expected) => {
    const { state, printed } = learnedFrom(count, wearable(kg));
    expect(printed).toBe(expected);
    expect(state.sweat).toMatchObject({ wearables: count, weighings: { foot: 0, bike: 0, swim: 0 } });
  });

  test('answers alone lower the plan by at most .25 and the ceiling by .35 below the profile', () => {
    const { state, printed } = learnedFrom(30, { hydrationFeel: 'over_hydrated', fluidMl: 900 });
    expect(printed).toBe('A -0.5713 -0.4115 -0.4115; W -0.5713 -0.4115 -0.4115');
    const { ln, ceilingLn } = personalSweat(who, resolveBody(who), state, 'foot');
    expect([ln.toFixed(4), ceilingLn.toFixed(4)]).toEqual(['-0.2500', '-0.3500']);
  });

  test('a gain by a wearable raises no alarm', () => {
    const { lastAlarm } = learnedFrom(1, wearable(72)).state;
    expect(lastAlarm).toBeNull();
  });
});

describe('worked examples of gut answers', () => {
  const who: EngineAthlete = { ...man(70, 30, 6), carbToleranceGPerHr: 60 };
  const run = { type: 'run', durationMin: 150, intensityLevel: 6, thermalStressLevel: 5 } as const;
  const ride = { type: 'bike', durationMin: 180, intensityLevel: 6, thermalStressLevel: 5 } as const;
  const race = {
    type: 'run',
    durationMin: 210,
    intensityLevel: 7,
    thermalStressLevel: 5,
    isRaceEvent: true,
  } as const;
  const learnt = (
    count: number,
    session: Partial<EngineActivity>,
    report: Parameters<typeof feedback>[2],
  ) => {
    let state = initialState(who);
    const tolerances: string[] = [];
    const isRide = session.type === 'bike';
    for (let index = 0; index < count; index++) {
      state = learnFrom(who, state, feedback(index, session, report)).state;
      const latent = isRide ? state.bikeCarbToleranceGPerHr : state.runCarbToleranceGPerHr;
      tolerances.push(latent.mean.toFixed(2));
    }
    const raced = planEvent({ activity: activity(race), athlete: who, learned: state });
    return { tolerances, race: raced.carbGPerHr.toFixed(2), state };
  };

  test('a high dose tolerated well counts, by ten grams per session', () => {
    const { tolerances, state } = learnt(8, ride, { everyDays: 2, carbsGrams: 360, giComfort: 'excellent' });
    expect(tolerances.map(Number)).toEqual([70, 80, 90, 100, 110, 120, 130, 130]);
    expect(state.practisedCarbGPerHr).toEqual({ foot: 0, bike: 120 });
  });

  test('a low dose shows little above itself, however often it was tolerated well', () => {
    const { tolerances, race: raced } = learnt(6, run, {
      everyDays: 3,
      carbsGrams: 125,
      giComfort: 'excellent',
    });
    expect(new Set(tolerances)).toEqual(new Set(['62.00']));
    expect(raced).toBe('58.97');
  });

  test('a race takes at most 10 g/h above the practised dose', () => {
    const { tolerances, race: raced } = learnt(3, run, { everyDays: 3, carbsGrams: 200, giComfort: 'good' });
    expect(tolerances).toEqual(['70.00', '79.75', '82.82']);
    expect(raced).toBe('78.99');
  });
});
