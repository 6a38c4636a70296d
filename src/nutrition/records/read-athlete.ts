import type { LearnedState } from '@musette/engine/learn';
import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { eq, inArray, type Placeholder, type SQLWrapper } from 'drizzle-orm';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { type AthleteRow, type LearnedStateRow, learnedStates } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { selectLiveAthlete } from '#platform/storage/live-athlete.ts';
import { composedOnce, listOf } from '#platform/storage/statements.ts';
import type { EngineProfile } from './engine-input.ts';

/** An athlete with the learned state, which is null before the first evidence. */
export interface KnownAthlete {
  readonly athlete: AthleteRow;
  readonly learned: LearnedStateRow | null;
}

/** Reads one of the caller's athletes. Another partner's athlete returns 404, as if it had never existed. */
export async function getAthlete(ctx: PartnerContext, athleteId: string): Promise<KnownAthlete | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [learned]] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectLearned(db, athleteId),
  ]);
  return athlete ? { athlete, learned: learned ?? null } : fail('athlete_not_found');
}

const learnedOf = composedOnce((db, value: (name: 'athleteId') => Placeholder) =>
  db
    .select()
    .from(learnedStates)
    .where(eq(learnedStates.athleteId, value('athleteId'))),
);

/**
 * Selects what was learned about this athlete, for a verb's read batch. Returns no row before the first
 * evidence.
 */
export function selectLearned(db: Database, athleteId: string) {
  return learnedOf(db, { athleteId });
}

/** Selects what was learned about the athletes in the subquery. */
export function selectLearnedAmong(db: Database, athleteIds: SQLWrapper) {
  return db.select().from(learnedStates).where(inArray(learnedStates.athleteId, athleteIds));
}

/** Selects what was learned about these athletes. */
export function selectLearnedOf(db: Database, athleteIds: readonly string[]) {
  return selectLearnedAmong(db, listOf(athleteIds));
}

/**
 * Returns the state that prescriptions use. Null if nothing was learned. Ignores a state of another engine
 * version, whose numbers mean something else: the job `refold-learned-states` refolds it from its history.
 */
export function learnedStateOf(row: LearnedStateRow | null | undefined): LearnedState | null {
  return row?.engineVersion === ENGINE_VERSION ? stateWithEvidence(row.state) : null;
}

/** Returns the state if it holds evidence, else null. */
export function stateWithEvidence(state: LearnedState | null): LearnedState | null {
  return state === null || isBlank(state) ? null : state;
}

/** Returns whether the state holds no evidence and so adds nothing to the profile. */
function isBlank(state: LearnedState): boolean {
  const latents = [
    state.sweat,
    state.runCarbToleranceGPerHr,
    state.bikeCarbToleranceGPerHr,
    state.carbNeedLn,
    state.sweatSodiumLn,
  ];
  return (
    latents.every(({ observations }) => observations === 0) &&
    state.cautiousSessionsLeft === 0 &&
    state.overdrinkAtMs.length === 0 &&
    state.lastAlarm === null &&
    !state.giHistory &&
    state.goodGutStreak === 0
  );
}

/** Learned quantities overridden by each profile field. */
const OVERRIDDEN_BY = {
  sweatRateMlPerHr: ['sweat'],
  sweatLevel: ['sweat'],
  sweatSodiumMgPerL: ['sweatSodiumLn'],
  saltinessLevel: ['sweatSodiumLn'],
  carbToleranceGPerHr: ['runCarbToleranceGPerHr', 'bikeCarbToleranceGPerHr'],
  usualCarbGPerHr: ['runCarbToleranceGPerHr', 'bikeCarbToleranceGPerHr'],
} as const satisfies Partial<Record<keyof EngineProfile, readonly (keyof LearnedState)[]>>;

/**
 * Returns the state for a calculation with a changed profile. A field that differs in this call also
 * overrides what was learned about its quantities. Safety findings are kept.
 */
export function withoutOverridden(
  state: LearnedState | null,
  stored: EngineProfile,
  used: EngineProfile,
): LearnedState | null {
  if (state === null) return null;
  const next: { -readonly [Key in keyof LearnedState]: LearnedState[Key] } = { ...state };
  for (const field of Object.keys(OVERRIDDEN_BY) as (keyof typeof OVERRIDDEN_BY)[]) {
    if (stored[field] === used[field]) continue;
    for (const quantity of OVERRIDDEN_BY[field]) {
      if (quantity === 'sweat') next.sweat = { ...next.sweat, observations: 0 };
      else next[quantity] = { ...next[quantity], observations: 0 };
    }
  }
  return next;
}
