import { athleteDatabaseNames, athleteDatabases, databaseName } from '#platform/storage/athlete-databases.ts';
import { type HomeJobContext, inTurn, type Job, type JobStep } from '#platform/storage/job.ts';
import { sendAll } from '#platform/storage/statements.ts';
import { CONFIRMED_AFTER_MS, endRestoredConnections } from '../oauth/connections.ts';
import { beginReapplying } from '../privacy/reapply-erasures.ts';
import {
  beginRun,
  confirmAnew,
  copyAllAnew,
  endAccessAnew,
  endInRegistry,
  forgetInHome,
  forgetInRegistry,
  insertApplied,
  insertEnds,
  markCopied,
  RECONCILING,
  raiseRuns,
  recordReconciled,
  selectActiveAfter,
  selectAppliedAfter,
  selectConsentsTo,
  selectEnds,
  selectReconciling,
  selectRuns,
  selectRunsOf,
  selectSuspended,
  selectUncopied,
  setReconciling,
  suspendAgain,
} from './restores-repository.ts';

/** Rows that one step copies or compares. */
const PAGE_ROWS = 500;

/** The databases that were restored to an earlier day, and the count of runs that both will have afterwards. */
interface Restores {
  readonly isHome: boolean;
  readonly isRegistry: boolean;
  readonly runs: number;
}

/**
 * Compares the runs counted by an athlete database and by the registry. Returns a function that takes the next bounded
 * step. The first step copies the registry's ends to the first athlete database. If the counts show that one of the two was
 * restored to an earlier day, further steps end the rows that came back. The counts are made equal last, so an interrupted
 * run starts over. From the first of these steps until `reapply-erasures` is done, the athletes of a restored database are not
 * served.
 */
export const beginReconcilingRestores: Job<HomeJobContext>['begin'] = (ctx) => {
  let restores: Restores | null = null;
  let left: readonly (() => Promise<JobStep>)[] = [];
  return async () => {
    if (restores === null) {
      restores = await countRun(ctx);
      if (restores === null) return { counts: {}, isDone: true };
      if (restores.isHome) await ctx.home.db.batch([setReconciling(ctx.home.db, RECONCILING.ends)]);
      left = [
        ...(restores.isHome ? stepsOfHome(ctx) : []),
        ...(restores.isRegistry ? stepsOfRegistry(ctx) : []),
      ];
      return { counts: {}, isDone: false };
    }
    const [step, ...others] = left;
    if (step === undefined) {
      await makeCountsEqual(ctx, restores);
      return { counts: {}, isDone: true };
    }
    const { counts, isDone } = await step();
    if (isDone) left = others;
    return { counts, isDone: false };
  };
};

/**
 * Counts a run in both databases and copies ends, or returns which of the two was restored. The registry records the start
 * of a run before the database counts it, and that count in the next run. So without a restore the database's count is
 * between these two, however many runs overlap and wherever they are interrupted.
 */
async function countRun({ env, registry, home }: HomeJobContext): Promise<Restores | null> {
  const { db } = home;
  const [[before]] = await db.batch([selectRuns(db)]);
  const runs = before?.runs ?? 0;
  const [[known], , uncopied] = await registry.batch([
    selectRunsOf(registry, home),
    beginRun(registry, home, runs),
    selectUncopied(registry, keepsEnds(env, home) ? PAGE_ROWS : 0),
  ]);
  // The database is not listed yet. The check of its schema will list it.
  if (!known) return null;
  const { runsBegun, runsCounted } = known;
  if (runs > runsBegun) return { isHome: false, isRegistry: true, runs };
  if (runs < runsCounted) {
    // Read again, because other runs may have counted in the meantime.
    const [[now]] = await db.batch([selectRuns(db)]);
    return (now?.runs ?? 0) < runsCounted ? { isHome: true, isRegistry: false, runs: runsCounted } : null;
  }
  if (uncopied.length === 0) {
    await db.batch([raiseRuns(db, runs + 1)]);
    return null;
  }
  await db.batch([raiseRuns(db, runs + 1), ...insertEnds(db, uncopied)]);
  await registry.batch([markCopied(registry, uncopied)]);
  return null;
}

/** Returns whether this database has the copy of the registry's ends. */
function keepsEnds(env: HomeJobContext['env'], home: HomeJobContext['home']): boolean {
  return databaseName(home) === athleteDatabaseNames(env)[0];
}

