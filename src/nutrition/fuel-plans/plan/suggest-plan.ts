import type { CaffeineDose } from '#core/engine/caffeine.ts';
import type { CarbReason, FluidReason, PlanTexts, SodiumReason } from '#core/languages/plan-texts.ts';
import type { Work } from '#platform/http/heavy-work.ts';
import type { FuelPreferences } from '#platform/storage/athlete-schema.ts';
import type { Vessel } from '#platform/storage/course-columns.ts';
import type { Product } from '../../catalogue/catalogue-copy.ts';
import { CUP_ML, genericFood } from '../../catalogue/generic-foods.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { FILL_STEP_ML, formOf, type Portion } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import type { Aim } from './aim.ts';
import type { Fill } from './bottles.ts';
import { dosesFor } from './candidates.ts';
import { LONG_FROM_MIN } from './carriers.ts';
import type { Compromise } from './compromises.ts';
import { ON_TARGET, PIECE_MAX_G } from './cost-table.ts';
import { fedLegsOf } from './fed-legs.ts';
import type { Setting } from './lay-out-mix.ts';
import type { Taken } from './layout.ts';
import { type FedLeg, isFreeOf } from './leg-mix.ts';
import type { Mark } from './marks.ts';
import { JOINS_MIN, onGrid } from './place-food.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { PlanNote } from './plan-notes.ts';
import { biteOf, isLiked, NO_PREFERENCES, offered, type Pool, poolFor, poolLeft, waterOf } from './pool.ts';
import { type CaffeineToServe, formsAt, serveCaffeine } from './serve-caffeine.ts';
import { brothStops, colasFor, handoutsOf, isRealHanded } from './station-food.ts';
import { type Stop, stopsOf } from './stops.ts';
import { NO_TERRAIN, type Terrain } from './terrain.ts';
import { bestPlan, type Judged } from './try-mixes.ts';

/** The chosen portions, with their totals. */
export interface Choice {
  readonly portions: readonly Portion[];
  readonly carbG: number;
  readonly sodiumMg: number;
  readonly fluidMl: number;
  readonly caffeineMg: number;
}

/** A scheduled selection, with its distance from the targets, the reasons, and the broken rules. */
export interface Suggestion {
  readonly choice: Choice;
  /** The timeline of these products. */
  readonly marks: readonly Mark[];
  /** The bottles of this timeline. */
  readonly fills: readonly Fill[];
  /** Fluid that does not fit into the bottles. */
  readonly vesselNotes: readonly PlanNote[];
  readonly compromises: readonly Compromise[];
  /** In percent of the target, signed; null if nothing is prescribed. */
  readonly offPercent: {
    readonly carb: number | null;
    readonly sodium: number | null;
    readonly fluid: number | null;
  };
  readonly isWithinTarget: boolean;
  /** Doses of caffeine with their products and minutes. */
  readonly doses: readonly Taken[];
  /** Doses that no product serves. */
  readonly unserved: readonly CaffeineDose[];
  /** Reasons for missed targets, each as its text in a language. */
  readonly notes: readonly ((texts: PlanTexts) => string)[];
}

/** The athlete's products, preferences and course. */
export interface Circumstances {
  readonly stops?: readonly Stop[];
  /** Null if they are unknown. */
  readonly vessels?: readonly Vessel[] | null;
  readonly preferences?: FuelPreferences;
  /** During a session: the products left. */
  readonly left?: {
    readonly servings: ReadonlyMap<Product, number>;
    readonly hasPoorStomach: boolean;
  };
}

/** Minutes between the moments of a plan; more in sessions beyond twelve hours. Engineering choices. */
const GRID_MIN = 10;
const LONG_GRID = { fromMin: 720, min: 20 } as const;
const EPSILON = 1e-9;

/**
 * Suggests what to eat and drink in these legs: the plan with the fewest broken rules and, of those, the cheapest by the
 * cost table. The same input gives the same plan, whatever the order of the catalogue. No hour exceeds a ceiling.
 *
 * @param caffeine doses that are planned; null for none
 */
