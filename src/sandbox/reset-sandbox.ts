import { newAthlete } from '../athletes/create-athlete.ts';
import { DAY_MS } from '../clock.ts';
import { databaseOfPartner, type PartnerContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { eraseAthletesOfPartners } from '../privacy/erase-athletes-of-partners.ts';
import { finishErasures } from '../privacy/finish-erasures.ts';
import { catalogueOf } from '../products/catalogue-copy.ts';
import { athleteDatabases } from '../storage/athlete-databases.ts';
import {
  type ActivityProductRow,
  activities,
  activityProducts,
  athletes,
  feedback,
  learnedStates,
  prescriptions,
  sweatTests,
} from '../storage/athlete-schema.ts';
import { ConstraintViolation, type Database } from '../storage/database.ts';
import { newAthleteId } from '../storage/ids.ts';
import { insertMany } from '../storage/insert-many.ts';
import { type Life, liveThrough } from './live-through.ts';
import { planRace } from './plan-race.ts';
import { STANDARD_ATHLETES } from './standard-athletes.ts';

/** Makes the standard athletes what they are; another number would make others. */
const SEED = 20_260_101;
/** The athletes are older than their first session. */
const HISTORY_DAYS = 50;
const ATTEMPTS_MAX = 3;
/** Steps of 500 athletes that a request blanks, and of 1,000 rows of each table that it removes itself. */
const BLANKING_STEPS_MAX = 100;
const REMOVAL_STEPS_MAX = 10;

export interface SandboxSet {
  readonly removedAthletes: number;
  readonly lives: readonly Life[];
  readonly attachedProducts: number;
}

/**
 * Replaces all of a partner's sandbox athletes with the standard ones. The old ones are unknown before the new
 * ones are there; what is left to remove of many is the cron's. Of two at once, the one that is overtaken
 * starts over, so that the set is never mixed. Cut off, it leaves some of the new ones: repeat it.
 */
export async function resetSandbox(ctx: PartnerContext): Promise<SandboxSet | Failure> {
  if (ctx.principal.environment === 'live') return fail('operator_only');
  const catalogue = await catalogueOf(ctx);
  const db = databaseOfPartner(ctx);
  let removedAthletes = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const blanked = await blankAll(ctx);
    if (blanked === null) return fail('temporarily_unavailable');
    removedAthletes += blanked;
    const lives = await Promise.all(
      STANDARD_ATHLETES.map((standard, index) => beginLife(ctx, standard, index)),
    );
    const plans = await Promise.all(lives.map((life) => planRace(catalogue, life, ctx.nowMs)));
    const isWritten = await writeAll(db, lives, plans);
    if (!isWritten) continue;
    for (let step = 0; step < REMOVAL_STEPS_MAX; step++) {
      if ((await finishErasures(ctx.env, db)).isDone) break;
    }
    return { removedAthletes, lives, attachedProducts: plans.flat().length };
  }
  return fail('temporarily_unavailable');
}

/** How many athletes were there, or null where there are still more. */
async function blankAll(ctx: PartnerContext): Promise<number | null> {
  const { partnerId } = ctx.principal;
  let blanked = 0;
  let steps = 0;
  for (const { environment, db } of athleteDatabases(ctx.env, ctx.log)) {
    if (environment === 'live') continue;
    for (let isDone = false; !isDone; steps++) {
      if (steps >= BLANKING_STEPS_MAX) return null;
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
    ...newAthlete(ctx, standard.fields),
    // A millisecond apart, so that a list shows them in one order, however often they are made.
    id: newAthleteId(environment, shard, createdAt - index),
    createdAt,
    updatedAt: createdAt,
  };
  return liveThrough(standard, athlete, SEED + index, ctx.nowMs);
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
        db.insert(athletes).values(life.athlete),
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
