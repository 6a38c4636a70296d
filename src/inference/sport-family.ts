/** Sports that a reader treats as one when weighing words; which member it was, the setting decides. */
import type { ActivityType, SingleSportType } from '../engine/types.ts';
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

export function familyOf(type: ActivityType): Family {
  return FAMILY[type];
}

/** Sports that make a session multi-sport when joined; "run + core" stays a run unless both are timed. */
export function isEndurance(family: Family): boolean {
  return family !== 'lift' && family !== 'other' && family !== 'multi' && family !== 'foot';
}

/** The member of the sport's family that the place of training makes it: a run on a treadmill, a ride indoors. */
export function specialise(type: SingleSportType, settings: ReadonlySet<Setting>): SingleSportType {
  if (type === 'run' || type === 'trail_run') {
    if (
      settings.has('treadmill') ||
      ((settings.has('indoor') || settings.has('virtual')) && !settings.has('track'))
    )
      return 'treadmill_run';
    return settings.has('trail') ? 'trail_run' : type;
  }
  if (type === 'bike' && (settings.has('indoor') || settings.has('virtual'))) return 'indoor_bike';
  if (type === 'walk' && settings.has('mountain')) return 'hike';
  if (type === 'swim' && settings.has('open_water') && !settings.has('pool')) return 'open_water_swim';
  return type;
}