async function makeCountsEqual(
  { registry, home, nowMs }: HomeJobContext,
  { isHome, runs }: Restores,
): Promise<void> {
  await registry.batch([recordReconciled(registry, home, runs, isHome ? nowMs : null)]);
  await home.db.batch([
    raiseRuns(home.db, runs + 1),
    ...(isHome ? [setReconciling(home.db, RECONCILING.erasures)] : []),
  ]);
}

/**
 * Begins to reapply the erasures that a restore has undone. Returns the function that takes the next bounded step. The last
 * one serves the athletes of the database again, if the rest was reconciled before the first.
 */
export const beginReapplyingAfterRestore: Job<HomeJobContext>['begin'] = ({ registry, home, nowMs }) => {
  const { db } = home;
  const takeStep = beginReapplying(registry, home, nowMs);
  let isLast: boolean | null = null;
  return async () => {
    if (isLast === null) {
      const [[state]] = await db.batch([selectReconciling(db)]);
      isLast = state?.reconciling === RECONCILING.erasures;
    }
    const step = await takeStep();
    if (step.isDone && isLast) await db.batch([setReconciling(db, RECONCILING.none)]);
    return step;
  };
};

/** Returns the steps after the restore of an athlete database. `reapply-erasures` finds erased athletes. */
function stepsOfHome({ registry, home, nowMs }: HomeJobContext): (() => Promise<JobStep>)[] {
  const { db, environment } = home;
  const forget = async (): Promise<JobStep> => {
    await registry.batch([
      ...endAccessAnew(registry, databaseName(home)),
      confirmAnew(registry, home, nowMs),
      copyAllAnew(registry),
    ]);
    await db.batch(forgetInHome(db));
    return { counts: {}, isDone: true };
  };
  let after = '';
  const compareConnections = async (): Promise<JobStep> => {
    const [page] = await db.batch([selectActiveAfter(db, after, nowMs - CONFIRMED_AFTER_MS, PAGE_ROWS)]);
    const last = page.at(-1);
    if (!last) return { counts: {}, isDone: true };
    after = last.id;
    const ids = page.map(({ id }) => id);
    const [consents] = await registry.batch([selectConsentsTo(registry, ids)]);
    const restored = page.filter(({ id, activation, connectedAt, scopes }) => {
      const isOfThis = (consent: (typeof consents)[number]) =>
        consent.connectionId === id &&
        consent.activation === activation &&
        // A later time belongs to a grant that has replaced this one.
        consent.connectedAt <= connectedAt &&
        scopes.every((scope) => consent.scopes.includes(scope));
      return !consents.some(isOfThis);
    });
    if (restored.length > 0) {
      const restoredIds = restored.map(({ id }) => id);
      await endRestoredConnections(db, environment, restoredIds, nowMs);
    }
    return { counts: { connections: restored.length }, isDone: page.length < PAGE_ROWS };
  };
  return [forget, compareConnections];
}

/** Returns the steps after a restore of the registry, with the records of this athlete database. */
function stepsOfRegistry({ env, registry, meter, home, nowMs }: HomeJobContext): (() => Promise<JobStep>)[] {
  const { db } = home;
  const confirm = async (): Promise<JobStep> => {
    await registry.batch([confirmAnew(registry, home, nowMs)]);
    return { counts: {}, isDone: true };
  };
  let afterHash = '';
  const copyLedger = async (): Promise<JobStep> => {
    const [page] = await db.batch([selectAppliedAfter(db, afterHash, PAGE_ROWS)]);
    afterHash = page.at(-1)?.idHash ?? '';
    await sendAll(registry, insertApplied(registry, home, page));
    return { counts: { ledger: page.length }, isDone: page.length < PAGE_ROWS };
  };
  let afterEnd = '';
  const endRows = async (): Promise<JobStep> => {
    const [page] = await db.batch([selectEnds(db, afterEnd, PAGE_ROWS)]);
    afterEnd = page.at(-1)?.id ?? '';
    if (page.length > 0) await registry.batch(endInRegistry(registry, page));
    return { counts: { ends: page.length }, isDone: page.length < PAGE_ROWS };
  };
  const suspend = inTurn(athleteDatabases(env, meter, 'nothing'), nowMs, async (athleteDatabase) => {
    const [rows] = await athleteDatabase.db.batch([selectSuspended(athleteDatabase.db)]);
    if (rows.length > 0) await registry.batch([suspendAgain(registry, rows)]);
    return { counts: { suspensions: rows.length }, isDone: true };
  });
  const forget = async (): Promise<JobStep> => {
    await registry.batch(forgetInRegistry(registry));
    return { counts: {}, isDone: true };
  };
  return [confirm, copyLedger, ...(keepsEnds(env, home) ? [endRows, suspend, forget] : [])];
}
