import type { Work } from '#platform/http/heavy-work.ts';
import { FILL_STEP_ML } from '../portions.ts';
import type { Aim } from './aim.ts';
import { chooseMixes, type Mix, productsMax, productsOf } from './choose-mix.ts';
import type { Compromise } from './compromises.ts';
import { ON_TARGET } from './cost-table.ts';
import { HOUR_EPSILON, hourlyExcess } from './hourly-check.ts';
import { compromisesOf } from './judge-plan.ts';
import { type LaidOut, layOutMix, type Setting } from './lay-out-mix.ts';
import type { FedLeg } from './leg-mix.ts';
import { placeFood } from './place-food.ts';
import type { Pool } from './pool.ts';
import { roomIn } from './pour-legs.ts';
import { usesOf } from './rations.ts';
import { chooseSalts, NO_SALTS, type Salts } from './salts.ts';

/** Layouts tried for one mix before the next mix. */
const LAYOUTS_MAX = 8;
/** Time to choose mixes, and to lay one out per hour of the session, rounded up from what the longest sessions take. */
const CHOICE_US = 3000;
const LAYOUT_US_PER_HR = 200;
/** Sodium limits of a piece and of half a litre of drink, as fractions of the hourly ceiling: high and low. */
const USUAL = { piece: 0.5, drink: 0.5 } as const;
const MILD = { piece: 0.15, drink: 0.25 } as const;

/**
 * Finds the plan that breaks the fewest rules: from all food; from mild food with extra salt, if the sodium of all
 * food misses its target; else from water alone.
 */
export function* bestPlan(trial: Trial): Work<Judged> {
  const usual = yield* bestAmong(USUAL, trial);
  if (usual !== null && !usual.compromises.some(({ code }) => code === 'sodium_missed')) return usual;
  const mild = yield* bestAmong(MILD, trial);
  if (usual === null || mild === null) return usual ?? mild ?? (yield* withNothing(trial));
  return weightOf(mild) < weightOf(usual) ? mild : usual;
}

function* bestAmong({ piece, drink }: typeof USUAL | typeof MILD, trial: Trial): Work<Judged | null> {
  const { aim, pool } = trial;
  const { maxSodiumMgPerHr } = aim.targets;
  const salted = withSaltBelow(pool, piece * maxSodiumMgPerHr, drink * maxSodiumMgPerHr);
  const mixes = chooseMixes(salted, aim);
  yield CHOICE_US;
  return yield* bestOf(mixes, trial);
}

/** Weighs the broken rules of a plan: their number, then how far the sodium is off. */
function weightOf({ compromises }: Judged): number {
  const sodium = compromises.find(({ code }) => code === 'sodium_missed');
  const off = sodium?.code === 'sodium_missed' ? Math.min(1, Math.abs(sodium.percent) / PERCENT) : 0;
  return compromises.length + off / 2;
}

const PERCENT = 100;
/** Weight of unused broth at a station, compared with a broken rule. */
const BROTH_LEFT = 0.1;

/** Carbohydrate of half a litre of drink of the usual strength, g. */
const HALF_A_LITRE_G = 30;

/** Removes food and drinks with too much sodium in a piece or in half a litre. */
function withSaltBelow({ drinks, bites, tablets, capsules }: Pool, mostMg: number, ofDrinkMg: number): Pool {
  return {
    drinks: drinks.filter(({ sodiumMg, carbG }) => (sodiumMg / carbG) * HALF_A_LITRE_G <= ofDrinkMg),
    bites: bites.filter(({ sodiumMg }) => sodiumMg <= mostMg),
    tablets: tablets.filter(({ stepMg }) => stepMg <= mostMg),
    capsules: capsules.filter(({ stepMg }) => stepMg <= mostMg),
  };
}

/** Everything that a search for the best plan needs. */
export interface Trial {
  readonly aim: Aim;
  readonly setting: Setting;
  readonly pool: Pool;
  readonly isOwned: boolean;
}

/** A plan with the rules that it breaks, and whether salt or fluid was left out of it. */
export interface Judged {
  readonly laid: LaidOut;
  readonly compromises: readonly Compromise[];
  readonly isSaltCut: boolean;
  /** Why fluid was left out of it; null if none was. */
  readonly fluidCut: Setting['fluidCut'];
}

