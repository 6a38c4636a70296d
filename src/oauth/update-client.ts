import { and, eq, sql } from 'drizzle-orm';
import { databaseOfPartner, type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import { presentFields } from '../records/present-fields.ts';
import { connections } from '../storage/athlete-schema.ts';
import { isOneOf } from '../storage/one-of.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import type { ClientFields } from './create-client.ts';
import { refuseLoopback } from './redirect-uri.ts';
import { updateOwnClient } from './repository.ts';

type ClientChanges = { readonly [Name in keyof ClientFields]?: ClientFields[Name] | undefined };

/**
 * Changes the fields that are given. Where scopes are taken away they are taken from every connection too,
 * so tokens that were issued with them lose them before the answer. Adding a scope needs new consent.
 */
export async function updateClient(
  ctx: PartnerContext,
  clientId: string,
  changes: ClientChanges,
): Promise<ClientRow | Failure> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const loopback = refuseLoopback(environment, changes.redirectUris ?? []);
  if (loopback) return loopback;
  const [[client]] = await registry.batch([
    updateOwnClient(registry, partnerId, environment, clientId, {
      ...presentFields(changes),
      updatedAt: ctx.nowMs,
    }),
  ]);
  if (!client) return fail('client_not_found');
  if (changes.allowedScopes !== undefined) await narrowConnections(ctx, clientId, changes.allowedScopes);
  return client;
}

async function narrowConnections(
  ctx: PartnerContext,
  clientId: string,
  allowedScopes: readonly string[],
): Promise<void> {
  const db = databaseOfPartner(ctx);
  const isAllowed = isOneOf(sql`value`, allowedScopes);
  const narrowed = sql`(SELECT json_group_array(value) FROM json_each(${connections.scopes}) WHERE ${isAllowed})`;
  await db.batch([
    db
      .update(connections)
      .set({ scopes: narrowed })
      .where(and(eq(connections.clientId, clientId), eq(connections.status, 'active'))),
  ]);
}
