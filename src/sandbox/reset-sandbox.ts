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
import { type Life, simulateAthlete } from './simulate-athlete.ts';
import { STANDARD_ATHLETES } from './standard-athletes.ts';

/** Makes the standard athletes what they are; another number would make others. */
const SEED = 20_260_101;
/** The athletes are older than their first session. */
const HISTORY_DAYS = 50;
const ATTEMPTS_MAX = 3;
/** Steps of 1,000 rows of each table that a request removes itself. */
const REMOVAL_STEPS_MAX = 10;
/** More than writing the standard athletes takes, which are a few statements each. */
const CALLS_OF_WRITING = calls({ d1Queries: 100, subrequests: 50 });

export interface SandboxSet {
  readonly removedAthletes: number;
  readonly lives: readonly Life[];
  readonly attachedProducts: number;
}

/**
 * Replaces all of a partner's sandbox athletes with the standard ones. The old ones are unknown before the new
 * ones are there; what is left to remove of many is the cron's. Of two at once, the one that is overtaken
 * starts over, so that the set is never mixed. Cut off, it leaves some of the new ones: repeat it. Where there are
 * more old ones than one invocation can blank, it is refused as temporarily unavailable, and repeating it goes on.
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
    const lives = await Promise.all(
      STANDARD_ATHLETES.map((standard, index) => beginLife(ctx, standard, index)),
    );
    const plans = await Promise.all(lives.map((life) => planRace(catalogue, life, ctx.nowMs)));
    const isWritten = await writeAll(db, lives, plans);
    if (!isWritten) continue;
    for (let step = 0; step < REMOVAL_STEPS_MAX && budget.covers(CALLS_OF_FINISHING); step++) {
      if ((await finishErasures(counted.env, db)).isDone) break;
    }
    return { removedAthletes, lives, attachedProducts: plans.flat().length };
  }
  return fail('temporarily_unavailable');
}

/** How many athletes were there, or null where there are still more. */
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

function beginLife(
  ctx: PartnerContext,
  standard: (typeof STANDARD_ATHLETES)[number],
  index: number,
): Promise<Life> {
  const createdAt = Math.floor(ctx.nowMs / DAY_MS) * DAY_MS - HISTORY_DAYS * DAY_MS;
  const { environment, shard } = ctx.principal;
  const athlete = {
    ...newAthlete(ctx.principal, standard.fields, ctx.nowMs),
    // A millisecond apart, so that a list shows them in one order, however often they are made.
    id: newAthleteId(environment, shard, createdAt - index),
    createdAt,
    updatedAt: createdAt,
  };
  return simulateAthlete(standard, athlete, SEED + index, ctx.nowMs);
}

/** Writes each athlete whole, in one batch each. False where another reset was there first. */
async function writeAll(
  db: Database,
  lives: readonly Life[],
  plans: readonly (readonly ActivityProductRow[])[],
): Promise<boolean> {
  try {
    for (const [index, life] of lives.entries()) {
      await db.batch([
        insertAthlete(db, life.athlete),
        ...insertMany(db, activities, life.activities),
        ...insertMany(db, prescriptions, life.prescriptions),
        ...insertMany(db, feedback, life.feedback),
        ...insertMany(db, sweatTests, life.sweatTests),
        ...insertMany(db, learnedStates, life.learned ? [life.learned] : []),
        ...insertMany(db, activityProducts, plans[index] ?? []),
      ]);
    }
    return true;
  } catch (cause) {
    if (cause instanceof ConstraintViolation) return false;
    throw cause;
  }
}
