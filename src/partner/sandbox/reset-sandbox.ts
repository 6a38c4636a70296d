import { newAthlete } from '#nutrition/athletes/create-athlete.ts';
import { releaseAthletes } from '#nutrition/athletes/directory.ts';
import { claimExternalId } from '#nutrition/athletes/external-ids.ts';
import { insertReserved } from '#nutrition/athletes/shared-repository.ts';
import { type Catalogue, catalogueOf } from '#nutrition/catalogue/catalogue-copy.ts';
import { requestOfActivity } from '#nutrition/fuel-plans/fuel-plan.ts';
import { planFuel } from '#nutrition/fuel-plans/plan/plan.ts';
import { targetsOf } from '#nutrition/fuel-plans/targets.ts';
import { withOwnProducts } from '#nutrition/own-products/figures.ts';
import { toActivityDetails } from '#nutrition/records/read-activity.ts';
import { DAY_MS, startOf } from '#platform/clock.ts';
import {
  type PartnerContext,
  principalOfPartner,
  type RequestContext,
  registryOf,
} from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { openShard, shardsOfPartner } from '#platform/http/partner-shards.ts';
import { regionOfShard } from '#platform/regions.ts';
import { athleteDatabases } from '#platform/storage/athlete-databases.ts';
import type { ActivityProductRow } from '#platform/storage/athlete-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { ConstraintViolation } from '#platform/storage/database.ts';
import { newAthleteId, parseAthleteId } from '#platform/storage/ids.ts';
import {
  CallBudget,
  calls,
  INVOCATION_CALLS,
  MeasuredSteps,
  mapCalls,
  withBudget,
} from '#platform/storage/job.ts';
import { noteEvent, recordEvents } from '#platform/storage/record-events.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { eraseAthletesOfPartners, finishErasures } from '../privacy/erase-athlete.ts';
import { cancelRecalculations } from '../recalculations/shared-repository.ts';
import { insertHistory } from './repository.ts';
import { type SimulatedAthlete, simulateAthlete } from './simulate-athlete.ts';
import { STANDARD_ATHLETES } from './standard-athletes.ts';

const SEED = 20_260_101;
/** Age of the athletes' rows: older than their first session. */
const HISTORY_DAYS = 50;
const ATTEMPTS_MAX = 3;
/** Steps of 1,000 rows per table that a request removes before the cron takes over. */
const REMOVAL_STEPS_MAX = 10;
/** Calls that begin the erasure of a thousand athletes. */
const CALLS_OF_BLANKING = calls({ d1Queries: 3, subrequests: 2 });
/** Upper bound of the calls that write the standard athletes, a few statements each. */
const CALLS_OF_WRITING = calls({ d1Queries: 100, subrequests: 50 });
/** Identifiers per message to the directory: about 300 KB, passed to SQLite as one value of at most 2 MB. */
const RELEASED_AT_ONCE = 10_000;
/** The calls that release as many athletes as one invocation can blank. */
const CALLS_OF_RELEASE = calls({ d1Queries: 50, subrequests: 100 });

/**
 * Returns an upper bound of the calls that claim the standard athletes' `external_id`s. Each claim asks the
 * directory and a shard at most twice. If the directory is not built yet, it also asks every shard and builds
 * the directory in a few steps.
 */
function callsOfClaiming(shards: number) {
  const each = 4 + shards;
  return calls({
    d1Queries: 2 * STANDARD_ATHLETES.length * each,
    subrequests: 2 * STANDARD_ATHLETES.length * each,
  });
}

export interface SandboxSet {
  readonly removedAthletes: number;
  readonly athletes: readonly SimulatedAthlete[];
  readonly attachedProducts: number;
}

/**
 * Replaces all of a partner's sandbox athletes with the standard ones, and cancels a recalculation in
 * progress. Hides the old athletes before writing the new ones; the cron removes the rest of the old rows. Of
 * two concurrent resets, the overtaken one starts over, so the sets never mix. An interrupted reset leaves
 * some of the new athletes, which a retry replaces. If there are more old athletes than one invocation can
 * blank, it fails as temporarily unavailable, and a retry continues.
 */
