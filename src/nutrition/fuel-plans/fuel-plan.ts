import type { CaffeineInput } from '#core/engine/caffeine.ts';
import { charge } from '#platform/access/admit.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { Work } from '#platform/http/heavy-work.ts';
import type { ActivityRow, AthleteRow } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { type Catalogue, catalogueOf } from '../catalogue/catalogue-copy.ts';
import { genericIdOf } from '../catalogue/generic-foods.ts';
import { accessProducts } from '../catalogue/guard-access.ts';
import type { PrescriptionNumbers } from '../prescriptions/prescription-shape.ts';
import type { Trajectory } from '../prescriptions/trajectory-shape.ts';
import { caffeineInput, caffeineRequest } from '../records/caffeine.ts';
import { toEngineActivity, toEngineAthlete } from '../records/engine-input.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';
import { coverageOfActivity, joinCatalogue } from './activity-products.ts';
import type { Coverage } from './coverage.ts';
import { limitsOfAthlete } from './limits-of-athlete.ts';

import { type Bottles, type Fill, fillBottles, sipsOf } from './plan/bottles.ts';

import { caffeineIn } from './plan/caffeine-left.ts';

import type { Compromise } from './plan/compromises.ts';
import type { Stretch } from './plan/course-clock.ts';
import { hourlyExcess } from './plan/hourly-check.ts';
import type { Taken } from './plan/layout.ts';
import type { Mark } from './plan/marks.ts';
import { type PlanLeg, planLegs } from './plan/plan-legs.ts';
import type { PlanNote } from './plan/plan-notes.ts';
import { type PlanRow, rowsOf } from './plan/plan-rows.ts';
import { NO_PREFERENCES } from './plan/pool.ts';
import { scheduleInSteps } from './plan/schedule.ts';
import { dosesToServe } from './plan/serve-caffeine.ts';
import { boughtOf, type ShoppingItem, shoppingListOf } from './plan/shopping-list.ts';
import { type Station, stationsOf } from './plan/stations.ts';
import { type Stop, stopsOf } from './plan/stops.ts';
import { type Suggestion, suggestInSteps } from './plan/suggest-plan.ts';
import { type Terrain, terrainOf } from './plan/terrain.ts';
import type { Portion } from './portions.ts';
import { type PlanTargets, targetsOf } from './targets.ts';

/** A plan of products over a session, with its comparison to the targets. */
export interface FuelPlan {
  readonly athlete: Pick<AthleteRow, 'id' | 'tier' | 'locale'>;
  /** Its name is text from the athlete: data, never markup. */
  readonly activity: Pick<ActivityRow, 'id' | 'type' | 'name' | 'scheduledAt' | 'effectiveAt' | 'course'>;
  /** The course in stretches of constant gradient; empty without a course. */
  readonly stretches: readonly Stretch[];
  readonly durationMin: number;
  readonly portions: readonly Portion[];
  readonly marks: readonly Mark[];
  readonly legs: readonly PlanLeg[];
  readonly targets: PlanTargets;
  /** The stored calculation, for its safety data, which is shown with every amount. */
  readonly numbers: PrescriptionNumbers;
  readonly coverage: Coverage;
  /** Start, stations of the course, and end. */
  readonly stations: readonly Station[];
  /** Fillings of the bottles, in the order of the stops. */
  readonly fills: readonly Fill[];
  readonly shoppingList: readonly ShoppingItem[];
  /** The athlete's actions in order: the plan to show to people. */
  readonly rows: readonly PlanRow[];
  /** Rules that a suggestion could not keep; none for attached products. */
  readonly compromises: readonly Compromise[];
  readonly notes: readonly PlanNote[];
  /** Null for a plan of the attached products. */
  readonly suggestion: Suggestion | null;
  /** Present if requested; null while the prescription is stale. */
  readonly trajectory?: Trajectory | null;
}

/** Options of a plan. */
export interface PlanRequest {
  readonly suggest: boolean;
  /** Null: as set on the activity or the athlete. */
  readonly caffeine: 'none' | 'any' | null;
  /** The request as the access log shows it. */
  readonly query: string;
}

/** The inputs of a plan. */
export interface PlanInputs {
  readonly details: ActivityDetails & { readonly db: Database };
  readonly catalogue: Catalogue;
  readonly targets: PlanTargets;
  readonly prescription: NonNullable<ActivityDetails['prescription']>;
}

/** An uncharged plan with its inputs. */
export interface DraftPlan extends Pick<PlanInputs, 'details' | 'catalogue'> {
  readonly plan: FuelPlan;
  readonly terrain: Terrain;
  readonly stops: readonly Stop[];
}

const MINUTES_PER_UNIT = 360;
const STATIONS_PER_UNIT = 20;

/** Charges what calculating a plan of this many minutes costs. */
export function chargeCalculation(
  ctx: PartnerContext,
  { details: { activity } }: PlanInputs,
  durationMin: number = activity.durationMin,
): Promise<Failure | null> {
  const stations = activity.course?.aidStations?.length ?? 0;
  return charge(ctx, Math.ceil(durationMin / MINUTES_PER_UNIT) + Math.ceil(stations / STATIONS_PER_UNIT));
}

/** Charges and logs the access to the products of a plan, and returns the plan. */
export async function chargeProducts(
  ctx: PartnerContext,
  { details }: DraftPlan,
  plan: FuelPlan,
  query: string,
): Promise<FuelPlan | Failure> {
  const productIds = plan.portions
    .filter(({ product }) => genericIdOf(product) === null)
    .map(({ product }) => product.id);
  const access = { athleteId: details.athlete.id, query, productIds };
  const athlete = await accessProducts(ctx, access);
  return isFailure(athlete) ? athlete : plan;
}

