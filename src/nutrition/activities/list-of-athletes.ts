import type { PartnerContext } from '#platform/http/context.ts';
import { knownAmong, openShard } from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { selectLiveAthletes } from '#platform/storage/live-athlete.ts';
import { type ActivityDetails, toActivityDetails } from '../records/read-activity.ts';
import { selectLearnedOf } from '../records/read-athlete.ts';
import { besideEach } from './list-activities.ts';
import {
  type ActivityFilter,
  idsOfPage,
  selectActivities,
  selectFeedbackOf,
  selectPrescriptionsOf,
  selectProductsOf,
} from './page-repository.ts';

/**
 * Activities of several athletes in one order, and the identifiers that match none of the caller's athletes.
 */
export interface ActivitiesOfAthletes {
  readonly rows: readonly ActivityDetails[];
  readonly notFound: readonly string[];
}

/**
 * Reads a page of these athletes' activities by time, with their prescriptions, products and feedback, in one
 * batch per database. Also returns the identifiers of deleted athletes and of those that are not the
 * caller's.
 */
export async function listOfAthletes(
  ctx: PartnerContext,
  athleteIds: readonly string[],
  filter: ActivityFilter,
): Promise<ActivitiesOfAthletes> {
  const { environment } = ctx.principal;
  const byShard = Map.groupBy(athleteIds, (id) => {
    const address = parseAthleteId(id);
    return address?.environment === environment ? address.shard : null;
  });
  const shards = await knownAmong(
    ctx,
    [...byShard.keys()].filter((shard) => shard !== null),
  );
  const known = shards.map((shard) => ({ shard, ids: byShard.get(shard) ?? [] }));
  const found = await askInGroups(known, ({ shard, ids }) => readShard(ctx, shard, ids, filter));
  const live = new Set(found.flatMap(({ athletes }) => athletes));
  const sign = filter.order === 'asc' ? 1 : -1;
  const rows = found
    .flatMap(({ details }) => details)
    .sort(
      ({ activity: one }, { activity: other }) =>
        sign * (one.effectiveAt - other.effectiveAt || (one.id < other.id ? -1 : 1)),
    )
    .slice(0, filter.limit);
  return { rows, notFound: athleteIds.filter((id) => !live.has(id)) };
}

async function readShard(
  ctx: PartnerContext,
  shard: string,
  ids: readonly string[],
  filter: ActivityFilter,
): Promise<{ readonly athletes: readonly string[]; readonly details: readonly ActivityDetails[] }> {
  const db = openShard(ctx, shard);
  const pageIds = idsOfPage(db, ids, filter);
  const [athletes, rows, prescriptions, products, feedback, learned] = await db.batch([
    selectLiveAthletes(db, ctx.principal.partnerId, ids),
    selectActivities(db, ids, filter),
    selectPrescriptionsOf(db, pageIds),
    selectProductsOf(db, pageIds),
    selectFeedbackOf(db, pageIds),
    selectLearnedOf(db, ids),
  ]);
  const beside = besideEach({ prescriptions, products, feedback });
  const details = rows.flatMap((row) => {
    const athlete = athletes.find(({ id }) => id === row.athleteId);
    if (athlete === undefined) return [];
    const learnedOf = learned.find(({ athleteId }) => athleteId === row.athleteId);
    return [toActivityDetails(athlete, row, { ...beside(row.id), learned: learnedOf })];
  });
  return { athletes: athletes.map(({ id }) => id), details: await Promise.all(details) };
}
