import { FILE_MEDIA_TYPES } from '#platform/files/media-types.ts';
import { ok } from '#platform/http/answer.ts';
import { isFailure } from '#platform/http/errors.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import { ANY_TOKEN, defineRoute } from '#platform/http/route.ts';
import { ParsedWorkout, parsedWorkoutExample, workoutFileExample, workoutToWire } from './workout-shape.ts';

/** A workout of 200 steps has 30 KB; an ERG file with a line a second for ten hours has 400. */
const BODY_LIMIT_BYTES = 1024 * 1024;

export const workoutRoutes = [
  defineRoute({
    method: 'POST',
    path: '/v1/workouts/parse',
    operationId: 'parseWorkout',
    tag: 'Files',
    summary: 'Read a workout file into steps',
    description: [
      'Reads a FIT workout, a Zwift workout (ZWO), an ERG or MRC file or a `workout_doc` of intervals.icu, alone or inside its event, into `type`, `duration_min` and `steps`; nothing is stored. The body is the file itself, at most 1 MiB; its content decides the format. A broken file is a 422 `unreadable_file` that names the place. Costs one request of the budget per 256 KiB.',
      'A ramp becomes up to ten steps, each at the mean of its part, that differ by about 10 % of FTP, 25 W or 5 % of a threshold. A range is its middle, a zone the middle that is usual for it. A step by distance lasts as long as its target speed says, or as is typical for sport and level. An open step (lap button, heart rate) counts 5 minutes, as a warm-up or cool-down 10.',
      'A step without a target counts by its kind: rest 1, recovery and cool-down 2, warm-up 3, free ride 4, active 5, interval 7, maximal effort 9; so does a FIT step whose target is a speed or beats per minute, because no file says what they mean for the athlete. Percent of the maximal heart rate are divided by 0.9. Steps under a second are left out.',
      'Repetitions inside repetitions are written out. A workout of more than 200 steps is divided into 200 equal parts, each with the mean of what it covers; power counts by its fourth power.',
    ].join('\n\n'),
    file: {
      description: 'The file as it is, uncompressed.',
      mediaTypes: FILE_MEDIA_TYPES,
      example: { mediaType: 'application/xml', text: workoutFileExample },
    },
    bodyLimitBytes: BODY_LIMIT_BYTES,
    responses: {
      200: { description: 'The workout.', schema: ParsedWorkout, example: parsedWorkoutExample },
    },
    access: 'partner',
    scope: ANY_TOKEN,
    errors: [],
    async handler(ctx) {
      const { readWorkout } = await import('./read-workout.ts');
      const workout = await inTurn(ctx.principal, (pace) => pace.run(readWorkout(ctx.body.takeFile())));
      return isFailure(workout) ? workout : ok(workoutToWire(workout));
    },
  }),
];
