import { type Answer, created } from '#platform/http/answer.ts';
import { type PartnerContext, requireDatabaseOfAthlete, type Tier } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { type Claim, type Replayed, replayedAnswer, selectFirstAnswer } from '#platform/http/idempotency.ts';
import { describeFault } from '#platform/http/log.ts';
import { homeDatabaseOfPartner, regionNotAssigned, shardsOfPartner } from '#platform/http/partner-shards.ts';
import { deleteExpired, freeReserved, reserve } from '#platform/http/shared-repository.ts';
import { type Region, regionOfShard } from '#platform/regions.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import type { idempotencyKeys } from '#platform/storage/common-schema.ts';
import { fromBase64Url, sha256Hex, sign } from '#platform/storage/cryptography.ts';
import { type Database, StorageUnavailable } from '#platform/storage/database.ts';
import {
  type AthleteAddress,
  athleteIdOf,
  newAthleteId,
  parseAthleteId,
  ULID_DIGITS,
} from '#platform/storage/ids.ts';
import { currentShard } from '#platform/storage/placement.ts';
import { type Reporter, recordEvents } from '#platform/storage/record-events.ts';
import {
  type AthleteFields,
  athleteFields,
  refuseFields,
  refusePreferences,
  toAthleteColumns,
  unknownPreferred,
} from '../records/athlete-fields.ts';
import { unknownColumns } from '../records/columns-of-fields.ts';
import { type Athlete, athleteToWire } from './athlete-shape.ts';
import {
  claimExternalId,
  type Reservation,
  releaseReservation,
  TAKEN,
  takenOrThrow,
} from './external-ids.ts';
import { leaveFullShard } from './move-on.ts';
import { isFree, storeAnswer } from './repository.ts';
import { insertAthlete, insertAthleteWhere, insertReserved } from './shared-repository.ts';

const ATTEMPTS_MAX = 3;

/** Creates an athlete in the caller's environment and a region of the partner, by default its home region. */
export async function createAthlete(
  ctx: PartnerContext,
  { region: wanted, ...fields }: AthleteFields & { readonly region?: Region | undefined },
  claim: Claim | null,
): Promise<NewAthlete | Replayed | Failure> {
  const refusal =
    refuseFields(ctx, fields) ?? refusePreferences(fields, await unknownPreferred(ctx, [fields]), null);
  if (refusal) return refusal;
  const athlete = placeAthlete(ctx, fields, wanted);
  if (isFailure(athlete)) return athlete;
  const answer =
    claim === null ? await createNow(ctx, athlete) : await createAthleteOnce(ctx, claim, athlete);
  leaveIfFull(ctx, shardOf(athlete.id), 1);
  return answer;
}

/**
 * Builds the row of a new athlete in a region of the partner, by default its home region, in the newest of its shards there
 * that is bound. Rejects other regions.
 */
export function placeAthlete(
  ctx: PartnerContext,
  fields: AthleteFields,
  wanted: Region | undefined,
): AthleteRow | Failure {
  const { environment, partnerId, defaultTier, regions } = ctx.principal;
  const region = wanted ?? regions[0];
  const used = shardsOfPartner(ctx);
  if (region === undefined || !regions.includes(region) || currentShard(used, region) === null) {
    return regionNotAssigned(regions);
  }
  const bound = used.filter((shard) => ctx.env.athleteDatabases[environment].has(shard));
  const shard = currentShard(bound, region);
  if (shard === null) return fail('temporarily_unavailable');
  return newAthlete({ environment, partnerId, defaultTier, shard }, fields, ctx.nowMs);
}

/** Moves the partner to another shard, after the answer, if these creations filled this one. */
export function leaveIfFull(ctx: PartnerContext, shard: string, created: number): void {
  const { environment, partnerId } = ctx.principal;
  const region = regionOfShard(shard);
  if (region) ctx.waitUntil(leaveFullShard(ctx, { environment, partnerId, region, shard, created }));
}

/**
 * Creates an athlete without an Idempotency-Key. One with an `external_id` gets the identifier of its
 * reservation.
 */
async function createNow(ctx: PartnerContext, draft: AthleteRow): Promise<NewAthlete | Failure> {
  const { externalId } = draft;
  if (externalId === null) {
    const db = requireDatabaseOfAthlete(ctx, draft.id);
    await db.batch([insertAthlete(db, draft), reportCreation(ctx, db, draft)]);
    return creationAnswer(ctx, draft);
  }
  let reserved = await claimExternalId(ctx, externalId, {
    athleteId: draft.id,
    isNew: true,
    isPatient: true,
  });
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (isFailure(reserved)) return reserved;
    const athlete = { ...draft, id: reserved.athleteId };
    const db = requireDatabaseOfAthlete(ctx, athlete.id);
    const insertion = insertReserved(db, athlete, await sha256Hex(athlete.id));
    const written = await db.batch([insertion, reportCreation(ctx, db, athlete)]).catch(takenOrThrow);
    if (written !== TAKEN && written[0].meta.changes > 0) return creationAnswer(ctx, athlete);
    const another = newAthleteId(ctx.principal.environment, shardOf(draft.id), ctx.nowMs);
    reserved = await claimExternalId(
      ctx,
      externalId,
      { athleteId: another, isNew: true, isPatient: true },
      reserved,
    );
  }
  return isFailure(reserved) ? reserved : fail('temporarily_unavailable');
}

