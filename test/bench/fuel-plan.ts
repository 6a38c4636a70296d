/**
 * Measures a suggested plan, warm, on one core, over the whole catalogue, with its stations and bottles: `npm run
 * bench:plan`.
 */

import { bench, do_not_optimize, run } from 'mitata';
import { carry } from '#nutrition/fuel-plans/fuel-plan.ts';
import { dosesToServe } from '#nutrition/fuel-plans/plan/serve-caffeine.ts';
import { stopsOf } from '#nutrition/fuel-plans/plan/stops.ts';
import { suggestProducts } from '#nutrition/fuel-plans/plan/suggest-plan.ts';
import { terrainOf } from '#nutrition/fuel-plans/plan/terrain.ts';
import { activity, athlete } from '../engine/fixtures.ts';
import { limitsOf, NOT_ASKED, PRODUCTS, planInput } from '../support/plan-sessions.ts';
import { passCourse } from '../support/pure-fuel-plan.ts';

/** A course of this length an hour, over a pass, with as many stations; and what is carried. */
const COURSE_KM_PER_HR = 20;
const STATIONS = 12;
const CONTAINERS = [{ kind: 'bottle', volumeMl: 750, count: 2 }] as const;

const rider = athlete({ sweatLevel: 6, saltinessLevel: 5, carbToleranceGPerHr: 90 });
const sessions = {
  'ride, 5 h': activity({ type: 'bike', durationMin: 300, isRaceEvent: true }),
  'run, 5 h': activity({ type: 'run', durationMin: 300, isRaceEvent: true }),
  'triathlon, 5 h': activity({ type: 'triathlon', durationMin: 300, isRaceEvent: true }),
  'hike, 48 h': activity({ type: 'hike', durationMin: 2880 }),
  'row, 30 min race': activity({ type: 'row', durationMin: 30, isRaceEvent: true }),
};
for (const [name, session] of Object.entries(sessions)) {
  const { targets, legs } = planInput(session, rider);
  const { durationMin } = session;
  const course = passCourse((COURSE_KM_PER_HR * durationMin) / 60, STATIONS);
  for (const caffeine of ['none', 'any'] as const) {
    const request = { ...NOT_ASKED, wanted: caffeine === 'any' };
    const doses = dosesToServe({ activity: session, athlete: rider, request });
    bench(`${name}, caffeine ${caffeine}`, () => {
      const terrain = terrainOf({ course, steps: null }, legs, rider);
      const stops = stopsOf({ durationMin, distanceKm: null, course }, terrain, legs);
      const own = { stops, vessels: CONTAINERS };
      const bottles = suggestProducts(PRODUCTS, legs, targets, limitsOf(rider), doses, terrain, own);
      const { choice, marks } = bottles;
      const { stretches } = terrain;
      do_not_optimize(
        carry({ portions: choice.portions, marks, stops, legs, stretches, durationMin, bottles }),
      );
    });
  }
}

const { benchmarks } = await run();
console.log(`\nmedian and 99th percentile, ms, ${PRODUCTS.length} products`);
for (const { alias, runs } of benchmarks) {
  const stats = runs[0]?.stats;
  const ms = (nanoseconds: number | undefined) => ((nanoseconds ?? Number.NaN) / 1e6).toFixed(2);
  console.log(`${alias.padEnd(42)} ${ms(stats?.p50)}  ${ms(stats?.p99)}`);
}
