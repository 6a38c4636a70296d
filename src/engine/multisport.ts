/** Events of several sports: which legs, how the time splits, and what each leg's place changes. */

import type { MultiSportType, Segment, SingleSportType } from './types.ts';

/** The usual share of time per leg for events up to `upToHours`. Engineering choice from typical finishing times. */
interface UsualSplit {
  readonly race: string;
  readonly upToHours: number;
  readonly legs: readonly (readonly [type: SingleSportType, share: number])[];
}

const USUAL_SPLITS: Readonly<Record<MultiSportType, readonly UsualSplit[]>> = {
  triathlon: [
    { race: 'super-sprint', upToHours: 0.95, legs: triathlon(0.18, 0.48, 0.34) },
    { race: 'sprint', upToHours: 1.8, legs: triathlon(0.19, 0.49, 0.32) },
    { race: 'olympic distance', upToHours: 3.2, legs: triathlon(0.18, 0.49, 0.33) },
    { race: 'T100', upToHours: 4.2, legs: triathlon(0.14, 0.53, 0.33) },
    { race: '70.3', upToHours: 7.75, legs: triathlon(0.11, 0.52, 0.37) },
    { race: 'full distance', upToHours: Number.POSITIVE_INFINITY, legs: triathlon(0.1, 0.52, 0.38) },
  ],
  duathlon: [
    {
      race: 'duathlon 10/40/5',
      upToHours: Number.POSITIVE_INFINITY,
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
      upToHours: Number.POSITIVE_INFINITY,
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

export interface LegSpecification {
  readonly type: SingleSportType;
  readonly hours: number;
  readonly intensityLevel: number | null;
}

/** A swim inside an event shorter than this is not fed, h: there is no bottle in the water. */
const UNFED_SWIM_BELOW_HOURS = 1.25;
/** Run after other legs in events beyond this many hours gets less: the gut is tired (IM Maryland case: bike 108, run 49 g/h). Engineering choice. */
const TIRED_RUN_FROM_HOURS = 3;
const TIRED_RUN_FACTOR = 0.85;
/** A run is never fed more than this share of the ride before it. Engineering choice. */
const RUN_SHARE_OF_BIKE = 0.8;

/** The legs as given, or the usual split of this kind of event over its hours. */
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
  const split = splits.find(({ upToHours }) => hours < upToHours) ?? splits[splits.length - 1];
  if (split === undefined) return [];
  return split.legs.map(([legType, share]) => ({
    type: legType,
    hours: hours * share,
    intensityLevel: null,
  }));
}

/** True for a swim leg inside an event that is too short to be fed. */
export function isUnfedSwim(leg: LegSpecification): boolean {
  return (leg.type === 'swim' || leg.type === 'open_water_swim') && leg.hours < UNFED_SWIM_BELOW_HOURS;
}

/**
 * Carbohydrate of a run leg after the earlier ones: less in long events, never above the gut or four fifths of the
 * ride before it. `bikeGPerHr` is null when no ride came before.
 */
export function runLegCarbohydrate(
  carbGPerHr: number,
  isFirstLeg: boolean,
  eventHours: number,
  toleranceGPerHr: number,
  bikeGPerHr: number | null,
): number {
  const tired = !isFirstLeg && eventHours > TIRED_RUN_FROM_HOURS;
  const fed = carbGPerHr * (tired ? TIRED_RUN_FACTOR : 1);
  const limited = Math.min(fed, toleranceGPerHr);
  return bikeGPerHr === null ? limited : Math.min(limited, RUN_SHARE_OF_BIKE * bikeGPerHr);
}
