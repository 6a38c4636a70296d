import { exactly } from '../http/answer.ts';
import { isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { KeyRow } from '../storage/registry-schema.ts';
import { ADVISED_ROTATION_MS } from './advised-rotation.ts';
import type { ApiKey, ApiKeyWithSecret } from './answers.ts';
import type { MintedKey } from './mint-key.ts';

/** Maps a key to the wire, without its secret or hash. */
export function keyToWire(key: KeyRow, nowMs: number): ApiKey {
  return {
    id: key.id,
    name: key.name,
    environment: key.environment,
    region: key.region,
    status: statusOf(key, nowMs),
    prefix: key.prefix,
    last4: key.last4,
    created_at: isoInstant(key.createdAt),
    rotate_by: rotateBy(key),
    expires_at: isoInstantOrNull(key.expiresAt),
    last_used_at: isoInstantOrNull(key.lastUsedAt),
    rotated_to: key.rotatedTo,
  };
}

/** Returns the instant by which rotation of a key is advised. */
export function rotateBy({ createdAt }: KeyRow): string {
  return isoInstant(createdAt + ADVISED_ROTATION_MS);
}

/** Maps a new key to the wire with its secret, which no other answer contains. */
export function mintedKeyToWire({ row, secret }: MintedKey, nowMs: number): ApiKeyWithSecret {
  return exactly({ ...keyToWire(row, nowMs), secret });
}

/** Returns the status of a key. `expired` is not stored: a rotated key has it once its grace has ended. */
function statusOf(key: KeyRow, nowMs: number): KeyRow['status'] | 'expired' {
  const hasEnded = key.expiresAt !== null && nowMs >= key.expiresAt;
  return key.status === 'rotated' && hasEnded ? 'expired' : key.status;
}
