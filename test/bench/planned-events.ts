/**
 * Counts how near plans are to their targets, worst first: `npm run bench:plans`, with `--events 500 --seed 7` for other drawn
 * events and `--grid 10` for every tenth event of the grid. Prints the counts and the plans furthest from their
 * carbohydrate. Exits with 1 if a plan breaks a property that the property tests hold plans to.
 */

import { parseArgs } from 'node:util';
import { recipesOf } from '#nutrition/fuel-plans/plan/packing.ts';
import { offTargetOf, rowsOf, targetsOfPlan, totalsOf } from '#nutrition/fuel-plans/plan/views.ts';
import { type FuelEvent, gridEvents, seededEvents, WRITTEN_EVENTS } from '../support/fuel-events.ts';
import { type CheckedPlan, checkedPlan, problemsOf, SMALL_TARGET_G } from '../support/plan-checks.ts';

/** What counts as near, % of the target: the tolerances beyond which a plan needs a note. */
const NEAR_PERCENT = { carb: 10, sodium: 15, fluid: 15 } as const;
const WORST_SHOWN = 5;

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '38' },
    grid: { type: 'string', default: '1' },
  },
});

/** A plan with its distance from each target, %, and the properties that it breaks. */
interface Judged extends CheckedPlan {
  readonly off: ReturnType<typeof offTargetOf>;
  readonly problems: readonly string[];
}

function judge(event: FuelEvent): Judged {
  const checked = checkedPlan(event);
  return { ...checked, off: offTargetOf(checked.plan), problems: problemsOf(checked) };
}

/** Returns whether a plan has carbohydrate to reach that a single gel does not exceed. */
function isFuelled({ plan }: Judged): boolean {
  return targetsOfPlan(plan).carbG > SMALL_TARGET_G;
}

/** Returns whether a plan brings nothing to eat or drink. */
function isEmpty({ plan }: Judged): boolean {
  const { carbG, sodiumMg, fluidMl } = totalsOf(plan);
  return carbG + sodiumMg + fluidMl === 0;
}

function isBelowHalf({ off }: Judged): boolean {
  return (off.carb ?? 0) < -50;
}

/** Returns what a plan names as the reason for its carbohydrate. */
function whyOf({ plan }: Judged): string {
  return plan.notes.find(({ quantity }) => quantity === 'carb')?.binding ?? 'no note';
}

function print(title: string, events: readonly FuelEvent[]): readonly Judged[] {
  const plans = events.map(judge);
  const fuelled = plans.filter(isFuelled);
  const count = (some: readonly Judged[], is: (plan: Judged) => boolean) => some.filter(is).length;
  const beyond = (quantity: keyof typeof NEAR_PERCENT, sign: -1 | 1) => (plan: Judged) =>
    sign * (plan.off[quantity] ?? 0) > NEAR_PERCENT[quantity];
  const hours = plans.reduce((sum, { plan }) => sum + plan.request.endMin / 60, 0);
  const rows = plans.reduce((sum, { plan }) => sum + rowsOf(plan).length, 0);
  const recipes = plans.map(({ plan }) => new Set(recipesOf(plan).map(({ product }) => product)).size);
  console.log(`\n${title}: ${plans.length} plans, ${fuelled.length} with more than ${SMALL_TARGET_G} g`);
  const counts = {
    'break a property': count(plans, ({ problems }) => problems.length > 0),
    'bring nothing, of those with carbohydrate': count(fuelled, isEmpty),
    'carbohydrate below half': count(fuelled, isBelowHalf),
    'carbohydrate more than 10 % below': count(fuelled, beyond('carb', -1)),
    'carbohydrate more than 10 % above': count(fuelled, beyond('carb', 1)),
    'sodium more than 15 % below': count(plans, beyond('sodium', -1)),
    'sodium more than 15 % above': count(plans, beyond('sodium', 1)),
    'fluid more than 15 % below': count(plans, beyond('fluid', -1)),
    'fluid more than 15 % above': count(plans, beyond('fluid', 1)),
    'two recipes': recipes.filter((each) => each === 2).length,
    'more than two recipes': recipes.filter((each) => each > 2).length,
  };
  for (const [name, number] of Object.entries(counts)) console.log(`${String(number).padStart(6)}  ${name}`);
  console.log(`${(rows / hours).toFixed(2).padStart(6)}  rows an hour`);
  const halves = Map.groupBy(fuelled.filter(isBelowHalf), whyOf);
  for (const [why, { length }] of halves) console.log(`${String(length).padStart(6)}  below half: ${why}`);
  const worst = fuelled.toSorted((one, other) => (one.off.carb ?? 0) - (other.off.carb ?? 0));
  for (const each of worst.slice(0, WORST_SHOWN)) {
    const { event, plan, off } = each;
    const { type, durationMin } = event.activity;
    const target = Math.round(targetsOfPlan(plan).carbG);
    console.log(
      `        ${event.name}, ${type} ${durationMin} min: ${Math.round(off.carb ?? 0)} % of ${target} g, ${whyOf(each)}`,
    );
  }
  for (const { event, problems } of plans) {
    if (problems.length > 0) console.log(`        ${event.name}: ${problems.join('; ')}`);
  }
  return plans;
}

const every = Math.max(1, Number(values.grid));
const drawn = seededEvents(Number(values.seed), Number(values.events));
const all = [
  print(
    'Suggested, drawn',
    drawn.filter(({ attached }) => attached === null),
  ),
  print(
    'Attached, drawn',
    drawn.filter(({ attached }) => attached !== null),
  ),
  print(
    'Suggested, grid',
    gridEvents().filter((_, index) => index % every === 0),
  ),
  print('Written', WRITTEN_EVENTS),
].flat();
process.exitCode = all.some(({ problems }) => problems.length > 0) ? 1 : 0;
