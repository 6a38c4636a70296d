/**
 * Compares plans with the nearest ones that keep all constraints, found by an integer program: `npm run bench:oracle`,
 * `npm run bench:oracle -- --event 08 --seconds 60`, or `--grid 40` for every 40th event of the grid. Exits with 1 if the
 * oracle is more than ten percentage points nearer in carbohydrate or fluid.
 */

import { parseArgs } from 'node:util';
import loadHighs from 'highs';
import type { Plan } from '#nutrition/fuel-plans/plan/model.ts';
import { offTargetOf, rowsOf, targetsOfPlan } from '#nutrition/fuel-plans/plan/views.ts';
import { type FuelEvent, gridEvents, WRITTEN_EVENTS } from '../../support/fuel-events.ts';
import { checkedPlan, PROPERTIES } from '../../support/plan-checks.ts';
import { oraclePlan } from './oracle.ts';

const DEFECT_POINTS = 10;
const SMALL_TARGET_G = 40;
const HALF_A_GEL_G = 12.5;
/** The constraints that the oracle's plan must keep before it may judge. */
const CONSTRAINTS = [
  'no rolling hour is above a ceiling',
  'every fill is at a stop with water or a bag, and every cup and food was offered there',
  'bottles never hold more than their volume, and nobody drinks more than is in them',
  'bottles are filled whole or half, and at home to the mark',
  'what is carried between two bags fits on a belt, in a vest or in three pockets',
  'there are at most two recipes',
  'moments of food are 15 minutes apart',
];

const { values } = parseArgs({
  options: { event: { type: 'string' }, seconds: { type: 'string' }, grid: { type: 'string' } },
});
const seconds = Number(values.seconds ?? 20);
const every = Number(values.grid ?? 0);
const events: readonly FuelEvent[] =
  every > 0
    ? gridEvents().filter((_, index) => index % every === 0)
    : WRITTEN_EVENTS.filter(({ name }) => values.event === undefined || name.startsWith(values.event));

const shown = (plan: Plan): string => {
  const { carb, sodium, fluid } = offTargetOf(plan);
  return [carb, sodium, fluid].map((off) => (off === null ? '–' : Math.round(off))).join('/');
};

let defects = 0;
console.log('event: plan, oracle (carbohydrate/sodium/fluid off target in %, rows), seconds');
for (const event of events) {
  const checked = checkedPlan(event);
  const { plan } = checked;
  const beginMs = performance.now();
  // Each program has its own solver: memory of WebAssembly never shrinks.
  const best = oraclePlan(await loadHighs(), plan, seconds);
  const took = ((performance.now() - beginMs) / 1000).toFixed(1);
  if (best === null) {
    console.log(`${event.name}: ${shown(plan)}, ${rowsOf(plan).length}; nothing found; ${took}`);
    continue;
  }
  const broken = CONSTRAINTS.flatMap(
    (name) => PROPERTIES[name]?.({ ...checked, plan: best }) ?? [`no rule ${name}`],
  );
  const gap = (quantity: 'carb' | 'fluid') =>
    Math.abs(offTargetOf(plan)[quantity] ?? 0) - Math.abs(offTargetOf(best)[quantity] ?? 0);
  // Of a small target, half a gel more or less is a choice.
  const isSmall = targetsOfPlan(plan).carbG < SMALL_TARGET_G;
  const missedG = ((offTargetOf(plan).carb ?? 0) * targetsOfPlan(plan).carbG) / 100;
  const isCarbNear = isSmall && Math.abs(missedG) <= HALF_A_GEL_G;
  const isDefect =
    broken.length === 0 && ((!isCarbNear && gap('carb') > DEFECT_POINTS) || gap('fluid') > DEFECT_POINTS);
  if (isDefect) defects += 1;
  const verdict = broken.length > 0 ? `; may not judge: ${broken[0]}` : isDefect ? '; DEFECT' : '';
  console.log(
    `${event.name}: ${shown(plan)}, ${rowsOf(plan).length}; ${shown(best)}, ${rowsOf(best).length}; ${took}${verdict}`,
  );
}
console.log(
  `${defects} of ${events.length} plans are more than ${DEFECT_POINTS} points from what is possible`,
);
process.exitCode = defects > 0 ? 1 : 0;