/** Reads what the plan of an activity is calculated from. */
export async function readPlanInputs(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<PlanInputs | Failure> {
  const [details, catalogue] = await Promise.all([
    readActivity(ctx, athleteId, activityId, { withCoursePoints: true }),
    catalogueOf(ctx),
  ]);
  if (isFailure(details)) return details;
  const targets = targetsOf(details);
  const { prescription } = details;
  if (targets === null || prescription === null) return fail('prescription_not_found');
  return { details, catalogue, targets, prescription };
}

/**
 * Drafts a plan in steps, without I/O. Nothing of it may be shown until its products are charged.
 *
 * @param request `suggest` null chooses products only if none are attached
 */
export function* draftFuelPlan(
  { details, catalogue, targets, prescription }: PlanInputs,
  request: Pick<PlanRequest, 'caffeine'> & { readonly suggest: boolean | null },
): Work<DraftPlan> {
  const { athlete, activity } = details;
  const legs = planLegs(activity, targets, prescription.legs);
  const limits = limitsOfAthlete(athlete, activity);
  const terrain = terrainOf(activity, legs, toEngineAthlete(athlete, activity.effectiveAt));
  const stops = stopsOf(activity, terrain, legs);
  const vessels = activity.vessels ?? athlete.vessels;
  const suggestion =
    (request.suggest ?? details.products.length === 0)
      ? yield* suggestInSteps(
          catalogue.visible,
          legs,
          targets,
          limits,
          dosesToServe(caffeineOf(athlete, activity, request.caffeine)),
          terrain,
          { stops, vessels, preferences: athlete.fuelPreferences ?? NO_PREFERENCES },
        )
      : null;
  const portions = suggestion?.choice.portions ?? joinCatalogue(catalogue, details.products);
  const marks = suggestion?.marks ?? (yield* scheduleInSteps(portions, legs, terrain));
  const { durationMin } = activity;
  const plan = {
    athlete,
    activity,
    stretches: terrain.stretches,
    durationMin,
    portions,
    marks,
    legs,
    targets,
    numbers: prescription,
    coverage: coverageOfActivity(details, portions),
    suggestion,
    compromises: suggestion?.compromises ?? [],
    ...carry({
      portions,
      marks,
      stops,
      legs,
      stretches: terrain.stretches,
      durationMin,
      bottles: suggestion ?? fillBottles(sipsOf(marks, durationMin), stops, vessels, legs),
    }),
  };
  const notes = [
    ...plan.notes,
    ...tooMuchAtOnce(marks, targets, durationMin),
    ...caffeineOfDoses(suggestion?.doses ?? [], portions),
    ...(suggestion?.unserved ?? []).map((dose): PlanNote => ({ code: 'caffeine_from_elsewhere', ...dose })),
  ];
  return { details, catalogue, plan: { ...plan, notes }, terrain, stops };
}

/** Notes the caffeine of a plan with doses, which is optional. */
export function caffeineOfDoses(doses: readonly Taken[], portions: readonly Portion[]): readonly PlanNote[] {
  const mg = Math.round(caffeineIn(portions));
  return doses.length > 0 && mg > 0 ? [{ code: 'caffeine_planned', mg }] : [];
}

/** Returns the inputs for the caffeine of a suggestion. */
function caffeineOf(
  athlete: AthleteRow,
  activity: ActivityRow,
  asked: PlanRequest['caffeine'],
): CaffeineInput {
  const said = caffeineRequest(athlete, activity.caffeine);
  return caffeineInput(
    { ...said, wanted: asked === null ? said.wanted : asked === 'any' },
    toEngineActivity(activity),
    toEngineAthlete(athlete, activity.effectiveAt),
  );
}

/** Lists rows, stations and the shopping list of a timeline with its bottles. */
export function carry(timeline: {
  readonly portions: readonly Portion[];
  readonly marks: readonly Mark[];
  readonly stops: readonly Stop[];
  readonly legs: readonly PlanLeg[];
  readonly stretches: readonly Stretch[];
  readonly durationMin: number;
  readonly bottles: Pick<Bottles, 'fills' | 'vesselNotes'>;
}): Pick<FuelPlan, 'stations' | 'fills' | 'rows' | 'shoppingList' | 'notes'> {
  const { portions, marks, stops, bottles } = timeline;
  const { fills } = bottles;
  const stations = stationsOf(stops, marks, fills);
  return {
    fills,
    stations,
    rows: rowsOf({ ...timeline, fills, stations }),
    shoppingList: shoppingListOf(boughtOf(portions, marks, fills)),
    notes: bottles.vesselNotes,
  };
}

/** Amounts below what a plan shows, ml and mg. */
const SHOWN = 0.5;

/** Notes hours with more fluid or sodium than the ceilings, which attached products and salt can cause. */
function tooMuchAtOnce(
  marks: readonly Mark[],
  targets: PlanTargets,
  durationMin: number,
): readonly PlanNote[] {
  const above = hourlyExcess(marks, durationMin, targets, SHOWN);
  const notes: PlanNote[] = [];
  if (above !== null && above.fluidMl > SHOWN) {
    notes.push({ code: 'little_time_for_fluid', maxMlPerHr: Math.round(targets.maxFluidMlPerHr) });
  }
  if (above !== null && above.sodiumMg > SHOWN) {
    notes.push({ code: 'little_time_for_sodium', maxMgPerHr: targets.maxSodiumMgPerHr });
  }
  return notes;
}
