import { formOf, isEaten, isPlainWater } from '../portions.ts';
import { type Fill, isFromBottles, legIndexAt } from './bottles.ts';
import type { Stretch } from './course-clock.ts';
import type { Mark, PlannedItem } from './marks.ts';
import type { PlanLeg } from './plan-legs.ts';
import type { Station } from './stations.ts';

/** The time and place of a row. */
interface RowPlace {
  readonly atMin: number;
  /** Null without a course. */
  readonly km: number | null;
  /** Index of the leg. */
  readonly legIndex: number;
}

/** Something to eat, or a salt capsule to swallow. */
export interface EatRow extends RowPlace {
  readonly kind: 'eat';
  readonly items: readonly PlannedItem[];
  /** Plain water to drink with it, ml; 0 if not specified. */
  readonly waterMl: number;
  readonly caffeineMg: number;
}

/** A bottle that is empty by now. */
export interface BottleRow extends RowPlace {
  readonly kind: 'finish_bottle';
  /** Number of the filling. */
  readonly bottle: number;
}

/** A stop at which something is drunk, eaten, filled or picked up. */
export interface StationRow extends RowPlace {
  readonly kind: 'station';
  /** Index of the station. */
  readonly stationIndex: number;
  readonly cups: readonly PlannedItem[];
  readonly eaten: readonly PlannedItem[];
  /** Numbers of the fillings that are filled here. */
  readonly bottles: readonly number[];
  readonly caffeineMg: number;
}

/** An action of the athlete. Drinks sipped continuously have no row; their bottles have. */
export type PlanRow = EatRow | BottleRow | StationRow;

/** Inputs for rows. */
interface Course {
  readonly marks: readonly Mark[];
  readonly fills: readonly Fill[];
  readonly stations: readonly Station[];
  readonly legs: readonly PlanLeg[];
  readonly stretches: readonly Stretch[];
  readonly durationMin: number;
}

/** Order within a minute: stops, then food, then empty bottles. */
const ORDER: Readonly<Record<PlanRow['kind'], number>> = { station: 0, eat: 1, finish_bottle: 2 };

/** Lists the athlete's actions in order: food, finished bottles, and stops. */
export function rowsOf(course: Course): readonly PlanRow[] {
  const rows = [...stationRows(course), ...eatRows(course), ...bottleRows(course)];
  return rows.sort((one, other) => one.atMin - other.atMin || ORDER[one.kind] - ORDER[other.kind]);
}

function placeAt({ legs, stretches }: Course, atMin: number): RowPlace {
  return { atMin, km: kmAt(stretches, atMin), legIndex: legIndexAt(legs, atMin) };
}

const KM_DECIMALS = 10;

/** Returns the kilometre that is reached at a minute, in steps of 100 m; null without a course. */
function kmAt(stretches: readonly Stretch[], atMin: number): number | null {
  const stretch = stretches.find(({ toMin }) => atMin <= toMin) ?? stretches.at(-1);
  if (stretch === undefined) return null;
  const { fromKm, toKm, fromMin, toMin } = stretch;
  const share = toMin > fromMin ? Math.min(1, Math.max(0, (atMin - fromMin) / (toMin - fromMin))) : 1;
  return Math.round((fromKm + share * (toKm - fromKm)) * KM_DECIMALS) / KM_DECIMALS;
}

function eatRows(course: Course): readonly EatRow[] {
  return course.marks.flatMap(({ atMin, items }) => {
    const eaten = items.filter(({ product, stop }) => stop === null && !isFromBottles(product, course.fills));
    if (eaten.length === 0) return [];
    const isWashedDown = eaten.some(({ product }) => isEaten(formOf(product)));
    return [
      {
        kind: 'eat',
        ...placeAt(course, atMin),
        items: eaten,
        waterMl: isWashedDown && hasWater(course, atMin) ? WITH_FOOD_ML : 0,
        caffeineMg: caffeineOf(eaten),
      },
    ];
  });
}

/** Plain water with a gel, ml: the least of what labels advise. */
const WITH_FOOD_ML = 100;

/** Returns whether a bottle of plain water has this much for each piece. */
function hasWater({ fills, marks }: Course, atMin: number): boolean {
  const fill = fills.find(
    ({ product, fromMin, toMin }) => isPlainWater(product) && fromMin <= atMin && atMin < toMin,
  );
  if (fill === undefined) return false;
  const pieces = marks
    .filter((mark) => mark.atMin >= fill.fromMin && mark.atMin < fill.toMin)
    .filter(({ items }) => items.some(({ product }) => isEaten(formOf(product))));
  return fill.fillMl >= WITH_FOOD_ML * pieces.length;
}

function bottleRows(course: Course): readonly BottleRow[] {
  return (
    course.fills
      // A bottle that lasts to the end of its leg stays there; a refill has its own row.
      .filter(
        ({ toMin, legIndex }) =>
          toMin < Math.round(course.legs[legIndex]?.endMin ?? course.durationMin) &&
          !course.fills.some(({ stop }) => stop.atMin === toMin),
      )
      .map((fill) => ({
        kind: 'finish_bottle',
        ...placeAt(course, fill.toMin),
        legIndex: fill.legIndex,
        bottle: fill.number,
      }))
  );
}

function stationRows(course: Course): readonly StationRow[] {
  return course.stations.flatMap(({ stop, take }, stationIndex) => {
    const bottles = course.fills.filter((fill) => fill.stop === stop).map(({ number }) => number);
    if (stop.kind === 'start' || stop.kind === 'end' || (take.length === 0 && bottles.length === 0))
      return [];
    const here = course.marks.flatMap(({ items }) => items).filter((item) => item.stop === stop);
    return [
      {
        kind: 'station',
        ...placeAt(course, stop.atMin),
        km: stop.km,
        stationIndex,
        cups: here.filter(({ product }) => formOf(product) === 'drink'),
        eaten: here.filter(({ product }) => formOf(product) !== 'drink'),
        bottles,
        caffeineMg: caffeineOf(here),
      },
    ];
  });
}

function caffeineOf(items: readonly PlannedItem[]): number {
  return items.reduce((sum, { product, servings }) => sum + (product.caffeineMg ?? 0) * servings, 0);
}
