import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import { inEachShard } from '../http/partner-shards.ts';
import { presentFields } from '../records/present-fields.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import type { ClientFields } from './create-client.ts';
import { refuseLoopback } from './redirect-uri.ts';
import { narrowConnections, ownClient, selectClientOfPartner, updateOwnClient } from './repository.ts';
import { narrowConsents } from './shared-repository.ts';

type ClientChanges = { readonly [Name in keyof ClientFields]?: ClientFields[Name] | undefined };

/**
 * Changes the provided fields of a client. A scope that is removed is removed from every connection too, so
 * tokens lose it before this returns. A scope that is added needs new consent.
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
