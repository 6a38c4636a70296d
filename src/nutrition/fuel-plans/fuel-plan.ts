import type { Course } from '@musette/basics/courses';
import type { Work } from '@musette/basics/work';
import type { CaffeineInput } from '@musette/engine/caffeine';
import { ML_PER_FL_OZ, milligramsText } from '@musette/languages/amounts';
import type { Units } from '@musette/languages/languages';
import { unitsFor } from '@musette/languages/languages';
import { charge } from '#platform/access/admit.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import type { ActivityRow, AthleteRow, OwnProductRow } from '#platform/storage/athlete-schema.ts';
import { type Catalogue, catalogueOf } from '../catalogue/catalogue-copy.ts';
import {
  accessProducts,
  askProducts,
  isOfCatalogue,
  type ProductsSpent,
  refuseSpent,
} from '../catalogue/guard-access.ts';
import { withOwnProducts } from '../own-products/figures.ts';
import type { PrescriptionNumbers } from '../prescriptions/prescription-shape.ts';
import type { Trajectory } from '../prescriptions/trajectory-shape.ts';
import { caffeineInput, caffeineRequest } from '../records/caffeine.ts';
import { toEngineActivity, toEngineAthlete } from '../records/engine-input.ts';
import { type ActivityDetails, readActivity } from '../records/read-activity.ts';
import { joinCatalogue } from './activity-products.ts';
import { planLegs } from './course/legs.ts';
import { stopsOf } from './course/stops.ts';
import { terrainOf } from './course/terrain.ts';
import { type Coverage, type CoverageWarning, comparedWith } from './coverage.ts';
import { type AthleteLimits, caffeineLimits, dosesToServe, limitsOfAthlete } from './limits-of-athlete.ts';
import type { Note, Plan, Request } from './plan/model.ts';
import { planFuelInSteps } from './plan/plan.ts';
import { type PlanQuestion, requestOf } from './plan/request.ts';
import { type PlanView, viewOf } from './plan/view.ts';
import { type PlanTargets, targetsOf } from './targets.ts';

/** A plan of products over a session, with its comparison to the targets. */
export interface FuelPlan {
  readonly athlete: Pick<AthleteRow, 'id' | 'tier' | 'locale' | 'units' | 'bodyMassKg'>;
  /** Its name is text from the athlete: data, never markup. */
  readonly activity: Pick<
    ActivityRow,
    | 'id'
    | 'type'
    | 'name'
    | 'scheduledAt'
    | 'scheduledLocal'
    | 'scheduledSent'
    | 'timeZone'
    | 'effectiveAt'
    | 'isRaceEvent'
    | 'course'
  >;
  readonly durationMin: number;
  readonly targets: PlanTargets;
  /** The stored calculation, for its safety data, which is shown with every amount. */
  readonly numbers: PrescriptionNumbers;
  readonly coverage: Coverage;
  /** The physical plan. */
  readonly plan: Plan;
  /** Everything that is shown of it, derived once. */
  readonly view: PlanView;
  /** Null for a plan of the attached products. */
  readonly suggestion: { readonly isWithinTarget: boolean } | null;
  /** Present if requested; null while the prescription is stale. */
  readonly trajectory?: Trajectory | null;
}

/** Options of a plan. */
export interface PlanRequest {
  readonly suggest: boolean;
  /** Null: as set on the activity or the athlete. */
  readonly caffeine: 'none' | 'any' | null;
  /** Units of texts and of fillings. Null: the athlete's. */
  readonly units: Units | null;
  /** The request as the access log shows it. */
  readonly query: string;
}

/** The inputs of a plan. */
export interface PlanInputs {
  readonly details: ActivityDetails;
  /** With the athlete's own products. */
  readonly catalogue: Catalogue;
  readonly targets: PlanTargets;
  readonly prescription: NonNullable<ActivityDetails['prescription']>;
  /** The athlete's budget of product requests, if it is known to be spent. */
  readonly spent: ProductsSpent | null;
}

/** An uncharged plan with its session. */
export interface DraftPlan extends Pick<PlanInputs, 'details'> {
  readonly plan: FuelPlan;
}

const MINUTES_PER_UNIT = 360;
const STATIONS_PER_UNIT = 20;

/** Returns the units that calculating a plan of this many minutes costs. */
export function unitsOfPlan(
  { activity }: Pick<ActivityDetails, 'activity'>,
  durationMin: number = activity.durationMin,
): number {
  const stations = activity.course?.aidStations?.length ?? 0;
  return Math.ceil(durationMin / MINUTES_PER_UNIT) + Math.ceil(stations / STATIONS_PER_UNIT);
}

