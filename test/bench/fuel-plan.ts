/** How long a suggested plan takes, warm, on one core, over the whole catalogue: `npm run bench:plan`. */

import { bench, do_not_optimize, run } from 'mitata';
import { schedule } from '../../src/products/plan/schedule.ts';
import { suggestProducts } from '../../src/products/plan/suggest-plan.ts';
import { activity, athlete } from '../engine/fixtures.ts';
import { limitsOf, PRODUCTS, planInput } from '../support/plan-sessions.ts';

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
  for (const caffeine of ['none', 'any'] as const) {
    bench(`${name}, caffeine ${caffeine}`, () => {
      const { choice } = suggestProducts(PRODUCTS, legs, targets, limitsOf(rider), caffeine);
      do_not_optimize(schedule(choice.portions, legs));
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
