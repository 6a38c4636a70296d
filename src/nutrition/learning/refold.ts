import {
  initialState,
  inOrder,
  type LearnedState,
  type LearningEvent,
  type LearningStep,
  learnFrom,
} from '#core/engine/learning.ts';
import type { Work } from '#platform/http/heavy-work.ts';
import { type EngineProfile, toEngineAthlete } from '../records/engine-input.ts';

/** The result of folding events: what each taught, and the final state. */
export interface Refolded {
  /** Keyed by event identifier. */
  readonly steps: ReadonlyMap<string, LearningStep>;
  /** Null before any event. */
  readonly state: LearnedState | null;
}

/**
 * Folds these events in steps, in the order of their sessions, onto the state before the first (null: none). Each uses
 * the athlete's age on its own day, so that stored results do not change as time passes.
 */
export function* refold(
  profile: EngineProfile,
  before: LearnedState | null,
  events: readonly LearningEvent[],
): Work<Refolded> {
  const steps = new Map<string, LearningStep>();
  let state = before;
  for (const event of inOrder(events)) {
    const athlete = toEngineAthlete(profile, event.atMs);
    const step = learnFrom(athlete, state ?? initialState(athlete), event);
    steps.set(event.id, step);
    state = step.state;
    yield foldUs(event);
  }
  return { steps, state };
}

/** Time to fold an event and to compare what it taught, and again for each leg of its session (measured, rounded up). */
const EVENT_US = 100;
const LEG_US = 10;

/** Returns the time to fold events. */
export function foldsUs(events: readonly LearningEvent[]): number {
  return events.reduce((sum, event) => sum + foldUs(event), 0);
}

function foldUs(event: LearningEvent): number {
  const legs = event.kind === 'feedback' ? (event.activity.segments?.length ?? 0) : 0;
  return EVENT_US + LEG_US * legs;
}
