import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { ofOwnEnvironment } from '../http/own-environment.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import { ownClient, selectClientOfPartner, updateOwnClient, WHERE_CONFIDENTIAL } from './repository.ts';

/**
 * Replaces a client's secret; the old one fails as soon as this returns. Connections and tokens stay as they
 * are. Rejects a public client, which has none.
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
