import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure } from '#platform/http/errors.ts';
import { inTurn, type Work } from '#platform/http/heavy-work.ts';
import { coverageOf } from './coverage.ts';
import {
  caffeineOfDoses,
  carry,
  chargeCalculation,
  chargeProducts,
  type DraftPlan,
  draftFuelPlan,
  type FuelPlan,
  type PlanInputs,
  readPlanInputs,
} from './fuel-plan.ts';
import { type AthleteLimits, caffeineLimits, limitsOfAthlete } from './limits-of-athlete.ts';
import type { Bottles } from './plan/bottles.ts';
import { caffeineIn, keepCaffeine } from './plan/caffeine-left.ts';
import { type Mark, sumsBefore } from './plan/marks.ts';
import type { PlanLeg } from './plan/plan-legs.ts';
import type { PlanNote } from './plan/plan-notes.ts';
import {
  isRestSafe,
  isUntouched,
  legsFrom,
  portionsLeft,
  type RestTargets,
  restTargets,
  type Situation,
  stopsFrom,
  type Taken,
  terrainFrom,
} from './plan/replan.ts';
import { trajectoryOfPlan } from './plan-trajectory.ts';
import type { Portion } from './portions.ts';
import { refuseTeaser, unknownProduct } from './refusals.ts';
import { type Ahead, fittedRest, mixedRest } from './rest-timeline.ts';

/** Options of planning the rest of a session. */
export interface ReplanRequest {
  readonly atMin: number;
  readonly taken: Taken;
  readonly expectedEndMin: number | null;
  readonly stomach: 'good' | 'poor';
  /** Null: what the plan has left. */
  readonly productsLeft: readonly { readonly productId: string; readonly servings: number }[] | null;
  /** Null: only if nothing is attached. */
  readonly suggest: boolean | null;
  /** Null: as set on the activity or the athlete. */
  readonly caffeine: 'none' | 'any' | null;
  readonly withTrajectory: boolean;
  /** The request as the access log shows it. */
  readonly query: string;
}

/** Least missing carbohydrate that a plan mentions, g: a gel. Engineering choice. */
const MENTIONED_CARB_G = 20;
/** Least excess fluid that is mentioned if the ceiling limits the rest, ml: some mouthfuls. Engineering choice. */
const MENTIONED_FLUID_ML = 100;

/**
 * Plans the rest of a session from the intake so far. Stores nothing. It shows products, so it is charged and logged
 * like the plan. Rejects athletes of the teaser tier.
 */
export async function replanFuelPlan(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  request: ReplanRequest,
): Promise<FuelPlan | Failure> {
  const inputs = await readPlanInputs(ctx, athleteId, activityId);
  if (isFailure(inputs)) return inputs;
  const { athlete, activity } = inputs.details;
  const refusal = await refuseTeaser(ctx, athlete);
  if (refusal) return refusal;
  const { atMin, taken } = request;
  const endMin = request.expectedEndMin ?? activity.durationMin;
  if (atMin >= endMin) {
    const pointer = request.expectedEndMin === null ? '/at_min' : '/expected_end_min';
    return invalid({ pointer, code: 'invalid_range', message: 'leaves nothing of the session' });
  }
  const left = productsLeft(inputs, request);
  if (isFailure(left)) return left;
  // The plan of the whole session is calculated, too.
  const limited = await chargeCalculation(ctx, inputs, Math.max(activity.durationMin, endMin));
  if (limited) return limited;
  const situation = { atMin, endMin, taken, hasPoorStomach: request.stomach === 'poor' };
  const { draft, shown } = await inTurn(ctx.principal, async (pace) => {
    const draft = await pace.run(draftFuelPlan(inputs, request));
    const rest = await pace.run(planRest(draft, situation, left));
    const trajectory = request.withTrajectory
      ? { trajectory: trajectoryOfPlan(draft.details, rest, situation) }
      : {};
    return { draft, shown: { ...rest, ...trajectory } };
  });
  return chargeProducts(ctx, draft, shown, request.query);
}

/** Looks up what the athlete has left. Null if they did not say. */
function productsLeft(
  { catalogue }: PlanInputs,
  { productsLeft: left }: ReplanRequest,
): readonly Portion[] | null | Failure {
  if (left === null) return null;
  const portions = left.map(({ productId, servings }) => ({
    product: catalogue.byId.get(productId),
    servings,
  }));
  const unknown = portions.flatMap(({ product }, index) =>
    product === undefined ? [unknownProduct(`/products_left/${index}/product_id`)] : [],
  );
  if (unknown.length > 0) return invalid(...unknown);
  return portions.flatMap(({ product, servings }) => (product ? [{ product, servings }] : []));
}

