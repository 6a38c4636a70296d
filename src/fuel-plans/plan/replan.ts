import {
  DRINK_STEP_ML,
  fluidMlOf,
  formOf,
  isPlainWater,
  type Portion,
  pieceOf,
  stepOf,
} from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import { HOUR_EPSILON, type HourlyCeilings, type HourlyExcess, hourlyExcess } from './hourly-check.ts';
import { type Mark, sumsBefore } from './marks.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Stop } from './stops.ts';
import type { Terrain } from './terrain.ts';

/** What an athlete has taken so far. */
export interface Taken {
  readonly carbG: number;
  readonly fluidMl: number;
  readonly sodiumMg: number;
  /** Left out: as planned. */
  readonly caffeineMg?: number | null | undefined;
}

/** Where the athlete is and what has changed since the plan. */
export interface Situation {
  readonly atMin: number;
  readonly endMin: number;
  readonly taken: Taken;
  readonly hasPoorStomach: boolean;
}

/** Amounts that the rest of the session aims at, and those that it must not exceed. */
export interface RestTargets {
  readonly carbG: number;
  readonly fluidMl: number;
  readonly sodiumMg: number;
  readonly maxFluidMlPerHr: number;
  readonly maxSodiumMg: number;
  /** The fluid that may still be drunk, if that is less than was planned or none; else null. */
  readonly littleFluidLeftMl: number | null;
}

/** Share of the carbohydrate for an upset stomach, by drink before food. Engineering choice. */
const POOR_STOMACH_SHARE = 0.5;
/** Share of the ceiling that a plan uses, the same as the engine's. */
const SHARE_OF_CEILING = 0.95;
/** Differences that the rounding of shown amounts explains. */
const SHOWN = { carbG: 0.1, fluidMl: 1, sodiumMg: 1 } as const;
const EPSILON = 1e-9;

/** Returns whether everything went as planned up to this minute. */
export function isUntouched(
  { atMin, endMin, taken, hasPoorStomach }: Situation,
  marks: readonly Mark[],
  durationMin: number,
): boolean {
  const planned = sumsBefore(marks, atMin);
  return (
    !hasPoorStomach &&
    endMin === durationMin &&
    (['carbG', 'fluidMl', 'sodiumMg'] as const).every(
      (quantity) => Math.abs(planned[quantity] - taken[quantity]) <= SHOWN[quantity],
    )
  );
}

/** Returns whether the rest of a plan is within what may still be taken, as the plan as a whole and in every hour. */
export function isRestSafe(
  rest: readonly Mark[],
  targets: PlanTargets,
  { endMin, taken }: Pick<Situation, 'endMin' | 'taken'>,
): boolean {
  const sum = (quantity: 'fluidMl' | 'sodiumMg') => rest.reduce((total, mark) => total + mark[quantity], 0);
  return (
    sum('fluidMl') <= leftOf(targets.maxFluidMlPerHr, endMin, taken.fluidMl) + SHOWN.fluidMl &&
    sum('sodiumMg') <= leftOf(targets.maxSodiumMgPerHr, endMin, taken.sodiumMg) + SHOWN.sodiumMg &&
    hourlyExcess(rest, endMin, targets) === null
  );
}

/** Returns what is left of the ceiling of a whole session. */
function leftOf(maxPerHr: number, endMin: number, used: number): number {
  return Math.max(0, (maxPerHr * endMin) / 60 - used);
}

/** Cuts the legs at this minute and ends the last one when the athlete expects to arrive; rates stay. */
export function legsFrom(legs: readonly PlanLeg[], { atMin, endMin }: Situation): readonly PlanLeg[] {
  const last = legs.at(-1);
  return legs.flatMap((leg) => {
    const startMin = Math.max(leg.startMin, atMin);
    const untilMin = leg === last ? endMin : Math.min(leg.endMin, endMin);
    if (untilMin <= startMin) return [];
    const share = (untilMin - startMin) / (leg.endMin - leg.startMin);
    return [
      {
        ...leg,
        startMin,
        endMin: untilMin,
        carbG: leg.carbG * share,
        sodiumMg: leg.sodiumMg * share,
        fluidMl: leg.fluidMl * share,
      },
    ];
  });
}

/**
 * Returns what the rest of a session may hold: the planned amounts, less any excess taken so far; missed
 * amounts are not made up. The ceilings are those of the whole session, less the amounts taken.
 */
