import { callKeyGuard } from '../guards/call-guard.ts';
import type { RequestContext } from '../http/context.ts';
import type { KeyRow } from '../storage/registry-schema.ts';
import { guardOfKey } from './guard-of-key.ts';

/**
 * Makes the guard of a key that the registry already has write KV's record of it, after the answer. A failure
 * only costs the key's first requests a look-up in the registry, which then writes it to KV; an error now
 * would lose a secret that is shown only once.
 */
export function projectLater(ctx: RequestContext, key: Pick<KeyRow, 'id' | 'region'>): void {
  const projecting = callKeyGuard(ctx.env, guardOfKey(key), (guard) => guard.project(key.id));
  ctx.waitUntil(projecting.catch(() => undefined));
}
