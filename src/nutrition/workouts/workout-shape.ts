import { SINGLE_SPORT_TYPES } from '@musette/engine/types';
import {
  durationOf,
  type Intensity,
  isRepeat,
  STEP_NAME_CHARACTERS_MAX,
  WORKOUT_FORMATS,
  type Workout,
  type WorkoutLeg,
  type WorkoutPart,
  type WorkoutStep,
} from '@musette/files/workouts/workout';
import * as z from 'zod/mini';
import { exactly } from '#platform/http/answer.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { between, integerBetween, level, roundTo, text } from '#platform/http/wire-fields.ts';
import { activityType, durationMin } from '../records/activity-fields.ts';

const intensity = described(
  z.union([
    z.object({ level: describedCopy(level, 'Used if the file gives only a perceived effort, or nothing.') }),
    z.object({ percent_ftp: between(0, 400) }),
    z.object({ power_w: integerBetween(0, 2000) }),
    z.object({ percent_threshold_hr: between(0, 200) }),
    z.object({ percent_threshold_pace: between(0, 300) }),
  ]),
  'Intensity of the step, in one measure.',
);

const step = documented(
  z.object({
    duration_min: described(between(0.01, 2880), 'Three decimals. 30 seconds are 0.5.'),
    intensity,
    name: described(
      z.optional(text(STEP_NAME_CHARACTERS_MAX, 1)),
      'As in the file, cut at 100 characters. Omitted if there is none.',
    ),
  }),
  { id: 'ParsedStep' },
);

const repeat = documented(
  z.object({
    repeat: described(integerBetween(2, 50), 'Number of repetitions.'),
    steps: z.array(step).check(z.minLength(1), z.maxLength(100)),
  }),
  { id: 'ParsedRepeat' },
);

const segment = documented(
  z.object({
    type: described(z.enum(SINGLE_SPORT_TYPES), 'The sport of the leg.'),
    duration_min: describedCopy(durationMin, 'The sum of its steps, rounded.'),
  }),
  { id: 'ParsedSegment' },
);

export const ParsedWorkout = documented(
  z.object({
    format: described(z.enum(WORKOUT_FORMATS), 'Detected from the content, regardless of the media type.'),
    name: described(
      z.nullable(text(200, 1)),
      'One line of at most 200 characters. Null if the file has none.',
    ),
    type: describedCopy(
      activityType,
      'The sport in the file. `other` if missing or unknown, or if the file is multi-sport without saying of which sports.',
    ),
    duration_min: describedCopy(durationMin, 'The sum of the steps, rounded.'),
    segments: described(
      z.optional(z.array(segment).check(z.minLength(2), z.maxLength(10))),
      'The sports of a multi-sport file with their times, in order. A transition counts towards the next leg. Omitted if the file names one sport, or several without their steps.',
    ),
    steps: described(
      z.array(z.union([step, repeat])).check(z.minLength(1), z.maxLength(200)),
      'At most 200, counting each repetition.',
    ),
  }),
  { id: 'ParsedWorkout' },
);

export type ParsedWorkout = z.output<typeof ParsedWorkout>;

/** Decimals of the targets: tenths of a percent, whole watts and levels. */
const DECIMALS: Readonly<Record<Intensity['kind'], number>> = {
  level: 0,
  percent_ftp: 1,
  power_w: 0,
  percent_threshold_hr: 1,
  percent_threshold_pace: 1,
};

type ParsedPart = ParsedWorkout['steps'][number];

type ParsedStep = Exclude<ParsedPart, { repeat: number }>;

/** Returns a workout in the form of an activity's `type`, `duration_min` and `steps`. */
export function workoutToWire({ format, name, type, parts, legs = [] }: Workout): ParsedWorkout {
  const minutes = Math.round(durationOf(parts) / 60);
  return exactly({
    format,
    name,
    type,
    duration_min: minutes,
    ...(legs.length > 1 ? { segments: segmentsToWire(legs, minutes) } : {}),
    steps: parts.map(partToWire),
  });
}

/** Rounds legs to whole minutes of at least 1. The longest absorbs what rounding leaves. */
function segmentsToWire(legs: readonly WorkoutLeg[], totalMin: number): ParsedWorkout['segments'] {
  const segments = legs.map(({ type, durationS }) => ({
    type,
    duration_min: Math.max(1, Math.round(durationS / 60)),
  }));
  const sumMin = segments.reduce((sum, { duration_min }) => sum + duration_min, 0);
  const longest = segments.reduce((one, other) => (other.duration_min > one.duration_min ? other : one));
  longest.duration_min = Math.max(1, longest.duration_min + totalMin - sumMin);
  return segments;
}

function partToWire(part: WorkoutPart): ParsedPart {
  return isRepeat(part) ? { repeat: part.repeat, steps: part.steps.map(stepToWire) } : stepToWire(part);
}

function stepToWire({ durationS, intensity, name }: WorkoutStep): ParsedStep {
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

/** A Zwift workout and the result of reading it. A test compares the two. */
export const workoutFileExample = `<?xml version="1.0" encoding="UTF-8"?>
<workout_file>
  <name>4 x 8 min at threshold</name>
  <sportType>bike</sportType>
  <workout>
    <Warmup Duration="600" PowerLow="0.5" PowerHigh="0.7"/>
    <IntervalsT Repeat="4" OnDuration="480" OffDuration="180" OnPower="1.0" OffPower="0.5"/>
    <Cooldown Duration="300" PowerLow="0.5" PowerHigh="0.4"/>
  </workout>
</workout_file>
`;

export const parsedWorkoutExample: ParsedWorkout = {
  format: 'zwo',
  name: '4 x 8 min at threshold',
  type: 'indoor_bike',
  duration_min: 59,
  steps: [
    { duration_min: 5, intensity: { percent_ftp: 55 } },
    { duration_min: 5, intensity: { percent_ftp: 65 } },
    {
      repeat: 4,
      steps: [
        { duration_min: 8, intensity: { percent_ftp: 100 } },
        { duration_min: 3, intensity: { percent_ftp: 50 } },
      ],
    },
    { duration_min: 5, intensity: { percent_ftp: 45 } },
  ],
};
