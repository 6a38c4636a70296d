import { SECOND_MS } from '#platform/clock.ts';
import { callDirectory } from '#platform/guards/call-guard.ts';
import { regionOfAthlete } from '#platform/guards/call-object.ts';
import type { Wanted } from '#platform/guards/directory.ts';
import { databaseOfAthlete, type PartnerContext, untilAdmitted } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { readFromShards } from '#platform/http/partner-shards.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { ConstraintViolation, ignoreUnavailable } from '#platform/storage/database.ts';
import { buildDirectory, directoryOwnerOf, hashExternalId } from './directory.ts';
import { forbidCreation, outdateOtherWrites, selectHolder, selectHolders } from './repository.ts';

const ATTEMPTS_MAX = 5;
/**
 * Times that a single creation or change checks whether another request has written the athlete for which it
 * reserved the `external_id`: about a second.
 */
const LOOKS_MAX = 16;
const PAUSE_MS = 60;

/** An athlete that wants an `external_id`: an existing one, or the identifier proposed for a new one. */
interface Candidate extends Pick<Wanted, 'athleteId' | 'isNew'> {
  /**
   * The Idempotency-Key of a creation, and the identifier that it fixes, which an earlier request may have
   * proposed. The athlete cannot get any other. Without a key, a new athlete can also take the identifier
   * that another creation in its region has reserved.
   */
  readonly key?: { readonly hash: string; readonly fixedId: Promise<string | null> };
  /** Waits while another request has reserved it. Not for batches, which retry all of their items. */
  readonly isPatient?: boolean;
}

/** An `external_id` that the directory has reserved for an athlete. */
export interface Reservation {
  readonly externalHash: string;
  readonly athleteId: string;
  readonly version: number;
}

/**
 * Reserves an `external_id` in the partner's directory. A new athlete gets the identifier of the reservation,
 * which an earlier, interrupted attempt may have made. Returns 409 with the holder if an athlete has it, and
 * 503 with the time to wait while another request may be writing it.
 *
 * @param refused an earlier reservation whose athlete the shard refused to write
 */
export async function claimExternalId(
  ctx: PartnerContext,
  externalId: string,
  candidate: Candidate,
  refused: Reservation | null = null,
): Promise<Reservation | Failure> {
  const externalHash = await hashExternalId(ctx.env, ctx.principal.partnerId, externalId);
  const { isNew, key, isPatient = false } = candidate;
  let looksLeft = isPatient ? LOOKS_MAX : 0;
  let { athleteId: wantedId } = candidate;
  let stale = refused;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; ) {
    // Only this call writes its own reservation.
    const isOwn = stale !== refused && stale?.athleteId === candidate.athleteId;
    const failure = stale === null || isOwn ? null : await refuseIfHeld(ctx, externalId, stale);
    if (failure) return failure;
    const wanted = {
      externalHash,
      athleteId: wantedId,
      region: regionOfAthlete(wantedId),
      isNew,
      mayShare: isNew && key === undefined,
      keyHash: key?.hash ?? null,
      staleVersion: stale?.version ?? null,
    };
    const { isBuilt, found } = await askDirectory(ctx, [wanted]);
    const [one] = found;
    if (!one) throw new Error('the directory must answer each claim');
    const { entry, reservedForMs } = one;
    const ownId = (await key?.fixedId) ?? null;
    if (reservedForMs === null && (ownId === null || ownId === entry.athleteId)) {
      if (isBuilt) return entry;
      return (await searchShards(ctx, [{ externalId, entry }])).get(externalId) ?? entry;
    }
    if (entry.athleteId === ownId) return entry;
    if (reservedForMs !== null && reservedForMs > 0) {
      const refusal = await refuseWhileReserved(ctx, externalId, entry, reservedForMs);
      if (refusal.failure !== 'temporarily_unavailable' || looksLeft === 0) return refusal;
      looksLeft -= 1;
      await scheduler.wait(PAUSE_MS * (0.5 + Math.random()));
      continue;
    }
    attempt += 1;
    wantedId = ownId ?? wantedId;
    stale = entry;
  }
  return fail('temporarily_unavailable');
}

/** The directory's entry for an `external_id`. */
interface FoundEntry {
  readonly entry: Reservation;
  /** Null if the entry is reserved for the caller, else the time that another request has left, or 0. */
  readonly reservedForMs: number | null;
}

