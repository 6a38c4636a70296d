import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import { ownClient, selectOwnClient, updateOwnClient, WHERE_CONFIDENTIAL } from './repository.ts';

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
    selectOwnClient(registry, own),
  ]);
  if (rotated) return { client: rotated, secret: secret.text };
  return fail(known ? 'client_without_secret' : 'client_not_found');
}
