import { textsForAll } from '@musette/languages/languages';
import * as z from 'zod/mini';
import { DAY_MS } from '#platform/clock.ts';
import { eachInTurn, itemUs } from '#platform/http/batch.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { knownAmong, openShard } from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { selectLiveAthlete, selectLiveAthletes } from '#platform/storage/live-athlete.ts';
import {
  type ActivityDetails,
  besideEach,
  selectFeedbackOf,
  selectPrescriptionsOf,
  selectProductsOf,
  toActivityDetails,
} from '../records/read-activity.ts';
import { selectLearned, selectLearnedOf } from '../records/read-athlete.ts';
import { activityToWire } from './activity-shape.ts';
import { type ActivityFilter, idsOfPage, selectActivities, selectPage } from './page-repository.ts';

export type { ActivityFilter };

/** Reads a page of an athlete's activities, newest first, with their prescriptions, products and feedback. */
export async function listActivities(
  ctx: PartnerContext,
  athleteId: string,
  filter: ActivityFilter,
): Promise<readonly ActivityDetails[] | Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[athlete], [learned], rows, prescriptions, products, feedback] = await db.batch([
    selectLiveAthlete(db, ctx.principal.partnerId, athleteId),
    selectLearned(db, athleteId),
    ...selectPage(db, athleteId, filter),
  ]);
  if (!athlete) return fail('athlete_not_found');
  const beside = besideEach({ prescriptions, products, feedback });
  return Promise.all(rows.map((row) => toActivityDetails(athlete, row, { ...beside(row.id), learned })));
}

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

/** The order of a list of activities by time. */
export const listOrder = z.optional(z.enum(['asc', 'desc']));

interface ListQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly type?: ActivityFilter['type'];
  readonly order?: 'asc' | 'desc' | undefined;
  readonly external_id?: string | undefined;
  readonly updated_since?: string | undefined;
}

/** Reads the filter of a list from the query. */
export function filterOf({
  from,
  to,
  type,
  order,
  external_id,
  updated_since,
}: ListQuery): Omit<ActivityFilter, 'after' | 'limit'> {
  return {
    fromMs: from === undefined ? null : Date.parse(from),
    beforeMs: to === undefined ? null : Date.parse(to) + DAY_MS,
    type,
    order: order ?? 'desc',
    externalId: external_id,
    updatedSinceMs: updated_since === undefined ? null : Date.parse(updated_since),
  };
}

/** Reads which rows of a list a page requests. */
export function spanOf({ after, limit }: PageRequest): Pick<ActivityFilter, 'after' | 'limit'> {
  return { after: after && { atMs: Number(after[0]), id: String(after[1]) }, limit };
}

/** Maps activities of one or several athletes to the wire in a turn if they are many, with the metadata of the answer. */
export async function showRows(ctx: PartnerContext, rows: readonly ActivityDetails[], headers: Headers) {
  const athletes = rows.map(({ athlete }) => athlete);
  const { languages, textsOfReader } = await textsForAll(headers, athletes);
  const data = await eachInTurn(ctx, rows, itemUs, (details) =>
    activityToWire(ctx, details, textsOfReader(details.athlete)),
  );
  const tiers = athletes.map(({ tier }) => tier);
  return { data, more: { tiers, languages } };
}
