import type { BatchItem } from 'drizzle-orm/batch';
import {
  attemptUntilDecided,
  CHANGED_MEANWHILE,
  type Conflict,
  eachInTurn,
  refuseDuplicates,
} from '#platform/http/batch.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail, invalid, isFailure } from '#platform/http/errors.ts';
import { openShard } from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { changedColumns, sendAll } from '#platform/storage/statements.ts';
import { writtenIds } from '#platform/storage/write-many.ts';
import { calculationUs, type Prescribed, prescribeActivity } from '../prescriptions/prescription-row.ts';
import { upsertPrescriptions } from '../prescriptions/prescriptions.ts';
import {
  type ActivityChanges,
  newSession,
  refuseSession,
  toActivityColumns,
} from '../records/activity-fields.ts';
import { withStoredPoints } from '../records/course.ts';
import { type ActivityDetails, isStale, toActivityDetails } from '../records/read-activity.ts';
import { newActivity } from './create-activity.ts';
import { type ActivityName, type NamedActivity, nameOf, readNamedActivities } from './named-activities.ts';
import { insertActivities, recordCreations, updateActivities, whereToBeUpdated } from './repository.ts';
import { RELEARNED_MAX, RELEARNING_ROUNDS, teachesTheSame, updateActivity } from './update-activity.ts';

/** An activity as sent in a partner's batch. */
export type ActivityItem = ActivityName & { readonly changes: ActivityChanges };

interface Upserted {
  readonly status: 'created' | 'updated' | 'unchanged';
  readonly details: ActivityDetails;
}

/**
 * Creates or updates activities of any athletes by `external_id`: absent fields stay, null clears. With
 * `calculate`, prescriptions are calculated in the same write, for unchanged activities only if they are
 * stale or missing. At most one batch to read and one to write per shard, except for changes that alter what
 * feedback taught. Results are in the order of the items, and one failure does not affect the rest.
 */
export function upsertActivities(
  ctx: PartnerContext,
  items: readonly (ActivityItem | Failure)[],
  calculate: boolean,
): Promise<(Upserted | Failure)[]> {
  return attemptUntilDecided(ctx, items, (open, round) => attempt(ctx, open, { calculate, round }));
}

interface Plan extends Upserted {
  readonly item: ActivityItem;
  readonly before: ActivityDetails | null;
  /** The same activity with the prescription to store. Null if none is calculated. */
  readonly prescribed: Prescribed | null;
  /** True if the change alters what feedback on the activity taught. */
  readonly relearns: boolean;
}

async function attempt(
  ctx: PartnerContext,
  items: readonly ActivityItem[],
  { calculate, round }: { readonly calculate: boolean; readonly round: number },
): Promise<(Upserted | Failure | Conflict)[]> {
  const named = await readNamedActivities(ctx, items);
  const resolved = items.map((item, index) => {
    const found = named[index];
    return found ? { item, found } : fail('athlete_not_found');
  });
  const unique = refuseDuplicates(resolved, ({ item, found }) => nameOf(found.athlete.id, item.externalId));
  const plans = await eachInTurn(ctx, unique, costOf, (each) =>
    isFailure(each) ? each : plan(ctx, each.item, each.found, calculate),
  );
  const own = plans.flatMap((each) => (isFailure(each) ? [] : [each]));
  const outcomes = new Map(await writeAll(ctx, own, round));
  for (const each of own.filter(({ relearns }) => relearns)) {
    outcomes.set(each, outcomes.get(each) ?? (await change(ctx, each, calculate)));
  }
  return plans.map((each) => (isFailure(each) ? each : (outcomes.get(each) ?? CHANGED_MEANWHILE)));
}

function costOf(each: { readonly item: ActivityItem } | Failure): number {
  return isFailure(each) ? 0 : calculationUs(each.item.changes);
}

async function plan(
  ctx: PartnerContext,
  item: ActivityItem,
  { athlete, learned, details: before }: NamedActivity,
  calculate: boolean,
): Promise<Plan | Failure> {
  const next = before ? changed(ctx, before, item) : drafted(ctx, athlete, item);
  if (isFailure(next)) return next;
  const { status, activity } = next;
  const details =
    before && status === 'unchanged'
      ? before
      : await toActivityDetails(athlete, activity, { ...before, learned });
  const relearns = before !== null && before.feedback !== null && !teachesTheSame(before.activity, activity);
  const isCurrent = status === 'unchanged' && details.prescription !== null && !isStale(details);
  const prescribed =
    calculate && !isCurrent && !relearns ? await prescribeActivity(details, ctx.nowMs) : null;
  return { status, item, before, details: prescribed ?? details, prescribed, relearns };
}

