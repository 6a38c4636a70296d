import type { PartnerContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { readActivity } from '../records/read-activity.ts';
import type { AthleteRow } from '../storage/athlete-schema.ts';
import { coverageOfActivity, joinCatalogue } from './activity-products.ts';
import { catalogueOf } from './catalogue-copy.ts';
import type { Coverage } from './coverage.ts';
import { guardProductAccess } from './guard-access.ts';
import { limitsOfAthlete } from './limits-of-athlete.ts';
import { type PlanLeg, planLegs } from './plan/plan-legs.ts';
import { type Mark, schedule } from './plan/schedule.ts';
import { type Suggestion, suggestProducts } from './plan/suggest-plan.ts';
import type { Portion } from './portions.ts';
import { type PlanTargets, targetsOf } from './targets.ts';

/** A plan of products over a session, with its comparison to the targets. */
export interface FuelPlan {
  readonly athlete: AthleteRow;
  readonly durationMin: number;
  readonly portions: readonly Portion[];
  readonly marks: readonly Mark[];
  readonly legs: readonly PlanLeg[];
  readonly targets: PlanTargets;
  readonly coverage: Coverage;
  /** Null for a plan of the attached products. */
  readonly suggestion: Suggestion | null;
}

/** Options of a plan. */
export interface PlanRequest {
  readonly suggest: boolean;
  readonly caffeine: 'none' | 'any';
  /** The request as the access log shows it. */
  readonly query: string;
}

/**
 * Plans when to take each product: of the attached ones, or of ones that the service chooses. A plan shows
 * products, so it counts against the athlete's budgets and is logged like any other access.
 */
export async function makeFuelPlan(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
  request: PlanRequest,
): Promise<FuelPlan | Failure> {
  const [details, catalogue] = await Promise.all([
    readActivity(ctx, athleteId, activityId),
    catalogueOf(ctx),
  ]);
  if (isFailure(details)) return details;
  const targets = targetsOf(details);
  if (targets === null) return fail('prescription_not_found');

  const { athlete, activity, prescription } = details;
  const legs = planLegs(activity, targets, prescription?.legs ?? null);
  const limits = limitsOfAthlete(athlete, activity.effectiveAt);
  const suggestion = request.suggest
    ? suggestProducts(catalogue.visible, legs, targets, limits, request.caffeine)
    : null;
  const portions = suggestion?.choice.portions ?? joinCatalogue(catalogue, details.products);
  const refusal = await guardProductAccess(ctx, details.db, {
    athleteId,
    query: request.query,
    reservedRecords: portions.length,
    usedRecords: portions.length,
  });
  if (refusal) return refusal;
  return {
    athlete,
    durationMin: activity.durationMin,
    portions,
    marks: schedule(portions, legs),
    legs,
    targets,
    coverage: coverageOfActivity(details, portions),
    suggestion,
  };
}
