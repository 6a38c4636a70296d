import type { EffortStep } from '@musette/engine/types';
import { STEP_MEASURES, type StepMeasure } from '@musette/engine/types';
import type { WorkoutStep, WorkoutSteps } from '#platform/storage/workout-columns.ts';

/** A named step of a session, with repetitions written out. */
interface NamedStep extends EffortStep {
  readonly name: string | null;
}

/**
 * Returns the steps of a session in order, with repetitions written out. Apart from their schemas, because the browser's
 * planner reads it.
 */
export function unrolledSteps(items: WorkoutSteps): NamedStep[] {
  return items.flatMap((item) =>
    'repeat' in item
      ? Array.from({ length: item.repeat }, () => item.steps.map(toNamedStep)).flat()
      : [toNamedStep(item)],
  );
}

function toNamedStep({ durationMin, intensity, name }: WorkoutStep): NamedStep {
  const stated: { readonly [Measure in StepMeasure]?: number } = intensity;
  for (const measure of STEP_MEASURES) {
    const value = stated[measure];
    if (value !== undefined) return { durationMin, measure, value, name };
  }
  throw new Error('a step without an intensity');
}
