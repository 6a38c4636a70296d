import { sql } from 'drizzle-orm';
import { leaveFullShard, moveOn } from '#nutrition/athletes/move-on.ts';
import { databaseOfAnyAthlete, type RequestContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, invalid, isFailure } from '#platform/http/errors.ts';
import { type Region, regionOfShard } from '#platform/regions.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow, RehomeRow } from '#platform/storage/athlete-schema.ts';
import { auditRow, insertAudit } from '#platform/storage/audit.ts';
import { type Database, StorageFull, StorageUnavailable } from '#platform/storage/database.ts';
import { sha256Hex } from '#platform/storage/digest.ts';
import { type AthleteAddress, newAthleteId, requireAddressOfAthlete } from '#platform/storage/ids.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import { currentShard, shardsIn } from '#platform/storage/placement.ts';
import { PRECEDING_CHANGED, recordEventsOfRows } from '#platform/storage/record-events.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { readShardStates } from '#platform/storage/shard-states.ts';
import { type CopyPlace, copyHistory, copyLateRows, type PageBudget } from './copy-history.ts';
import { completeRehome, endRehome, type Stores } from './end-rehome.ts';
import {
  beginAttempt,
  hideAsCopied,
  insertCopy,
  insertRehome,
  noteWork,
  selectCounts,
  selectRehome,
  selectWhoever,
  showCopy,
} from './rehome-repository.ts';
import { removeCopy, removeRecords } from './remove-records.ts';

/** Copies that one request begins. An athlete who changes more often meanwhile needs another request. */
const ATTEMPTS_MAX = 3;
/** Steps of the erasure that the request takes. The cron takes the rest. */
const REMOVALS_MAX = 5;
/** Pages of rows that one request copies: about 20,000 rows. The next request continues. */
const PAGES_MAX = 100;
/** Pages of the access log that are copied once more while the athlete is hidden. Late rows are in the first. */
const LATE_PAGES_MAX = 20;

export interface Rehomed {
  readonly newAthleteId: string;
  /** False if the request must be repeated. */
  readonly isDone: boolean;
}

/** An athlete and its new record in another region. */
interface Move extends CopyPlace {
  readonly old: AthleteRow;
  readonly address: AthleteAddress;
  readonly budget: PageBudget;
}

/**
 * Gives an athlete a record in another region of its partner, with the same `external_id` and history, and
 * erases the old one. The copy is hidden until it is complete, and starts over if the athlete changes
 * meanwhile. Then the old record is hidden, the copy shown, and the old one erased. After an interruption
 * anywhere, a repeated request continues, or a cron ends the move. If requests run at the same time, each step
 * takes effect once. A full database ends the move, so that the next request chooses another one.
 */
export async function rehomeAthlete(
  ctx: RequestContext,
  athleteId: string,
  region: Region,
): Promise<Rehomed | Failure> {
  const db = databaseOfAnyAthlete(ctx, athleteId);
  if (!db) return fail('athlete_not_found');
  const [[old], [begun]] = await db.batch([selectWhoever(db, athleteId), selectRehome(db, athleteId)]);
  // A hidden athlete that is not noted as moving is itself a copy.
  if (!old || old.status === 'erasing' || (old.status === 'rehoming' && !begun))
    return fail('athlete_not_found');
  const rehome = begun ?? (await begin(ctx, db, old, region));
  if (isFailure(rehome)) return rehome;
  const { newAthleteId } = rehome;
  const target = requireAddressOfAthlete(newAthleteId);
  if (regionOfShard(target.shard) !== region)
    return wrongRegion(`the athlete is moving to ${regionOfShard(target.shard)}`);
  const to = requireAthleteDatabase(ctx.env, ctx.log, target);
  const move = { from: db, to, old, rehome, address: requireAddressOfAthlete(athleteId) };
  if (begun && !(await mayContinue(ctx, move))) {
    const end = await ended(ctx, move);
    return end.isDone ? end : rehomeAthlete(ctx, athleteId, region);
  }
  try {
    return await copyAndShow(ctx, { ...move, budget: { pagesLeft: PAGES_MAX } });
  } catch (fault) {
    if (fault instanceof StorageFull) await ended(ctx, move).catch(ignoreUnavailable);
    throw fault;
  }
}

