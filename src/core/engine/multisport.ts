/** Handles multi-sport events: the legs, how the time splits, and what each leg's place changes. */

import { clamp } from './numbers.ts';
import type { ActivityType, EngineActivity, MultiSportType, Segment, SingleSportType } from './types.ts';

/**
 * The usual share of time per leg for events below `belowHours`. Engineering choice from typical finishing
 * times.
 */
interface UsualSplit {
  readonly race: string;
  readonly belowHours: number;
  readonly legs: readonly (readonly [type: SingleSportType, share: number])[];
}

const USUAL_SPLITS: Readonly<Record<MultiSportType, readonly UsualSplit[]>> = {
  triathlon: [
    { race: 'super-sprint', belowHours: 0.95, legs: triathlon(0.18, 0.48, 0.34) },
    { race: 'sprint', belowHours: 1.8, legs: triathlon(0.19, 0.49, 0.32) },
    { race: 'olympic distance', belowHours: 3.2, legs: triathlon(0.18, 0.49, 0.33) },
    { race: 'T100', belowHours: 4.2, legs: triathlon(0.14, 0.53, 0.33) },
    { race: '70.3', belowHours: 7.75, legs: triathlon(0.11, 0.52, 0.37) },
    { race: 'full distance', belowHours: Number.POSITIVE_INFINITY, legs: triathlon(0.1, 0.52, 0.38) },
  ],
  duathlon: [
    {
      race: 'duathlon 10/40/5',
      belowHours: Number.POSITIVE_INFINITY,
      legs: [
        ['run', 0.3],
        ['bike', 0.53],
        ['run', 0.17],
      ],
    },
  ],
  brick: [
    {
      race: 'bike-run brick',
      belowHours: Number.POSITIVE_INFINITY,
      legs: [
        ['bike', 0.75],
        ['run', 0.25],
      ],
    },
  ],
};

function triathlon(swim: number, bike: number, run: number): UsualSplit['legs'] {
  return [
    ['open_water_swim', swim],
    ['bike', bike],
    ['run', run],
  ];
}

/** One leg, as provided or from the usual split. */
export interface LegSpecification {
  readonly type: SingleSportType;
  readonly hours: number;
  readonly intensityLevel: number | null;
}

/** Returns whether an activity type is multi-sport. */
export function isMultiSportType(type: ActivityType): type is MultiSportType {
  return type === 'triathlon' || type === 'duathlon' || type === 'brick';
}

/** Returns the provided legs, or the usual split of this type of event over its hours. */
export function resolveLegs(
  type: MultiSportType,
  hours: number,
  segments: readonly Segment[] | null,
): LegSpecification[] {
  if (segments !== null && segments.length > 0) {
    return segments.map((segment) => ({
      type: segment.type,
      hours: segment.durationMin / 60,
      intensityLevel: segment.intensityLevel,
    }));
  }
  const splits = USUAL_SPLITS[type];
  const split = splits.find(({ belowHours }) => hours < belowHours) ?? splits[splits.length - 1];
  if (split === undefined) return [];
  return split.legs.map(([legType, share]) => ({
    type: legType,
    hours: hours * share,
    intensityLevel: null,
  }));
}

/**
 * Returns the legs of an activity. Segments are scaled to the stated duration, so that totals agree with it.
 */
export function legsOf(activity: EngineActivity): readonly LegSpecification[] {
  const hours = activity.durationMin / 60;
  if (!isMultiSportType(activity.type)) return [{ type: activity.type, hours, intensityLevel: null }];
  const legs = resolveLegs(activity.type, hours, activity.segments);
  const sum = legs.reduce((total, leg) => total + leg.hours, 0);
  return legs.map((leg) => ({ ...leg, hours: (leg.hours * hours) / sum }));
}

/** Returns whether a leg of a multi-sport event is a swim, during which no intake is possible. */
export function isUnfedSwim(leg: Pick<LegSpecification, 'type'>): boolean {
  return leg.type === 'swim' || leg.type === 'open_water_swim';
}

/**
 * Returns the factor on the gut of a runner after other legs, .85–1, lower in events beyond 2.5 h (IM
 * Maryland case: bike 108, run 49 g/h). Engineering choice.
 */
export function tiredRunFactor(eventHours: number): number {
  return 1 - 0.15 * clamp(eventHours - 2.5, 0, 1);
}

/** Maximum carbohydrate rate of a run, as a share of the last ride before it. Engineering choice. */
export const RUN_SHARE_OF_RIDE = 0.8;

/** Weight per hour of a leg when dividing fluid: a rider carries and drinks more. Engineering choice. */
const FLUID_WEIGHT = { ride: 1, other: 0.7 } as const;

interface DrinkingLeg {
  readonly hours: number;
  readonly isRide: boolean;
  readonly isFed: boolean;
  /** Maximum rate that the gut absorbs in this leg, L/h. */
  readonly drinkableLPerHr: number;
}

/**
 * Divides an event's fluid (L/h over all hours) among its legs by weight. An amount that one leg cannot take
 * goes to the rest, once. The returned rates may add up to less than requested.
 */
export function allotFluid(
  fluidLPerHr: number,
  eventHours: number,
  legs: readonly DrinkingLeg[],
): readonly number[] {
  const rates = legs.map(() => 0);
  let leftL = fluidLPerHr * eventHours;
  for (let pass = 0; pass < 2; pass++) {
    const weights = legs.map((leg, index) => {
      const isOpen = leg.isFed && (rates[index] ?? 0) < leg.drinkableLPerHr;
      return isOpen ? leg.hours * (leg.isRide ? FLUID_WEIGHT.ride : FLUID_WEIGHT.other) : 0;
    });
    const sum = weights.reduce((total, weight) => total + weight, 0);
    if (sum === 0 || leftL <= 0) break;
    let handedL = 0;
    legs.forEach((leg, index) => {
      const weight = weights[index] ?? 0;
      if (weight === 0) return;
      const before = rates[index] ?? 0;
      const after = Math.min(before + (leftL * weight) / sum / leg.hours, leg.drinkableLPerHr);
      rates[index] = after;
      handedL += (after - before) * leg.hours;
    });
    leftL -= handedL;
  }
  return rates;
}
