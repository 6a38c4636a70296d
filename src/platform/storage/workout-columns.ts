import type { EffortStep } from '@musette/engine/types';

/** The intensity of a step, in one measure. */
type StepIntensity = {
  readonly [Measure in EffortStep['measure']]: Readonly<Record<Measure, number>>;
}[EffortStep['measure']];

/** A step of a structured session. */
export interface WorkoutStep {
  readonly durationMin: number;
  readonly intensity: StepIntensity;
  readonly name: string | null;
}

export interface WorkoutRepetition {
  readonly repeat: number;
  readonly steps: readonly WorkoutStep[];
}

export type WorkoutSteps = readonly (WorkoutStep | WorkoutRepetition)[];
