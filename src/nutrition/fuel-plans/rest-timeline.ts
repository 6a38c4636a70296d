import type { Work } from '#platform/http/heavy-work.ts';
import type { DraftPlan } from './fuel-plan.ts';
import type { AthleteLimits } from './limits-of-athlete.ts';
import { type Bottles, fillBottles, sipsOf } from './plan/bottles.ts';
import { fitWithinHours } from './plan/fit-portions.ts';
import type { Taken } from './plan/layout.ts';
import type { Mark } from './plan/marks.ts';
import type { PlanLeg } from './plan/plan-legs.ts';
import type { RestTargets, Situation } from './plan/replan.ts';
import { scheduleInSteps } from './plan/schedule.ts';
import type { Stop } from './plan/stops.ts';
import { suggestInSteps } from './plan/suggest-plan.ts';
import type { Terrain } from './plan/terrain.ts';
import { isPlainWater, type Portion } from './portions.ts';
import type { PlanTargets } from './targets.ts';

/** Servings below this are rounding errors. */
const SERVINGS_EPSILON = 1e-6;

/** The rest of a session, and the athlete's products for it. */
export interface Ahead {
  readonly situation: Situation;
  readonly rest: RestTargets;
  readonly limits: AthleteLimits;
  readonly had: readonly Portion[];
  readonly doses: readonly Taken[];
  readonly legs: readonly PlanLeg[];
  readonly terrain: Terrain;
  readonly stops: readonly Stop[];
}

/** Timeline of the rest, with its bottles. */
interface RestTimeline {
  readonly portions: readonly Portion[];
  readonly marks: readonly Mark[];
  readonly bottles: Pick<Bottles, 'fills' | 'vesselNotes'>;
}

/** Replans the rest of a suggestion by the usual rules, with no more of a product than is left. */
export function* mixedRest(
  { plan, catalogue, details }: DraftPlan,
  ahead: Ahead,
  caffeineLeftMg: number,
): Work<RestTimeline> {
  const { situation, rest, limits, had, doses, terrain, stops } = ahead;
  const { atMin, endMin, hasPoorStomach } = situation;
  const hours = (endMin - atMin) / 60;
  const servings = carriedOf(had, plan.marks, atMin);
  const targets = {
    ...plan.targets,
    hours,
    carbG: rest.carbG,
    sodiumMg: rest.sodiumMg,
    fluidMl: rest.fluidMl,
    maxFluidMlPerHr: Math.min(plan.targets.maxFluidMlPerHr, rest.maxFluidMlPerHr),
    maxSodiumMgPerHr: Math.min(plan.targets.maxSodiumMgPerHr, rest.maxSodiumMg / hours),
  };
  const caffeine = {
    doses: doses.map((dose) => ({ atMin: dose.atMin, mg: (dose.product.caffeineMg ?? 0) * dose.servings })),
    maxSafeMg: caffeineLeftMg,
    lastMin: doses.at(-1)?.atMin ?? atMin,
  };
  const suggested = yield* suggestInSteps(
    [...new Set([...catalogue.visible, ...servings.keys()])],
    scaledLegs(ahead.legs, targets),
    targets,
    limits,
    caffeine.doses.length === 0 ? null : caffeine,
    terrain,
    {
      stops,
      vessels: details.activity.vessels ?? details.athlete.vessels,
      preferences: { avoids: [], formats: null, owns: [...servings.keys()].map(({ id }) => id) },
      left: { servings, hasPoorStomach },
    },
  );
  return { portions: suggested.choice.portions, marks: suggested.marks, bottles: suggested };
}

/** Returns the carried part of these portions, without food from stations ahead. */
function carriedOf(
  had: readonly Portion[],
  marks: readonly Mark[],
  atMin: number,
): ReadonlyMap<Portion['product'], number> {
  const handed = marks
    .filter((mark) => mark.atMin >= atMin)
    .flatMap(({ items }) => items)
    .filter(({ stop }) => stop !== null);
  const carried = had.map(({ product, servings }) => {
    const fromStations = handed
      .filter((item) => item.product === product)
      .reduce((sum, item) => sum + item.servings, 0);
    return [product, servings - fromStations] as const;
  });
  return new Map(carried.filter(([, servings]) => servings > SERVINGS_EPSILON));
}

/** Scales the amounts of legs to these sums. */
function scaledLegs(legs: readonly PlanLeg[], targets: PlanTargets): readonly PlanLeg[] {
  const share = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') => {
    const sum = legs.reduce((total, leg) => total + leg[quantity], 0);
    return sum > 0 ? targets[quantity] / sum : 0;
  };
  const [carb, sodium, fluid] = [share('carbG'), share('sodiumMg'), share('fluidMl')];
  return legs.map((leg) => ({
    ...leg,
    carbG: leg.carbG * carb,
    sodiumMg: leg.sodiumMg * sodium,
    fluidMl: leg.fluidMl * fluid,
    maxFluidMlPerHr: Math.min(leg.maxFluidMlPerHr, targets.maxFluidMlPerHr),
    maxSodiumMgPerHr: Math.min(leg.maxSodiumMgPerHr, targets.maxSodiumMgPerHr),
  }));
}

/** Fits the named or attached products into the rest: less of them, but nothing else. */
export function* fittedRest({ plan, catalogue, details }: DraftPlan, ahead: Ahead): Work<RestTimeline> {
  const { situation, rest, had, doses, legs, terrain, stops } = ahead;
  const { endMin } = situation;
  const water = catalogue.visible.find(isPlainWater) ?? null;
  const layOut = (some: readonly Portion[]) => scheduleInSteps(some, legs, terrain, doses);
  const { maxFluidMlPerHr, maxSodiumMgPerHr } = plan.targets;
  const fitted = yield* fitWithinHours(had, rest, water, {
    endMin,
    layOut,
    maxFluidMlPerHr,
    maxSodiumMgPerHr,
  });
  const vessels = details.activity.vessels ?? details.athlete.vessels;
  return { ...fitted, bottles: fillBottles(sipsOf(fitted.marks, endMin), stops, vessels, legs) };
}