/** Asks the directory to reserve `external_id`s in one message. Returns one entry each, in order. */
async function askDirectory(
  ctx: PartnerContext,
  wanted: readonly Wanted[],
): Promise<{ readonly isBuilt: boolean; readonly found: readonly FoundEntry[] }> {
  await untilAdmitted(ctx);
  const { isBuilt, claimed } = await callDirectory(ctx.env, directoryOwnerOf(ctx), (directory) =>
    directory.claim([...wanted]),
  );
  const found = claimed.map((one, index) => {
    const { athleteId, version } = one;
    const reservedForMs = one.outcome === 'reserved' ? null : one.reservedForMs;
    return {
      entry: { externalHash: wanted[index]?.externalHash ?? '', athleteId, version },
      reservedForMs,
    };
  });
  return { isBuilt, found };
}

/**
 * Changes the `external_id` of an athlete with `write`: claims the new one first and drops the old entry
 * afterwards. Returns null if `write` returns null (a conflict).
 */
export async function changeExternalId<Written>(
  ctx: PartnerContext,
  athlete: AthleteRow,
  externalId: string | null,
  write: () => Promise<Written | null>,
): Promise<Written | Failure | null> {
  await untilAdmitted(ctx);
  const candidate = { athleteId: athlete.id, isNew: false, isPatient: true };
  const [reserved, oldVersion] = await Promise.all([
    externalId === null ? null : claimExternalId(ctx, externalId, candidate),
    athlete.externalId === null ? null : versionOf(ctx, athlete.externalId, athlete.id),
  ]);
  if (isFailure(reserved)) return reserved;
  const written = await write().catch(takenOrThrow);
  if (written === TAKEN) {
    return externalId === null || reserved === null ? null : refuseIfHeld(ctx, externalId, reserved);
  }
  if (written !== null && oldVersion !== null) inBackground(ctx, dropEntry(ctx, oldVersion));
  return written;
}

/** Drops an unneeded reservation in the background. */
export function releaseReservation(ctx: PartnerContext, { version }: Reservation): void {
  inBackground(ctx, dropEntry(ctx, version));
}

/**
 * The outcome of a write that the shard refused because an athlete there has the `external_id` or the
 * identifier.
 */
export const TAKEN = Symbol('taken');

/** Maps the violation of a write to `TAKEN`; rethrows any other fault. */
export function takenOrThrow(cause: unknown): typeof TAKEN {
  const columns = cause instanceof ConstraintViolation ? cause.uniqueColumns : null;
  if (columns?.includes('athletes.external_id') || columns === 'athletes.id') return TAKEN;
  throw cause;
}

/** Returns the failure that names the holder of an `external_id`. */
function taken(holderId: string): Failure {
  const message = 'Another of your athletes already uses this external_id.';
  return fail('external_id_taken', { message, details: { resource_id: holderId } });
}

/**
 * Asks the shard of an entry whether an athlete there has the `external_id`, and returns 409 if so. Otherwise
 * the same batch also stops earlier requests from giving it to the entry's athlete: a creation by the
 * identifier's hash, a change by the athlete's revision. The entry can then be replaced even if its writer is
 * slow.
 */
async function refuseIfHeld(
  ctx: PartnerContext,
  externalId: string,
  entry: Reservation,
): Promise<Failure | null> {
  const db = databaseOfAthlete(ctx, entry.athleteId);
  if (!db) throw new Error('a directory entry must name an athlete of its own environment');
  const idHash = await sha256Hex(entry.athleteId);
  const [, , [holder]] = await db.batch([
    forbidCreation(db, entry.athleteId, idHash, ctx.nowMs),
    outdateOtherWrites(db, entry.athleteId, externalId),
    selectHolder(db, ctx.principal.partnerId, externalId),
  ]);
  if (!holder) return null;
  correctEntry(ctx, entry, holder.id);
  return taken(holder.id);
}

/**
 * Returns the failure while another request may be writing the entry's athlete: 409 if it has been written,
 * else 503.
 */
async function refuseWhileReserved(
  ctx: PartnerContext,
  externalId: string,
  { athleteId }: Reservation,
  reservedForMs: number,
): Promise<Failure> {
  const db = databaseOfAthlete(ctx, athleteId);
  const [[holder]] = db ? await db.batch([selectHolder(db, ctx.principal.partnerId, externalId)]) : [[]];
  if (holder) return taken(holder.id);
  return fail('temporarily_unavailable', { retryAfterSeconds: Math.ceil(reservedForMs / SECOND_MS) });
}

