import * as z from 'zod/mini';
import { described, describedCopy, documented } from '../http/openapi-metadata.ts';
import { between, integerBetween, level, text } from '../http/wire-fields.ts';
import { activityType, durationMin } from '../records/activity-fields.ts';
import { STEP_NAME_CHARACTERS_MAX } from '../records/steps.ts';
import { WORKOUT_FORMATS } from './workout.ts';

const intensity = described(
  z.union([
    z.object({ level: describedCopy(level, 'If the file states only how the step feels, or nothing.') }),
    z.object({ percent_ftp: between(1, 500) }),
    z.object({ power_w: integerBetween(1, 2000) }),
    z.object({ percent_threshold_hr: between(1, 200) }),
    z.object({ percent_threshold_pace: between(1, 300) }),
  ]),
  'How hard the step is, by one measure.',
);

const step = documented(
  z.object({
    duration_min: described(between(0.01, 2880), 'With three decimals: 30 seconds are 0.5.'),
    intensity,
    name: described(
      z.optional(text(STEP_NAME_CHARACTERS_MAX, 1)),
      'As the file has it, cut at 100 characters; left out if it has none.',
    ),
  }),
  { id: 'ParsedStep' },
);

const repeat = documented(
  z.object({
    repeat: described(integerBetween(2, 50), 'How often the steps come, one after the other.'),
    steps: z.array(step).check(z.minLength(1), z.maxLength(100)),
  }),
  { id: 'ParsedRepeat' },
);

export const ParsedWorkout = documented(
  z.object({
    format: described(z.enum(WORKOUT_FORMATS), 'As its content says, whatever the media type.'),
    name: described(
      z.nullable(text(200, 1)),
      'One line of at most 200 characters; null if the file has none.',
    ),
    type: describedCopy(activityType, "The file's sport; `other` if it names none that is known."),
    duration_min: describedCopy(durationMin, 'The sum of the steps, rounded.'),
    steps: described(
      z.array(z.union([step, repeat])).check(z.minLength(1), z.maxLength(200)),
      'At most 200 when repetitions are written out.',
    ),
  }),
  { id: 'ParsedWorkout' },
);

export type ParsedWorkout = z.output<typeof ParsedWorkout>;