/**
 * Lays out the mixes, cheapest first, until one keeps every rule and its broth; else returns the
 * one that breaks fewest.
 */
function* bestOf(mixes: readonly Mix[], trial: Trial): Work<Judged | null> {
  let best: Judged | null = null;
  let bestWeight = Number.POSITIVE_INFINITY;
  let { setting } = trial;
  for (const mix of mixes) {
    const { judged, ground } = yield* withinHours(mix, { ...trial, setting });
    // An hour has the same room for every mix, so the next mix starts from it.
    setting = ground;
    if (judged === null) continue;
    const isBrothLeft = mix.salts.broths.length > judged.laid.mix.salts.broths.length;
    const weight = weightOf(judged) + (isBrothLeft ? BROTH_LEFT : 0);
    if (weight === 0) return judged;
    if (weight < bestWeight) [best, bestWeight] = [judged, weight];
  }
  return best;
}

/** Lays out a mix, with less fluid or salt until no hour exceeds a ceiling. Null if nothing helps. */
function* withinHours(
  mix: Mix,
  { aim, setting, pool, isOwned }: Trial,
): Work<{ readonly judged: Judged | null; readonly ground: Setting }> {
  const layoutUs = LAYOUT_US_PER_HR * aim.targets.hours;
  const bites = placeFood(mix, setting);
  const unsalted = layOutMix({ ...mix, salts: NO_SALTS }, bites, setting);
  const salted = { ...mix, salts: saltsFor(unsalted, { aim, pool }) };
  let ground = setting;
  let tried: Mix = salted;
  yield layoutUs;
  let laid = isSalted(salted) ? layOutMix(salted, bites, ground) : unsalted;
  for (let layouts = 1; ; layouts += 1) {
    const above = hourlyExcess(laid.marks, ground.allLegs.at(-1)?.endMin ?? 0, aim.targets);
    const shortMl = slightlyShortMl(laid, aim);
    if (above === null && shortMl === 0) {
      const compromises = compromisesOf(laid, { ...aim, legs: ground.legs }, { isOwned });
      const isSaltCut = tried !== salted || laid.capsulesLeft > 0;
      return { judged: { laid, compromises, isSaltCut, fluidCut: ground.fluidCut }, ground };
    }
    if (shortMl > 0 || (above !== null && above.fluidMl > HOUR_EPSILON)) {
      const { maxFluidMlPerHr, fluidMl } = aim.targets;
      const excessMl = Math.max(0, above?.fluidMl ?? 0);
      const byHour = maxFluidMlPerHr / (maxFluidMlPerHr + excessMl);
      const share = Math.min(byHour, 1 - shortMl / Math.max(1, fluidMl));
      const fluidCut = excessMl > HOUR_EPSILON ? 'hourly_ceiling' : (ground.fluidCut ?? 'vessels');
      const full = ground.legs.filter((fed) => isOverfull(fed, laid, aim.targets));
      const legs = ground.legs.map((fed) =>
        full.length === 0 || full.includes(fed) ? withLess(fed, share, excessMl) : fed,
      );
      ground = { ...ground, legs, fluidCut };
    }
    if (above !== null && above.sodiumMg > HOUR_EPSILON) {
      const less = withLessSalt(tried);
      if (less === null) return { judged: null, ground };
      tried = less;
    }
    if (layouts === LAYOUTS_MAX) return { judged: null, ground };
    yield layoutUs;
    laid = layOutMix(tried, bites, ground);
  }
}

/** Chooses the missing salt of a mix, as far as its bottles have room. */
function saltsFor({ mix, marks, fills }: LaidOut, { aim, pool }: Pick<Trial, 'aim' | 'pool'>): Salts {
  const { targets, broths, isLeft } = aim;
  const wantedMg = targets.sodiumMg - (marks.at(-1)?.cumulative.sodiumMg ?? 0);
  return chooseSalts(pool, targets, wantedMg, {
    products: productsMax(aim) - productsOf(mix, usesOf(mix.legs)).length,
    roomFor: (stepMl) => roomIn(fills, stepMl),
    broths,
    hasTableSalt: !isLeft,
  });
}

