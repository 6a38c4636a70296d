/** Maps activity types to the sports that have constants of their own. */

import type { SingleSportType } from './types.ts';

/** The sports that have constants of their own; every activity type reads one of them. */
export type Sport = 'run' | 'treadmill' | 'bike' | 'indoorBike' | 'swim' | 'row' | 'ski' | 'hike' | 'lift';

/** Maps an activity type to its row of constants. `other` reads the walking row, the land row with least sweat. */
export const SPORT_OF_TYPE: Readonly<Record<SingleSportType, Sport>> = {
  run: 'run',
  trail_run: 'run',
  treadmill_run: 'treadmill',
  bike: 'bike',
  indoor_bike: 'indoorBike',
  swim: 'swim',
  open_water_swim: 'swim',
  row: 'row',
  ski: 'ski',
  hike: 'hike',
  walk: 'hike',
  lift: 'lift',
  other: 'hike',
};
