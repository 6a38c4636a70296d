import { type PartnerContext, registryOf } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';
import type { ClientRow } from '../storage/registry-schema.ts';
import { newClientSecret } from './client-secret.ts';
import { updateOwnClient } from './repository.ts';

/** Replaces the secret; the old one fails from the answer on. Connections and tokens stay as they are. */
export async function rotateClientSecret(
  ctx: PartnerContext,
  clientId: string,
): Promise<{ readonly client: ClientRow; readonly secret: string } | Failure> {
  const registry = registryOf(ctx);
  const { partnerId, environment } = ctx.principal;
  const { secret, hash } = await newClientSecret(environment);
  const [[client]] = await registry.batch([
    updateOwnClient(registry, partnerId, environment, clientId, {
      secretHash: hash,
      secretRotatedAt: ctx.nowMs,
      updatedAt: ctx.nowMs,
    }),
  ]);
  return client ? { client, secret } : fail('client_not_found');
}
