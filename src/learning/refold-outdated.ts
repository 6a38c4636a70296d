import { and, asc, eq, getTableColumns, gt, lt, type SQL } from 'drizzle-orm';
import { ENGINE_VERSION } from '../engine/prescribe.ts';
import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import { athletes, learnedStates } from '../storage/athlete-schema.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import { recordAny } from '../storage/record-events.ts';
import { BEGINNING, historyOf, selectHistory } from './history.ts';
import { writeHistory } from './write-history.ts';

/** Athletes that one step refolds. */
const STEP_ATHLETES = 6;
/** Statements for one athlete: six that read the history, and at most eleven that write it. */
const QUERIES_OF_ATHLETE = 17;

/** The most calls that one step makes. */
export const CALLS_OF_REFOLDING: Calls = calls({
  d1Queries: 2 + STEP_ATHLETES * QUERIES_OF_ATHLETE,
  subrequests: 2 + STEP_ATHLETES * 2,
});

/**
 * Refolds the histories of up to six athletes whose learned state was folded by another engine. Skips a
 * history that changes meanwhile: that change folds all of it, or the next run does.
 *
 * @returns how many were refolded; `isDone` is false while more may be left
 */
export async function refoldOutdated(
  { db, environment }: AthleteDatabase,
  nowMs: number,
): Promise<{ readonly athletes: number; readonly isDone: boolean }> {
  // Two ranges instead of "not equal", so that each is read from the index by version.
  const ofOtherEngines = [lt, gt].map((isOther) => isOther(learnedStates.engineVersion, ENGINE_VERSION));
  const found = await Promise.all(ofOtherEngines.map((condition) => selectAthletes(db, condition)));
  const outdated = found.flat().slice(0, STEP_ATHLETES);
  for (const athlete of outdated) {
    const history = historyOf(await db.batch(selectHistory(db, athlete.id, BEGINNING)));
    const { take, lessons, updates } = writeHistory(db, athlete, history, history.events, nowMs);
    const reporter = { principal: { partnerId: athlete.partnerId, environment }, nowMs };
    await db.batch([take, ...recordAny(db, reporter, lessons), ...updates]);
  }
  return { athletes: outdated.length, isDone: outdated.length < STEP_ATHLETES };
}

/** Selects live athletes whose learned state meets the condition. */
async function selectAthletes(db: AthleteDatabase['db'], condition: SQL) {
  const [rows] = await db.batch([
    db
      .select(getTableColumns(athletes))
      .from(learnedStates)
      .innerJoin(athletes, eq(athletes.id, learnedStates.athleteId))
      .where(and(condition, eq(athletes.status, 'live')))
      .orderBy(asc(learnedStates.engineVersion), asc(learnedStates.athleteId))
      .limit(STEP_ATHLETES),
  ]);
  return rows;
}
