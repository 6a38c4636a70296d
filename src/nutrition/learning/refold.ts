import {
  initialState,
  inOrder,
  type LearnedState,
  type LearningEvent,
  type LearningStep,
  learnFrom,
} from '#core/engine/learning.ts';
import { type EngineProfile, toEngineAthlete } from '../records/engine-input.ts';

/** The result of folding events: what each taught, and the final state. */
export interface Refolded {
  /** Keyed by event identifier. */
  readonly steps: ReadonlyMap<string, LearningStep>;
  /** Null before any event. */
  readonly state: LearnedState | null;
}

/**
 * Folds these events, in the order of their sessions, onto the state before the first (null: none). Each uses
 * the athlete's age on its own day, so that stored results do not change as time passes.
 */
export function refold(
  profile: EngineProfile,
  before: LearnedState | null,
  events: readonly LearningEvent[],
): Refolded {
  const steps = new Map<string, LearningStep>();
  let state = before;
  for (const event of inOrder(events)) {
    const athlete = toEngineAthlete(profile, event.atMs);
    const step = learnFrom(athlete, state ?? initialState(athlete), event);
    steps.set(event.id, step);
    state = step.state;
  }
  return { steps, state };
}
