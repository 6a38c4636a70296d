import type { Work } from '@musette/basics/work';
import type { BatchItem } from 'drizzle-orm/batch';
import {
  attemptUntilDecided,
  CHANGED_MEANWHILE,
  type Conflict,
  refuseDuplicates,
} from '#platform/http/batch.ts';
import type { PartnerContext } from '#platform/http/context.ts';
import { type Failure, invalid, isFailure } from '#platform/http/errors.ts';
import { openShard } from '#platform/http/partner-shards.ts';
import { type Region, regionOfShard } from '#platform/regions.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import type { Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { recordAny } from '#platform/storage/record-events.ts';
import { batchGroups, changedColumns, sendAll } from '#platform/storage/statements.ts';
import { writtenIds } from '#platform/storage/write-many.ts';
import {
  type History,
  historiesOf,
  learnInTurn,
  selectWholeHistory,
  wholeHistoryRows,
} from '../learning/history.ts';
import { chargeRefold, foldsUs } from '../learning/write-history.ts';
import {
  type AthleteFields,
  ownersAmong,
  refuseFields,
  refusePreferences,
  toAthleteColumns,
  unknownPreferred,
} from '../records/athlete-fields.ts';
import { type KnownAthlete, selectLearnedAmong } from '../records/read-athlete.ts';
import { reportAthleteChange } from '../records/report-changes.ts';
import { leaveIfFull, placeAthlete } from './create-athlete.ts';
import { readByExternalIds } from './directory.ts';
import { claimExternalIds, type NamedAthlete, placeReserved } from './external-ids.ts';
import {
  idsOfHolders,
  insertReservedAthletes,
  recordCreations,
  selectByExternalIds,
  updateAthletes,
} from './repository.ts';
import { isSameToTheEngine, refoldWith } from './update-athlete.ts';

/** An athlete as sent in a partner's batch. */
export type AthleteItem = Omit<AthleteFields, 'externalId'> & {
  readonly externalId: string;
  readonly region?: Region | undefined;
};

type Upserted = KnownAthlete & { readonly status: 'created' | 'updated' | 'unchanged' };

/**
 * Learned states that one attempt refolds. Each takes four queries to read and about four to write, and an
 * invocation has a thousand. The rest are left to the second attempt; later attempts handle conflicts.
 */
const REFOLDS_MAX = 50;
const REFOLDING_ROUNDS = 2;
const REFOLDS_LATER_MAX = 2;

/**
 * Creates or updates athletes by `external_id`: absent fields stay, null clears. At most one batch to read
 * and one to write per shard, plus one to read if what was learned must be refolded. Results are in the order
 * of the items, and one failure does not affect the rest.
 */
export function upsertAthletes(
  ctx: PartnerContext,
  items: readonly (AthleteItem | Failure)[],
): Promise<(Upserted | Failure)[]> {
  const unique = refuseDuplicates(items, ({ externalId }) => externalId);
  return attemptUntilDecided(ctx, unique, (open, round) => attempt(ctx, open, round));
}

/** A planned write: the athlete before, if it exists, and after. */
interface Plan extends Upserted {
  readonly before: AthleteRow | null;
}

async function attempt(
  ctx: PartnerContext,
  items: readonly AthleteItem[],
  round: number,
): Promise<(Upserted | Failure | Conflict)[]> {
  const [known, unknown] = await Promise.all([readKnown(ctx, items), unknownPreferred(ctx, items)]);
  const stored = items.flatMap(({ externalId }) => known.get(externalId)?.athlete.id ?? []);
  const owners = await ownersAmong(ctx, unknown, stored);
  const drafted = items.map((item) => {
    const before = known.get(item.externalId);
    const athlete = before ? { id: before.athlete.id, owners } : null;
    return refusePreferences(item, unknown, athlete) ?? plan(ctx, item, before);
  });
  const plans = await reserveNew(ctx, drafted);
  const writes = plans.flatMap((each) => (isPlan(each) && each.status !== 'unchanged' ? [each] : []));
  const byShard = Map.groupBy(writes, ({ athlete }) => parseAthleteId(athlete.id)?.shard ?? '');
  const refolds = round < REFOLDING_ROUNDS ? REFOLDS_MAX : REFOLDS_LATER_MAX;
  const refoldsMax = Math.ceil(refolds / Math.max(1, byShard.size));
  const written = await askInGroups([...byShard], ([shard, own]) => write(ctx, shard, own, refoldsMax));
  const results = new Map(written.flat().map((each) => [each.athlete.id, each]));
  return plans.map((each) => {
    if (!isPlan(each)) return each;
    const { status, athlete, learned } =
      each.status === 'unchanged' ? each : (results.get(each.athlete.id) ?? each);
    if (status !== 'unchanged' && !results.has(athlete.id)) return CHANGED_MEANWHILE;
    return { status, athlete, learned };
  });
}

function isPlan(each: Plan | Failure | Conflict): each is Plan {
  return 'athlete' in each;
}

async function readKnown(
  ctx: PartnerContext,
  items: readonly AthleteItem[],
): Promise<ReadonlyMap<string | null, KnownAthlete>> {
  const { partnerId } = ctx.principal;
  const externalIds = items.map(({ externalId }) => externalId);
  const shards = await readByExternalIds(
    ctx,
    externalIds,
    (db) =>
      [
        selectByExternalIds(db, partnerId, externalIds),
        selectLearnedAmong(db, idsOfHolders(db, partnerId, externalIds)),
      ] as const,
    ([athletes]) => athletes.length,
  );
  const learned = new Map(shards.flatMap(([, rows]) => rows).map((row) => [row.athleteId, row]));
  const athletes = shards.flatMap(([rows]) => rows);
  return new Map(
    athletes.map((athlete) => [athlete.externalId, { athlete, learned: learned.get(athlete.id) ?? null }]),
  );
}

