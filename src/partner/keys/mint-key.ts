import { displayParts, newKeySecret } from '#platform/access/credentials.ts';
import type { Environment } from '#platform/env.ts';
import { callKeyGuard } from '#platform/guards/call-guard.ts';
import type { ObjectAddress } from '#platform/guards/call-object.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { GuardRegion } from '#platform/regions.ts';
import { sha256Hex } from '#platform/storage/cryptography.ts';
import { newId } from '#platform/storage/ids.ts';
import type { KeyRow } from '#platform/storage/registry-schema.ts';

/** A new key's row and its secret. The secret exists only here and in the one answer that shows it. */
export interface MintedKey {
  readonly row: KeyRow;
  readonly secret: string;
}

/** Creates a key and its secret without storing them. */
export async function mintKey(
  {
    partnerId,
    environment,
    name,
    region,
    createdBy,
  }: {
    readonly partnerId: string;
    readonly environment: Environment;
    readonly name: string;
    readonly region: GuardRegion;
    readonly createdBy: string;
  },
  nowMs: number,
): Promise<MintedKey> {
  const secret = newKeySecret(environment);
  const row: KeyRow = {
    id: newId('key', nowMs),
    partnerId,
    environment,
    name,
    hash: await sha256Hex(secret),
    ...displayParts(secret),
    status: 'active',
    createdAt: nowMs,
    expiresAt: null,
    revokedAt: null,
    rotatedTo: null,
    lastUsedAt: null,
    region,
    createdBy,
  };
  return { row, secret };
}

/** Returns the identifier of a key's guard. */
export function guardOfKey({ id, region }: Pick<KeyRow, 'id' | 'region'>): ObjectAddress {
  return { name: id, region };
}

/**
 * Lets the guard of a key that is already in the registry write its KV record, after the answer. A failure
 * only costs the key's first requests a registry look-up, which then writes KV. Failing the request instead
 * would lose a secret that is shown only once.
 */
export function projectLater(ctx: RequestContext, key: Pick<KeyRow, 'id' | 'region'>): void {
  const projecting = callKeyGuard(ctx.env, guardOfKey(key), (guard) => guard.project(key.id));
  ctx.waitUntil(projecting.catch(() => undefined));
}
