import type { RequestContext } from '../http/context.ts';
import { describeFault } from '../http/log.ts';
import { projectKey, writeKeyRecord } from '../storage/key-projection.ts';
import type { KeyRow, PartnerRow } from '../storage/registry-schema.ts';

/**
 * Writes KV's record of a key that the registry already has. A failure is only logged: without its record the key is
 * found in the registry, while an error now would lose a secret that is shown only once.
 */
export async function projectNewKey(ctx: RequestContext, key: KeyRow, partner: PartnerRow): Promise<void> {
  try {
    await writeKeyRecord(ctx.env.apiKeys, key.hash, projectKey(key, partner));
  } catch (cause) {
    ctx.log.fault = describeFault(cause);
  }
}
