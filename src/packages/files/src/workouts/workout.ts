import type { ActivityType, SingleSportType } from '@musette/engine/types';

/** The most steps of a session, counting each repetition. More than any platform allows. Bounds the work of a calculation. */
export const STEPS_MAX = 200;
/** Fewer repetitions are written out. */
export const REPEAT_MIN = 2;
export const REPEAT_MAX = 50;
/** Longer names in files are cut when parsed. */
export const STEP_NAME_CHARACTERS_MAX = 100;

export const WORKOUT_FORMATS = ['fit', 'zwo', 'erg', 'mrc', 'intervals_icu'] as const;
type WorkoutFormat = (typeof WORKOUT_FORMATS)[number];

/** An intensity in wire units: a level of 1–9, percent, or watts. */
export interface Intensity {
  readonly kind: 'level' | 'percent_ftp' | 'power_w' | 'percent_threshold_hr' | 'percent_threshold_pace';
  readonly value: number;
}

export interface WorkoutStep {
  readonly durationS: number;
  readonly intensity: Intensity;
  readonly name: string | null;
  /** Metres, where the file states them or a speed. Decides when a repetition until a distance ends. */
  readonly distanceM?: number;
}

export interface WorkoutRepeat {
  readonly repeat: number;
  readonly steps: readonly WorkoutStep[];
}

export type WorkoutPart = WorkoutStep | WorkoutRepeat;

/** A sport of a multi-sport workout, with the time of its steps. */
export interface WorkoutLeg {
  readonly type: SingleSportType;
  readonly durationS: number;
}

/** A workout as in its file, in one form for all formats. */
export interface Workout {
  readonly format: WorkoutFormat;
  readonly name: string | null;
  readonly type: ActivityType;
  readonly parts: readonly WorkoutPart[];
  /** At least two sports in order, if the file names them with their steps. */
  readonly legs?: readonly WorkoutLeg[];
}

export function isRepeat(part: WorkoutPart): part is WorkoutRepeat {
  return 'repeat' in part;
}

/** Returns the total seconds of all parts. */
export function durationOf(parts: readonly WorkoutPart[]): number {
  return parts.reduce(
    (sum, part) => sum + (isRepeat(part) ? part.repeat * durationOf(part.steps) : part.durationS),
    0,
  );
}

/** Returns the steps of a part in order, with each repetition written out. */
export function unroll(part: WorkoutPart): readonly WorkoutStep[] {
  return isRepeat(part) ? Array.from({ length: part.repeat }, () => part.steps).flat() : [part];
}