export async function resetSandbox(ctx: PartnerContext): Promise<SandboxSet | Failure> {
  if (ctx.principal.environment === 'live') return fail('operator_only');
  const catalogue = await catalogueOf(ctx);
  const budget = new CallBudget(INVOCATION_CALLS);
  const counted = { ...ctx, env: withBudget(ctx.env, budget) };
  const homes = shardsOfSet(ctx);
  const registry = registryOf(counted);
  await registry.batch(cancelRecalculations(registry, ctx.principal, ctx.nowMs));
  noteEvent(ctx, 'recalculation.finished', null);
  let removedAthletes = 0;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const blanked = await blankAll(counted, budget);
    if (blanked === null) return fail('temporarily_unavailable');
    removedAthletes += blanked;
    const ids = await claimIds(counted, homes);
    if (isFailure(ids)) {
      if (ids.failure === 'external_id_taken') continue;
      return ids;
    }
    const simulated = await Promise.all(
      STANDARD_ATHLETES.map((standard, index) =>
        simulateStandardAthlete(ctx, standard, index, ids[index] ?? ''),
      ),
    );
    const plans = await Promise.all(simulated.map((each) => planRace(catalogue, each, ctx.nowMs)));
    const isWritten = await writeAll(counted, simulated, plans, homes);
    if (!isWritten) continue;
    await removeSome(counted, budget);
    return { removedAthletes, athletes: simulated, attachedProducts: plans.flat().length };
  }
  return fail('temporarily_unavailable');
}

/** Removes old rows as far as the budget goes. The cron removes the rest. */
async function removeSome(ctx: PartnerContext, budget: CallBudget): Promise<void> {
  const steps = new MeasuredSteps(budget);
  try {
    for (const { environment, db } of athleteDatabases(ctx.env, ctx.log)) {
      if (environment === 'live') continue;
      for (let step = 0; step < REMOVAL_STEPS_MAX && steps.fit(); step++) {
        if ((await steps.take(() => finishErasures(ctx.env, registryOf(ctx), db))).isDone) break;
      }
    }
  } catch (fault) {
    if (!budget.isSpent) throw fault;
  }
}

/**
 * Returns the shards of the standard athletes: the partner's first one in each region. They never change, so
 * each athlete is in the same shard after every reset, and of two concurrent resets one finds the other's.
 */
function shardsOfSet(ctx: PartnerContext): readonly string[] {
  const regions = ctx.principal.regions;
  return regions.flatMap(
    (region) => shardsOfPartner(ctx).find((shard) => regionOfShard(shard) === region) ?? [],
  );
}

/** Blanks the partner's athletes. Returns their number, or null if the budget is used up and some remain. */
async function blankAll(ctx: PartnerContext, budget: CallBudget): Promise<number | null> {
  const { partnerId } = ctx.principal;
  const { ids, isDone } = await blankInEachShard(ctx, budget);
  // Released now and not when the cron removes the rows, because the standard athletes need the names next.
  for (let from = 0; from < ids.length; from += RELEASED_AT_ONCE) {
    const some = ids.slice(from, from + RELEASED_AT_ONCE).map((id) => ({ id, partnerId }));
    await releaseAthletes(ctx.env, registryOf(ctx), some);
  }
  return isDone ? ids.length : null;
}

async function blankInEachShard(
  ctx: PartnerContext,
  budget: CallBudget,
): Promise<{ readonly ids: readonly string[]; readonly isDone: boolean }> {
  const { partnerId } = ctx.principal;
  const after = callsOfClaiming(ctx.env.athleteDatabases.test.size);
  const needed = mapCalls(
    (name) => CALLS_OF_BLANKING[name] + CALLS_OF_RELEASE[name] + after[name] + CALLS_OF_WRITING[name],
  );
  const ids: string[] = [];
  for (const { environment, db } of athleteDatabases(ctx.env, ctx.log)) {
    if (environment === 'live') continue;
    for (let isDone = false; !isDone; ) {
      if (!budget.covers(needed)) return { ids, isDone: false };
      const step = await eraseAthletesOfPartners(db, [partnerId]);
      ids.push(...step.ids);
      isDone = step.isDone;
    }
  }
  return { ids, isDone: true };
}