type Next = Pick<Upserted, 'status'> & Pick<ActivityDetails, 'activity'>;

function drafted(ctx: PartnerContext, athlete: AthleteRow, { changes }: ActivityItem): Next | Failure {
  const { type, durationMin } = changes;
  if (type === undefined || durationMin === undefined) {
    const missing = [
      type === undefined ? '/type' : [],
      durationMin === undefined ? '/duration_min' : [],
    ].flat();
    const message = 'is required: there is no activity with this external_id yet';
    return invalid(...missing.map((pointer) => ({ pointer, code: 'required', message })));
  }
  const session = newSession({ ...changes, type, durationMin }, athlete.timeZone, ctx.nowMs);
  const activity = newActivity(session, athlete.id, ctx.nowMs);
  return refuseSession(session) ?? { status: 'created', activity };
}

function changed(
  ctx: PartnerContext,
  { activity, athlete }: ActivityDetails,
  item: ActivityItem,
): Next | Failure {
  const sent = toActivityColumns(item.changes, activity, athlete.timeZone);
  const whole = sent.course ? { ...sent, course: withStoredPoints(sent.course, activity.course) } : sent;
  const columns = changedColumns(activity, whole);
  if (Object.keys(columns).length === 0) return { status: 'unchanged', activity };
  const next = { ...activity, ...columns, updatedAt: ctx.nowMs, revision: activity.revision + 1 };
  return refuseSession(next) ?? { status: 'updated', activity: next };
}

/** Writes the plans that need no refold, one batch per shard, and returns the outcome of each. */
async function writeAll(
  ctx: PartnerContext,
  plans: readonly Plan[],
  round: number,
): Promise<(readonly [Plan, Upserted | Failure | Conflict])[]> {
  const together = plans.filter(({ relearns }) => !relearns);
  const byShard = Map.groupBy(together, ({ details }) => parseAthleteId(details.athlete.id)?.shard ?? '');
  const written = await askInGroups([...byShard], ([shard, own]) => write(ctx, shard, own));
  const later = plans.filter(({ relearns }) => relearns).slice(round < RELEARNING_ROUNDS ? RELEARNED_MAX : 0);
  const outcome = round < RELEARNING_ROUNDS - 1 ? CHANGED_MEANWHILE : CHANGED_MEANWHILE.conflict;
  return [...written.flat(), ...later.map((each) => [each, outcome] as const)];
}

async function write(ctx: PartnerContext, shard: string, plans: readonly Plan[]) {
  const db = openShard(ctx, shard);
  const { partnerId } = ctx.principal;
  const created = plans.flatMap(({ status, details }) => (status === 'created' ? details.activity : []));
  const updated = plans.flatMap(({ status, before, details }) =>
    status === 'updated' && before ? { before: before.activity, after: details } : [],
  );
  const prescribedOf = (isUpdated: boolean) =>
    plans.flatMap(({ status, prescribed }) =>
      (status === 'updated') === isUpdated ? (prescribed ?? []) : [],
    );
  const ofUpdated = upsertPrescriptions(db, ctx, prescribedOf(true), whereToBeUpdated(partnerId));
  const statements: BatchItem<'sqlite'>[] = [
    ...insertActivities(db, partnerId, created),
    ...recordCreations(db, ctx, created),
    ...updateActivities(db, ctx, updated, ofUpdated),
    ...upsertPrescriptions(db, ctx, prescribedOf(false)),
  ];
  const results = await sendAll(db, statements);
  const activityIds = writtenIds(results, 'id');
  const prescribedIds = writtenIds(results, 'activityId');
  return plans.map((each) => {
    const { id } = each.details.activity;
    const isStored =
      (each.status === 'unchanged' || activityIds.has(id)) &&
      (each.prescribed === null || prescribedIds.has(id));
    return [each, isStored ? shownOf(each) : CHANGED_MEANWHILE] as const;
  });
}

/** Omits the points of a course, which a batch does not accept either. */
function shownOf({ status, details }: Plan): Upserted {
  const { activity } = details;
  if (!activity.course?.points) return { status, details };
  const course = { ...activity.course, points: null };
  return { status, details: { ...details, activity: { ...activity, course } } };
}

/** Changes an activity whose feedback must be refolded, like a PATCH. */
async function change(ctx: PartnerContext, { item, details }: Plan, calculate: boolean) {
  const { id, athleteId } = details.activity;
  const update = { changes: item.changes, ifMatch: null, calculate };
  const after = await updateActivity(ctx, athleteId, id, update);
  return isFailure(after) ? after : { status: 'updated' as const, details: after };
}