function plan(
  ctx: PartnerContext,
  { region, ...fields }: AthleteItem,
  known: KnownAthlete | undefined,
): Plan | Failure {
  const refusal = refuseFields(ctx, fields);
  if (refusal) return refusal;
  if (!known) {
    const athlete = placeAthlete(ctx, fields, region);
    return isFailure(athlete) ? athlete : { status: 'created', before: null, athlete, learned: null };
  }
  const { athlete: before, learned } = known;
  if (region !== undefined && region !== regionOfAthleteId(before.id)) {
    return invalid({ pointer: '/region', code: 'immutable', message: 'of a stored athlete never changes' });
  }
  const changes = changedColumns(before, toAthleteColumns(fields, before));
  if (Object.keys(changes).length === 0) return { status: 'unchanged', before, athlete: before, learned };
  const athlete = { ...before, ...changes, revision: before.revision + 1, updatedAt: ctx.nowMs };
  return { status: 'updated', before, athlete, learned };
}

function regionOfAthleteId(id: string): Region | null {
  const address = parseAthleteId(id);
  return address && regionOfShard(address.shard);
}

/** Reserves the `external_id`s of new athletes and gives the athletes the reserved identifiers. */
async function reserveNew(
  ctx: PartnerContext,
  plans: readonly (Plan | Failure)[],
): Promise<(Plan | Failure | Conflict)[]> {
  const drafts = plans.flatMap((each) =>
    isPlan(each) && each.status === 'created' ? named(each.athlete) : [],
  );
  const placed = placeReserved(drafts, await claimExternalIds(ctx, drafts));
  const byExternalId = new Map(drafts.map(({ externalId }, index) => [externalId, placed[index]]));
  return plans.map((each) => {
    if (!isPlan(each) || each.status !== 'created') return each;
    const athlete = byExternalId.get(each.athlete.externalId ?? '');
    if (athlete === undefined) throw new Error('each new athlete must be placed');
    // Another request has just assigned it or is doing so. The second attempt finds its athlete.
    return isFailure(athlete) ? { conflict: athlete } : { ...each, athlete };
  });
}

function named(athlete: AthleteRow): NamedAthlete[] {
  const { externalId } = athlete;
  return externalId === null ? [] : [{ ...athlete, externalId }];
}

/** Writes the athletes of one shard in one batch and returns those written. */
async function write(
  ctx: PartnerContext,
  shard: string,
  plans: readonly Plan[],
  refoldsMax: number,
): Promise<Upserted[]> {
  const db = openShard(ctx, shard);
  const created = plans.filter(({ status }) => status === 'created');
  const updates = plans.flatMap(({ before, ...each }) => (before ? [{ ...each, before }] : []));
  const mustRefold = (each: (typeof updates)[number]) =>
    each.learned !== null && !isSameToTheEngine(each.before, each.athlete, ctx.nowMs);
  const plain = updates.filter((each) => !mustRefold(each));
  const refolds = await refold(ctx, db, updates.filter(mustRefold).slice(0, refoldsMax));
  const hashes = await Promise.all(created.map(({ athlete }) => sha256Hex(athlete.id)));
  const rows = created.map(({ athlete }) => athlete);
  const statements: BatchItem<'sqlite'>[] = [
    ...insertReservedAthletes(db, rows, hashes),
    ...recordCreations(db, ctx, rows),
    ...updateAthletes(
      db,
      ctx,
      plain.map((each) => ({ after: each.athlete, learned: each.learned, report: reportOf(ctx, each) })),
    ),
    ...refolds.flatMap((each) => each.statements),
  ];
  const written = writtenIds(await sendAll(db, statements), 'id');
  if (rows.length > 0) leaveIfFull(ctx, shard, rows.length);
  return [...created, ...plain, ...refolds.map(({ upserted }) => upserted)].filter(({ athlete }) =>
    written.has(athlete.id),
  );
}

function reportOf(
  ctx: PartnerContext,
  { before, athlete }: { readonly before: AthleteRow; readonly athlete: AthleteRow },
) {
  const isReadByEngine = !isSameToTheEngine(before, athlete, ctx.nowMs);
  return reportAthleteChange(before, athlete, { isReadByEngine });
}

/** Builds the statements that change athletes whose learned state depends on the change. */
async function refold(
  ctx: PartnerContext,
  db: Database,
  updates: readonly Update[],
): Promise<readonly Refold[]> {
  const queries = updates.map(({ before }) => selectWholeHistory(db, before.id));
  const histories = await historiesOf(ctx, (await batchGroups(db, queries)).map(wholeHistoryRows));
  await chargeRefold(ctx, ...histories);
  const costUs = foldsUs(histories.flatMap(({ events }) => events));
  return learnInTurn({ ...ctx, costUs }, refoldEach(ctx, db, updates, histories));
}

type Update = Upserted & { readonly before: AthleteRow };

interface Refold {
  readonly upserted: Upserted;
  readonly statements: readonly BatchItem<'sqlite'>[];
}

function* refoldEach(
  ctx: PartnerContext,
  db: Database,
  updates: readonly Update[],
  histories: readonly History[],
): Work<readonly Refold[]> {
  const refolds: Refold[] = [];
  for (const [index, { before, ...upserted }] of updates.entries()) {
    const history = histories[index];
    if (!history) continue;
    const { revision: _revision, ...changes } = upserted.athlete;
    const report = recordAny(db, ctx, reportOf(ctx, { ...upserted, before }));
    const change = { athlete: before, history, changes, report };
    const { learned, statements } = yield* refoldWith(db, change, ctx.nowMs);
    refolds.push({ upserted: { ...upserted, learned }, statements });
  }
  return refolds;
}
