import { eq } from 'drizzle-orm';
import { presentFields } from '#nutrition/records/columns-of-fields.ts';
import type { Environment } from '#platform/env.ts';
import { type Answer, created, exactly } from '#platform/http/answer.ts';
import { type PartnerContext, registryOf } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { type Claim, createInRegistry, type Replayed } from '#platform/http/idempotency.ts';
import type { PageRequest } from '#platform/http/pagination.ts';
import { inEachShard } from '#platform/http/partner-shards.ts';
import { ofOwnEnvironment } from '#platform/http/request-identifiers.ts';
import { connections } from '#platform/storage/athlete-schema.ts';
import { sha256Hex, toBase64Url } from '#platform/storage/cryptography.ts';
import { newId } from '#platform/storage/ids.ts';
import type { ClientRow } from '#platform/storage/registry-schema.ts';
import { clientToWire, type NewClient } from './client-shape.ts';
import { endConnections } from './connections.ts';
import {
  insertClient,
  narrowConnections,
  ownClient,
  selectClientOfPartner,
  selectOwnClients,
  updateOwnClient,
  WHERE_CONFIDENTIAL,
  whereClientIsAllowed,
} from './repository.ts';
import { refuseLoopback } from './requests.ts';
import { narrowConsents } from './shared-repository.ts';

interface ClientFields {
  readonly name: string;
  readonly redirectUris: string[];
  readonly allowedScopes: string[];
}

/** Fields of a new client. A client cannot gain or lose its secret later. */
type NewClientFields = ClientFields & { readonly public?: boolean | undefined };

type Created = Answer<NewClient, 201>;

/**
 * Creates a client in the caller's environment, which may have 50. The secret exists only here and in the one
 * answer that shows it. A public client has none.
 */
export async function createClient(
  ctx: PartnerContext,
  { public: isPublic = false, ...fields }: NewClientFields,
  claim: Claim | null,
): Promise<Created | Replayed | Failure> {
  const { partnerId, environment, keyId: createdBy } = ctx.principal;
  const loopback = refuseLoopback(environment, fields.redirectUris);
  if (loopback) return loopback;
  return createInRegistry(ctx, claim, async (registry) => {
    const secret = isPublic ? null : await newClientSecret(environment);
    const client: ClientRow = {
      ...fields,
      clientId: newId('cli', ctx.nowMs),
      partnerId,
      environment,
      secretHash: secret?.hash ?? '',
      status: 'active',
      createdAt: ctx.nowMs,
      updatedAt: ctx.nowMs,
      secretRotatedAt: null,
      isPublic,
      createdBy,
    };
    const address = `${ctx.env.baseUrl}/v1/oauth/clients/${client.clientId}`;
    const shown = clientToWire(client);
    const body: NewClient = secret ? exactly({ ...shown, client_secret: secret.text }) : shown;
    const answer: Created = created(address, body);
    const onlyWhere = whereClientIsAllowed(partnerId, environment);
    return {
      creation: { answer, resourceId: client.clientId, athleteId: null, showsSecret: !isPublic, onlyWhere },
      write: insertClient(registry, client, onlyWhere),
      refusal: 'client_limit_reached',
    };
  });
}

const RANDOM_BYTES = 32;

/**
 * Draws a client secret and returns it with the hash to store. The prefix lets scanners find a leaked one.
 * With 256 bits of randomness no slow hash is needed. The authorization server compares the same SHA-256.
 */
async function newClientSecret(
  environment: Environment,
): Promise<{ readonly text: string; readonly hash: string }> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)));
  const text = `ocs_${environment}_${random}`;
  return { text, hash: await sha256Hex(text) };
}

/**
 * Lists the caller's clients, newest first.
 */
export async function listClients(ctx: PartnerContext, page: PageRequest): Promise<readonly ClientRow[]> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const [rows] = await registry.batch([selectOwnClients(registry, partnerId, environment, page)]);
  return rows;
}

