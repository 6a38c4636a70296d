import type { AuthRequest } from '@cloudflare/workers-oauth-provider';
import { and, eq, isNull, sql } from 'drizzle-orm';
import { machineNowMs, toSeconds } from '../clock.ts';
import { databaseOfAnyAthlete, type RequestContext, registryOf } from '../http/context.ts';
import { connections } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { insertWhere } from '../storage/guarded-insert.ts';
import { newId } from '../storage/ids.ts';
import { whereAthleteIsLive } from '../storage/live-athlete.ts';
import { recordEvents } from '../storage/record-events.ts';
import { authorizationServer, type GrantProps, serverEnv } from './authorization-server.ts';
import { type Activation, hashConsentAddress, insertConsent } from './consents.ts';
import type { ConsentRequester } from './find-consent-requester.ts';
import { createRecord } from './joined-record.ts';

/** The record that an athlete has seen on the consent page: an existing one, or a new one to create. */
export type ChosenRecord =
  | { readonly athleteId: string }
  /** `besideOthers` if the athlete has said that the record with the same address is not theirs. */
  | { readonly besideOthers: boolean };

/** A consent that an athlete gave on the page. */
export interface GivenConsent {
  readonly email: string;
  readonly record: ChosenRecord;
  readonly request: AuthRequest;
  readonly scopes: readonly string[];
}

/**
 * Stores an athlete's consent and returns the address to send the browser to, with the code; null if the
 * record was erased meanwhile, or one was added where the athlete was told that a new one is made. Writes the athlete, the connection and the grant, and then links the grant to
 * the connection unless that has one. The consent is in the registry before there is a code, so that whoever owns the
 * address sees every connection that can have tokens. An active connection changes only when the code is exchanged, because a
 * browser that never returns must not end a working connection. Interrupted at any step, it leaves no valid
 * token that the athlete did not allow.
 */
export async function grantConnection(
  ctx: RequestContext,
  requester: ConsentRequester,
  { email, record, request, scopes }: GivenConsent,
): Promise<string | null> {
  const athleteId =
    'athleteId' in record ? record.athleteId : await createRecord(ctx, requester, email, record.besideOthers);
  const db = athleteId && databaseOfAnyAthlete(ctx, athleteId);
  const connection = db && (await activateConnection(ctx, db, requester, athleteId, scopes));
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
    // An earlier grant ends when this one's code is exchanged: see TokenRecords.commitRedemption.
    revokeExistingGrants: false,
  });
  await db.batch([linkFirstGrant(db, connectionId, grantOf(redirectTo))]);
  return redirectTo;
}

function linkFirstGrant(db: Database, connectionId: string, grantId: string) {
  return db
    .update(connections)
    .set({ grantId })
    .where(
      and(eq(connections.id, connectionId), eq(connections.status, 'active'), isNull(connections.grantId)),
    );
}

/** Creates or reactivates the one connection of an athlete and a client. Null if the athlete was erased. */
async function activateConnection(
  ctx: RequestContext,
  db: Database,
  { client, partner, databaseAddress: { environment } }: ConsentRequester,
  athleteId: string,
  scopes: readonly string[],
): Promise<Activation | null> {
  const reporter = {
    principal: { partnerId: partner.id, environment },
    nowMs: ctx.nowMs,
    recorded: ctx.recorded,
  };
  const [, , [connection]] = await db.batch([
    insertWhere(
      db,
      connections,
      {
        id: newId('con', ctx.nowMs),
        athleteId,
        partnerId: partner.id,
        clientId: client.clientId,
        scopes: [...scopes],
        status: 'active',
        createdAt: ctx.nowMs,
        connectedAt: ctx.nowMs,
      },
      whereAthleteIsLive(partner.id, athleteId),
    ).onConflictDoUpdate({
      target: [connections.athleteId, connections.clientId],
      set: {
        scopes: sql`excluded.scopes`,
        status: 'active',
        grantId: null,
        activation: sql`${connections.activation} + 1`,
        connectedAt: sql`excluded.connected_at`,
        revokedAt: null,
      },
      // An active connection stays as it is until the new code is exchanged.
      setWhere: eq(connections.status, 'revoked'),
    }),
    recordEvents(db, reporter, [{ type: 'athlete.connected', data: { athleteId } }]),
    db
      .select({ id: connections.id, activation: connections.activation })
      .from(connections)
      .where(
        and(
          eq(connections.athleteId, athleteId),
          eq(connections.clientId, client.clientId),
          eq(connections.status, 'active'),
        ),
      ),
  ]);
  return connection ?? null;
}

/** Reads the grant's identifier: the middle part of the code, `athlete:grant:secret`. */
function grantOf(redirectTo: string): string {
  const grantId = new URL(redirectTo).searchParams.get('code')?.split(':')[1];
  if (grantId === undefined) throw new Error('the authorization server answered without a code');
  return grantId;
}
