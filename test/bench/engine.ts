/**
 * Times prescriptions and lessons of the engine, warm, on one core: `node test/bench/engine.ts`. Marks: the numbers of one
 * session ≤ 15 µs, of a triathlon ≤ 40 µs, the whole answer with ranges and drivers ≤ 60 µs, the course of 12 hours ≤ 60 µs.
 * The last column divides the median by that of a fixed piece of arithmetic of the same run, so that a slow or busy machine
 * can be told from a slow engine.
 */

import { explain } from '@musette/engine/explain';
import { profileGaps } from '@musette/engine/fields';
import { activity, athlete } from '@musette/engine/laboratory';
import { type FeedbackEvent, learn } from '@musette/engine/learn';
import { planEvent, prescribe } from '@musette/engine/prescribe';
import { trajectoryOf } from '@musette/engine/trajectory';
import { UNKNOWN_ATHLETE } from '@musette/engine/types';
import { bench, do_not_optimize, run } from 'mitata';

const known = athlete({ sweatLevel: 6, carbToleranceGPerHr: 75 });
const ride = {
  activity: activity({ type: 'bike', durationMin: 180, isRaceEvent: true }),
  athlete: known,
  learned: null,
};
const race = {
  activity: activity({ type: 'triathlon', durationMin: 330, isRaceEvent: true }),
  athlete: known,
  learned: null,
};
const unknown = {
  activity: activity({ intensityLevel: null, thermalStressLevel: null }),
  athlete: UNKNOWN_ATHLETE,
  learned: null,
};
const weather = {
  activity: activity({
    type: 'run',
    durationMin: 120,
    thermalStressLevel: null,
    distanceKm: 24,
    weather: { temperatureC: 24, humidityPercent: 60, shade: false },
  }),
  athlete: athlete({ sweatRateMlPerHr: 1100 }),
  learned: null,
};

/** A fixed piece of arithmetic: 200 exponentials and logarithms. */
function reference(): number {
  let sum = 0;
  for (let index = 1; index <= 200; index++) sum += Math.exp(-index / 50) * Math.log(index);
  return sum;
}

const REFERENCE = 'reference arithmetic';
bench(REFERENCE, () => do_not_optimize(reference()));
bench('plan alone, single sport', () => do_not_optimize(planEvent(ride)));
bench('plan alone, pace, weather and sweat test', () => do_not_optimize(planEvent(weather)));
bench('plan alone, triathlon', () => do_not_optimize(planEvent(race)));
bench('answer with ranges, drivers; single sport', () => do_not_optimize(prescribe(ride)));
bench('answer, single sport, nothing known', () => do_not_optimize(prescribe(unknown)));
bench('answer with ranges, drivers; triathlon', () => do_not_optimize(prescribe(race)));
const longRide = planEvent({ ...ride, activity: { ...ride.activity, durationMin: 720 } });
bench('trajectory, 12 h in steps of 15 min', () => do_not_optimize(trajectoryOf(longRide)));
bench('explain, single sport', () => do_not_optimize(explain(ride)));
bench('explain, triathlon', () => do_not_optimize(explain(race)));

/** Five and a half years of a session a day, each told about in full. */
const history = Array.from(
  { length: 2000 },
  (_, index): FeedbackEvent => ({
    kind: 'feedback',
    id: `feedback ${index}`,
    atMs: index * 86_400_000,
    activity: activity({ type: index % 2 ? 'run' : 'bike', durationMin: 90 + (index % 60) }),
    prescribed: null,
    giComfort: index % 5 ? 'good' : 'fair',
    energyLevel: 'adequate',
    hydrationFeel: index % 3 ? 'well_hydrated' : 'dehydrated',
    carbsGrams: 100,
    fluidMl: 900,
    bodyMassBeforeKg: null,
    bodyMassAfterKg: null,
    urineMl: null,
    urinated: null,
    clothingAfter: null,
    isDayOnly: false,
    source: 'scale',
  }),
);
bench('learn, a first feedback', () => do_not_optimize(learn(known, history.slice(0, 1))));
bench('learn, 2,000 feedbacks', () => do_not_optimize(learn(known, history)));
bench('profile gaps', () => do_not_optimize(profileGaps(known, null)));

const { benchmarks } = await run();
type Runs = (typeof benchmarks)[number]['runs'];
const usOf = (runs: Runs, at: 'min' | 'p50'): number => (runs[0]?.stats?.[at] ?? Number.NaN) / 1000;
const referenceUs = usOf(benchmarks.find(({ alias }) => alias === REFERENCE)?.runs ?? [], 'p50');
const head = ['fastest µs', 'median µs', '× reference'].map((name) => name.padStart(14));
console.log(`\n${''.padEnd(42)}${head.join('')}`);
for (const { alias, runs } of benchmarks) {
  const [fastest, median] = [usOf(runs, 'min'), usOf(runs, 'p50')];
  const cells = [fastest.toFixed(2), median.toFixed(2), (median / referenceUs).toFixed(1)];
  console.log(`${alias.padEnd(42)}${cells.map((cell) => cell.padStart(14)).join('')}`);
}
