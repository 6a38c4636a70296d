import {
  calculationUs,
  type Prescribed,
  prescribeActivity,
} from '#nutrition/prescriptions/prescription-row.ts';
import { upsertPrescriptions } from '#nutrition/prescriptions/prescriptions.ts';
import { type ActivityDetails, toActivityDetails } from '#nutrition/records/read-activity.ts';
import { inTurn } from '#platform/http/heavy-work.ts';
import type { ActivityRow } from '#platform/storage/athlete-schema.ts';
import { sendAll } from '#platform/storage/batch-groups.ts';
import type { Database } from '#platform/storage/database.ts';
import type { Reporter } from '#platform/storage/record-events.ts';
import type { RecalculationRow } from '#platform/storage/registry-schema.ts';
import { writtenIds } from '#platform/storage/write-many.ts';
import { selectInputs } from './repository.ts';

/** Read and write rounds. An activity that conflicts with another write is tried a second time. */
const ATTEMPTS = 2;

/** Outcomes of activities. Each activity has exactly one. */
export type Outcomes = Pick<RecalculationRow, 'calculated' | 'unchanged' | 'failed'>;

/** An activity of a page, by its identifiers. */
export interface Found {
  readonly id: string;
  readonly athleteId: string;
}

/**
 * Calculates and stores the prescriptions of activities in one database, with at most two batches to read and
 * two to write. Skips current ones: all of them with `onlyStale`, otherwise those calculated since the
 * recalculation began, so that a repetition after an interruption neither calculates nor counts twice. Does
 * not count an activity that was deleted meanwhile. If a calculation throws, only its activity fails.
 */
export async function recalculateActivities(
  db: Database,
  row: RecalculationRow,
  found: readonly Found[],
  { nowMs, recorded }: Pick<Reporter, 'nowMs' | 'recorded'>,
): Promise<Outcomes> {
  const total = { calculated: 0, unchanged: 0, failed: 0 };
  let open = found;
  for (let attempt = 1; attempt <= ATTEMPTS && open.length > 0; attempt++) {
    const plans = await planAll(db, row, open, nowMs);
    const prescribed = plans.flatMap(({ plan }) => (typeof plan === 'string' ? [] : plan));
    const reporter = { principal: row, nowMs, ...(recorded && { recorded }) };
    const written = writtenIds(
      await sendAll(db, upsertPrescriptions(db, reporter, prescribed)),
      'activityId',
    );
    for (const { plan } of plans) {
      if (typeof plan === 'string') total[plan] += 1;
      else if (written.has(plan.activity.id)) total.calculated += 1;
    }
    const left = prescribed.filter(({ activity }) => !written.has(activity.id));
    open = left.map(({ activity: { id, athleteId } }) => ({ id, athleteId }));
  }
  return { ...total, failed: total.failed + open.length };
}

interface Plan {
  /** The prescription to store, or the outcome of an activity that needs none. */
  readonly plan: Prescribed | keyof Outcomes;
}

async function planAll(
  db: Database,
  row: RecalculationRow,
  found: readonly Found[],
  nowMs: number,
): Promise<readonly Plan[]> {
  const [athletes, activities, stored, learned] = await db.batch(selectInputs(db, row.partnerId, found));
  const athleteById = new Map(athletes.map((each) => [each.id, each]));
  const storedById = new Map(stored.map((each) => [each.activityId, each]));
  const learnedById = new Map(learned.map((each) => [each.athleteId, each]));
  const planOf = async (activity: ActivityRow): Promise<Plan[]> => {
    const athlete = athleteById.get(activity.athleteId);
    if (!athlete) return [];
    const details = await toActivityDetails(athlete, activity, { learned: learnedById.get(athlete.id) });
    const present = storedById.get(activity.id);
    const isCurrent = present?.fingerprint === details.fingerprint;
    if (isCurrent && present.calculatedAt >= (row.startedAt ?? row.createdAt))
      return [{ plan: 'calculated' }];
    if (isCurrent && row.onlyStale) return [{ plan: 'unchanged' }];
    return [{ plan: await calculate(details, nowMs) }];
  };
  const owner = { keyId: row.id, environment: row.environment };
  return inTurn(
    owner,
    async (pace) => {
      const plans: Plan[] = [];
      for (const activity of activities) {
        plans.push(...(await planOf(activity)));
        await pace.spend(calculationUs(activity));
      }
      return plans;
    },
    'as long as it takes',
  );
}

/**
 * Calculates a prescription. An exception is a bug in the calculation and must not stop the other athletes'
 * calculations.
 */
async function calculate(details: ActivityDetails, nowMs: number): Promise<Prescribed | 'failed'> {
  try {
    return await prescribeActivity(details, nowMs);
  } catch {
    return 'failed';
  }
}
