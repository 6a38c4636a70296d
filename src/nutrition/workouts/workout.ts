import type { ActivityType } from '#core/engine/types.ts';

export const WORKOUT_FORMATS = ['fit', 'zwo', 'erg', 'mrc', 'intervals_icu'] as const;
export type WorkoutFormat = (typeof WORKOUT_FORMATS)[number];

/** An intensity in wire units: a level of 1–9, percent, or watts. */
export interface Intensity {
  readonly kind: 'level' | 'percent_ftp' | 'power_w' | 'percent_threshold_hr' | 'percent_threshold_pace';
  readonly value: number;
}

export interface Step {
  readonly durationS: number;
  readonly intensity: Intensity;
  readonly name: string | null;
}

export interface Repeat {
  readonly repeat: number;
  readonly steps: readonly Step[];
}

export type Part = Step | Repeat;

/** A workout as in its file, in one form for all formats. */
export interface Workout {
  readonly format: WorkoutFormat;
  readonly name: string | null;
  readonly type: ActivityType;
  readonly parts: readonly Part[];
}

export function isRepeat(part: Part): part is Repeat {
  return 'repeat' in part;
}

/** Levels of steps described by feel instead of intensity (engineering choice). */
export const LEVEL_OF = {
  rest: 1,
  recovery: 2,
  warmUp: 3,
  coolDown: 2,
  free: 4,
  active: 5,
  interval: 7,
  max: 9,
};

export function level(value: number): Intensity {
  return { kind: 'level', value };
}
