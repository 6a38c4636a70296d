import { forgetAdmissions } from '#platform/access/admit.ts';
import { forgetKey } from '#platform/access/find-key.ts';
import type { Env } from '#platform/env.ts';
import {
  endAtKeyGuard,
  followPartner,
  projectPartner,
  removeKeyRecord,
} from '#platform/guards/call-guard.ts';
import { settleAll } from '#platform/guards/call-object.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Database } from '#platform/storage/database.ts';
import type { PartnerKeys } from '#platform/storage/partner.ts';
import type { KeyRow, PartnerRow } from '#platform/storage/registry-schema.ts';
import { guardOfKey } from './keys.ts';
import { removeKeys, selectUsableKeys } from './repository.ts';

/**
 * Copies a partner's changed regions and shards from the registry to each of its keys, waits for leases with
 * the old ones to end, and clears this isolate's cache of the keys. Returns the partner, or null if the
 * registry has none. Throws StorageUnavailable; retrying is safe.
 */
export async function refreshLocations(ctx: RequestContext, partnerId: string): Promise<PartnerRow | null> {
  return forgetKeys(ctx, await followPartner(ctx.env, ctx.log, partnerId));
}

/**
 * Copies a partner's changes from the registry to the record of each of its keys and clears this isolate's
 * cache of them. Other isolates use their cached copies for a few more minutes. Returns the partner, or null
 * if the registry has none. Throws StorageUnavailable; retrying is safe.
 */
export async function refreshRecords(ctx: RequestContext, partnerId: string): Promise<PartnerRow | null> {
  return forgetKeys(ctx, await projectPartner(ctx.env, ctx.log, partnerId));
}

function forgetKeys(ctx: RequestContext, changed: PartnerKeys | null): PartnerRow | null {
  for (const { id } of changed?.keys ?? []) forgetKey(ctx.env, id);
  return changed?.partner ?? null;
}

/**
 * Notifies the guard of every usable key of a terminated partner. Each guard writes KV and waits until no
 * earlier lease is outstanding. Tries every key, then throws StorageUnavailable if any failed; a retry
 * notifies those again. No key is missed, because the registry creates none for a terminated partner.
 */
export async function notifyKeysOfTermination(
  env: Pick<Env, 'keyGuards' | 'apiKeys' | 'isLocal'>,
  registry: Database,
  partner: PartnerRow,
  terminatedAtMs: number,
): Promise<void> {
  const [keys] = await registry.batch([selectUsableKeys(registry, partner.id, terminatedAtMs)]);
  await settleAll(
    keys.map(async (key) => {
      await endAtKeyGuard(env, guardOfKey(key), (guard) => guard.endPartner(key.id, terminatedAtMs));
      forgetAdmissions(env, key.id);
      forgetKey(env, key.id);
    }),
  );
}

/**
 * Permanently deletes keys. Each key's guard deletes its KV record first, so after an interruption the
 * registry still lists the keys and the next run continues. Throws StorageUnavailable.
 */
export async function deleteKeys(
  env: Pick<Env, 'keyGuards' | 'isLocal'>,
  registry: Database,
  keys: readonly Pick<KeyRow, 'id' | 'hash' | 'region'>[],
): Promise<void> {
  if (keys.length === 0) return;
  await Promise.all(keys.map((key) => removeKeyRecord(env, guardOfKey(key), key.hash)));
  await registry.batch([
    removeKeys(
      registry,
      keys.map(({ id }) => id),
    ),
  ]);
}
