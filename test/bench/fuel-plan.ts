/**
 * Measures a suggested plan, warm, on one core, over the whole catalogue, with twelve stations and two bottles:
 * `npm run bench:plan`. Bounds for the 99th percentile of a thousand plans: 8 ms up to 16 hours, 12 ms beyond.
 */

import { UNKNOWN_CAFFEINE } from '@musette/engine/caffeine';
import { activity, athlete } from '@musette/engine/laboratory';
import { do_not_optimize, measure } from 'mitata';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { requestOf } from '#nutrition/fuel-plans/plan/request.ts';
import { rowsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { plainEvent, questionOf } from '../support/fuel-events.ts';
import { PRODUCTS } from '../support/plan-sessions.ts';
import { passCourse } from '../support/pure-fuel-plan.ts';

const SAMPLES = 1000;
/** A course of this length an hour, over a pass, with as many stations; and what is carried. */
const COURSE_KM_PER_HR = 20;
const STATIONS = 12;
const CONTAINERS = [{ kind: 'bottle', volumeMl: 750, count: 2 }] as const;

const rider = athlete({ sweatLevel: 6, saltinessLevel: 5, carbToleranceGPerHr: 90 });
const sessions = {
  'ride, 5 h': activity({ type: 'bike', durationMin: 300, isRaceEvent: true }),
  'run, 5 h': activity({ type: 'run', durationMin: 300, isRaceEvent: true }),
  'triathlon, 5 h': activity({ type: 'triathlon', durationMin: 300, isRaceEvent: true }),
  'trail run, 16 h': activity({ type: 'trail_run', durationMin: 960, isRaceEvent: true }),
  'ride, 24 h': activity({ type: 'bike', durationMin: 1440, isRaceEvent: true }),
  'hike, 48 h': activity({ type: 'hike', durationMin: 2880 }),
  'row, 30 min race': activity({ type: 'row', durationMin: 30, isRaceEvent: true }),
};
console.log(`median and 99th percentile, ms, ${PRODUCTS.length} products`);
for (const [name, session] of Object.entries(sessions)) {
  const course = passCourse((COURSE_KM_PER_HR * session.durationMin) / 60, STATIONS);
  for (const caffeine of ['none', 'any'] as const) {
    const question = questionOf({
      ...plainEvent(session, rider),
      course,
      vessels: CONTAINERS,
      caffeine: { ...UNKNOWN_CAFFEINE, wanted: caffeine === 'any' },
    });
    const { p50, p99 } = await measure(() => do_not_optimize(rowsOf(planFuel(requestOf(question)))), {
      min_samples: SAMPLES,
    });
    const ms = (nanoseconds: number) => (nanoseconds / 1e6).toFixed(2);
    console.log(`${`${name}, caffeine ${caffeine}`.padEnd(42)} ${ms(p50)}  ${ms(p99)}`);
  }
}