/** Returns a client of the caller's partner and environment, or `client_not_found` for another partner's. */
export async function getClient(ctx: PartnerContext, clientId: string): Promise<ClientRow | Failure> {
  const registry = registryOf(ctx);
  const [[client]] = await registry.batch([selectClientOfPartner(registry, ownClient(ctx, clientId))]);
  return ofOwnEnvironment(ctx, client, 'client_not_found');
}

type ClientChanges = { readonly [Name in keyof ClientFields]?: ClientFields[Name] | undefined };

/**
 * Changes the provided fields of a client. Removing a scope also removes it from every connection, so tokens
 * have lost it when this returns. Adding one requires new consent.
 */
export async function updateClient(
  ctx: PartnerContext,
  clientId: string,
  changes: ClientChanges,
): Promise<ClientRow | Failure> {
  const registry = registryOf(ctx);
  const loopback = refuseLoopback(ctx.principal.environment, changes.redirectUris ?? []);
  if (loopback) return loopback;
  const own = ownClient(ctx, clientId);
  const [[changed], [known]] = await registry.batch([
    updateOwnClient(registry, own, { ...presentFields(changes), updatedAt: ctx.nowMs }),
    selectClientOfPartner(registry, own),
  ]);
  const client = ofOwnEnvironment(ctx, changed ?? known, 'client_not_found');
  if (isFailure(client)) return client;
  if (changes.allowedScopes !== undefined) {
    const { allowedScopes } = changes;
    await inEachShard(ctx, (db) => db.batch([narrowConnections(db, clientId, allowedScopes)]));
    await registry.batch([narrowConsents(registry, clientId, allowedScopes)]);
  }
  return client;
}

/**
 * Replaces a client's secret. The old one fails as soon as this returns. Connections and tokens stay valid.
 * Rejects a public client, which has no secret.
 */
export async function rotateClientSecret(
  ctx: PartnerContext,
  clientId: string,
): Promise<{ readonly client: ClientRow; readonly secret: string } | Failure> {
  const registry = registryOf(ctx);
  const own = ownClient(ctx, clientId);
  const secret = await newClientSecret(ctx.principal.environment);
  const changes = { secretHash: secret.hash, secretRotatedAt: ctx.nowMs, updatedAt: ctx.nowMs };
  const [[rotated], [known]] = await registry.batch([
    updateOwnClient(registry, own, changes, WHERE_CONFIDENTIAL),
    selectClientOfPartner(registry, own),
  ]);
  if (rotated) return { client: rotated, secret: secret.text };
  const client = ofOwnEnvironment(ctx, known, 'client_not_found');
  return isFailure(client) ? client : fail('client_without_secret');
}

/**
 * Deletes a client. Ends every connection first, so that an interrupted deletion can be retried, then the
 * client, then any connections made meanwhile. Without a client no code can be exchanged, so no others can
 * follow. For a client that is already deleted, cleans up after a deletion that may have been interrupted and
 * returns `client_not_found`.
 */
export async function deleteClient(ctx: PartnerContext, clientId: string): Promise<Failure | null> {
  const registry = registryOf(ctx);
  const own = ownClient(ctx, clientId);
  const [[known]] = await registry.batch([selectClientOfPartner(registry, own, { includeDeleted: true })]);
  const client = ofOwnEnvironment(ctx, known, 'client_not_found');
  if (isFailure(client)) return client;
  const ofClient = eq(connections.clientId, clientId);
  const { environment } = ctx.principal;
  const endAll = () => inEachShard(ctx, (db) => endConnections(ctx, db, ofClient, environment));
  await endAll();
  if (client.status === 'deleted') return fail('client_not_found');
  await registry.batch([
    updateOwnClient(registry, own, {
      status: 'deleted',
      secretHash: '',
      updatedAt: ctx.nowMs,
    }),
  ]);
  await endAll();
  return null;
}
