/** Detects the sport that an amount hints at: a pace, power, the distance of a set or of a track race. */
import type { SingleSportType } from '#core/engine/types.ts';
import type { Quantity } from './quantities.ts';

export interface HintedSport {
  readonly type: SingleSportType;
  readonly weight: number;
  readonly text: string;
}

/**
 * Returns the sport that an amount implies: min/km running, watts cycling, 20 × 100 m swimming, and 800 m
 * running in a race title. Null for all others.
 */
export function sportOfAmount(quantity: Quantity, isRaced: boolean): HintedSport | null {
  return sportOfSet(quantity) ?? (isRaced ? sportOfRace(quantity) : null);
}

/** Set distances in metres, by the sport that uses them. Weights are an engineering choice. */
const RUNNING_SETS_M: ReadonlySet<number> = new Set([300, 400, 600, 800, 1000, 1200, 1600, 2000]);
const SWIMMING_SETS_M: ReadonlySet<number> = new Set([25, 50, 75, 100, 150]);

function sportOfSet({ measure, role, times }: Quantity): HintedSport | null {
  switch (measure.kind) {
    case 'pace':
      if (measure.per === '100m') return { type: 'swim', weight: 0.75, text: 'pace per 100 m' };
      if (measure.per === '500m') return { type: 'row', weight: 0.75, text: 'pace per 500 m' };
      return { type: 'run', weight: 0.65, text: 'pace' };
    case 'power':
      return { type: 'bike', weight: 0.6, text: 'power' };
    case 'speed':
      return { type: 'bike', weight: 0.5, text: 'speed' };
    case 'distance':
    case 'minutes_or_metres': {
      const metres = measure.kind === 'distance' ? Math.round(measure.km * 1000) : measure.value;
      if (measure.kind === 'distance' && measure.unit === 'yd')
        return { type: 'swim', weight: 0.65, text: 'yards' };
      if (
        role === 'rep' &&
        times > 1 &&
        measure.kind === 'distance' &&
        measure.unit === 'mi' &&
        metres < 6000
      )
        return { type: 'run', weight: 0.6, text: 'mile repeats' };
      if (role !== 'rep' || times < 3) return null;
      if (SWIMMING_SETS_M.has(metres)) return { type: 'swim', weight: 0.6, text: `${times} × ${metres} m` };
      return RUNNING_SETS_M.has(metres)
        ? { type: 'run', weight: 0.65, text: `${times} × ${metres} m` }
        : null;
    }
    case 'bare':
      if (role !== 'rep' || times < 3) return null;
      if (measure.value === 100 || measure.value === 50)
        return { type: 'swim', weight: 0.55, text: `${times} × ${measure.value}` };
      return RUNNING_SETS_M.has(measure.value) && measure.value >= 400
        ? { type: 'run', weight: 0.6, text: `${times} × ${measure.value}` }
        : null;
    default:
      return null;
  }
}

/** Distances raced on the track, but rarely in the pool. */
const TRACK_RACES_M: ReadonlySet<number> = new Set([600, 800, 1000, 1600, 3000, 5000, 10_000]);

function sportOfRace({ measure, role }: Quantity): HintedSport | null {
  if (role !== 'session' || measure.kind !== 'distance' || measure.unit !== 'm') return null;
  const metres = Math.round(measure.km * 1000);
  return TRACK_RACES_M.has(metres) ? { type: 'run', weight: 0.6, text: `${metres} m race` } : null;
}