/**
 * Searches the partner's shards for `external_id`s that the directory may lack because it is not built, and
 * builds it in the background. Returns the failure for each one held by an athlete.
 */
async function searchShards(
  ctx: PartnerContext,
  claimed: readonly { readonly externalId: string; readonly entry: Reservation }[],
): Promise<ReadonlyMap<string, Failure>> {
  const { partnerId } = ctx.principal;
  const externalIds = claimed.map(({ externalId }) => externalId);
  const found = await readFromShards(ctx, (db) => [selectHolders(db, partnerId, externalIds)] as const);
  inBackground(ctx, buildDirectory(ctx));
  const holders = new Map(found.flatMap(([rows]) => rows).map(({ externalId, id }) => [externalId, id]));
  const failures = claimed.flatMap(({ externalId, entry }) => {
    const holderId = holders.get(externalId);
    if (holderId === undefined) return [];
    correctEntry(ctx, entry, holderId);
    return [[externalId, taken(holderId)] as const];
  });
  return new Map(failures);
}

/** Corrects, in the background, an entry that does not name the holder of the `external_id`. */
function correctEntry(ctx: PartnerContext, entry: Reservation, holderId: string): void {
  if (holderId === entry.athleteId) return;
  const confirmed = callDirectory(ctx.env, directoryOwnerOf(ctx), (directory) =>
    directory.confirm({ ...entry, athleteId: holderId }),
  );
  inBackground(ctx, confirmed);
}

async function versionOf(ctx: PartnerContext, externalId: string, athleteId: string): Promise<number | null> {
  const externalHash = await hashExternalId(ctx.env, ctx.principal.partnerId, externalId);
  return callDirectory(ctx.env, directoryOwnerOf(ctx), (directory) =>
    directory.versionOf({ externalHash, athleteId }),
  );
}

async function dropEntry(ctx: PartnerContext, version: number): Promise<void> {
  await callDirectory(ctx.env, directoryOwnerOf(ctx), (directory) => directory.drop([version]));
}

/**
 * Runs optional work after the answer. A stale entry blocks no request, and the nightly comparison drops it.
 */
function inBackground(ctx: PartnerContext, work: Promise<unknown>): void {
  ctx.waitUntil(work.catch(ignoreUnavailable));
}

/** A new athlete with an `external_id`. */
export type NamedAthlete = AthleteRow & { readonly externalId: string };

/**
 * Reserves the `external_id`s of new athletes with one message to the partner's directory. Those that already
 * have an entry are claimed one by one, because an interrupted request may have left it.
 */
export async function claimExternalIds(
  ctx: PartnerContext,
  drafts: readonly NamedAthlete[],
): Promise<(Reservation | Failure)[]> {
  if (drafts.length === 0) return [];
  const wanted = await Promise.all(drafts.map((draft) => wantedFor(ctx, draft)));
  const { isBuilt, found } = await askDirectory(ctx, wanted);
  const claimed = drafts.map((draft, index) => {
    const one = found[index];
    if (!one) throw new Error('the directory must answer each claim');
    return { ...draft, ...one };
  });
  const free = claimed.filter(({ reservedForMs }) => reservedForMs === null);
  const searched = isBuilt ? new Map<string, Failure>() : await searchShards(ctx, free);
  return askInGroups(claimed, async ({ id: athleteId, externalId, entry, reservedForMs }) =>
    reservedForMs === null
      ? (searched.get(externalId) ?? entry)
      : claimExternalId(ctx, externalId, { athleteId, isNew: true }),
  );
}

/** Places athletes under their reserved identifiers. A refused reservation remains a failure. */
export function placeReserved(
  drafts: readonly NamedAthlete[],
  reserved: readonly (Reservation | Failure)[],
): (NamedAthlete | Failure)[] {
  return drafts.map((draft, index) => {
    const claimed = reserved[index];
    if (claimed === undefined) throw new Error('each athlete must have a reservation');
    return isFailure(claimed) ? claimed : { ...draft, id: claimed.athleteId };
  });
}

async function wantedFor({ env, principal }: PartnerContext, { id: athleteId, externalId }: NamedAthlete) {
  return {
    externalHash: await hashExternalId(env, principal.partnerId, externalId),
    athleteId,
    region: regionOfAthlete(athleteId),
    isNew: true,
    mayShare: true,
    keyHash: null,
    staleVersion: null,
  };
}
