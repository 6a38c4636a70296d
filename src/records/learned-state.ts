import { eq, inArray, type Placeholder, type SQLWrapper } from 'drizzle-orm';
import type { LearnedState } from '../engine/learning.ts';
import { type LearnedStateRow, learnedStates } from '../storage/athlete-schema.ts';
import { composedOnce } from '../storage/composed-query.ts';
import type { Database } from '../storage/database.ts';
import { listOf } from '../storage/one-of.ts';
import type { EngineProfile } from './engine-input.ts';

const learnedOf = composedOnce((db, value: (name: 'athleteId') => Placeholder) =>
  db
    .select()
    .from(learnedStates)
    .where(eq(learnedStates.athleteId, value('athleteId'))),
);

/** What was learned about this athlete, for the batch in which a verb reads. No row before the first evidence. */
export function selectLearned(db: Database, athleteId: string) {
  return learnedOf(db, { athleteId });
}

/** The same for all athletes whose identifiers the subquery gives. */
export function selectLearnedAmong(db: Database, athleteIds: SQLWrapper) {
  return db.select().from(learnedStates).where(inArray(learnedStates.athleteId, athleteIds));
}

/** The same for a list of identifiers, which goes as one parameter whatever its length. */
export function selectLearnedOf(db: Database, athleteIds: readonly string[]) {
  return selectLearnedAmong(db, listOf(athleteIds));
}

/** The state that prescriptions use, or null where nothing was learned. */
export function learnedStateOf(row: LearnedStateRow | null | undefined): LearnedState | null {
  return row?.state ?? null;
}

/** Whether the state has no evidence in it: it then says nothing that the profile does not say. */
export function isBlank(state: LearnedState): boolean {
  const { sweatLn, swimSweatLn, runCarbToleranceGPerHr, bikeCarbToleranceGPerHr, carbNeedLn, sweatSodiumLn } =
    state;
  const latents = [
    sweatLn,
    swimSweatLn,
    runCarbToleranceGPerHr,
    bikeCarbToleranceGPerHr,
    carbNeedLn,
    sweatSodiumLn,
  ];
  return (
    latents.every(({ observations }) => observations === 0) &&
    state.cautiousSessionsLeft === 0 &&
    state.overdrinkAtMs.length === 0 &&
    state.lastIntakeAboveSafeMlPerHr === null &&
    !state.giHistory &&
    state.goodGutStreak === 0
  );
}

/** Which learned quantities a profile field speaks about. */
const SPOKEN_FOR = {
  sweatRateMlPerHr: ['sweatLn'],
  sweatLevel: ['sweatLn', 'swimSweatLn'],
  sweatSodiumMgPerL: ['sweatSodiumLn'],
  saltinessLevel: ['sweatSodiumLn'],
  carbToleranceGPerHr: ['runCarbToleranceGPerHr', 'bikeCarbToleranceGPerHr'],
  usualCarbGPerHr: ['runCarbToleranceGPerHr', 'bikeCarbToleranceGPerHr'],
} as const satisfies Partial<Record<keyof EngineProfile, readonly (keyof LearnedState)[]>>;

/**
 * The state for a calculation with another profile than the stored one: a field that is told differently for this
 * call overrides what was learned about its quantity, too. What was learned about safety stays.
 */
export function withoutOverridden(
  state: LearnedState | null,
  stored: EngineProfile,
  used: EngineProfile,
): LearnedState | null {
  if (state === null) return null;
  const next: { -readonly [Key in keyof LearnedState]: LearnedState[Key] } = { ...state };
  for (const field of Object.keys(SPOKEN_FOR) as (keyof typeof SPOKEN_FOR)[]) {
    if (stored[field] === used[field]) continue;
    for (const latent of SPOKEN_FOR[field]) next[latent] = { ...next[latent], observations: 0 };
  }
  return next;
}
