import { forgetAdmissions } from '#platform/access/admit.ts';
import { forgetKey } from '#platform/access/known-keys.ts';
import type { Env } from '#platform/env.ts';
import { endAtKeyGuard, removeKeyRecord } from '#platform/guards/call-guard.ts';
import { changePlaces, projectPartner } from '#platform/guards/project-partner.ts';
import type { RequestContext } from '#platform/http/context.ts';
import type { Database } from '#platform/storage/database.ts';
import type { PartnerKeys } from '#platform/storage/partner-keys.ts';
import type { KeyRow, PartnerRow } from '#platform/storage/registry-schema.ts';
import { guardOfKey } from './mint-key.ts';
import { removeKeys, selectUsableKeys } from './repository.ts';
import { USABLE_KEYS_MAX } from './shared-repository.ts';

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

/** Keys that one call notifies at most: those of both environments. */
export const NOTIFIED_KEYS_MAX = 2 * USABLE_KEYS_MAX;

/**
 * Notifies every usable key of a terminated partner: its guard, which then writes KV and waits until no
 * earlier lease is outstanding. Tries all of them; throws StorageUnavailable if one failed, and a retry
 * notifies it. No key is missed, because the registry creates none for a terminated partner.
 */
export async function notifyKeysOfTermination(
  env: Pick<Env, 'keyGuards' | 'apiKeys' | 'isLocal'>,
  registry: Database,
  partner: PartnerRow,
  terminatedAtMs: number,
): Promise<void> {
  const [keys] = await registry.batch([selectUsableKeys(registry, partner.id, terminatedAtMs)]);
  const notified = await Promise.allSettled(
    keys.map(async (key) => {
      await endAtKeyGuard(env, guardOfKey(key), (guard) => guard.endPartner(key.id, terminatedAtMs));
      forgetAdmissions(env, key.id);
      forgetKey(env, key.id);
    }),
  );
  for (const outcome of notified) if (outcome.status === 'rejected') throw outcome.reason;
}

/**
 * Deletes keys for good: their KV records first, each by the key's guard, so that after an interruption the registry still
 * has the keys and the next run continues. Throws StorageUnavailable.
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
