import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import type { AthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { athletes, learnedStates } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { JobStep } from '#platform/storage/job.ts';
import { recordAny } from '#platform/storage/record-events.ts';
import { isOneOf, selectEngineVersions } from '#platform/storage/statements.ts';
import { BEGINNING, compareWithRunning, historyOf, selectHistory } from './history.ts';
import { writeHistory } from './write-history.ts';

/** Athletes refolded per step. */
const STEP_ATHLETES = 6;
/**
 * Refolds the histories of up to six athletes whose learned state was folded by an older engine. Leaves
 * states from a newer engine: this isolate then runs the version that a deployment is replacing, and folding
 * back and forth would change what was learned. Skips a history that changes in the meantime: that change
 * refolds all of it, or the next run does.
 */
export async function refoldOutdated({ db, environment }: AthleteDatabase, nowMs: number): Promise<JobStep> {
  const [versions] = await db.batch([selectEngineVersions(db, learnedStates)]);
  const older = versions.map(({ version }) => version).filter((version) => compareWithRunning(version) < 0);
  if (older.length === 0) return { counts: {}, isDone: true };
  const [outdated] = await db.batch([selectOutdated(db, older)]);
  for (const athlete of outdated) {
    const { partnerId } = athlete;
    const reporter = { principal: { partnerId, environment, keyId: partnerId }, nowMs };
    const work = { ...reporter, patience: 'as long as it takes' } as const;
    const history = await historyOf(work, await db.batch(selectHistory(db, athlete.id, BEGINNING)));
    const { take, learnedEvents, updates } = await writeHistory(work, db, athlete, history, history.events);
    await db.batch([take, ...recordAny(db, reporter, learnedEvents), ...updates]);
  }
  return { counts: { athletes: outdated.length }, isDone: outdated.length < STEP_ATHLETES };
}

/** Selects live athletes whose learned state was folded by one of these engines. */
export function selectOutdated(db: Database, versions: readonly string[]) {
  return db
    .select(getTableColumns(athletes))
    .from(learnedStates)
    .innerJoin(athletes, eq(athletes.id, learnedStates.athleteId))
    .where(and(isOneOf(learnedStates.engineVersion, versions), eq(athletes.status, 'live')))
    .orderBy(asc(learnedStates.engineVersion), asc(learnedStates.athleteId))
    .limit(STEP_ATHLETES);
}