export function restTargets(
  legs: readonly PlanLeg[],
  targets: PlanTargets,
  { atMin, endMin, taken, hasPoorStomach }: Situation,
): RestTargets {
  const ahead = legsFrom(legs, { atMin, endMin, taken, hasPoorStomach });
  const behind = legs.map((leg) => ({
    ...leg,
    share: Math.min(1, Math.max(0, (atMin - leg.startMin) / (leg.endMin - leg.startMin))),
  }));
  const planned = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') =>
    ahead.reduce((sum, leg) => sum + leg[quantity], 0);
  const rest = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') => {
    const due = behind.reduce((sum, leg) => sum + leg.share * leg[quantity], 0);
    return Math.max(0, planned(quantity) - Math.max(0, taken[quantity] - due));
  };
  const hours = (endMin - atMin) / 60;
  const fluidLeftMl = leftOf(targets.maxFluidMlPerHr, endMin, taken.fluidMl);
  const sodiumLeftMg = leftOf(targets.maxSodiumMgPerHr, endMin, taken.sodiumMg);
  const mayDrinkMl = SHARE_OF_CEILING * fluidLeftMl;
  const isLittle = fluidLeftMl === 0 || mayDrinkMl + SHOWN.fluidMl < planned('fluidMl');
  return {
    carbG: rest('carbG') * (hasPoorStomach ? POOR_STOMACH_SHARE : 1),
    sodiumMg: rest('sodiumMg'),
    fluidMl: Math.min(rest('fluidMl'), mayDrinkMl),
    maxFluidMlPerHr: fluidLeftMl / hours,
    maxSodiumMg: Math.min(sodiumLeftMg, targets.maxSodiumMgPerHr * hours),
    littleFluidLeftMl: isLittle ? fluidLeftMl : null,
  };
}

/** Returns what a plan has left at this minute: its portions less what was due before. */
export function portionsLeft(portions: readonly Portion[], marks: readonly Mark[], atMin: number): Portion[] {
  const before = marks.filter((mark) => mark.atMin < atMin).flatMap(({ items }) => items);
  return portions.flatMap(({ product, servings }) => {
    const used = before.reduce((sum, item) => sum + (item.product === product ? item.servings : 0), 0);
    return servings - used > 1e-6 ? [{ product, servings: servings - used }] : [];
  });
}

/**
 * Chooses how much to take of the remaining portions: carbohydrate closest to its target, with food dropped
 * before drinks; then fluid and sodium strictly within theirs; then plain water up to the fluid.
 */
export function fitPortions(
  left: readonly Portion[],
  rest: RestTargets,
  water: Portion['product'] | null,
): readonly Portion[] {
  const kept = left.map((portion) => ({ ...portion }));
  const total = (quantity: 'carbG' | 'sodiumMg' | 'fluidMl') =>
    kept.reduce((sum, { product, servings }) => sum + servings * amountOf(product, quantity), 0);
  const giveUp = (candidates: Portion[], isEnough: () => boolean) => {
    for (const portion of candidates) {
      const step = formOf(portion.product) === 'drink' ? stepOf(portion.product) : pieceOf(portion.product);
      while (portion.servings > EPSILON && !isEnough()) {
        setServings(portion, portion.servings - step);
      }
    }
  };
  const isFood = ({ product }: Portion) => formOf(product) !== 'drink';
  const byCarb = (portions: Portion[]) => portions.filter(({ product }) => (product.carbG ?? 0) > 0);
  const order = [...byCarb(kept.filter(isFood)), ...byCarb(kept.filter((portion) => !isFood(portion)))];
  for (const portion of order) {
    const step = isFood(portion) ? pieceOf(portion.product) : stepOf(portion.product);
    const stepG = step * (portion.product.carbG ?? 0);
    giveUp([portion], () => total('carbG') - rest.carbG <= stepG / 2);
  }
  const drinks = kept.filter((portion) => !isFood(portion));
  giveUp(
    [
      ...drinks.filter(({ product }) => isPlainWater(product)),
      ...drinks.filter(({ product }) => !isPlainWater(product)),
    ],
    () => total('fluidMl') <= rest.fluidMl + EPSILON,
  );
  giveUp(kept.filter(isFood), () => total('fluidMl') <= rest.fluidMl + EPSILON);
  const salty = kept.toSorted((a, b) => (b.product.sodiumMg ?? 0) - (a.product.sodiumMg ?? 0));
  giveUp(
    salty.filter(({ product }) => (product.sodiumMg ?? 0) > 0),
    () => total('sodiumMg') <= rest.maxSodiumMg + EPSILON,
  );
  return withWater(kept, water, rest.fluidMl - total('fluidMl'));
}

/** Timelines that are laid out before a quantity that is still above a ceiling is given up. Engineering choice. */
const LAYOUTS_MAX = 8;

/** The remaining portions that are taken, with their timeline. */
interface FittedRest {
  readonly portions: readonly Portion[];
  readonly marks: readonly Mark[];
}

/** Limits of the timeline that the portions are fitted into. */
interface RestOfDay extends HourlyCeilings {
  readonly endMin: number;
  readonly layOut: (portions: readonly Portion[]) => readonly Mark[];
}

/**
 * Fits the remaining portions into the rest so that no hour of their timeline is above a ceiling: while one is, they are
 * fitted again into less of what it has too much of, and at last into none of it.
 */
