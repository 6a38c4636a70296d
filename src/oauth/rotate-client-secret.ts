import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import { ownClient, updateOwnClient } from './repository.ts';

/**
 * Replaces a client's secret; the old one fails as soon as this returns. Connections and tokens stay as they
 * are.
 */
export async function rotateClientSecret(
  ctx: PartnerContext,
  clientId: string,
): Promise<{ readonly client: ClientRow; readonly secret: string } | Failure> {
  const registry = registryOf(ctx);
  const { secret, hash } = await newClientSecret(ctx.principal.environment);
  const [[client]] = await registry.batch([
    updateOwnClient(registry, ownClient(ctx, clientId), {
      secretHash: hash,
      secretRotatedAt: ctx.nowMs,
      updatedAt: ctx.nowMs,
    }),
  ]);
  return client ? { client, secret } : fail('client_not_found');
}
