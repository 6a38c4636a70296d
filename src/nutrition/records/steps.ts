import { SESSION_MAX_MIN } from '@musette/engine/fields';
import { REPEAT_MAX, REPEAT_MIN, STEP_NAME_CHARACTERS_MAX, STEPS_MAX } from '@musette/files/workouts/workout';
import * as z from 'zod/mini';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import type { Camelized } from '#platform/http/wire-case.ts';
import { between, countedFirst, integerBetween, level, settable, text } from '#platform/http/wire-fields.ts';
import { memberOf } from '#platform/members.ts';
import type { WorkoutStep, WorkoutSteps } from '#platform/storage/workout-columns.ts';

const intensity = documented(
  z.union([
    z.strictObject({ level: described(z.clone(level), '1 very easy to 9 all out.') }),
    z.strictObject({ percent_ftp: described(between(0, 500), 'Percent of functional threshold power.') }),
    z.strictObject({ power_w: described(between(0, 2500), 'Mechanical power on a bike or rowing machine.') }),
    z.strictObject({ percent_threshold_hr: described(between(0, 200), 'Percent of threshold heart rate.') }),
    z.strictObject({ percent_threshold_pace: described(between(0, 300), 'Percent of threshold speed.') }),
  ]),
  { id: 'StepIntensity', description: 'Exactly one measure.' },
);

const step = documented(
  z.strictObject({
    duration_min: described(
      z.number().check(z.positive(), z.lte(SESSION_MAX_MIN)),
      'Minutes. Fractions are allowed.',
    ),
    intensity,
    name: described(settable(text(STEP_NAME_CHARACTERS_MAX)), 'Shown where a plan names the step.'),
  }),
  { id: 'WorkoutStep' },
);

const repetition = documented(
  z.strictObject({
    repeat: described(integerBetween(REPEAT_MIN, REPEAT_MAX), 'Number of repetitions.'),
    steps: described(
      z.array(step).check(z.minLength(1), z.maxLength(STEPS_MAX)),
      'The steps to repeat. They cannot contain repetitions.',
    ),
  }),
  { id: 'WorkoutRepetition' },
);

const isBounded = (items: readonly unknown[]) =>
  items.reduce<number>((sum, item) => sum + unrolledCount(item), 0) <= STEPS_MAX;

/** Returns the number of steps that an unvalidated item stands for. */
function unrolledCount(item: unknown): number {
  const [steps, repeat] = [memberOf(item, 'steps'), memberOf(item, 'repeat')];
  if (!Array.isArray(steps)) return 1;
  return steps.length * (typeof repeat === 'number' ? Math.max(1, repeat) : 1);
}

/** A structured session on the wire. */
export const steps = countedFirst(
  z.array(z.union([step, repetition])).check(z.minLength(1), z.maxLength(STEPS_MAX)),
  isBounded,
  `must have at most ${STEPS_MAX} steps, counting each repetition`,
);

type WireSteps = Camelized<z.output<typeof steps>>;
type WireStep = Camelized<z.output<typeof step>>;

/** Maps the steps of a session from the wire. */
export function toSteps(items: WireSteps): WorkoutSteps {
  return items.map((item) =>
    'repeat' in item ? { repeat: item.repeat, steps: item.steps.map(toStep) } : toStep(item),
  );
}

function toStep({ durationMin, intensity: stated, name }: WireStep): WorkoutStep {
  return { durationMin, intensity: stated, name: name ?? null };
}