export function fitWithinHours(
  left: readonly Portion[],
  rest: RestTargets,
  water: Portion['product'] | null,
  day: RestOfDay,
): FittedRest {
  let limits = rest;
  for (let layouts = 1; ; layouts += 1) {
    const portions = fitPortions(left, limits, water);
    const marks = day.layOut(portions);
    const above = hourlyExcess(marks, day.endMin, day);
    if (above === null) return { portions, marks };
    limits = lowered(limits, layouts < LAYOUTS_MAX ? marks.at(-1)?.cumulative : undefined, above, day);
  }
}

/** Lowers the limits of what an hour has too much of, as far as if all hours had; to none without a sum to begin with. */
function lowered(
  limits: RestTargets,
  sum: { readonly fluidMl: number; readonly sodiumMg: number } | undefined,
  above: HourlyExcess,
  { maxFluidMlPerHr, maxSodiumMgPerHr }: HourlyCeilings,
): RestTargets {
  const less = (total: number, excess: number, ceiling: number) => (total * ceiling) / (ceiling + excess);
  const { fluidMl, maxSodiumMg } = limits;
  return {
    ...limits,
    fluidMl: above.fluidMl > HOUR_EPSILON ? less(sum?.fluidMl ?? 0, above.fluidMl, maxFluidMlPerHr) : fluidMl,
    maxSodiumMg:
      above.sodiumMg > HOUR_EPSILON
        ? less(sum?.sodiumMg ?? 0, above.sodiumMg, maxSodiumMgPerHr)
        : maxSodiumMg,
  };
}

function setServings(portion: { servings: number }, servings: number): void {
  portion.servings = servings > EPSILON ? servings : 0;
}

function amountOf(product: Portion['product'], quantity: 'carbG' | 'sodiumMg' | 'fluidMl'): number {
  return (quantity === 'fluidMl' ? fluidMlOf(product) : product[quantity]) ?? 0;
}

/** Adds plain water in mouthfuls for the missing fluid; water is available everywhere. */
function withWater(
  portions: readonly Portion[],
  water: Portion['product'] | null,
  missingMl: number,
): readonly Portion[] {
  const mouthfuls = Math.floor(missingMl / DRINK_STEP_ML + EPSILON);
  const taken = portions.filter(({ servings }) => servings > EPSILON);
  const perServingMl = water === null ? null : fluidMlOf(water);
  if (water === null || perServingMl === null || mouthfuls <= 0) return taken;
  const servings = (mouthfuls * DRINK_STEP_ML) / perServingMl;
  const before = taken.find(({ product }) => product === water)?.servings ?? 0;
  return [
    ...taken.filter(({ product }) => product !== water),
    { product: water, servings: before + servings },
  ];
}

/** Moves what lies ahead of a minute so that the way ends when the athlete expects to arrive. */
function moved(minute: number, { atMin, endMin }: Situation, durationMin: number): number {
  if (minute <= atMin || durationMin <= atMin) return Math.max(minute, atMin);
  return atMin + ((minute - atMin) * (endMin - atMin)) / (durationMin - atMin);
}

/** Returns the terrain ahead, at the new pace. */
export function terrainFrom(terrain: Terrain, situation: Situation, durationMin: number): Terrain {
  const shift = <Part extends { readonly fromMin: number; readonly toMin: number }>(parts: readonly Part[]) =>
    parts
      .filter(({ toMin }) => toMin > situation.atMin)
      .map((part) => ({
        ...part,
        fromMin: moved(part.fromMin, situation, durationMin),
        toMin: moved(part.toMin, situation, durationMin),
      }));
  return { stretches: shift(terrain.stretches), hindrances: shift(terrain.hindrances) };
}

/** Returns the stops ahead, the first of them where the athlete is now, or where a swim ends. */
export function stopsFrom(
  stops: readonly Stop[],
  terrain: Terrain,
  situation: Situation,
  durationMin: number,
): readonly Stop[] {
  // During the swim of a triathlon nothing is at hand yet.
  const start = stops.findLast(
    ({ kind, atMin }) => (kind === 'start' || kind === 'transition') && atMin <= situation.atMin,
  );
  const here = terrain.stretches.find(({ toMin }) => toMin > situation.atMin);
  const share = here && (situation.atMin - here.fromMin) / (here.toMin - here.fromMin);
  const km = here ? Math.round((here.fromKm + (share ?? 0) * (here.toKm - here.fromKm)) * 100) / 100 : null;
  const ahead = stops.filter(
    ({ kind, atMin }) => kind === 'end' || (kind !== 'start' && atMin > situation.atMin),
  );
  return [
    ...(start ? [{ ...start, kind: 'start' as const, name: null, km, atMin: situation.atMin }] : []),
    ...ahead.map((stop) => {
      const atMin =
        stop.kind === 'end' ? situation.endMin : Math.round(moved(stop.atMin, situation, durationMin));
      // Bottles and food name their stop, so that one at its old minute stays the same.
      return atMin === stop.atMin ? stop : { ...stop, atMin };
    }),
  ];
}