/** Notes that a request continues a move. Returns false if the copy was blanked, or erased after it was shown. */
async function mayContinue(
  ctx: RequestContext,
  { from, to, rehome }: Omit<Move, 'budget'>,
): Promise<boolean> {
  const [[copy]] = await to.batch([selectWhoever(to, rehome.newAthleteId)]);
  await from.batch([noteWork(from, rehome, ctx.nowMs)]);
  return copy?.status === 'rehoming' || copy?.status === 'live';
}

/** Ends a move that cannot continue. The athlete keeps its old record, unless the new one was shown. */
async function ended(ctx: RequestContext, { from, old, rehome }: Omit<Move, 'budget'>): Promise<Rehomed> {
  const end = await endRehome(storesOf(ctx, from), old, rehome);
  return { newAthleteId: rehome.newAthleteId, isDone: end === 'completed' };
}

function storesOf(ctx: RequestContext, from: Database): Stores {
  return { env: ctx.env, meter: ctx.log, registry: registryOf(ctx), from, nowMs: ctx.nowMs };
}

function ignoreUnavailable(fault: unknown): void {
  if (!(fault instanceof StorageUnavailable)) throw fault;
}

/** Records the move, if the partner may have athletes in the region. */
async function begin(
  ctx: RequestContext,
  db: Database,
  old: AthleteRow,
  region: Region,
): Promise<RehomeRow | Failure> {
  const { environment, shard } = requireAddressOfAthlete(old.id);
  if (regionOfShard(shard) === region) return wrongRegion('is where the athlete is');
  const registry = registryOf(ctx);
  const [[partner]] = await registry.batch([selectPartner(registry, old.partnerId)]);
  if (partner?.status !== 'active') return fail('partner_terminated');
  if (!partner.regions.includes(region)) {
    return wrongRegion(`must be one of the partner's regions: ${partner.regions.join(', ')}`);
  }
  const target = await openShardOf(ctx, partner, environment, region);
  if (target === null) return wrongRegion('has no open database');
  const subject = `sha256:${await sha256Hex(old.id)}`;
  const detail = { partner_id: old.partnerId, region };
  await registry.batch([insertAudit(registry, auditRow('athlete.rehome', subject, detail, ctx.nowMs))]);
  const newId = newAthleteId(environment, target, ctx.nowMs);
  const to = requireAthleteDatabase(ctx.env, ctx.log, requireAddressOfAthlete(newId));
  // Comes first, so that a recorded move always has a copy, unless it was blanked.
  await to.batch([insertCopy(to, newId, old.partnerId, ctx.nowMs)]);
  const [, [rehome]] = await db.batch([insertRehome(db, old.id, newId, ctx.nowMs), selectRehome(db, old.id)]);
  if (rehome?.newAthleteId !== newId) await removeCopy(ctx.env, newId);
  return rehome ?? fail('athlete_not_found');
}

/**
 * Returns the region's shard for the partner's new athletes. Returns null if it is closed and there is no
 * other.
 */
async function openShardOf(
  ctx: RequestContext,
  partner: PartnerRow,
  environment: AthleteAddress['environment'],
  region: Region,
): Promise<string | null> {
  const states = await readShardStates(ctx.env, ctx.log, ctx.nowMs, (_environment, each) => each === region);
  const isOpen = (shard: string) =>
    states.some((row) => row.environment === environment && row.shard === shard && row.isOpen);
  const current = currentShard(shardsIn(partner, environment), region);
  if (current === null || isOpen(current)) return current;
  const from = { environment, region, shard: current };
  const shards = await moveOn(ctx.env, ctx.log, partner.id, from, ctx.nowMs);
  const next = shards && currentShard(shards, region);
  return next !== null && isOpen(next) ? next : null;
}

