import { eq, type SQL, sql } from 'drizzle-orm';
import { leaveFullShard } from '#nutrition/athletes/move-on.ts';
import { newAthlete, reportCreation } from '#nutrition/athletes/new-athlete.ts';
import { insertAthleteWhere } from '#nutrition/athletes/shared-repository.ts';
import { databaseOfAnyAthlete, type RequestContext, registryOf } from '#platform/http/context.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import { defaultTierIn } from '#platform/storage/partner.ts';
import { currentShard, homeShard } from '#platform/storage/placement.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { partners } from '#platform/storage/registry-schema.ts';
import { listConnectionsOfAddress } from './connections-of-address.ts';
import { hashesOfAddress } from './consents.ts';
import { openDatabaseAt } from './database-address.ts';
import type { ConsentRequester } from './find-consent-requester.ts';
import {
  selectEarlierConnections,
  whereAddressIsUnknown,
  whereRefusalIsNew,
} from './joined-record-repository.ts';
import { selectAthletesByEmail } from './repository.ts';
import { selectConsents } from './shared-repository.ts';

/** The athlete record of a partner that a consent would join. */
export interface JoinedRecord {
  readonly athleteId: string;
  readonly name: string | null;
  readonly createdAt: number;
  /** Whether this exact address has connected it before, to any client of the partner. */
  readonly isOwn: boolean;
}

/** A partner's records with an address. */
export interface RecordsOfAddress {
  /** The record that a consent joins, or null if a new one is needed. */
  readonly joined: JoinedRecord | null;
  readonly isAnyThere: boolean;
}

/**
 * Finds the partner's record with this email address in any shard. If only one live record has the address,
 * returns it. If several do, returns one that was connected to this client before, preferring one connected
 * by this address, then the latest. Reads the shards from the registry now, so that concurrent requests
 * search the same shards and create in the same one.
 */
export async function findRecord(
  ctx: RequestContext,
  { client, partner, shards, databaseAddress: { environment } }: ConsentRequester,
  email: string,
): Promise<RecordsOfAddress> {
  const registry = registryOf(ctx);
  const hashes = await hashesOfAddress(ctx.env, email);
  const [known, [consented]] = await Promise.all([
    askInGroups([...new Set(shards)], (shard) => {
      const db = openDatabaseAt(ctx, { environment, shard });
      return db.batch([
        selectAthletesByEmail(db, email, partner.id, 2),
        selectEarlierConnections(db, email, partner.id),
      ]);
    }),
    registry.batch([selectConsents(registry, hashes, eq(partners.id, partner.id))]),
  ]);
  const ownIds = new Set(consented.map(({ id }) => id));
  const earlier = known
    .flatMap(([, connected]) => connected)
    .map((each) => ({ ...each, isOwn: ownIds.has(each.connectionId) }))
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.connectedAt - a.connectedAt);
  const [only, second] = known.flatMap(([found]) => found);
  if (!only) return { joined: null, isAnyThere: false };
  const joined = second
    ? (earlier.find(({ clientId }) => clientId === client.clientId) ?? null)
    : { ...only, isOwn: earlier.some(({ isOwn }) => isOwn) };
  return { joined, isAnyThere: true };
}

/**
 * Returns whether no record names an address: neither an athlete of the partner that asks for consent, nor a connection
 * that the address has allowed at any partner.
 *
 * @param requester null for the account page, which asks for no partner
 */
export async function isStranger(
  ctx: RequestContext,
  requester: ConsentRequester | null,
  email: string,
): Promise<boolean> {
  const [connected, records] = await Promise.all([
    listConnectionsOfAddress(ctx, email),
    requester === null ? null : findRecord(ctx, requester, email),
  ]);
  return connected.length === 0 && !records?.isAnyThere;
}

/**
 * Creates a record for an athlete who consents, in the home region's shard for new athletes. Returns null if
 * the partner got a record with the address meanwhile, unless `besideOthers`.
 */
export async function createRecord(
  ctx: RequestContext,
  { partner, shards, databaseAddress: { environment } }: ConsentRequester,
  email: string,
  besideOthers: boolean,
): Promise<string | null> {
  const { id: partnerId, homeRegion: region } = partner;
  const defaultTier = defaultTierIn(environment, partner);
  const isStillUnknown: SQL = besideOthers ? sql`1` : whereAddressIsUnknown(email, partnerId);
  const shard = currentShard(shards, region) ?? homeShard(shards);
  const db = openDatabaseAt(ctx, { environment, shard });
  const athlete = newAthlete({ environment, shard, partnerId, defaultTier }, { email }, ctx.nowMs);
  const reporter = { principal: { partnerId, environment }, nowMs: ctx.nowMs, recorded: ctx.recorded };
  const [inserted] = await db.batch([
    insertAthleteWhere(db, athlete, isStillUnknown),
    reportCreation(reporter, db, athlete),
  ]);
  if (inserted.meta.changes === 0) return null;
  ctx.waitUntil(leaveFullShard(ctx, { environment, partnerId, region, shard, created: 1 }));
  return athlete.id;
}

/**
 * Notifies the partner that the owner of an address says a record with it is not theirs. Records at most one
 * event a day per record, and none if the record is not the partner's or no longer has the address.
 */
export async function reportRefusedRecord(
  ctx: RequestContext,
  { partner, databaseAddress: { environment } }: ConsentRequester,
  email: string,
  athleteId: string,
): Promise<void> {
  const db = databaseOfAnyAthlete(ctx, athleteId);
  if (!db) return;
  const reporter = {
    principal: { partnerId: partner.id, environment },
    nowMs: ctx.nowMs,
    recorded: ctx.recorded,
  };
  const isNew = whereRefusalIsNew(db, { athleteId, partnerId: partner.id, email }, ctx.nowMs);
  const event = { type: 'athlete.connection_refused', data: { athleteId } } as const;
  await db.batch([recordEvents(db, reporter, [event], isNew)]);
}
