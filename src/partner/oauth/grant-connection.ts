import type { AuthRequest } from '@cloudflare/workers-oauth-provider';
import { and, eq, gt, not, type SQL, sql } from 'drizzle-orm';
import { newAthlete, reportCreation } from '#nutrition/athletes/create-athlete.ts';
import { leaveFullShard } from '#nutrition/athletes/move-on.ts';
import { insertAthleteWhere } from '#nutrition/athletes/shared-repository.ts';
import { DAY_MS, machineNowMs, toSeconds } from '#platform/clock.ts';
import { databaseOfAnyAthlete, type RequestContext, registryOf } from '#platform/http/context.ts';
import { askInGroups } from '#platform/storage/athlete-databases.ts';
import { athletes, connections } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import { events } from '#platform/storage/events-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import { existsAthlete, IS_LIVE } from '#platform/storage/live-athlete.ts';
import { defaultTierIn } from '#platform/storage/partner.ts';
import { currentShard, homeShard } from '#platform/storage/placement.ts';
import { type Reporter, recordEvents } from '#platform/storage/record-events.ts';
import { partners } from '#platform/storage/registry-schema.ts';
import { authorizationServer, type GrantProps, serverEnv } from './authorization-server.ts';
import {
  type ConsentRequester,
  hashConsentAddress,
  hashesOfAddress,
  listConnectionsOfAddress,
  openDatabaseAt,
} from './consents.ts';
import {
  activateConnection,
  linkFirstGrant,
  selectActivation,
  selectAthletesByEmail,
  whereEmailIs,
} from './repository.ts';
import { type Activation, insertConsent, selectConsents } from './shared-repository.ts';

/** The athlete record shown on the consent page: an existing one, or a new one to create. */
export type ChosenRecord =
  | { readonly athleteId: string }
  /** `besideOthers` if the athlete said that the record with the same address is not theirs. */
  | { readonly besideOthers: boolean };

interface Consent {
  readonly email: string;
  readonly record: ChosenRecord;
  readonly request: AuthRequest;
  readonly scopes: readonly string[];
}

/**
 * Stores an athlete's consent and returns the redirect address with the code. Returns null if the record was
 * erased meanwhile, or if the page promised a new record and another one with the address was added
 * meanwhile. Writes the athlete, the connection and the grant, then links the grant to the connection if that
 * has none. The consent is in the registry before a code exists, so the address's owner sees every connection
 * that can have tokens. An active connection changes only when the code is exchanged, because a browser that
 * never returns must not end a working connection. If interrupted at any step, leaves no valid token that the
 * athlete did not allow.
 */
export async function grantConnection(
  ctx: RequestContext,
  requester: ConsentRequester,
  { email, record, request, scopes }: Consent,
): Promise<string | null> {
  const athleteId =
    'athleteId' in record ? record.athleteId : await createRecord(ctx, requester, email, record.besideOthers);
  const db = athleteId && databaseOfAnyAthlete(ctx, athleteId);
  const connection = db && (await connect(ctx, db, requester, athleteId, scopes));
  if (!db || !connection) return null;
  const { id: connectionId, activation } = connection;
  const addressHash = await hashConsentAddress(ctx.env, email);
  const { nowMs } = ctx;
  const { clientId } = requester.client;
  const registry = registryOf(ctx);
  await registry.batch([
    insertConsent(registry, { connectionId, addressHash, athleteId, clientId, scopes, activation, nowMs }),
  ]);
  const props: GrantProps = { connectionId, addressHash, consentedAtS: toSeconds(machineNowMs()) };
  const api = authorizationServer(ctx.env.baseUrl).getOAuthApi(serverEnv(ctx, requester.databaseAddress));
  const { redirectTo } = await api.completeAuthorization({
    request,
    userId: athleteId,
    metadata: {},
    scope: [...scopes],
    props,
    // Exchanging this grant's code ends the earlier grant: see TokenRecords.commitRedemption.
    revokeExistingGrants: false,
  });
  await db.batch([linkFirstGrant(db, connectionId, grantOf(redirectTo))]);
  return redirectTo;
}

/**
 * Creates or reactivates the connection of an athlete and a client. Returns null if the athlete was erased.
 */
async function connect(
  ctx: RequestContext,
  db: Database,
  requester: ConsentRequester,
  athleteId: string,
  scopes: readonly string[],
): Promise<Activation | null> {
  const [, , [connection]] = await db.batch([
    activateConnection(db, {
      id: newId('con', ctx.nowMs),
      athleteId,
      partnerId: requester.partner.id,
      clientId: requester.client.clientId,
      scopes: [...scopes],
      status: 'active',
      createdAt: ctx.nowMs,
      connectedAt: ctx.nowMs,
    }),
    recordEvents(db, reporterOf(ctx, requester), [{ type: 'athlete.connected', data: { athleteId } }]),
    selectActivation(db, athleteId, requester.client.clientId),
  ]);
  return connection ?? null;
}

