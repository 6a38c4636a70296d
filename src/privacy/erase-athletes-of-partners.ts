import type { Env } from '../env.ts';
import { callsOfErasingSignIns, eraseSignIns } from '../oauth/erase-sign-ins.ts';
import { type Calls, calls, mapCalls } from '../storage/call-budget.ts';
import type { Database, StorageMeter } from '../storage/database.ts';
import { blankAthletes, deleteCreationAnswers, selectSomeAthletes } from './repository.ts';

const STEP_ATHLETES = 1000;

/** The most calls that one step makes. */
export function callsOfBlanking(env: Pick<Env, 'athleteDatabases'>): Calls {
  const own = calls({ d1Queries: 3, subrequests: 2 });
  return mapCalls((name) => own[name] + callsOfErasingSignIns(env)[name]);
}

/**
 * Begins the erasure of up to 1,000 of these partners' athletes in one database: nothing finds them any more, and
 * `finishErasures` removes what they had. `isDone` once no live athlete of theirs is left there.
 */
export async function eraseAthletesOfPartners(
  env: Pick<Env, 'athleteDatabases'>,
  meter: StorageMeter,
  db: Database,
  partnerIds: readonly string[],
): Promise<{ readonly athletes: number; readonly isDone: boolean }> {
  const [athletes] = await db.batch([selectSomeAthletes(db, partnerIds, STEP_ATHLETES)]);
  if (athletes.length > 0) {
    await eraseSignIns(env, meter, athletes);
    const ids = athletes.map(({ id }) => id);
    await db.batch([blankAthletes(db, ids), deleteCreationAnswers(db, ids)]);
  }
  return { athletes: athletes.length, isDone: athletes.length < STEP_ATHLETES };
}
