import type { Env } from '../env.ts';
import { tellKeysOfTermination } from '../keys/tell-keys-of-termination.ts';
import { endConnectionsOfPartner } from '../oauth/end-connections.ts';
import type { Database, StorageMeter } from '../storage/database.ts';
import { noteAccessEnded, type PartnerRow, selectPartnersToTell } from './repository.ts';

/** Partners that one step works on: each costs a message to every key's guard. */
const STEP_PARTNERS = 5;
/** No record may be written into KV behind a purge, so nobody is told in the last hour before it. */
const BEFORE_PURGE_MS = 3_600_000;

/**
 * Ends every athlete's token of a terminated partner and tells every key's guard and KV record. Idempotent.
 * Throws StorageUnavailable where one could not be told; `finishTerminations` goes on then.
 */
export async function endAccess(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  partner: PartnerRow,
  nowMs: number,
): Promise<void> {
  const terminatedAtMs = partner.terminatedAt;
  if (terminatedAtMs === null) throw new Error('a terminated partner has no date');
  await endConnectionsOfPartner(env, meter, partner.id, terminatedAtMs);
  await tellKeysOfTermination(env, registry, partner, terminatedAtMs);
  await registry.batch([noteAccessEnded(registry, partner.id, nowMs)]);
}

/**
 * One bounded step of terminations that were cut off before every key had been told. All are tried, whatever
 * becomes of one; throws StorageUnavailable then, and the next run tries again.
 */
export async function finishTerminations(
  env: Env,
  meter: StorageMeter,
  registry: Database,
  nowMs: number,
): Promise<{ readonly partners: number; readonly isDone: boolean }> {
  const [open] = await registry.batch([
    selectPartnersToTell(registry, nowMs + BEFORE_PURGE_MS, STEP_PARTNERS),
  ]);
  const ended = await Promise.allSettled(
    open.map((partner) => endAccess(env, meter, registry, partner, nowMs)),
  );
  for (const outcome of ended) if (outcome.status === 'rejected') throw outcome.reason;
  return { partners: open.length, isDone: open.length < STEP_PARTNERS };
}