/** Returns the reporter of events to the partner that asks for consent. */
function reporterOf(
  { nowMs, recorded }: RequestContext,
  { partner, databaseAddress: { environment } }: ConsentRequester,
): Reporter {
  return { principal: { partnerId: partner.id, environment }, nowMs, recorded };
}

/** Reads the grant's identifier, the middle part of the code `athlete:grant:secret`. */
function grantOf(redirectTo: string): string {
  const grantId = new URL(redirectTo).searchParams.get('code')?.split(':')[1];
  if (grantId === undefined) throw new Error('the authorization server answered without a code');
  return grantId;
}

/** The athlete record of a partner that a consent would join. */
export interface JoinedRecord {
  readonly athleteId: string;
  readonly name: string | null;
  readonly createdAt: number;
  /** Whether this exact address has connected it before, to any client of the partner. */
  readonly isOwn: boolean;
}

interface RecordsOfAddress {
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
async function createRecord(
  ctx: RequestContext,
  requester: ConsentRequester,
  email: string,
  besideOthers: boolean,
): Promise<string | null> {
  const { partner, shards } = requester;
  const { environment } = requester.databaseAddress;
  const { id: partnerId, homeRegion: region } = partner;
  const defaultTier = defaultTierIn(environment, partner);
  const isStillUnknown: SQL = besideOthers ? sql`1` : whereAddressIsUnknown(email, partnerId);
  const shard = currentShard(shards, region) ?? homeShard(shards);
  const db = openDatabaseAt(ctx, { environment, shard });
  const athlete = newAthlete({ environment, shard, partnerId, defaultTier }, { email }, ctx.nowMs);
  const [inserted] = await db.batch([
    insertAthleteWhere(db, athlete, isStillUnknown),
    reportCreation(reporterOf(ctx, requester), db, athlete),
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
  requester: ConsentRequester,
  email: string,
  athleteId: string,
): Promise<void> {
  const db = databaseOfAnyAthlete(ctx, athleteId);
  if (!db) return;
  const isNew = whereRefusalIsNew(db, { athleteId, partnerId: requester.partner.id, email }, ctx.nowMs);
  const event = { type: 'athlete.connection_refused', data: { athleteId } } as const;
  await db.batch([recordEvents(db, reporterOf(ctx, requester), [event], isNew)]);
}

/** More athlete records than one partner has with one email address. */
const EARLIER_MAX = 50;

/** Selects the connections, active or revoked, of a partner's live athletes with this address. */
export function selectEarlierConnections(db: Database, email: string, partnerId: string) {
  return db
    .select({
      athleteId: connections.athleteId,
      name: athletes.name,
      createdAt: athletes.createdAt,
      connectionId: sql<string>`${connections.id}`.as('connection_id'),
      clientId: connections.clientId,
      connectedAt: connections.connectedAt,
    })
    .from(athletes)
    .innerJoin(connections, eq(connections.athleteId, athletes.id))
    .where(hasAddress(email, partnerId))
    .limit(EARLIER_MAX);
}

/** Builds the condition that no live athlete of the partner has this address. */
export function whereAddressIsUnknown(email: string, partnerId: string): SQL {
  return not(existsAthlete(hasAddress(email, partnerId)));
}

/**
 * Builds the condition that the record is the partner's, is live and has this address, and that no event of the last day
 * reports its refusal.
 */
export function whereRefusalIsNew(
  db: Database,
  record: { readonly athleteId: string; readonly partnerId: string; readonly email: string },
  nowMs: number,
): SQL {
  const { athleteId, partnerId, email } = record;
  const isTheirs = existsAthlete(and(eq(athletes.id, athleteId), hasAddress(email, partnerId)));
  const earlier = db
    .select({ sequence: events.sequence })
    .from(events)
    .where(
      and(
        eq(events.athleteId, athleteId),
        eq(events.type, 'athlete.connection_refused'),
        gt(events.createdAt, nowMs - DAY_MS),
      ),
    );
  return sql`${isTheirs} AND NOT EXISTS ${earlier}`;
}

/** Builds the condition on a row of `athletes`: it is live, the partner's, and has this address. */
function hasAddress(email: string, partnerId: string): SQL | undefined {
  return and(whereEmailIs(email), eq(athletes.partnerId, partnerId), IS_LIVE);
}
