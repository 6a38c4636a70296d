import { FILE_MEDIA_TYPES } from '@musette/files/media-types';
import { isUnreadable } from '@musette/files/text-reader';
import { ok } from '#platform/http/answer.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { ANY_TOKEN, defineRoute } from '#platform/http/route.ts';
import { ParsedWorkout, parsedWorkoutExample, workoutFileExample, workoutToWire } from './workout-shape.ts';

/** A workout of 200 steps takes 30 KB, an ERG file with a line per second for ten hours 400. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export const workoutRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/workouts/parse',
    operationId: 'parseWorkout',
    tag: 'Files',
    summary: 'Read a workout file into steps',
    description: [
      'Reads a FIT workout, a Zwift workout (ZWO), an ERG or MRC file or a workout of intervals.icu (its `workout_doc`, alone, in its event or in a list of one event, or its text form) into `type`, `duration_min` and `steps`. Nothing is stored. The body is the file itself, at most 1 MiB. The format is detected from the content. A broken file returns 422 `unreadable_file` with the location of the problem.',
      'A ramp becomes up to ten steps that differ by about 10% of FTP, 25 W or 5% of a threshold, each at the mean of its part. A range becomes its middle, and a zone its usual middle. The duration of a step by distance follows from its pace or speed, or from a share of the threshold pace that the file states, otherwise from a typical speed for the sport and level. A repetition until a time, distance or training stress lasts that long. One that ends by calories, heart rate or power counts once. An open step (lap button, heart rate, power) counts 5 minutes, or 10 as a warm-up or cool-down.',
      'A step without a target gets a level by its kind: rest 1, recovery and cool-down 2, warm-up 3, free ride 4, active 5, interval 7, maximal effort 9. So does a step with a pace or speed but no threshold, or with beats per minute, because the file does not say what they mean for the athlete. Percentages of maximum heart rate are divided by 0.9. Steps under a second are dropped. A load above 400% of FTP or 2000 W is refused, as is a load of 1 to 19 W in a file with loads from 100 W, because a unit or column was mixed up.',
      'The sports of a multi-sport FIT file become `segments`, if it says which steps belong to which. The type is `triathlon`, `duathlon` or `brick` by their order. A multi-sport file that names no sports is `other`. An event of intervals.icu without steps is one step of its `moving_time`.',
      'Nested repetitions are written out. A workout of more than 200 steps is divided into 200 equal parts, each with the mean of its section, where power counts by its fourth power.',
    ].join('\n\n'),
    file: {
      description: 'The unmodified file, uncompressed.',
      mediaTypes: FILE_MEDIA_TYPES,
      example: { mediaType: 'application/xml', text: workoutFileExample },
    },
    bodyLimitBytes: BODY_LIMIT_BYTES,
    responses: {
      200: { description: 'The workout.', schema: ParsedWorkout, example: parsedWorkoutExample },
    },
    access: 'partner',
    scope: ANY_TOKEN,
    cost: '1 unit per started 256 KiB',
    errors: [],
    async handler(ctx) {
      const { readWorkout } = await import('@musette/files/workouts/read-workout');
      const workout = await inTurn(ctx.principal, (pace) => pace.run(readWorkout(ctx.body.takeFile())));
      return isUnreadable(workout) ? workout : ok(workoutToWire(workout));
    },
  }),
];
