import type { ActivityType, SingleSportType } from '#core/engine/types.ts';
import { SINGLE_SPORT_TYPES } from '#core/engine/types.ts';
import { namesOfTypes, platformSport } from '../inference/platform-sports.ts';
import { typicalMinutes } from '../inference/typical-speeds.ts';
import { ACTIVITY_TYPES } from '../records/activity-types.ts';

const TYPES_BY_NAME = namesOfTypes(ACTIVITY_TYPES);

/** Returns the type of a platform's sport, or null if no platform uses that name. */
export function typeOfSport(name: string): ActivityType | null {
  return platformSport(name, TYPES_BY_NAME);
}

/** Estimates the seconds of a step by distance, at the typical speed of the sport and level. */
export function secondsForDistance(type: ActivityType, distanceM: number, levelValue: number): number {
  return typicalMinutes(singleSport(type), distanceM / 1000, levelValue) * 60;
}

function singleSport(type: ActivityType): SingleSportType {
  return SINGLE_SPORT_TYPES.find((each) => each === type) ?? 'other';
}
