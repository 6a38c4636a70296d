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
    // An earlier grant ends when this one's code is exchanged: see TokenRecords.commitRedemption.
    revokeExistingGrants: false,
  });
  await db.batch([linkFirstGrant(db, connectionId, grantOf(redirectTo))]);
  return redirectTo;
}

/** Creates or reactivates the one connection of an athlete and a client. Null if the athlete was erased. */
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

/** Reads the grant's identifier: the middle part of the code, `athlete:grant:secret`. */
function grantOf(redirectTo: string): string {
  const grantId = new URL(redirectTo).searchParams.get('code')?.split(':')[1];
  if (grantId === undefined) throw new Error('the authorization server answered without a code');
  return grantId;
}