function shardOf(athleteId: string): string {
  return parseAthleteId(athleteId)?.shard ?? '';
}

const KEYED_ATTEMPTS_MAX = 5;

/**
 * Creates an athlete once per Idempotency-Key, even while the partner moves to another shard. The key is
 * first reserved in the partner's home shard, which never changes. The reservation fixes the athlete's
 * identifier and therefore its shard. Every request with the key derives the same identifier, and its shard
 * creates the athlete once and stores the answer for replays. If a request is interrupted between the two
 * writes, a retry finishes the work. The reservation never stores the identifier itself, because an erasure
 * knows only the athlete's shard and must leave no trace elsewhere. An `external_id` is claimed for the same
 * identifier at the same time.
 */
async function createAthleteOnce(
  ctx: PartnerContext,
  claim: Claim,
  draft: AthleteRow,
): Promise<NewAthlete | Replayed | Failure> {
  const home = homeDatabaseOfPartner(ctx);
  let refused: Reservation | null = null;
  for (let attempt = 0; attempt < KEYED_ATTEMPTS_MAX; attempt++) {
    const { held, externalIdClaim }: BothReserved = await reserveBoth(ctx, claim, draft, refused);
    if (!held) continue;
    if (held.requestHash !== claim.requestHash || held.answer !== null) {
      if (externalIdClaim !== null && !isFailure(externalIdClaim)) releaseReservation(ctx, externalIdClaim);
      return replayedAnswer(claim, held) ?? fail('temporarily_unavailable');
    }
    const { resourceId: reservation, expiresAt } = held;
    const id = await reservedAthleteId(ctx, reservation);
    const answer = isFailure(externalIdClaim)
      ? await replayStoredAnswer(ctx, claim, id)
      : await createReserved(ctx, claim, { ...draft, id }, { reservation, expiresAt });
    if (answer !== null && answer !== TAKEN) return answer;
    // Refused, or erased since an earlier request created it. The key is free again.
    await home.batch([freeReserved(home, claim, reservation)]);
    if (isFailure(externalIdClaim)) return externalIdClaim;
    refused = externalIdClaim;
  }
  return fail('temporarily_unavailable');
}

interface BothReserved {
  /** The row that stores the key. */
  readonly held: typeof idempotencyKeys.$inferSelect | null;
  /**
   * The reservation of the `external_id` for the identifier that the key fixes, or its refusal. Null without
   * an `external_id`.
   */
  readonly externalIdClaim: Reservation | Failure | null;
}

/** Reserves the key and the `external_id` concurrently. */
async function reserveBoth(
  ctx: PartnerContext,
  claim: Claim,
  { id: draftId, externalId }: AthleteRow,
  refused: Reservation | null,
): Promise<BothReserved> {
  const home = homeDatabaseOfPartner(ctx);
  const proposed = newReservation(draftId, ctx.nowMs);
  const reserving = home.batch(reserve(home, claim, proposed)).then(([, , [row]]) => row ?? null);
  if (externalId === null) return { held: await reserving, externalIdClaim: null };
  const fixedId = reserving.then((row) =>
    row?.requestHash === claim.requestHash && row.answer === null
      ? reservedAthleteId(ctx, row.resourceId)
      : null,
  );
  // If the database fails, `reserving` reports it to the caller. This rejection must not count as unhandled.
  fixedId.catch(() => undefined);
  const proposedId = await reservedAthleteId(ctx, proposed);
  const key = { hash: claim.keyHash, fixedId };
  const candidate = { athleteId: proposedId, isNew: true, key, isPatient: true };
  const [held, externalIdClaim] = await Promise.all([
    reserving,
    // The refusal is a value: an answer stored with the key is replayed even while the directory is
    // unavailable.
    claimExternalId(ctx, externalId, candidate, refused).catch((fault: unknown) => {
      if (!(fault instanceof StorageUnavailable)) throw fault;
      ctx.log.fault = describeFault(fault);
      return fail('temporarily_unavailable');
    }),
  ]);
  return { held, externalIdClaim };
}

