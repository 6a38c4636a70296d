import { DAY_MS } from '../clock.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { KeyRow } from '../storage/registry-schema.ts';
import type { MintedKey } from './mint-key.ts';

const ADVISED_ROTATION_MS = 90 * DAY_MS;

/** Maps a key to the wire, without its secret or hash. */
export function keyToWire(key: KeyRow, nowMs: number): Record<string, unknown> {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    status: statusOf(key, nowMs),
    prefix: key.prefix,
    last4: key.last4,
    created_at: isoInstant(key.createdAt),
    rotate_by: isoInstant(key.createdAt + ADVISED_ROTATION_MS),
    expires_at: isoInstantOrNull(key.expiresAt),
    last_used_at: isoInstantOrNull(key.lastUsedAt),
    rotated_to: key.rotatedTo,
  };
}

/** Maps a new key to the wire with its secret: no other answer holds one. */
export function mintedKeyToWire({ row, secret }: MintedKey, nowMs: number): Record<string, unknown> {
  return { ...keyToWire(row, nowMs), secret };
}

/** Returns the status, `expired` included, which is not stored: a rotated key reaches it when its grace ends. */
function statusOf(key: KeyRow, nowMs: number): KeyRow['status'] | 'expired' {
  const hasEnded = key.expiresAt !== null && nowMs >= key.expiresAt;
  return key.status === 'rotated' && hasEnded ? 'expired' : key.status;
}
