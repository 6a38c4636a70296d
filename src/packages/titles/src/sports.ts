import type { SingleSportType } from '@musette/engine/types';
import type { Setting } from './lexicon/sense.ts';

export {
  clampMinutes,
  estimatedMinutes,
  type Family,
  familyOf,
  isEndurance,
  isMultiSport,
  toSingleSport,
} from '@musette/files/sports';

/** Returns the type for the setting of the training: a treadmill run, an indoor ride, a hike. */
export function specialise(type: SingleSportType, settings: ReadonlySet<Setting>): SingleSportType {
  if (type === 'run' || type === 'trail_run') {
    // A virtual race may be run anywhere. Only the platforms' own `VirtualRun` is on a treadmill.
    if (settings.has('treadmill') || (settings.has('indoor') && !settings.has('track')))
      return 'treadmill_run';
    return settings.has('trail') ? 'trail_run' : type;
  }
  if (type === 'bike' && (settings.has('indoor') || settings.has('virtual'))) return 'indoor_bike';
  if (type === 'walk' && settings.has('mountain')) return 'hike';
  if (type === 'swim' && settings.has('open_water') && !settings.has('pool')) return 'open_water_swim';
  return type;
}
