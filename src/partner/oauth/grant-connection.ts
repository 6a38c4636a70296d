import type { AuthRequest } from '@cloudflare/workers-oauth-provider';
import { machineNowMs, toSeconds } from '#platform/clock.ts';
import { databaseOfAnyAthlete, type RequestContext, registryOf } from '#platform/http/context.ts';
import type { Database } from '#platform/storage/database.ts';
import { newId } from '#platform/storage/ids.ts';
import { recordEvents } from '#platform/storage/record-events.ts';
import { authorizationServer, type GrantProps, serverEnv } from './authorization-server.ts';
import { hashConsentAddress } from './consents.ts';
import type { ConsentRequester } from './find-consent-requester.ts';
import { createRecord } from './joined-record.ts';
import { activateConnection, linkFirstGrant, selectActivation } from './repository.ts';
import { type Activation, insertConsent } from './shared-repository.ts';

/** The athlete record shown on the consent page: an existing one, or a new one to create. */
export type ChosenRecord =
  | { readonly athleteId: string }
  /** `besideOthers` if the athlete said that the record with the same address is not theirs. */
  | { readonly besideOthers: boolean };

/** A consent that an athlete gave on the page. */
export interface GivenConsent {
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
  { email, record, request, scopes }: GivenConsent,
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
    activateConnection(db, {
      id: newId('con', ctx.nowMs),
      athleteId,
      partnerId: partner.id,
      clientId: client.clientId,
      scopes: [...scopes],
      status: 'active',
      createdAt: ctx.nowMs,
      connectedAt: ctx.nowMs,
    }),
    recordEvents(db, reporter, [{ type: 'athlete.connected', data: { athleteId } }]),
    selectActivation(db, athleteId, client.clientId),
  ]);
  return connection ?? null;
}

/** Reads the grant's identifier, the middle part of the code `athlete:grant:secret`. */
function grantOf(redirectTo: string): string {
  const grantId = new URL(redirectTo).searchParams.get('code')?.split(':')[1];
  if (grantId === undefined) throw new Error('the authorization server answered without a code');
  return grantId;
}