async function copyAndShow(ctx: RequestContext, first: Move): Promise<Rehomed | Failure> {
  const { from, old } = first;
  let { rehome } = first;
  const { newAthleteId } = rehome;
  const unfinished = { newAthleteId, isDone: false };
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    const place = { ...first, rehome };
    if (!(await copyHistory(place, first.budget, ctx.nowMs))) return unfinished;
    const [hidden, , [now], [noted]] = await from.batch([
      hideAsCopied(from, rehome),
      noteWork(from, rehome, ctx.nowMs),
      selectWhoever(from, old.id),
      selectRehome(from, old.id),
    ]);
    if (!now || now.status === 'erasing') {
      // Erased meanwhile. The copy is erased too, unless it is already the athlete.
      await removeCopy(ctx.env, newAthleteId);
      return fail('athlete_not_found');
    }
    // Ended meanwhile: the athlete kept its old record.
    if (noted?.newAthleteId !== newAthleteId) return unfinished;
    const isHidden = hidden.meta.changes > 0 || now.status === 'rehoming';
    if (isHidden && (await show(ctx, { ...place, old: now }))) return finish(ctx, { ...place, old: now });
    const [, [next]] = await from.batch([beginAttempt(from, rehome), selectRehome(from, old.id)]);
    if (next?.newAthleteId !== newAthleteId) return unfinished;
    rehome = next;
  }
  return unfinished;
}

/**
 * Shows the copy of a hidden athlete. Returns false if it is not complete, because another attempt will
 * complete it.
 */
async function show(ctx: RequestContext, place: Move): Promise<boolean> {
  const { from, to, old, rehome, address } = place;
  const [[counted]] = await from.batch([selectCounts(from, old.id)]);
  if (!counted) return false;
  const { newAthleteId } = rehome;
  const columns = {
    partnerId: old.partnerId,
    environment: address.environment,
    athleteId: newAthleteId,
    data: JSON.stringify({ athleteId: old.id, newAthleteId, externalId: old.externalId }),
  };
  let before: string | null = null;
  for (let page = 0; page < LATE_PAGES_MAX; page++) {
    before = await copyLateRows(place, before);
    const [, , [shown]] = await to.batch([
      showCopy(to, old, rehome, counted.counts, ctx.nowMs),
      reportRehomed(to, columns, ctx.nowMs),
      selectWhoever(to, newAthleteId),
    ]);
    if (shown?.status === 'live') return true;
    if (before === null) return false;
  }
  return false;
}

/** Completes the move and erases the old record. A repeated request, or a cron, finishes the rest. */
async function finish(ctx: RequestContext, { from, old, rehome, address }: Move): Promise<Rehomed> {
  const { newAthleteId } = rehome;
  await completeRehome(storesOf(ctx, from), old, rehome);
  const target = requireAddressOfAthlete(newAthleteId);
  const region = regionOfShard(target.shard);
  const event = { type: 'athlete.rehomed', athleteId: newAthleteId } as const;
  ctx.recorded.push({ partnerId: old.partnerId, environment: address.environment, ...event });
  if (region) ctx.waitUntil(leaveFullShard(ctx, { ...target, partnerId: old.partnerId, region, created: 1 }));
  await removeNow(ctx, from, old);
  return { newAthleteId, isDone: true };
}

/** Removes the old athlete's records as far as the stores are available. The cron removes the rest. */
async function removeNow(ctx: RequestContext, from: Database, old: AthleteRow): Promise<void> {
  try {
    for (let step = 0; step < REMOVALS_MAX; step++) {
      const { athletes } = await removeRecords(ctx.env, registryOf(ctx), from, [old]);
      if (athletes === 1) return;
    }
  } catch (fault) {
    ignoreUnavailable(fault);
  }
}

function wrongRegion(message: string): Failure {
  return invalid({ pointer: '/region', code: 'invalid_value', message });
}

function reportRehomed(
  db: Database,
  {
    partnerId,
    environment,
    athleteId,
    data,
  }: Readonly<Record<'partnerId' | 'environment' | 'athleteId' | 'data', string>>,
  nowMs: number,
) {
  return recordEventsOfRows(
    db,
    'athlete.rehomed',
    {
      partnerId: sql`${partnerId}`,
      environment: sql`${environment}`,
      athleteId: sql`${athleteId}`,
      data: sql`${data}`,
    },
    sql`WHERE ${PRECEDING_CHANGED}`,
    nowMs,
  );
}