/**
 * Replays the creation of an athlete whose `external_id` now has another holder. Null if nothing was created.
 */
async function replayStoredAnswer(
  ctx: PartnerContext,
  claim: Claim,
  athleteId: string,
): Promise<Replayed | Failure | null> {
  const db = requireDatabaseOfAthlete(ctx, athleteId);
  const [[stored]] = await db.batch([selectFirstAnswer(db, claim)]);
  return stored && stored.answer !== null ? replayedAnswer(claim, stored) : null;
}

/**
 * Creates the athlete for which a key is reserved, or replays its creation. Returns null if it has been
 * erased since, and TAKEN if another athlete in its shard has the `external_id`.
 */
async function createReserved(
  ctx: PartnerContext,
  claim: Claim,
  athlete: AthleteRow,
  { reservation, expiresAt }: { readonly reservation: string; readonly expiresAt: number },
): Promise<NewAthlete | Replayed | Failure | typeof TAKEN | null> {
  const db = requireDatabaseOfAthlete(ctx, athlete.id);
  const answer = creationAnswer(ctx, athlete);
  const mayCreate = isFree(claim, athlete.id, await sha256Hex(athlete.id), reservation);
  const results = await db
    .batch([
      deleteExpired(db, claim),
      // One batch writes both or neither: an athlete created here by another request is not the answer to
      // this one.
      storeAnswer(db, claim, athlete.id, { answer: JSON.stringify(answer), expiresAt }, mayCreate),
      insertAthleteWhere(db, athlete, mayCreate),
      reportCreation(ctx, db, athlete),
      selectFirstAnswer(db, claim),
    ])
    .catch(takenOrThrow);
  if (results === TAKEN) return TAKEN;
  const [, , inserted, , [stored]] = results;
  if (inserted.meta.changes > 0) return answer;
  const isOther =
    stored !== undefined && (stored.answer !== null || stored.requestHash !== claim.requestHash);
  return isOther ? replayedAnswer(claim, stored) : null;
}

/** A shard, the time of an identifier, and random letters that differ from those of the identifier. */
const RESERVATION = /^([a-g][0-9a-z]{3})([0-9a-z]{10})[0-9a-z]{16}$/;

/** Makes a reservation of an identifier in the shard of a draft's identifier. */
function newReservation(draftId: string, nowMs: number): string {
  const address = parseAthleteId(draftId);
  if (!address) throw new Error('a new athlete must have an identifier');
  return newAthleteId(address.environment, address.shard, nowMs).slice('ath_t'.length);
}

/**
 * Returns the identifier that a reservation fixes. Its random letters are a keyed hash of those in the
 * reservation, so the stored reservation identifies no athlete. Throws if the text is not a reservation,
 * which is a bug.
 */
async function reservedAthleteId({ env, principal }: PartnerContext, reservation: string): Promise<string> {
  const [, shard, time] = RESERVATION.exec(reservation) ?? [];
  if (shard === undefined || time === undefined)
    throw new Error('the reservation of an athlete identifier is malformed');
  const { partnerId, environment } = principal;
  const hash = await sign(
    env.signingSecret,
    'reserved-athlete',
    `${partnerId}\n${environment}\n${reservation}`,
  );
  const letters = Array.from(fromBase64Url(hash) ?? [], (byte) => ULID_DIGITS[byte % ULID_DIGITS.length]);
  return athleteIdOf({ environment, shard }, time + letters.join(''));
}

interface Owner extends AthleteAddress {
  readonly partnerId: string;
  readonly defaultTier: Tier;
}

/** Builds the row of a new athlete with every column set, so that its answer is known before the write. */
export function newAthlete(owner: Owner, fields: AthleteFields, nowMs: number): AthleteRow {
  return {
    tier: owner.defaultTier,
    ...unknownColumns(athleteFields),
    formerMassKg: null,
    ...toAthleteColumns(fields, null),
    id: newAthleteId(owner.environment, owner.shard, nowMs),
    partnerId: owner.partnerId,
    status: 'live',
    revision: 1,
    createdAt: nowMs,
    updatedAt: nowMs,
  };
}

/** Records the creation of an athlete, directly after its row is inserted. */
export function reportCreation(reporter: Reporter, db: Database, { id }: AthleteRow) {
  return recordEvents(db, reporter, [{ type: 'athlete.created', data: { athleteId: id } }]);
}

export type NewAthlete = Answer<Athlete, 201>;

/** Builds the answer to the creation of an athlete, complete before anything is written. */
function creationAnswer(ctx: PartnerContext, athlete: AthleteRow): NewAthlete {
  const location = `${ctx.env.baseUrl}/v1/athletes/${athlete.id}`;
  return created(location, athleteToWire(athlete, null), { tiers: [athlete.tier] });
}
