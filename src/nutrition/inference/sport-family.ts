/** Groups sports that are weighed as one. The setting decides which member of the family it was. */
import type { ActivityType, SingleSportType } from '#core/engine/types.ts';
import type { Setting } from './lexicon/sense.ts';

export type Family = 'run' | 'bike' | 'swim' | 'row' | 'ski' | 'foot' | 'lift' | 'other' | 'multi';

const FAMILY: Readonly<Record<ActivityType, Family>> = {
  run: 'run',
  trail_run: 'run',
  treadmill_run: 'run',
  bike: 'bike',
  indoor_bike: 'bike',
  swim: 'swim',
  open_water_swim: 'swim',
  row: 'row',
  ski: 'ski',
  hike: 'foot',
  walk: 'foot',
  lift: 'lift',
  other: 'other',
  triathlon: 'multi',
  duathlon: 'multi',
  brick: 'multi',
};

/** Returns the family of an activity type. */
export function familyOf(type: ActivityType): Family {
  return FAMILY[type];
}

/**
 * Returns whether a sport joined to another makes a session multi-sport. "Run + core" stays a run unless both
 * have a time.
 */
export function isEndurance(family: Family): boolean {
  return family !== 'lift' && family !== 'other' && family !== 'multi' && family !== 'foot';
}

/** Returns the member of the sport's family for the training place: a treadmill run, an indoor ride. */
export function specialise(type: SingleSportType, settings: ReadonlySet<Setting>): SingleSportType {
  if (type === 'run' || type === 'trail_run') {
    // A virtual run may be run anywhere, and the activity types map `VirtualRun` to a run.
    if (settings.has('treadmill') || (settings.has('indoor') && !settings.has('track')))
      return 'treadmill_run';
    return settings.has('trail') ? 'trail_run' : type;
  }
  if (type === 'bike' && (settings.has('indoor') || settings.has('virtual'))) return 'indoor_bike';
  if (type === 'walk' && settings.has('mountain')) return 'hike';
  if (type === 'swim' && settings.has('open_water') && !settings.has('pool')) return 'open_water_swim';
  return type;
}
