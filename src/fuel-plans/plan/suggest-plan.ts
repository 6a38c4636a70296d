import type { Product } from '../../catalogue/catalogue-copy.ts';
import type { CaffeineDose } from '../../engine/caffeine.ts';
import type { PlanTexts, SodiumReason } from '../../languages/plan-texts.ts';
import type { AthleteLimits } from '../limits-of-athlete.ts';
import { DRINK_STEP_ML, fluidMlOf, type Portion, pieceOf, SERVINGS_MAX, SERVINGS_MIN } from '../portions.ts';
import { CARB_WITHIN, type PlanTargets, SODIUM_WITHIN } from '../targets.ts';
import { type Candidate, type Candidates, candidatesFor, dosesFor } from './candidates.ts';
import { type Choice, chooseProducts, type Totals } from './choose-products.ts';
import { HOUR_EPSILON, type HourlyExcess, hourlyExcess } from './hourly-check.ts';
import type { Taken } from './layout.ts';
import type { Mark } from './marks.ts';
import { drinkableMl, fedHours, formsEverywhere, type PlanLeg, solidInSomeLegsG } from './plan-legs.ts';
import { schedule } from './schedule.ts';
import { type CaffeineToServe, partsOf, type ServedDose, serveCaffeine, takenOf } from './serve-caffeine.ts';
import { NO_TERRAIN, type Terrain } from './terrain.ts';

/** Tolerance for rounding errors of sums. */
const EPSILON = 1e-9;

