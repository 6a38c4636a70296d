import { forgetKey } from '../access/known-keys.ts';
import { changePlaces } from '../guards/project-partner.ts';
import type { RequestContext } from '../http/context.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';

/**
 * Copies changed places of a partner from the registry to each of its keys, waits until no isolate holds a
 * lease with earlier ones, and drops what this isolate remembers of the keys. Returns the partner; null if
 * the registry has none. Throws StorageUnavailable; a retry is safe.
 */
export async function refreshKeys(ctx: RequestContext, partnerId: string): Promise<PartnerRow | null> {
  const changed = await changePlaces(ctx.env, ctx.log, partnerId);
  for (const { id } of changed?.keys ?? []) forgetKey(ctx.env, id);
  return changed?.partner ?? null;
}
