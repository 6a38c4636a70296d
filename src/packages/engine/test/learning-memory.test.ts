import { describe, expect, test } from 'vitest';
import { activity, athlete, emptyFeedback } from '../laboratory/fixtures.ts';
import { resolveBody } from '../src/effort.ts';
import type { LearnedState } from '../src/learned-state.ts';
import { type FeedbackEvent, initialState, type LearningEvent, learn } from '../src/learning.ts';
import { personalSweat } from '../src/personal.ts';
import { prescribe } from '../src/prescribe.ts';

const DAY_MS = 86_400_000;
const SMALL_RUNNER = athlete({ bodyMassKg: 50, sex: 'female' });
const MARATHON = activity({ durationMin: 300, isRaceEvent: true });

const feedback = (changes: Partial<FeedbackEvent>) =>
  emptyFeedback({ activity: activity({ durationMin: 120 }), ...changes });

/** Three litres in five hours at 50 kg on day 0, then sessions without information. */
function afterOverdrinking(daysLater: readonly number[]): LearnedState {
  const later = daysLater.map((day, index) => feedback({ id: `later ${index}`, atMs: day * DAY_MS }));
  return learn(SMALL_RUNNER, [feedback({ activity: MARATHON, fluidMl: 3000 }), ...later]);
}

describe('memory of dangerous drinking (hyponatraemia)', () => {
  test.each([
    { days: 29, said: 'one', remembered: 1 },
    { days: 30, said: 'one', remembered: 1 },
    { days: 31, said: 'no', remembered: 0 },
  ])('after $days days $said report is remembered', ({ days, remembered }) => {
    const state = afterOverdrinking([days]);
    expect(state.overdrinkAtMs).toHaveLength(remembered);
    const { warnings } = prescribe({
      activity: MARATHON,
      athlete: SMALL_RUNNER,
      learned: state,
    }).safety;
    const isWarned = warnings.some(({ code }) => code === 'EAH_OVERDRINK_REPORTED');
    expect(isWarned).toBe(remembered === 1);
  });

  test('drinking is limited for five sessions, and no longer', () => {
    const daysOf = (sessions: number): number[] => Array.from({ length: sessions }, (_, index) => index + 1);
    const left = [0, 1, 4, 5, 6].map((count) => afterOverdrinking(daysOf(count)).cautiousSessionsLeft);
    expect(left).toEqual([5, 4, 1, 0, 0]);
    const rate = (learned: LearnedState): number =>
      prescribe({ activity: activity({ durationMin: 150 }), athlete: SMALL_RUNNER, learned }).rates
        .fluidMlPerHr;
    const held = prescribe({
      activity: activity({ durationMin: 150 }),
      athlete: SMALL_RUNNER,
      learned: { ...afterOverdrinking([]), cautiousSessionsLeft: 1 },
    });
    expect(held.rates.fluidMlPerHr).toBeLessThanOrEqual(600 * held.diagnostics.sweatRateLPerHr + 1e-9);
    expect(rate(afterOverdrinking(daysOf(6)))).toBeGreaterThanOrEqual(held.rates.fluidMlPerHr);
  });

  test('at most ten reports are kept, the latest', () => {
    const reports = Array.from({ length: 14 }, (_, index) =>
      feedback({ id: `${index}`, atMs: index * DAY_MS, activity: MARATHON, fluidMl: 3000 }),
    );
    const { overdrinkAtMs } = learn(SMALL_RUNNER, reports);
    expect(overdrinkAtMs).toHaveLength(10);
    expect(overdrinkAtMs.at(-1)).toBe(13 * DAY_MS);
  });
});

describe('limits on certainty', () => {
  const who = athlete({ sweatLevel: null });
  const sureness = (events: readonly LearningEvent[], of = who): number =>
    personalSweat(of, resolveBody(of), learn(of, events), 'foot').standardDeviation;
  const sessions = (changes: (index: number) => Partial<FeedbackEvent>): FeedbackEvent[] =>
    Array.from({ length: 120 }, (_, index) =>
      feedback({ id: `${index}`, atMs: index * 3 * 3_600_000, ...changes(index) }),
    );

  test('answers alone never lower the standard deviation of sweat below .14', () => {
    const feels = ['well_hydrated', 'slightly_dehydrated'] as const;
    const told = sessions((index) => ({ hydrationFeel: feels[index % 2] ?? null, fluidMl: 1000 }));
    expect(sureness(told)).toBeGreaterThan(0.14);
    // In eight hours a small sweat error is clearly felt. Without the floor the spread would fall below .14.
    const long = told.map((event) => ({ ...event, activity: activity({ durationMin: 480 }), fluidMl: 4000 }));
    expect(sureness(long, athlete({ bodyMassKg: 50, sweatRateMlPerHr: 1000 }))).toBe(0.14);
  });

  test('weighings lower the standard deviation of sweat to .06, and no further', () => {
    const weighed = sessions(() => ({
      fluidMl: 1000,
      bodyMassBeforeKg: 70,
      bodyMassAfterKg: 69.2,
      urinated: 'no',
      clothingAfter: 'dry',
    }));
    expect(sureness(weighed.slice(0, 1))).toBeGreaterThan(0.06);
    expect(sureness(weighed)).toBe(0.06);
  });

  test('the score of the most certain session is .97: a work-up may always find something', () => {
    const short = activity({ durationMin: 25, distanceKm: 5, weather: null });
    const known = athlete({ carbToleranceGPerHr: 90, sweatRateMlPerHr: 1000, sweatSodiumMgPerL: 900 });
    const { safety, rates } = prescribe({ activity: short, athlete: known, learned: initialState(known) });
    expect(rates.fluidMlPerHr).toBe(0);
    expect(safety.confidenceScore).toBe(0.97);
  });
});