/** Charges what calculating a plan of this many minutes costs, unless its products could not be shown anyway. */
export async function chargeCalculation(
  ctx: PartnerContext,
  { details, spent }: PlanInputs,
  durationMin?: number,
): Promise<Failure | null> {
  return spent ? refuseSpent(ctx, spent) : charge(ctx, unitsOfPlan(details, durationMin));
}

/** Charges and logs the access to the products of a plan, and returns the plan. */
export async function chargeProducts(
  ctx: PartnerContext,
  { details }: DraftPlan,
  plan: FuelPlan,
  query: string,
): Promise<FuelPlan | Failure> {
  const athlete = await accessProducts(ctx, accessOf(details, plan, query));
  return isFailure(athlete) ? athlete : plan;
}

/** Returns the access to the products of a plan. */
export function accessOf({ athlete }: ActivityDetails, { view }: FuelPlan, query: string) {
  const productIds = view.own
    .filter(({ product }) => isOfCatalogue(product))
    .map(({ product }) => product.id);
  return { athleteId: athlete.id, query, productIds };
}

/** Reads what the plan of an activity is calculated from. */
export async function readPlanInputs(
  ctx: PartnerContext,
  athleteId: string,
  activityId: string,
): Promise<PlanInputs | Failure> {
  const { env, principal } = ctx;
  const { partnerId, limits } = principal;
  // Throws before anything is under way if the athlete's database is unavailable.
  const db = databaseOfAthlete(ctx, athleteId);
  const [details, catalogue, spent] = await Promise.all([
    readActivity(ctx, athleteId, activityId, { withCoursePoints: true, withOwnProducts: true }),
    catalogueOf(ctx),
    db && askProducts(env, { partnerId, athleteId }, limits),
  ]);
  return isFailure(details) ? details : planInputsOf(details, details.ownProducts, catalogue, spent);
}

/** Returns what the plan of an activity is calculated from, or a 404 before its first calculation. */
export function planInputsOf(
  details: ActivityDetails,
  ownProducts: readonly OwnProductRow[],
  catalogue: Catalogue,
  spent: ProductsSpent | null,
): PlanInputs | Failure {
  const targets = targetsOf(details);
  const { prescription } = details;
  if (targets === null || prescription === null) return fail('prescription_not_found');
  return { details, catalogue: withOwnProducts(catalogue, ownProducts), targets, prescription, spent };
}

/** Options of a draft; `suggest` null chooses products only if none are attached. */
interface DraftOptions extends Pick<PlanRequest, 'caffeine' | 'units'> {
  readonly suggest: boolean | null;
}

/** In the United States a kitchen jug has a mark at every 2 fl oz. */
const US_HOME_STEP_ML = 2 * ML_PER_FL_OZ;

/** Returns what the planner is asked for an activity. */
export function requestOfActivity(
  {
    details,
    catalogue,
    targets,
    prescription,
  }: Pick<PlanInputs, 'catalogue' | 'targets'> & {
    readonly details: ActivityDetails;
    readonly prescription: Pick<PlanInputs['prescription'], 'legs'>;
  },
  options: DraftOptions,
): Request {
  const { athlete, activity } = details;
  const legs = planLegs(activity, targets, prescription.legs);
  const terrain = terrainOf(activity, legs, toEngineAthlete(athlete, activity.effectiveAt));
  const limits = limitsOfAthlete(athlete, activity);
  return requestOf({
    legs,
    targets,
    limits,
    terrain,
    stops: stopsOf(activity, terrain, legs),
    durationMin: activity.durationMin,
    vessels: activity.vessels ?? athlete.vessels,
    runVessels: activity.runVessels ?? athlete.runVessels,
    refills: activity.refills ?? athlete.refills,
    isRace: activity.isRaceEvent === true,
    ...stationsKnown(activity.course),
    ...(unitsFor(athlete, options.units) === 'us' && { homeStepMl: US_HOME_STEP_ML }),
    preferences: athlete.fuelPreferences,
    products: catalogue.visible,
    doses: dosesToServe(caffeineOf(athlete, activity, options.caffeine)),
    caffeineMaxMg: caffeineLimits(limits).sessionMg,
    attached: isSuggested(details, options) ? null : joinCatalogue(catalogue, details.products),
  });
}

