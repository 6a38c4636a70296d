import { insertAthlete, newAthlete } from '../athletes/new-athlete.ts';
import { DAY_MS } from '../clock.ts';
import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { CALLS_OF_BLANKING, eraseAthletesOfPartners } from '../privacy/erase-athletes-of-partners.ts';
import { CALLS_OF_FINISHING, finishErasures } from '../privacy/finish-erasures.ts';
import { catalogueOf } from '../products/catalogue-copy.ts';
import { athleteDatabases } from '../storage/athlete-databases.ts';
import {
  type ActivityProductRow,
  activities,
  activityProducts,
  feedback,
  learnedStates,
  prescriptions,
  sweatTests,
} from '../storage/athlete-schema.ts';
import { CallBudget, calls, INVOCATION_CALLS, mapCalls, withBudget } from '../storage/call-budget.ts';
import { ConstraintViolation, type Database } from '../storage/database.ts';
import { newAthleteId } from '../storage/ids.ts';
import { insertMany } from '../storage/insert-many.ts';
import { planRace } from './plan-race.ts';
import { type SimulatedAthlete, simulateAthlete } from './simulate-athlete.ts';
import { STANDARD_ATHLETES } from './standard-athletes.ts';

/** Seed of the standard athletes. */
const SEED = 20_260_101;
/** Age of the athletes' rows: older than their first session. */
const HISTORY_DAYS = 50;
const ATTEMPTS_MAX = 3;
/** Steps of 1,000 rows of each table that a request removes before it leaves the rest to the cron. */
const REMOVAL_STEPS_MAX = 10;
/** Upper bound of the calls that write the standard athletes, a few statements each. */
const CALLS_OF_WRITING = calls({ d1Queries: 100, subrequests: 50 });

export interface SandboxSet {
  readonly removedAthletes: number;
  readonly athletes: readonly SimulatedAthlete[];
  readonly attachedProducts: number;
}

/**
 * Replaces all of a partner's sandbox athletes with the standard ones. The old ones are hidden before the new ones are
 * written; the cron removes what this request leaves of them. Of two concurrent resets, the overtaken one starts over,
 * so that the set is never mixed. An interrupted reset leaves some of the new athletes; a retry replaces them. With more
 * old athletes than one invocation can blank, it fails as temporarily unavailable, and a retry continues.
 */
export async function resetSandbox(ctx: PartnerContext): Promise<SandboxSet | Failure> {
  if (ctx.principal.environment === 'live') return fail('operator_only');
  const catalogue = await catalogueOf(ctx);
  const budget = new CallBudget(INVOCATION_CALLS);
  const counted = { ...ctx, env: withBudget(ctx.env, budget) };
  const db = databaseOfPartner(counted);
  let removedAthletes = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const blanked = await blankAll(counted, budget);
    if (blanked === null) return fail('temporarily_unavailable');
    removedAthletes += blanked;
    const simulated = await Promise.all(
      STANDARD_ATHLETES.map((standard, index) => simulateStandardAthlete(ctx, standard, index)),
    );
    const plans = await Promise.all(simulated.map((each) => planRace(catalogue, each, ctx.nowMs)));
    const isWritten = await writeAll(db, simulated, plans);
    if (!isWritten) continue;
    for (let step = 0; step < REMOVAL_STEPS_MAX && budget.covers(CALLS_OF_FINISHING); step++) {
      if ((await finishErasures(counted.env, db)).isDone) break;
    }
    return { removedAthletes, athletes: simulated, attachedProducts: plans.flat().length };
  }
  return fail('temporarily_unavailable');
}

/** Blanks the partner's athletes. Returns their number, or null if the budget is used up and some are left. */
async function blankAll(ctx: PartnerContext, budget: CallBudget): Promise<number | null> {
  const { partnerId } = ctx.principal;
  const needed = mapCalls((name) => CALLS_OF_BLANKING[name] + CALLS_OF_WRITING[name]);
  let blanked = 0;
  for (const { environment, db } of athleteDatabases(ctx.env, ctx.log)) {
    if (environment === 'live') continue;
    for (let isDone = false; !isDone; ) {
      if (!budget.covers(needed)) return null;
      const step = await eraseAthletesOfPartners(db, [partnerId]);
      blanked += step.athletes;
      isDone = step.isDone;
    }
  }
  return blanked;
}

function simulateStandardAthlete(
  ctx: PartnerContext,
  standard: (typeof STANDARD_ATHLETES)[number],
  index: number,
): Promise<SimulatedAthlete> {
  const createdAt = Math.floor(ctx.nowMs / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS;
  const { environment, shard } = ctx.principal;
  const athlete = {
    ...newAthlete(ctx.principal, standard.fields, ctx.nowMs),
    // A millisecond apart, so that every reset lists them in the same order.
    id: newAthleteId(environment, shard, createdAt - index),
    createdAt,
    updatedAt: createdAt,
  };
  return simulateAthlete(standard, athlete, SEED + index, ctx.nowMs);
}

/** Writes each athlete with all rows in one batch. Returns false if another reset was first. */
async function writeAll(
  db: Database,
  simulated: readonly SimulatedAthlete[],
  plans: readonly (readonly ActivityProductRow[])[],
): Promise<boolean> {
  try {
    for (const [index, rows] of simulated.entries()) {
      await db.batch([
        insertAthlete(db, rows.athlete),
        ...insertMany(db, activities, rows.activities),
        ...insertMany(db, prescriptions, rows.prescriptions),
        ...insertMany(db, feedback, rows.feedback),
        ...insertMany(db, sweatTests, rows.sweatTests),
        ...insertMany(db, learnedStates, rows.learned ? [rows.learned] : []),
        ...insertMany(db, activityProducts, plans[index] ?? []),
      ]);
    }
    return true;
  } catch (cause) {
    if (cause instanceof ConstraintViolation) return false;
    throw cause;
  }
}
