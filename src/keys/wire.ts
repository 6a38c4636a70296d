import { DAY_MS } from '../clock.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { KeyRow } from '../storage/registry-schema.ts';
import type { MintedKey } from './mint-key.ts';

const ADVISED_ROTATION_MS = 90 * DAY_MS;

/** A key as the wire shows it. Never its secret or hash. */
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

/** A new key with its secret: the only answer that ever holds one. */
export function mintedKeyToWire({ row, secret }: MintedKey, nowMs: number): Record<string, unknown> {
  return { ...keyToWire(row, nowMs), secret };
}

/** `expired` is not stored: it is what a rotated key becomes when its grace ends. */
function statusOf(key: KeyRow, nowMs: number): KeyRow['status'] | 'expired' {
  const hasEnded = key.expiresAt !== null && nowMs >= key.expiresAt;
  return key.status === 'rotated' && hasEnded ? 'expired' : key.status;
}
