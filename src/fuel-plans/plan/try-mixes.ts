import { FILL_STEP_ML } from '../portions.ts';
import { type Aim, chooseMixes, type Mix, productsMax, productsOf } from './choose-mix.ts';
import type { Compromise } from './compromises.ts';
import { ON_TARGET } from './cost-table.ts';
import { HOUR_EPSILON, hourlyExcess } from './hourly-check.ts';
import { compromisesOf } from './judge-plan.ts';
import { type LaidOut, layOutMix, type Setting } from './lay-out-mix.ts';
import type { FedLeg } from './leg-mix.ts';
import type { Pool } from './pool.ts';
import { roomIn } from './pour-legs.ts';
import { chooseSalts, NO_SALTS } from './salts.ts';

/** Layouts that are tried for one mix before the next one has its turn. */
const LAYOUTS_MAX = 8;
/** The sodium of one piece, in parts of the hourly ceiling: most of it, or so little that any hour has room. */
const PIECE_OF_CEILING = 0.5;
const MILD_PIECE_OF_CEILING = 0.15;

/** Finds the plan that breaks the fewest rules: of all food, else of mild food, else of water alone. */
export function bestPlan(trial: Trial): Judged {
  const { aim, pool } = trial;
  const among = (part: number) => chooseMixes(withSaltBelow(pool, part * aim.targets.maxSodiumMgPerHr), aim);
  return (
    bestOf(among(PIECE_OF_CEILING), trial) ??
    bestOf(among(MILD_PIECE_OF_CEILING), trial) ??
    withNothing(trial)
  );
}

/** Leaves out food and drinks that bring too much sodium at once: of a piece, or of half a litre. */
function withSaltBelow({ drinks, bites, tablets, capsules }: Pool, mostMg: number): Pool {
  return {
    drinks: drinks.filter(({ sodiumMg, carbG }) => (sodiumMg / carbG) * 30 <= mostMg),
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

/** A plan with the rules that it breaks, and whether salt was left out of it for an hour's ceiling. */
export interface Judged {
  readonly laid: LaidOut;
  readonly compromises: readonly Compromise[];
  readonly isSaltCut: boolean;
}

/** Lays out the mixes, the cheapest first, until one keeps every rule; else returns the one that breaks fewest. */
function bestOf(mixes: readonly Mix[], trial: Trial): Judged | null {
  let best: Judged | null = null;
  let { setting } = trial;
  for (const mix of mixes) {
    const { judged, ground } = withinHours(mix, { ...trial, setting });
    // What an hour has room for is the same for every mix, so that the next one begins with it.
    setting = ground;
    if (judged === null) continue;
    if (judged.compromises.length === 0) return judged;
    if (best === null || judged.compromises.length < best.compromises.length) best = judged;
  }
  return best;
}

/** Lays a mix out so that no hour is above a ceiling: with less fluid or salt while one is. Null if nothing helps. */
function withinHours(
  mix: Mix,
  { aim, setting, pool, isOwned }: Trial,
): { readonly judged: Judged | null; readonly ground: Setting } {
  let ground = setting;
  let laid = layOutMix({ ...mix, salts: NO_SALTS }, ground);
  const wantedMg = aim.targets.sodiumMg - (laid.marks.at(-1)?.cumulative.sodiumMg ?? 0);
  const salts = chooseSalts(pool, aim.targets, wantedMg, {
    products: productsMax(aim) - productsOf(mix, mix.legs).length,
    roomFor: (stepMl) => roomIn(laid.fills, stepMl),
  });
  const salted = { ...mix, salts };
  let tried = salted;
  for (let layouts = 0; layouts < LAYOUTS_MAX; layouts += 1) {
    laid = layOutMix(tried, ground);
    const above = hourlyExcess(laid.marks, ground.allLegs.at(-1)?.endMin ?? 0, aim.targets);
    const shortMl = slightlyShortMl(laid, aim);
    if (above === null && shortMl === 0) {
      const compromises = compromisesOf(laid, { ...aim, legs: ground.legs }, { isOwned });
      return { judged: { laid, compromises, isSaltCut: tried !== salted }, ground };
    }
    if (shortMl > 0 || (above !== null && above.fluidMl > HOUR_EPSILON)) {
      const { maxFluidMlPerHr } = aim.targets;
      const byHour = maxFluidMlPerHr / (maxFluidMlPerHr + Math.max(0, above?.fluidMl ?? 0));
      const share = Math.min(byHour, 1 - shortMl / Math.max(1, aim.targets.fluidMl));
      ground = { ...ground, legs: ground.legs.map((fed) => withLess(fed, share)) };
    }
    if (above !== null && above.sodiumMg > HOUR_EPSILON) {
      const less = withLessSalt(tried);
      if (less === null) return { judged: null, ground };
      tried = less;
    }
  }
  return { judged: null, ground };
}

/** Returns the fluid that vessels lack if a plan does without it: within what a target may be missed by. */
function slightlyShortMl({ vesselNotes }: LaidOut, { targets }: Aim): number {
  const shortMl = vesselNotes.reduce(
    (sum, note) => sum + (note.code === 'vessels_too_small' ? note.volumeMl : 0),
    0,
  );
  return shortMl <= ON_TARGET * targets.fluidMl ? shortMl : 0;
}

/** Lowers the fluid of a leg to this share, and at least by a step. */
function withLess(fed: FedLeg, share: number): FedLeg {
  const lowered = (ml: number) =>
    Math.max(0, Math.min(ml - FILL_STEP_ML, Math.floor((ml * share) / FILL_STEP_ML) * FILL_STEP_ML));
  const { cups } = fed;
  if (cups === null) return { ...fed, fluidMl: lowered(fed.fluidMl) };
  const carriedMl = lowered(cups.carriedMl);
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
  return salts.pinches > 0 ? { ...mix, salts: { ...salts, pinches: salts.pinches - 1 } } : null;
}

/** Plans water alone, for ceilings that leave room for nothing else. */
function withNothing({ aim, setting, pool, isOwned }: Trial): Judged {
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
  const { judged } = withinHours(none, { aim, setting: noDoses, pool, isOwned });
  if (judged !== null) return judged;
  const dry = { ...noDoses, legs: setting.legs.map((fed) => withLess(fed, 0)) };
  const laid = layOutMix(none, dry);
  return { laid, compromises: compromisesOf(laid, aim, { isOwned }), isSaltCut: false };
}
