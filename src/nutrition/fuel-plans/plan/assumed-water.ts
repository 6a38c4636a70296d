import { isOnFoot, type PlanLeg } from '../course/legs.ts';
import type { Leg, Request, Stop, Vessel } from './model.ts';

/** Whether all places with water are known, some of them, or none. */
export type Sources = 'all' | 'some' | 'none';

/** A leg of a session, with what is known about its water. */
interface Session {
  readonly type: PlanLeg['type'];
  readonly minutes: number;
  readonly isMulti: boolean;
  readonly isRace: boolean;
  readonly known: Sources;
}

/** Races on foot up to this long have tables; legs below this have none worth planning for. */
const TABLES_UP_TO_MIN = 240;
const TABLES_FROM_MIN = 35;
/** Riders stop for water in races, and in training, from this long on. */
const RIDE_REFILLS_FROM_MIN = { race: 150, training: 90 } as const;
/** Swimmers are fed from this long on. */
const SWIM_FROM_MIN = 90;

/** Returns whether a race on foot has tables of water that nobody listed. */
export function hasTables({
  type,
  minutes,
  isMulti,
}: Pick<Session, 'type' | 'minutes' | 'isMulti'>): boolean {
  const isRun = isMulti ? isOnFoot({ type }) : type === 'run' && minutes <= TABLES_UP_TO_MIN;
  return isRun && minutes >= TABLES_FROM_MIN;
}

/** Returns where a bottle may be filled that does not last. */
export function refillsOf({ type, minutes, isMulti, isRace, known }: Session): Leg['refills'] {
  if (known === 'all') return 'none';
  const isSome = known === 'some' ? 'checkpoints' : null;
  switch (type) {
    case 'run':
    case 'trail_run':
    case 'hike':
    case 'walk':
      if (isMulti || (isRace && isSome === null && type === 'run' && minutes <= TABLES_UP_TO_MIN))
        return 'none';
      return isSome ?? (isRace ? 'race' : 'tap');
    case 'bike': {
      const { race, training } = RIDE_REFILLS_FROM_MIN;
      if (isSome !== null && !isMulti) return isSome;
      return minutes >= (isRace || isMulti ? race : training) ? (isSome ?? 'tap') : 'none';
    }
    case 'open_water_swim':
      return minutes >= SWIM_FROM_MIN ? 'boat' : 'none';
    case 'swim':
      return minutes >= SWIM_FROM_MIN ? 'beside' : 'none';
    case 'indoor_bike':
    case 'treadmill_run':
    case 'lift':
    case 'other':
      return isMulti ? 'none' : 'beside';
    case 'row':
    case 'ski':
      return isSome ?? 'none';
  }
}

const vessels = (kind: Vessel['kind'], volumeMl: number, count: number): readonly Vessel[] =>
  Array.from({ length: count }, () => ({ kind, volumeMl, number: null }));

const NOTHING: readonly Vessel[] = [];
const TWO_FLASKS = vessels('flask', 500, 2);
const ONE_FLASK = vessels('flask', 500, 1);
const TWO_BOTTLES = vessels('bottle', 750, 2);
const ONE_BOTTLE = vessels('bottle', 750, 1);
const AT_THE_BOAT = vessels('bottle', 500, 1);

/** Returns what people carry if they named nothing. */
export function usualVesselsOf({ type, minutes, isMulti, isRace, known }: Session): readonly Vessel[] {
  switch (type) {
    case 'run':
    case 'trail_run':
    case 'treadmill_run':
    case 'hike':
    case 'walk': {
      const hasOnlyTables = known === 'none' && isRace && type === 'run' && minutes <= TABLES_UP_TO_MIN;
      return isMulti || hasOnlyTables ? NOTHING : TWO_FLASKS;
    }
    case 'swim':
    case 'open_water_swim':
      return minutes >= SWIM_FROM_MIN ? AT_THE_BOAT : NOTHING;
    case 'ski':
      return ONE_FLASK;
    case 'lift':
    case 'other':
      return ONE_BOTTLE;
    case 'bike':
    case 'indoor_bike':
    case 'row':
      return TWO_BOTTLES;
  }
}

/** Flasks that nobody named are doubtful where tables are at most this far apart, less and less up to the second figure. */
const DOUBT = { points: 10, fullUpToMin: 60, noneFromMin: 120 } as const;

/** Returns what it costs to plan with flasks that nobody named, next to tables that are there. */
export function doubtOf({ startMin, endMin }: Leg, stops: readonly Stop[]): number {
  const tables = stops
    .filter(({ cups, atMin }) => cups.length > 0 && atMin > startMin && atMin < endMin)
    .map(({ atMin }) => atMin);
  const times = [startMin, ...tables, endMin];
  const widestMin = Math.max(...times.slice(1).map((minute, index) => minute - (times[index] ?? minute)));
  const { points, fullUpToMin, noneFromMin } = DOUBT;
  return points * Math.min(1, Math.max(0, (noneFromMin - widestMin) / (noneFromMin - fullUpToMin)));
}

/** Returns the checkpoint to which a refill that is due at a minute moves; undefined if none is near. */
export function checkpointFor(
  { checkpoints }: Request,
  dueMin: number,
  afterMin: number,
): Request['checkpoints'][number] | undefined {
  return checkpoints.findLast(
    ({ atMin }) =>
      atMin > dueMin - CHECKPOINT.beforeMin && atMin <= dueMin + CHECKPOINT.afterMin && atMin > afterMin,
  );
}

const CHECKPOINT = { beforeMin: 40, afterMin: 5 } as const;