function isSalted({ salts: { broths, tablet, capsule, pinches } }: Mix): boolean {
  return broths.length > 0 || tablet !== null || capsule !== null || pinches > 0;
}

/** Returns whether a leg has more fluid than its hours or its bottles hold. */
function isOverfull(
  { leg: { startMin, endMin } }: FedLeg,
  { marks, vesselNotes }: LaidOut,
  targets: Aim['targets'],
): boolean {
  const own = marks.filter(({ atMin }) => atMin >= startMin && atMin < endMin);
  const above = hourlyExcess(own, endMin, targets);
  return (
    (above !== null && above.fluidMl > HOUR_EPSILON) ||
    vesselNotes.some(
      (note) => note.code === 'vessels_too_small' && note.fromMin >= startMin && note.fromMin < endMin,
    )
  );
}

/** Returns the fluid that does not fit into bottles, if a plan can drop it: within the tolerance of the target. */
function slightlyShortMl({ vesselNotes }: LaidOut, { targets }: Aim): number {
  const shortMl = vesselNotes.reduce(
    (sum, note) => sum + (note.code === 'vessels_too_small' ? note.volumeMl : 0),
    0,
  );
  return shortMl <= ON_TARGET * targets.fluidMl ? shortMl : 0;
}

/** Lowers the fluid of a leg to this share, with cups by the excess of each hour, and at least by one step. */
function withLess(fed: FedLeg, share: number, excessMl: number): FedLeg {
  const lowered = (ml: number) =>
    Math.max(0, Math.min(ml - FILL_STEP_ML, Math.floor((ml * share) / FILL_STEP_ML) * FILL_STEP_ML));
  const { cups } = fed;
  if (cups === null) return { ...fed, fluidMl: lowered(fed.fluidMl) };
  const hours = (fed.leg.endMin - fed.leg.startMin) / 60;
  const restMl = Math.floor((cups.carriedMl - excessMl * hours) / FILL_STEP_ML) * FILL_STEP_ML;
  const carriedMl = share === 0 ? 0 : Math.max(0, Math.min(cups.carriedMl - FILL_STEP_ML, restMl));
  const count =
    cups.carriedMl > 0 ? cups.count : Math.max(0, Math.min(cups.count - 1, Math.floor(cups.count * share)));
  return { ...fed, fluidMl: count * cups.cupMl + carriedMl, cups: { ...cups, count, carriedMl } };
}

/** Share of the salt that is kept where an hour has too much. */
const LESS_SALT = 0.9;

function withLessSalt(mix: Mix): Mix | null {
  const { salts } = mix;
  const less = (one: Mix['salts']['tablet']) =>
    one === null || one.steps <= 1
      ? null
      : { ...one, steps: Math.min(one.steps - 1, Math.floor(LESS_SALT * one.steps)) };
  if (salts.capsule !== null) return { ...mix, salts: { ...salts, capsule: less(salts.capsule) } };
  if (salts.tablet !== null) return { ...mix, salts: { ...salts, tablet: less(salts.tablet) } };
  if (salts.broths.length > 0) return { ...mix, salts: { ...salts, broths: salts.broths.slice(1) } };
  return salts.pinches > 0 ? { ...mix, salts: { ...salts, pinches: salts.pinches - 1 } } : null;
}

/** Plans water alone, for ceilings without room for anything else. */
function* withNothing({ aim, setting, pool, isOwned }: Trial): Work<Judged> {
  const none: Mix = {
    drink: null,
    main: null,
    second: null,
    solid: null,
    otherSolid: null,
    legs: [],
    salts: NO_SALTS,
    cost: 0,
  };
  const noDoses = { ...setting, doses: [] };
  const { judged } = yield* withinHours(none, { aim, setting: noDoses, pool, isOwned });
  if (judged !== null) return judged;
  const dry = { ...noDoses, legs: setting.legs.map((fed) => withLess(fed, 0, 0)) };
  const laid = layOutMix(none, placeFood(none, dry), dry);
  const compromises = compromisesOf(laid, aim, { isOwned });
  return { laid, compromises, isSaltCut: false, fluidCut: 'hourly_ceiling' };
}
