import type { Work } from '@musette/basics/work';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure, type Problem } from '#platform/http/errors.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { productById } from './activity-products.ts';
import {
  chargeCalculation,
  chargeProducts,
  coverageOfPlan,
  type DraftPlan,
  draftFuelPlan,
  type FuelPlan,
  type PlanInputs,
  type PlanRequest,
  readPlanInputs,
  withRemoved,
} from './fuel-plan.ts';
import { limitsOfAthlete } from './limits-of-athlete.ts';
import { type Lost, type Situation, vesselsNow } from './plan/bottles-left.ts';
import { lastLapOf } from './plan/laps.ts';
import { type ProductsLeft, planRestInSteps } from './plan/replan.ts';
import { toProduct } from './plan/request.ts';
import { viewOf } from './plan/view.ts';
import { trajectoryOfPlan } from './plan-trajectory.ts';
import { refuseTeaser, unknownProduct } from './refusals.ts';

/** Options of planning the rest of a session. */
export interface ReplanRequest extends Omit<PlanRequest, 'suggest'> {
  readonly atMin: number;
  readonly taken: Situation['taken'];
  readonly expectedEndMin: number | null;
  readonly stomach: 'good' | 'poor';
  /** Null: what the plan has left. */
  readonly productsLeft: readonly { readonly productId: string; readonly servings: number }[] | null;
  readonly bottlesLeftMl: readonly number[] | number | null;
  readonly lost: Lost | null;
  readonly missedStations: readonly number[];
  readonly goesOn: boolean;
  /** Null: only if nothing is attached. */
  readonly suggest: boolean | null;
  readonly withTrajectory: boolean;
}

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
  const { bottlesLeftMl, lost, missedStations, goesOn } = request;
  const mishap = { bottlesLeftMl, lost, missedStations, goesOn };
  const situation = { atMin, endMin, taken, hasPoorStomach: request.stomach === 'poor', ...mishap };
  const planned = await inTurn(ctx.principal, async (pace) => {
    const draft = await pace.run(draftFuelPlan(inputs, request));
    const problems = problemsOf(draft, situation);
    if (problems.length > 0) return invalid(...problems);
    const rest = await pace.run(restOf(draft, situation, left));
    const trajectory = request.withTrajectory
      ? { trajectory: trajectoryOfPlan(draft.details, rest, situation) }
      : {};
    return { draft, shown: { ...rest, ...trajectory } };
  });
  if (isFailure(planned)) return planned;
  return chargeProducts(ctx, planned.draft, planned.shown, request.query);
}

/** Lists what a mishap names that the plan does not have. */
function problemsOf(
  { plan: { plan, durationMin } }: DraftPlan,
  { atMin, endMin, bottlesLeftMl, lost, missedStations, goesOn }: Situation,
): readonly Problem[] {
  const carried = vesselsNow(plan, atMin);
  const unknown = (pointer: string, message: string): Problem => ({
    pointer,
    code: 'invalid_value',
    message,
  });
  const tooMuch = (pointer: string): Problem => ({
    pointer,
    code: 'too_big',
    message: 'is more than the bottles hold',
  });
  const allMl = carried.reduce((sum, { volumeMl }) => sum + volumeMl, 0);
  const tooFull =
    typeof bottlesLeftMl === 'number'
      ? bottlesLeftMl > allMl
        ? [tooMuch('/bottles_left_ml')]
        : []
      : (bottlesLeftMl ?? []).flatMap((ml, index) => {
          const vessel = carried[index];
          const pointer = `/bottles_left_ml/${index}`;
          if (vessel === undefined) return [unknown(pointer, 'is more bottles than are carried now')];
          return ml > vessel.volumeMl ? [tooMuch(pointer)] : [];
        });
  const named = (list: readonly number[] | 'all' | undefined) => (list === 'all' ? [] : (list ?? []));
  const bottles = named(lost?.bottles).flatMap((number, index) =>
    carried[number - 1] === undefined
      ? [unknown(`/lost/bottles/${index}`, 'is no bottle that is carried now')]
      : [],
  );
  const bags = named(lost?.bags).flatMap((stop, index) =>
    plan.stops[stop]?.hasBag === true
      ? []
      : [unknown(`/lost/bags/${index}`, 'is no station of the plan with a bag')],
  );
  const missed = named(missedStations).flatMap((stop, index) => {
    const kind = plan.stops[stop]?.kind;
    return kind === 'aid' || kind === 'refill'
      ? []
      : [unknown(`/missed_stations/${index}`, 'is no station of the plan')];
  });
  const isRepeating = goesOn === true && endMin > durationMin;
  const laps: readonly Problem[] =
    goesOn === true && (!isRepeating || lastLapOf(plan.stops).length === 0)
      ? [
          {
            pointer: '/goes_on',
            code: 'not_allowed',
            message: 'needs a later expected_end_min, and stations that come again at one place',
          },
        ]
      : [];
  return [...tooFull, ...bottles, ...bags, ...missed, ...laps];
}

/** Looks up what the athlete has left. Null if they did not say. */
function productsLeft(
  { catalogue }: PlanInputs,
  { productsLeft: left }: ReplanRequest,
): ProductsLeft | null | Failure {
  if (left === null) return null;
  const found = left.map(({ productId, servings }) => ({
    product: productById(catalogue, productId),
    servings,
  }));
  const unknown = found.flatMap(({ product }, index) =>
    product === undefined ? [unknownProduct(`/products_left/${index}/product_id`)] : [],
  );
  if (unknown.length > 0) return invalid(...unknown);
  return found.flatMap(({ product, servings }) =>
    product ? [{ product: toProduct(product), servings }] : [],
  );
}

/** Plans the rest without I/O: the rest of the original plan if everything went as planned. */
function* restOf(draft: DraftPlan, situation: Situation, left: ProductsLeft | null): Work<FuelPlan> {
  const { details } = draft;
  const rest = withRemoved(yield* planRestInSteps(draft.plan.plan, situation, left), details);
  const { fromMin, endMin } = rest.request;
  const hours = (endMin - fromMin) / 60;
  const view = viewOf(rest);
  const { carbG, sodiumMg, fluidMl } = view.targets;
  const targets = {
    ...draft.plan.targets,
    hours,
    carbG: Math.round(carbG),
    sodiumMg: Math.round(sodiumMg),
    fluidMl: Math.round(fluidMl),
  };
  const limits = {
    ...limitsOfAthlete(details.athlete, details.activity),
    caffeineMaxMg: rest.request.caffeineMaxMg,
  };
  return {
    ...draft.plan,
    plan: rest,
    view,
    durationMin: endMin,
    targets,
    coverage: coverageOfPlan(view, targets, limits),
    suggestion: null,
  };
}
