import { forgetKey } from '../access/known-keys.ts';
import { changePlaces, projectPartner } from '../guards/project-partner.ts';
import type { RequestContext } from '../http/context.ts';
import type { PartnerKeys } from '../storage/partner-keys.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';

/**
 * Copies changed places of a partner from the registry to each of its keys, waits until no isolate holds a
 * lease with earlier ones, and drops what this isolate remembers of the keys. Returns the partner; null if
 * the registry has none. Throws StorageUnavailable; a retry is safe.
 */
export async function refreshPlaces(ctx: RequestContext, partnerId: string): Promise<PartnerRow | null> {
  return forgetKeys(ctx, await changePlaces(ctx.env, ctx.log, partnerId));
}

/**
 * Brings what the registry changed about a partner to the record of each of its keys, and drops what this isolate remembers
 * of them; others go on with what they know for some minutes. Returns the partner; null if the registry has none. Throws
 * StorageUnavailable: a retry repeats it.
 */
export async function refreshRecords(ctx: RequestContext, partnerId: string): Promise<PartnerRow | null> {
  return forgetKeys(ctx, await projectPartner(ctx.env, ctx.log, partnerId));
}

function forgetKeys(ctx: RequestContext, changed: PartnerKeys | null): PartnerRow | null {
  for (const { id } of changed?.keys ?? []) forgetKey(ctx.env, id);
  return changed?.partner ?? null;
}