/** Plans the rest without I/O: the rest of the original plan if everything went as planned. */
function* planRest(draft: DraftPlan, situation: Situation, left: readonly Portion[] | null): Work<FuelPlan> {
  const { plan, terrain } = draft;
  const { atMin, endMin } = situation;
  const rest = restTargets(legsAsPlanned(plan), plan.targets, situation);
  const unused = left ?? portionsLeft(plan.portions, plan.marks, atMin);
  const limits = limitsOfRest(draft, situation);
  const caffeineLeftMg = caffeineLimits(limits).sessionMg;
  const stays =
    left === null &&
    isUntouched(situation, plan.marks, plan.durationMin) &&
    isRestSafe(marksFrom(plan.marks, atMin), plan.targets, situation) &&
    caffeineIn(unused) <= caffeineLeftMg;
  const all = plan.suggestion?.doses ?? [];
  const coming = all.filter((dose) => dose.atMin >= atMin && dose.atMin < endMin);
  const { portions: had, doses } = keepCaffeine(unused, { all, coming }, caffeineLeftMg);
  const ahead: Ahead = {
    situation,
    rest,
    limits,
    had,
    doses,
    legs: cappedLegs(draft, situation, rest),
    terrain: terrainFrom(terrain, situation, plan.durationMin),
    stops: stopsFrom(draft.stops, terrain, situation, plan.durationMin),
  };
  const { portions, marks, bottles } = stays
    ? { portions: had, marks: marksFrom(plan.marks, atMin), bottles: bottlesFrom(plan, atMin) }
    : plan.suggestion !== null && left === null
      ? yield* mixedRest(draft, ahead, caffeineLeftMg)
      : yield* fittedRest(draft, ahead);
  const hours = (endMin - atMin) / 60;
  const targets = {
    ...plan.targets,
    hours,
    carbG: Math.round(rest.carbG),
    sodiumMg: Math.round(rest.sodiumMg),
    fluidMl: Math.round(rest.fluidMl),
  };
  const { legs, stops } = ahead;
  const { stretches } = ahead.terrain;
  const carried = carry({ portions, marks, stops, legs, stretches, durationMin: endMin, bottles });
  return {
    ...plan,
    ...carried,
    durationMin: endMin,
    portions,
    marks,
    legs,
    targets,
    coverage: coverageOf(portions, hours, targets, limits),
    notes: [
      ...littleLeft(plan, rest, situation),
      ...carried.notes,
      ...caffeineOfDoses(doses, portions),
      ...(stays ? [] : missing(portions, rest)),
    ],
    stretches,
    compromises: [],
    suggestion: null,
  };
}

/** Returns the bottles that are not empty yet. */
function bottlesFrom({ fills, notes }: FuelPlan, atMin: number): Pick<Bottles, 'fills' | 'vesselNotes'> {
  return {
    fills: fills.filter(({ toMin }) => toMin > atMin),
    vesselNotes: notes.filter(({ code }) => code === 'vessels_too_small'),
  };
}

/** Returns the limits of the athlete, with the remaining safe caffeine of the session. */
function limitsOfRest({ plan, details }: DraftPlan, { atMin, taken }: Situation): AthleteLimits {
  const limits = limitsOfAthlete(details.athlete, details.activity);
  const takenMg = taken.caffeineMg ?? sumsBefore(plan.marks, atMin).caffeineMg;
  return { ...limits, caffeineMaxMg: Math.max(0, limits.caffeineMaxMg - takenMg) };
}

/**
 * Lowers the fluid of the legs to what was suggested where the ceilings of an hour left less than the prescription: the rest
 * of the session is no time to catch up. Attached products need not bring any, so water still joins them.
 */
function legsAsPlanned({ legs, marks, targets, suggestion }: FuelPlan): readonly PlanLeg[] {
  const plannedMl = marks.at(-1)?.cumulative.fluidMl ?? 0;
  if (suggestion === null || plannedMl >= targets.fluidMl) return legs;
  return legs.map((leg) => ({ ...leg, fluidMl: (leg.fluidMl * plannedMl) / targets.fluidMl }));
}

/** Cuts the legs, and lowers their hourly ceilings to the remaining fluid. */
function cappedLegs({ plan }: DraftPlan, situation: Situation, rest: RestTargets) {
  const { maxFluidMlPerHr } = plan.targets;
  const share = maxFluidMlPerHr > 0 ? Math.min(1, rest.maxFluidMlPerHr / maxFluidMlPerHr) : 0;
  return legsFrom(plan.legs, situation).map((leg) => ({
    ...leg,
    maxFluidMlPerHr: leg.maxFluidMlPerHr * share,
  }));
}

/** Returns the marks from this minute on, with sums that start there. */
function marksFrom(marks: readonly Mark[], atMin: number): readonly Mark[] {
  const before = sumsBefore(marks, atMin);
  return marks
    .filter((mark) => mark.atMin >= atMin)
    .map((mark) => ({
      ...mark,
      cumulative: {
        carbG: mark.cumulative.carbG - before.carbG,
        sodiumMg: mark.cumulative.sodiumMg - before.sodiumMg,
        fluidMl: mark.cumulative.fluidMl - before.fluidMl,
        caffeineMg: mark.cumulative.caffeineMg - before.caffeineMg,
      },
    }));
}

/** Notes the remaining fluid if it is 0, or below the plan because of earlier excess. */
function littleLeft(
  { marks }: FuelPlan,
  { littleFluidLeftMl: leftMl }: RestTargets,
  { atMin, taken }: Situation,
): readonly PlanNote[] {
  if (leftMl === null) return [];
  const plannedMl = sumsBefore(marks, atMin).fluidMl;
  if (leftMl > 0 && taken.fluidMl < plannedMl + MENTIONED_FLUID_ML) return [];
  return [{ code: 'little_fluid_left', takenMl: Math.round(taken.fluidMl), leftMl: Math.floor(leftMl) }];
}

function missing(portions: readonly Portion[], rest: RestTargets): readonly PlanNote[] {
  const carbG = portions.reduce((sum, { product, servings }) => sum + servings * (product.carbG ?? 0), 0);
  const missingG = Math.round(rest.carbG - carbG);
  return missingG >= MENTIONED_CARB_G ? [{ code: 'products_missing', carbG: missingG }] : [];
}
