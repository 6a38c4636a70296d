import { exactly } from '../http/answer.ts';
import { roundTo } from '../http/wire-fields.ts';
import type { ParsedWorkout } from './answers.ts';
import { durationOf } from './fit-into-limits.ts';
import { type Intensity, isRepeat, type Part, type Step, type Workout } from './workout.ts';

/** Decimals of the targets: a tenth of a percent, whole watts and levels. */
const DECIMALS: Readonly<Record<Intensity['kind'], number>> = {
  level: 0,
  percent_ftp: 1,
  power_w: 0,
  percent_threshold_hr: 1,
  percent_threshold_pace: 1,
};

type ParsedPart = ParsedWorkout['steps'][number];
type ParsedStep = Exclude<ParsedPart, { repeat: number }>;

/** Returns a workout in the form that an activity's `type`, `duration_min` and `steps` take. */
export function workoutToWire({ format, name, type, parts }: Workout): ParsedWorkout {
  return {
    format,
    name,
    type,
    duration_min: Math.round(durationOf(parts) / 60),
    steps: parts.map(partToWire),
  };
}

function partToWire(part: Part): ParsedPart {
  return isRepeat(part) ? { repeat: part.repeat, steps: part.steps.map(stepToWire) } : stepToWire(part);
}

function stepToWire({ durationS, intensity, name }: Step): ParsedStep {
  return exactly({
    duration_min: roundTo(durationS / 60, 3),
    intensity: intensityToWire(intensity),
    ...(name === null ? {} : { name }),
  });
}

function intensityToWire({ kind, value }: Intensity): ParsedStep['intensity'] {
  const rounded = roundTo(value, DECIMALS[kind]);
  switch (kind) {
    case 'level':
      return { level: rounded };
    case 'percent_ftp':
      return { percent_ftp: rounded };
    case 'power_w':
      return { power_w: rounded };
    case 'percent_threshold_hr':
      return { percent_threshold_hr: rounded };
    case 'percent_threshold_pace':
      return { percent_threshold_pace: rounded };
  }
}