export function suggestProducts(...given: Parameters<typeof suggestInSteps>): Suggestion {
  const steps = suggestInSteps(...given);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** Does the same in steps, for a turn that pauses between them. */
export function* suggestInSteps(
  products: readonly Product[],
  legs: readonly PlanLeg[],
  targets: PlanTargets,
  athlete: AthleteLimits,
  caffeine: CaffeineToServe | null = null,
  terrain: Terrain = NO_TERRAIN,
  circumstances: Circumstances = {},
): Work<Suggestion> {
  const { preferences = NO_PREFERENCES, vessels = null, left } = circumstances;
  const durationMin = legs.at(-1)?.endMin ?? 0;
  const stops =
    circumstances.stops ?? stopsOf({ durationMin, distanceKm: null, course: null }, terrain, legs);
  const own = offered(products, preferences).filter((product) => isLiked(product, preferences));
  const served =
    caffeine === null
      ? { served: [], unserved: [] }
      : serveCaffeine(
          dosesFor(own, athlete).filter(({ carbG }) => carbG <= PIECE_MAX_G),
          caffeine,
          { legs, targets, athlete, terrain },
        );
  const gridMin = durationMin > LONG_GRID.fromMin ? LONG_GRID.min : GRID_MIN;
  const lastMin = caffeine?.lastMin ?? 0;
  const doses = served.served.map(({ dueMin, candidate }) => {
    const near = [Math.round(dueMin / gridMin) * gridMin, onGrid(dueMin, gridMin)].find(
      (minute) =>
        minute <= lastMin &&
        Math.abs(minute - dueMin) <= JOINS_MIN &&
        formsAt(legs, minute).has(candidate.form),
    );
    return {
      atMin: near ?? dueMin,
      dueMin,
      lastMin,
      bite: biteOf(
        candidate,
        1,
        candidate.form === 'gel' || candidate.form === 'solid' ? candidate.form : 'chew',
      ),
    };
  });
  const whole = poolFor(products, athlete, preferences);
  const pool = left === undefined ? whole : poolLeft(whole, left.servings, left.hasPoorStomach);
  const cola = colasFor(stops, served, caffeine, { products, athlete, preferences });
  const fed = fedLegsOf(legs, targets, stops, { vessels, drinks: pool.drinks, doses });
  const handouts = handoutsOf(stops, { products, athlete, preferences });
  const aim: Aim = {
    legs: fed,
    targets,
    isLong: durationMin > LONG_FROM_MIN,
    isLeft: left !== undefined,
    isRealFood: fed.every(({ carrier }) => carrier.isRealFood),
    broths: brothStops(stops, { products, athlete, preferences }, targets),
    isRealHanded: isRealHanded(handouts, fed),
    doses: {
      sodiumMg: doses.reduce((sum, { bite }) => sum + bite.sodiumMg, 0),
      glucoseG: doses.reduce((sum, { bite }) => sum + bite.glucoseG, 0),
    },
  };
  const setting: Setting = {
    legs: fed,
    allLegs: legs,
    terrain,
    gridMin,
    doses,
    handouts,
    colas: cola.cups,
    left: left?.servings ?? null,
    cupStops: stops.filter(({ kind, offers }) => kind === 'aid' && offers.has('water')),
    stops,
    vessels,
    water: waterOf(products, targets.fluidMl),
    sportsDrink: genericFood('sports_drink'),
    fluidCut: null,
  };
  const isOwned = preferences.owns !== null && preferences.owns.length > 0;
  const best = yield* bestPlan({ aim, setting, pool, isOwned });
  return toSuggestion(best, { legs: fed, pool, targets, served: { doses, unserved: cola.unserved } });
}

interface Told {
  readonly legs: readonly FedLeg[];
  readonly pool: Pool;
  readonly targets: PlanTargets;
  readonly served: {
    readonly doses: Setting['doses'];
    readonly unserved: readonly CaffeineDose[];
  };
}

function toSuggestion(
  { laid, compromises, isSaltCut, fluidCut }: Judged,
  { legs, pool, targets, served }: Told,
): Suggestion {
  const sums = laid.marks.at(-1)?.cumulative ?? { carbG: 0, sodiumMg: 0, fluidMl: 0, caffeineMg: 0 };
  const choice = { portions: laid.portions, ...sums };
  const offPercent = {
    carb: off(choice.carbG, targets.carbG),
    sodium: off(choice.sodiumMg, targets.sodiumMg),
    fluid: off(choice.fluidMl, targets.fluidMl),
  };
  const isCarbNear = Math.abs(choice.carbG - targets.carbG) <= ON_TARGET * targets.carbG + EPSILON;
  const isSodiumNear =
    targets.sodiumMg === 0 ||
    Math.abs(choice.sodiumMg - targets.sodiumMg) <= ON_TARGET * targets.sodiumMg + EPSILON;
  const notes: ((texts: PlanTexts) => string)[] = [];
  if (!isCarbNear) {
    const missed = {
      percent: offPercent.carb ?? 0,
      why: whyCarb(pool, legs, Math.abs(choice.carbG - targets.carbG)),
    };
    notes.push(({ suggestion }) => suggestion.carbohydrateMissed(missed));
  }
  if (!isSodiumNear) {
    const missed = { percent: offPercent.sodium ?? 0, ...whySodium(pool, choice, targets, isSaltCut) };
    notes.push(({ suggestion }) => suggestion.sodiumMissed(missed));
  }
  const lackingMl = targets.fluidMl - choice.fluidMl;
  if (lackingMl >= FILL_STEP_ML && lackingMl > ON_TARGET * targets.fluidMl) {
    const shortage = fluidCut ?? whyFluid(legs, lackingMl);
    const missed = { percent: offPercent.fluid ?? 0, shortage, cupMl: CUP_ML };
    notes.push(({ suggestion }) => suggestion.fluidMissed(missed));
  }
  const placed = laid.bites.filter(({ bite }) => (bite.product.caffeineMg ?? 0) > 0);
  if (targets.isStale) notes.push(({ suggestion }) => suggestion.isStale());
  return {
    choice,
    marks: laid.marks,
    fills: laid.fills,
    vesselNotes: laid.vesselNotes,
    compromises,
    offPercent,
    isWithinTarget: isCarbNear && isSodiumNear,
    notes,
    doses: [
      ...placed.map(({ atMin, bite }) => ({ atMin, product: bite.product, servings: bite.servings })),
      ...laid.marks.flatMap(({ atMin, items }) =>
        items
          .filter(
            ({ stop, product }) =>
              stop !== null && formOf(product) === 'drink' && (product.caffeineMg ?? 0) > 0,
          )
          .map(({ product, servings }) => ({ atMin, product, servings })),
      ),
    ].sort((one, other) => one.atMin - other.atMin),
    unserved: [
      ...served.unserved,
      ...served.doses
        .filter(({ bite }) => !placed.some((one) => one.bite === bite))
        .map(({ atMin, bite }) => ({ atMin, mg: bite.product.caffeineMg ?? 0 })),
    ],
  };
}

function off(planned: number, target: number): number | null {
  return target > 0 ? Math.round(((planned - target) / target) * 1000) / 10 : null;
}

/** Returns why the carbohydrate is this far from its target. */
function whyCarb({ bites, drinks }: Pool, legs: readonly FedLeg[], missedG: number): CarbReason {
  if (bites.length + drinks.length === 0) return 'nothing_fits';
  return isFreeOf(legs, missedG) ? 'little_needed' : 'closest';
}

/** Returns why legs with cups have so much less fluid than prescribed. */
function whyFluid(legs: readonly FedLeg[], lackingMl: number): FluidReason {
  if (legs.every(({ cups }) => cups === null)) return 'hourly_ceiling';
  return lackingMl < CUP_ML + FILL_STEP_ML ? 'cups' : 'stations';
}

/** Returns why sodium is not closer to its target, with the figure of the reason. */
function whySodium(
  { tablets, capsules }: Pool,
  choice: Choice,
  targets: PlanTargets,
  isSaltCut: boolean,
): { readonly reason: SodiumReason; readonly amount: number } {
  const salts = [...tablets, ...capsules];
  const isSalted = choice.portions.some(({ product }) => salts.some((salt) => salt.product === product));
  const isAbove = choice.sodiumMg > targets.sodiumMg;
  if (isAbove && !isSalted) return { reason: 'in_food', amount: 0 };
  if (isSaltCut && !isAbove) return { reason: 'hourly_ceiling', amount: targets.maxSodiumMgPerHr };
  if (salts.length === 0) return { reason: 'nothing_fits', amount: 0 };
  const mildestMg = Math.min(...salts.map(({ stepMg }) => stepMg));
  if (isAbove || mildestMg > targets.sodiumMg - choice.sodiumMg) {
    return { reason: 'too_strong', amount: Math.round(mildestMg) };
  }
  return { reason: 'dissolved', amount: 0 };
}
