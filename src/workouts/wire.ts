import { roundTo } from '../http/wire-fields.ts';
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

/** Returns a workout in the form that an activity's `type`, `duration_min` and `steps` take. */
export function workoutToWire({ format, name, type, parts }: Workout) {
  return {
    format,
    name,
    type,
    duration_min: Math.round(durationOf(parts) / 60),
    steps: parts.map(partToWire),
  };
}

function partToWire(part: Part) {
  return isRepeat(part) ? { repeat: part.repeat, steps: part.steps.map(stepToWire) } : stepToWire(part);
}

function stepToWire({ durationS, intensity, name }: Step) {
  return {
    duration_min: roundTo(durationS / 60, 3),
    intensity: { [intensity.kind]: roundTo(intensity.value, DECIMALS[intensity.kind]) },
    ...(name === null ? {} : { name }),
  };
}
