import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import {
  type AthleteRow,
  activities,
  athletes,
  type LearnedStateRow,
} from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { IS_LIVE } from '#platform/storage/live-athlete.ts';
import { readByExternalIds } from '../athletes/directory.ts';
import {
  type ActivityDetails,
  besideEach,
  selectFeedbackOf,
  selectPrescriptionsOf,
  selectProductsOf,
  toActivityDetails,
} from '../records/read-activity.ts';
import { selectLearnedAmong } from '../records/read-athlete.ts';

/** An activity as named in a batch: by its own `external_id`, and its athlete by one of two identifiers. */
export interface ActivityName {
  readonly athleteId?: string | undefined;
  readonly athleteExternalId?: string | undefined;
  readonly externalId: string;
}

/** The athlete behind a name, and the activity if it exists. */
export interface NamedActivity {
  readonly athlete: AthleteRow;
  readonly learned: LearnedStateRow | null;
  readonly details: ActivityDetails | null;
}

/** Reads activities by name, one batch per shard. Returns null for each whose athlete is not found. */
export async function readNamedActivities(
  ctx: PartnerContext,
  names: readonly ActivityName[],
): Promise<(NamedActivity | null)[]> {
  const externalIds = names.flatMap(({ athleteExternalId }) => athleteExternalId ?? []);
  const results =
    externalIds.length > 0 ? await readShardsOf(ctx, names, externalIds) : await readOwnShards(ctx, names);
  const learned = new Map(results.flatMap(([, rows]) => rows).map((row) => [row.athleteId, row]));
  const found = results.flatMap(([rows]) => rows);
  const byId = new Map(found.map((athlete) => [athlete.id, athlete]));
  const byExternalId = new Map(found.map((athlete) => [athlete.externalId, athlete]));
  const details = await joinDetails(results, byId, learned);
  return names.map(({ athleteId, athleteExternalId, externalId }) => {
    const athlete = athleteId === undefined ? byExternalId.get(athleteExternalId ?? '') : byId.get(athleteId);
    if (!athlete) return null;
    const activity = details.get(nameOf(athlete.id, externalId)) ?? null;
    return { athlete, learned: learned.get(athlete.id) ?? null, details: activity };
  });
}

type Results = Readonly<Awaited<ReturnType<typeof readOwnShards>>>;

/** Reads the shards that may have athletes with these `external_id`s, and those in the athletes' identifiers. */
function readShardsOf(ctx: PartnerContext, names: readonly ActivityName[], externalIds: readonly string[]) {
  const { partnerId } = ctx.principal;
  const wanted = new Set<string | null>(externalIds);
  return readByExternalIds(
    ctx,
    externalIds,
    (db) => namedQueries(db, partnerId, names),
    ([found]) => found.filter(({ externalId }) => wanted.has(externalId)).length,
    names.flatMap(({ athleteId }) => athleteId ?? []),
  );
}

/** Reads the shards in the athletes' identifiers. */
async function readOwnShards(ctx: PartnerContext, names: readonly ActivityName[]) {
  const { partnerId } = ctx.principal;
  const byShard = Map.groupBy(names, ({ athleteId }) => parseAthleteId(athleteId ?? '')?.shard ?? '');
  const results = await askInGroups([...byShard.values()], async (own) => {
    const db = databaseOfAthlete(ctx, own[0]?.athleteId ?? '');
    return db ? [await db.batch(namedQueries(db, partnerId, own))] : [];
  });
  return results.flat();
}

/** Builds the queries for activities by name, with their athletes and what is shown with them, for one batch. */
export function namedQueries(db: Database, partnerId: string, names: readonly ActivityName[]) {
  const athleteIds = idsByName(partnerId, names, sql`athletes.id`, sql``);
  const ofAthlete = sql`CROSS JOIN activities ON activities.athlete_id = athletes.id AND activities.external_id = json_each.value ->> '$.externalId'`;
  const activityIds = idsByName(partnerId, names, sql`activities.id`, ofAthlete);
  return [
    db
      .select()
      .from(athletes)
      .where(and(inArray(athletes.id, athleteIds), eq(athletes.partnerId, partnerId), IS_LIVE)),
    selectLearnedAmong(db, athleteIds),
    db.select().from(activities).where(inArray(activities.id, activityIds)),
    selectPrescriptionsOf(db, activityIds),
    selectProductsOf(db, activityIds),
    selectFeedbackOf(db, activityIds),
  ] as const;
}

/**
 * Builds the subquery that resolves each name to its athlete and then its activity. CROSS JOIN keeps this
 * order, so that indexes are used.
 */
function idsByName(partnerId: string, names: readonly ActivityName[], id: SQL, further: SQL): SQL {
  const list = JSON.stringify(
    names.map(({ athleteId, athleteExternalId, externalId }) => ({
      athleteId,
      athleteExternalId,
      externalId,
    })),
  );
  const isOwn = sql`athletes.partner_id = ${partnerId}`;
  return sql`(SELECT ${id} FROM json_each(${list}) CROSS JOIN athletes ON athletes.id = json_each.value ->> '$.athleteId' AND ${isOwn} ${further}
    UNION ALL SELECT ${id} FROM json_each(${list}) CROSS JOIN athletes ON ${isOwn} AND athletes.external_id = json_each.value ->> '$.athleteExternalId' ${further})`;
}

async function joinDetails(
  results: Results,
  athleteById: ReadonlyMap<string, AthleteRow>,
  learnedById: ReadonlyMap<string, LearnedStateRow>,
): Promise<ReadonlyMap<string, ActivityDetails>> {
  const beside = besideEach({
    prescriptions: results.flatMap((each) => each[3]),
    products: results.flatMap((each) => each[4]),
    feedback: results.flatMap((each) => each[5]),
  });
  const joined = results
    .flatMap((each) => each[2])
    .map(async (activity) => {
      const athlete = athleteById.get(activity.athleteId);
      if (!athlete) return [];
      const learned = learnedById.get(athlete.id);
      const details = await toActivityDetails(athlete, activity, { ...beside(activity.id), learned });
      return [[nameOf(athlete.id, activity.externalId ?? ''), details] as const];
    });
  return new Map((await Promise.all(joined)).flat());
}

/** Returns a key for an athlete and the `external_id` of one of its activities. */
export function nameOf(athleteId: string, externalId: string): string {
  return `${athleteId}\n${externalId}`;
}