/** Returns the day on which the standard athletes' rows were created. */
function createdAtOf(ctx: PartnerContext): number {
  return startOf(DAY_MS, ctx.nowMs) - HISTORY_DAYS * DAY_MS;
}

/** Claims the `external_id` of each standard athlete. Returns the identifiers for creating them. */
async function claimIds(ctx: PartnerContext, homes: readonly string[]): Promise<readonly string[] | Failure> {
  const { environment } = ctx.principal;
  const ids: string[] = [];
  for (const [index, { fields }] of STANDARD_ATHLETES.entries()) {
    // A millisecond apart, so that every reset lists them in the same order.
    const proposedId = newAthleteId(environment, homes[index % homes.length] ?? '', createdAtOf(ctx) - index);
    const claimed = await claimExternalId(ctx, fields.externalId, { athleteId: proposedId, isNew: true });
    if (isFailure(claimed)) return claimed;
    ids.push(claimed.athleteId);
  }
  return ids;
}

function simulateStandardAthlete(
  ctx: PartnerContext,
  standard: (typeof STANDARD_ATHLETES)[number],
  index: number,
  id: string,
): Promise<SimulatedAthlete> {
  const createdAt = createdAtOf(ctx);
  const { environment, partnerId, defaultTier } = ctx.principal;
  const owner = { environment, partnerId, defaultTier, shard: parseAthleteId(id)?.shard ?? '' };
  const athlete = { ...newAthlete(owner, standard.fields, ctx.nowMs), id, createdAt, updatedAt: createdAt };
  return simulateAthlete(standard, athlete, SEED + index, ctx.nowMs);
}

/** Writes each athlete with all its rows in one batch. Returns false if another reset came first. */
async function writeAll(
  ctx: PartnerContext,
  simulated: readonly SimulatedAthlete[],
  plans: readonly (readonly ActivityProductRow[])[],
  homes: readonly string[],
): Promise<boolean> {
  try {
    for (const [index, rows] of simulated.entries()) {
      const db = openShard(ctx, homes[index % homes.length] ?? '');
      const [inserted] = await db.batch([
        insertReserved(db, rows.athlete, await sha256Hex(rows.athlete.id)),
        ...(index === simulated.length - 1
          ? [recordEvents(db, ctx, [{ type: 'sandbox.reset', data: {} }])]
          : []),
        ...insertHistory(db, rows, plans[index] ?? []),
      ]);
      if (inserted.meta.changes === 0) return false;
    }
    return true;
  } catch (cause) {
    if (cause instanceof ConstraintViolation) return false;
    throw cause;
  }
}

/**
 * Fills the sandbox of a partner that has no key yet with the standard athletes. If interrupted, leaves some
 * of them, which the next run, or a reset by the partner, replaces.
 */
export function fillSandbox(ctx: RequestContext, partner: PartnerRow): Promise<SandboxSet | Failure> {
  return resetSandbox({ ...ctx, principal: principalOfPartner(ctx.env, partner, 'test', '') });
}

/**
 * Suggests products for the athlete's race and returns them as attached, so that the race has a fuel plan.
 */
async function planRace(
  catalogue: Catalogue,
  { athlete, ownProducts, activities, prescriptions, learned }: SimulatedAthlete,
  nowMs: number,
): Promise<readonly ActivityProductRow[]> {
  const race = activities.find(({ isRaceEvent }) => isRaceEvent === true);
  const prescription = prescriptions.find(({ activityId }) => activityId === race?.id);
  if (race === undefined || prescription === undefined) return [];
  const details = await toActivityDetails(athlete, race, { prescription, learned });
  const targets = targetsOf(details);
  if (targets === null) return [];
  const request = requestOfActivity(
    { details, catalogue: withOwnProducts(catalogue, ownProducts), targets, prescription },
    { caffeine: null, suggest: true, units: null },
  );
  return Object.entries(planFuel(request).supply).map(([productId, { mustUse }], position) => ({
    activityId: race.id,
    productId,
    athleteId: athlete.id,
    servings: mustUse,
    attachedAt: nowMs,
    position,
  }));
}
