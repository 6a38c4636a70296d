import {
  initialState,
  inOrder,
  type LearnedState,
  type LearningEvent,
  type LearningStep,
  learnFrom,
} from '../engine/learning.ts';
import { type EngineProfile, toEngineAthlete } from '../records/engine-input.ts';
import { isBlank } from '../records/learned-state.ts';

/** The fold over part of a history: what each event taught, and the state in the end. */
export interface Refolded {
  /** By the identifier of the event. */
  readonly steps: ReadonlyMap<string, LearningStep>;
  /** Null where nothing was learned. */
  readonly state: LearnedState | null;
}

/**
 * Folds these events, in the order of their sessions, onto the state before the first of them (null: there is
 * nothing before). Each is read with the age of its own day, so that time passing changes nothing that is stored.
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
  return { steps, state: state === null || isBlank(state) ? null : state };
}