/** Returns whether a course lists all of its stations, and where else there may be water. */
function stationsKnown(
  course: (Course & Partial<CourseKnowledge>) | null,
): Pick<PlanQuestion, 'stationsComplete' | 'checkpoints'> {
  const waypoints = course?.waypoints ?? [];
  return {
    stationsComplete: course?.stationsComplete ?? true,
    checkpoints: waypoints.filter(({ kind }) => kind === 'checkpoint').map(({ km, name }) => ({ km, name })),
  };
}

/** What a course says beyond its stations. */
interface CourseKnowledge {
  readonly stationsComplete: boolean | null;
  readonly waypoints:
    | readonly { readonly km: number; readonly name: string | null; readonly kind: string }[]
    | null;
}

function isSuggested({ products }: ActivityDetails, { suggest }: DraftOptions): boolean {
  return suggest ?? products.length === 0;
}

/** Notes that an attached product was deleted, once, in every plan of the activity until its products change. */
export function withRemoved(plan: Plan, { lacksProduct }: Pick<ActivityDetails, 'lacksProduct'>): Plan {
  if (!lacksProduct) return plan;
  const notes = plan.notes.filter(({ binding }) => binding !== REMOVED.binding);
  return { ...plan, notes: [REMOVED, ...notes] };
}

/** Returns whether a note names no target that the plan misses: a product that is gone, or water that may not be there. */
const isNoMiss = (note: Note): boolean => note === REMOVED || note.parameters.isWithoutAssumed === 1;

const REMOVED: Note = { quantity: null, percentOff: null, binding: 'product_removed', parameters: {} };

/** Returns the plan of nothing: without products to plan, water alone is no plan. */
function emptyPlan(request: Request): Plan {
  return { request, supply: {}, stops: request.stops, fills: [], intakes: [], notes: [], assumptions: [] };
}

/** Time to gather what a plan needs, rounded up from what the longest take, µs. */
const REQUEST_US = 4000;

/** Drafts a plan in steps, without I/O. Nothing of it may be shown until its products are charged. */
export function* draftFuelPlan(inputs: PlanInputs, options: DraftOptions): Work<DraftPlan> {
  const { details, targets, prescription } = inputs;
  const { athlete, activity } = details;
  yield REQUEST_US;
  const request = requestOfActivity(inputs, options);
  const isEmpty = !isSuggested(details, options) && details.products.length === 0;
  const plan = withRemoved(isEmpty ? emptyPlan(request) : yield* planFuelInSteps(request), details);
  const view = viewOf(plan);
  return {
    details,
    plan: {
      athlete,
      activity,
      durationMin: activity.durationMin,
      targets,
      numbers: prescription,
      coverage: coverageOfPlan(view, targets, limitsOfAthlete(athlete, activity)),
      plan,
      view,
      suggestion: isSuggested(details, options) ? { isWithinTarget: plan.notes.every(isNoMiss) } : null,
    },
  };
}

/** Returns the inputs for the caffeine of a suggestion. */
function caffeineOf(
  athlete: AthleteRow,
  activity: ActivityRow,
  asked: PlanRequest['caffeine'],
): CaffeineInput {
  const stated = caffeineRequest(athlete, activity.caffeine);
  return caffeineInput(
    { ...stated, wanted: asked === null ? stated.wanted : asked === 'any' },
    toEngineActivity(activity),
    toEngineAthlete(athlete, activity.effectiveAt),
  );
}

/** Compares what is eaten and drunk in a plan with its targets, and adds the warnings for the athlete. */
export function coverageOfPlan(view: PlanView, targets: PlanTargets, athlete: AthleteLimits): Coverage {
  const { carbG, sodiumMg, fluidMl, caffeineMg } = view.totals;
  const known = (total: number) => ({ total, unknownProductIds: [] });
  const compared = comparedWith(
    { portions: view.portions, hours: targets.hours, targets, athlete },
    {
      carbG: known(carbG),
      sodiumMg: known(sodiumMg),
      fluidMl: known(fluidMl),
      caffeineMg: known(caffeineMg),
    },
  );
  return { ...compared, warnings: [...compared.warnings, ...caffeinePlanned(caffeineMg)] };
}

/** Says that the caffeine of a plan is optional. */
function caffeinePlanned(mg: number): readonly CoverageWarning[] {
  if (mg < 1) return [];
  return [
    {
      code: 'CAFFEINE_PLANNED',
      severity: 'info',
      messageIn: ({ notes }) => notes.caffeinePlanned({ amount: milligramsText(mg) }),
    },
  ];
}