/** A selection, with its distance from the targets and the reasons. */
export interface Suggestion {
  readonly choice: Choice;
  /** The timeline of these products. */
  readonly marks: readonly Mark[];
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

/**
 * Suggests products for these legs and targets. Deterministic: the same input gives the same plan.
 *
 * @param caffeine doses that are planned; null for none
 */
export function suggestProducts(
  products: readonly Product[],
  legs: readonly PlanLeg[],
  targets: PlanTargets,
  athlete: AthleteLimits,
  caffeine: CaffeineToServe | null = null,
  terrain: Terrain = NO_TERRAIN,
): Suggestion {
  const fitting = candidatesFor(products, athlete, formsEverywhere(legs));
  const candidates = withinAnHour(fitting, targets.maxSodiumMgPerHr);
  const session = { legs, targets, athlete, terrain };
  const served = caffeine && serveCaffeine(dosesFor(products, athlete), caffeine, session);
  const chosen = served && chooseWithinHours(candidates, session, served.served);
  const { choice, marks, isSaltCut } = chosen ?? chooseWithinHours(candidates, session, []);
  const offPercent = {
    carb: off(choice.carbG, targets.carbG),
    sodium: off(choice.sodiumMg, targets.sodiumMg),
    fluid: off(choice.fluidMl, targets.fluidMl),
  };
  const isCarbNear = Math.abs(choice.carbG - targets.carbG) <= CARB_WITHIN * targets.carbG + EPSILON;
  const isSodiumNear =
    targets.sodiumMg === 0 ||
    Math.abs(choice.sodiumMg - targets.sodiumMg) <= SODIUM_WITHIN * targets.sodiumMg + EPSILON;
  const notes: ((texts: PlanTexts) => string)[] = [];
  if (!isCarbNear) {
    const missed = { percent: offPercent.carb ?? 0, isNothingFitting: isNothingFitting(candidates) };
    notes.push(({ suggestion }) => suggestion.carbohydrateMissed(missed));
  }
  if (!isSodiumNear) {
    const isCut = isSaltCut || candidates.electrolytes.length < fitting.electrolytes.length;
    const missed = { percent: offPercent.sodium ?? 0, ...whySodium(candidates, { choice, targets, isCut }) };
    notes.push(({ suggestion }) => suggestion.sodiumMissed(missed));
  }
  if (targets.isStale) {
    notes.push(({ suggestion }) => suggestion.isStale());
  }
  const doses = chosen === null || served === null ? [] : served.served.map(takenOf);
  const unserved = chosen === null ? (caffeine?.doses ?? []) : (served?.unserved ?? []);
  return { choice, marks, offPercent, isWithinTarget: isCarbNear && isSodiumNear, notes, doses, unserved };
}

/** Leaves out what brings more sodium in its smallest part than an hour may hold. */
function withinAnHour(
  { drinks, feeds, legFeeds, electrolytes, waters }: Candidates,
  maxMgPerHr: number,
): Candidates {
  const fits = ({ product, form, fluidMl, sodiumMg }: Candidate) =>
    sodiumMg * (form === 'drink' && fluidMl > 0 ? DRINK_STEP_ML / fluidMl : pieceOf(product)) <= maxMgPerHr;
  return {
    drinks: drinks.filter(fits),
    feeds: feeds.filter(fits),
    legFeeds: legFeeds.filter(fits),
    electrolytes: electrolytes.filter(fits),
    waters,
  };
}

interface Session {
  readonly legs: readonly PlanLeg[];
  readonly targets: PlanTargets;
  readonly athlete: AthleteLimits;
  readonly terrain: Terrain;
}

interface Chosen {
  readonly choice: Choice;
  readonly marks: readonly Mark[];
  readonly isSaltCut: boolean;
}

/** The choices that are laid out at most, and from which on salt products are left out. Engineering choices. */
const CHOICES_MAX = 8;
const SALTED_CHOICES = 4;
/** The choices after which fluid is lowered in all hours alike. Engineering choice. */
const GENTLE_CHOICES = 4;

/**
 * Chooses products whose timeline is above a ceiling in no hour: while one is, it chooses again with less fluid or
 * sodium, then without salt products, and at last gives up what brings most. Null if it would have to give up something
 * beside doses of caffeine.
 */
function chooseWithinHours(candidates: Candidates, session: Session, served: readonly []): Chosen;
function chooseWithinHours(
  candidates: Candidates,
  session: Session,
  served: readonly ServedDose[],
): Chosen | null;
function chooseWithinHours(
  candidates: Candidates,
  session: Session,
  served: readonly ServedDose[],
): Chosen | null {
  const { legs, targets, athlete, terrain } = session;
  const hours = fedHours(legs);
  let totals: Totals = {
    fluidMaxMl: Math.min(
      targets.fluidMl,
      legs.reduce((sum, leg) => sum + drinkableMl(leg), 0),
    ),
    sodiumMaxMg: targets.maxSodiumMgPerHr * hours,
    legFoodMaxG: solidInSomeLegsG(legs),
  };
  let isSaltCut = false;
  const parts = partsOf(served);
  let choice = chooseProducts(candidates, targets, athlete, totals, parts);
  for (let choices = 1; ; choices += 1) {
    const marks = schedule(choice.portions, legs, terrain, served.map(takenOf));
    const above = hourlyExcess(marks, legs.at(-1)?.endMin ?? 0, targets);
    if (above === null) return { choice, marks, isSaltCut };
    isSaltCut ||= above.sodiumMg > 0;
    if (choices >= CHOICES_MAX && served.length > 0) return null;
    totals = lessThan(choice, above, targets, totals, choices < GENTLE_CHOICES);
    const salted = choices < SALTED_CHOICES ? candidates : { ...candidates, electrolytes: [] };
    choice =
      choices < CHOICES_MAX
        ? chooseProducts(salted, targets, athlete, totals, parts)
        : withoutStrongest(choice, above.fluidMl > 0 ? 'fluidMl' : 'sodiumMg');
  }
}

/**
 * Lowers the totals as far as the fullest hour is above its ceiling, as if all hours were; fluid at first only by what is
 * too much in that hour, since the others often are not.
 */
function lessThan(
  choice: Choice,
  above: HourlyExcess,
  targets: PlanTargets,
  totals: Totals,
  isGentle: boolean,
): Totals {
  const share = (excess: number, ceiling: number) => ceiling / (ceiling + excess);
  const evenMl = choice.fluidMl * share(above.fluidMl, targets.maxFluidMlPerHr);
  const fluidMl = isGentle ? Math.max(evenMl, choice.fluidMl - above.fluidMl - DRINK_STEP_ML) : evenMl;
  const sodiumMg = choice.sodiumMg * share(above.sodiumMg, targets.maxSodiumMgPerHr);
  return {
    ...totals,
    fluidMaxMl: above.fluidMl > HOUR_EPSILON ? inMouthfuls(fluidMl) : totals.fluidMaxMl,
    sodiumMaxMg: above.sodiumMg > HOUR_EPSILON ? sodiumMg : totals.sodiumMaxMg,
  };
}

function inMouthfuls(volumeMl: number): number {
  return Math.floor(volumeMl / DRINK_STEP_ML) * DRINK_STEP_ML;
}

/** Gives up the product that brings most of a quantity. */
function withoutStrongest(choice: Choice, quantity: 'fluidMl' | 'sodiumMg'): Choice {
  const amount = ({ product, servings }: Portion) =>
    servings * ((quantity === 'fluidMl' ? fluidMlOf(product) : product.sodiumMg) ?? 0);
  const strongest = choice.portions.reduce((most, one) => (amount(one) > amount(most) ? one : most));
  return totalsOf(choice.portions.filter((one) => one !== strongest));
}

function totalsOf(portions: readonly Portion[]): Choice {
  const sum = (amountOf: (product: Portion['product']) => number | null) =>
    portions.reduce((total, { product, servings }) => total + servings * (amountOf(product) ?? 0), 0);
  return {
    portions,
    carbG: sum(({ carbG }) => carbG),
    sodiumMg: sum(({ sodiumMg }) => sodiumMg),
    fluidMl: sum(fluidMlOf),
    caffeineMg: sum(({ caffeineMg }) => caffeineMg),
  };
}

function off(planned: number, target: number): number | null {
  return target > 0 ? Math.round(((planned - target) / target) * 1000) / 10 : null;
}

function isNothingFitting({ feeds, drinks }: Candidates): boolean {
  return feeds.length + drinks.length === 0;
}

/** The reason why no salt product brings the sodium nearer, with the figure that the reason names. */
interface WhySodium {
  readonly reason: SodiumReason;
  readonly amount: number;
}

function whySodium(
  { electrolytes }: Candidates,
  {
    choice,
    targets,
    isCut,
  }: { readonly choice: Choice; readonly targets: PlanTargets; readonly isCut: boolean },
): WhySodium {
  const isSalt = ({ product }: Portion) => electrolytes.some((one) => one.product === product);
  const isAbove = choice.sodiumMg > targets.sodiumMg;
  if (isAbove && !choice.portions.some(isSalt)) {
    return { reason: 'in_food', amount: 0 };
  }
  if (isCut && !isAbove) return { reason: 'hourly_ceiling', amount: targets.maxSodiumMgPerHr };
  if (electrolytes.length === 0) return { reason: 'nothing_fits', amount: 0 };
  const mildestMg = Math.min(...electrolytes.map(smallestSodiumMg));
  if (isAbove || mildestMg > targets.sodiumMg - choice.sodiumMg) {
    return { reason: 'too_strong', amount: Math.round(mildestMg) };
  }
  return choice.portions.some((portion) => isSalt(portion) && portion.servings === SERVINGS_MAX)
    ? { reason: 'most_servings', amount: SERVINGS_MAX }
    : { reason: 'dissolved', amount: 0 };
}

function smallestSodiumMg({ step, sodiumMg }: Candidate): number {
  return sodiumMg * Math.max(step, SERVINGS_MIN);
}
