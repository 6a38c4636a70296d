import { hashExternalId } from '#nutrition/athletes/external-hash.ts';
import type { Env } from '#platform/env.ts';
import { callDirectory } from '#platform/guards/call-guard.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow, RehomeRow } from '#platform/storage/athlete-schema.ts';
import type { Database, StorageMeter } from '#platform/storage/database.ts';
import { sha256Hex } from '#platform/storage/digest.ts';
import { requireAddressOfAthlete } from '#platform/storage/ids.ts';
import { selectPartner } from '#platform/storage/partner.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import { deleteRehome, selectErasure, selectWhoever, showOldAgain } from './rehome-repository.ts';
import {
  blankAthletes,
  blankRehoming,
  deleteCreationAnswers,
  insertIntoLedger,
  recordApplied,
} from './repository.ts';

/** The stores that a move ends in, and the clock. */
export interface Stores {
  readonly env: Pick<Env, 'athleteDatabases' | 'directories' | 'isLocal' | 'lookupKey'>;
  readonly meter: StorageMeter;
  readonly registry: Database;
  /** The database of the old record. */
  readonly from: Database;
  readonly nowMs: number;
}

/**
 * Ends a move that stopped, so that the athlete has one record. If its copy is shown, the old record is erased.
 * Otherwise the copy is blanked, and only then the old record shown again: a blanked copy can never be shown, so
 * no request that is still at work can make a second one. Idempotent, and safe to run concurrently. Throws
 * StorageUnavailable.
 */
export async function endRehome(
  stores: Stores,
  old: AthleteRow,
  rehome: RehomeRow,
): Promise<'completed' | 'undone'> {
  const { env, meter, registry, from } = stores;
  const { newAthleteId } = rehome;
  const to = requireAthleteDatabase(env, meter, requireAddressOfAthlete(newAthleteId));
  const [, [copy]] = await to.batch([blankRehoming(to, newAthleteId), selectWhoever(to, newAthleteId)]);
  if (copy?.status === 'live') {
    await completeRehome(stores, old, rehome);
    return 'completed';
  }
  // A record that was shown and then erased is in the ledger; a blanked copy is not.
  const [[erased]] = await registry.batch([selectErasure(registry, await sha256Hex(newAthleteId))]);
  if (erased) {
    await eraseOld(stores, old);
    return 'completed';
  }
  await from.batch([showOldAgain(from, rehome), deleteRehome(from, rehome)]);
  return 'undone';
}

/** Points the partner's directory at the new record, which is shown, and begins the erasure of the old one. */
export async function completeRehome(stores: Stores, old: AthleteRow, rehome: RehomeRow): Promise<void> {
  const { env, registry } = stores;
  const [[partner]] = await registry.batch([selectPartner(registry, old.partnerId)]);
  if (partner && old.externalId !== null) await pointDirectory(env, partner, old, rehome.newAthleteId);
  await eraseOld(stores, old);
}

async function eraseOld({ registry, from, nowMs }: Stores, old: AthleteRow): Promise<void> {
  const idHash = await sha256Hex(old.id);
  const { environment, shard } = requireAddressOfAthlete(old.id);
  await registry.batch([insertIntoLedger(registry, { idHash, environment, shard, erasedAt: nowMs })]);
  await from.batch([
    // Whether it is hidden or not: a restore of its database may have shown it again.
    blankAthletes(from, [old.id]),
    deleteCreationAnswers(from, [old.id]),
    recordApplied(from, [idHash], nowMs),
  ]);
}

async function pointDirectory(
  env: Stores['env'],
  { id: partnerId, homeRegion }: PartnerRow,
  old: AthleteRow,
  newId: string,
): Promise<void> {
  const { environment } = requireAddressOfAthlete(old.id);
  const externalHash = await hashExternalId(env, partnerId, old.externalId ?? '');
  await callDirectory(env, { partnerId, environment, homeRegion }, async (directory) => {
    const version = await directory.versionOf({ externalHash, athleteId: old.id });
    if (version !== null) await directory.confirm({ externalHash, athleteId: newId, version });
  });
}
