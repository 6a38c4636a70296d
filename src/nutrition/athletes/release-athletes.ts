import type { Env } from '#platform/env.ts';
import { callDirectory } from '#platform/guards/call-guard.ts';
import type { Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { selectHomeRegions } from '#platform/storage/partner.ts';

/**
 * Releases every `external_id` of these athletes from their partners' directories, with one call per partner
 * and environment. Throws StorageUnavailable if a directory does not answer.
 */
export async function releaseAthletes(
  env: Pick<Env, 'directories' | 'isLocal'>,
  registry: Database,
  athletes: readonly { readonly id: string; readonly partnerId: string }[],
): Promise<void> {
  if (athletes.length === 0) return;
  const partnerIds = athletes.map(({ partnerId }) => partnerId);
  const [homes] = await registry.batch([selectHomeRegions(registry, [...new Set(partnerIds)])]);
  const regionOf = new Map(homes.map(({ id, homeRegion }) => [id, homeRegion]));
  const owned = athletes.flatMap(({ id, partnerId }) => {
    const environment = parseAthleteId(id)?.environment;
    const homeRegion = regionOf.get(partnerId);
    return environment && homeRegion ? [{ id, partnerId, environment, homeRegion }] : [];
  });
  const byDirectory = Map.groupBy(owned, ({ partnerId, environment }) => `${environment} ${partnerId}`);
  await Promise.all(
    [...byDirectory.values()].map(async (released) => {
      const [owner] = released;
      const ids = released.map(({ id }) => id);
      if (owner) await callDirectory(env, owner, (directory) => directory.release(ids));
    }),
  );
}
