import type { Portion } from '../portions.ts';
import type { PlanTargets } from '../targets.ts';
import { hourlyExcess } from './hourly-check.ts';
import { type Mark, sumsBefore } from './marks.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Stop } from './stops.ts';
import type { Terrain } from './terrain.ts';

/** Amounts that an athlete has taken so far. */
export interface Taken {
  readonly carbG: number;
  readonly fluidMl: number;
  readonly sodiumMg: number;
  /** Default: as planned. */
  readonly caffeineMg?: number | null | undefined;
}

/** The athlete's position and all changes since the plan. */
export interface Situation {
  readonly atMin: number;
  readonly endMin: number;
  readonly taken: Taken;
  readonly hasPoorStomach: boolean;
}

/** Targets and limits of the rest of the session. */
export interface RestTargets {
  readonly carbG: number;
  readonly fluidMl: number;
  readonly sodiumMg: number;
  readonly maxFluidMlPerHr: number;
  readonly maxSodiumMg: number;
  /** The fluid that may still be drunk, if it is 0 or less than planned; else null. */
  readonly littleFluidLeftMl: number | null;
}

/** Share of the carbohydrate for an upset stomach, by drink before food. Engineering choice. */
const POOR_STOMACH_SHARE = 0.5;
/** Share of the ceiling that a plan uses, the same as the engine's. */
const SHARE_OF_CEILING = 0.95;
/** Differences that the rounding of shown amounts explains. */
const SHOWN = { carbG: 0.1, fluidMl: 1, sodiumMg: 1 } as const;

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

/** Returns whether the rest of a plan stays within the remaining limits, in total and in every hour. */
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

/** Shifts a later minute so that the session ends when the athlete expects to arrive. */
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
