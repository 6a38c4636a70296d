import * as z from 'zod/mini';
import { DAY_MS } from '#platform/clock.ts';
import { ENVIRONMENTS } from '#platform/env.ts';
import { exactly } from '#platform/http/answer.ts';
import { described, describedCopy, documented } from '#platform/http/openapi-metadata.ts';
import { instant, isoInstant, isoInstantOrNull } from '#platform/http/wire-fields.ts';
import { GUARD_REGIONS } from '#platform/regions.ts';
import { exampleIdOf } from '#platform/storage/ids.ts';
import type { KeyRow } from '#platform/storage/registry-schema.ts';

/** A new key's row and its secret. The secret exists only here and in the one answer that shows it. */
export interface MintedKey {
  readonly row: KeyRow;
  readonly secret: string;
}

/** Age at which we advise rotating a key. The key does not expire. */
export const ADVISED_ROTATION_MS = 90 * DAY_MS;

export const ApiKey = documented(
  z.object({
    id: z.string(),
    name: z.string(),
    environment: z.enum(ENVIRONMENTS),
    region: described(z.enum(GUARD_REGIONS), 'Region that counts its requests. Never changes.'),
    status: z.enum(['active', 'rotated', 'revoked', 'expired']),
    prefix: described(z.string(), 'First characters of the secret, for recognizing the key.'),
    last4: z.string(),
    created_at: instant,
    rotate_by: describedCopy(instant, 'Rotate the key by this time, 90 days after creation.'),
    expires_at: z.nullable(instant),
    last_used_at: z.nullable(instant),
    rotated_to: z.nullable(z.string()),
  }),
  { id: 'ApiKey' },
);

export type ApiKey = z.output<typeof ApiKey>;

export const ApiKeyWithSecret = documented(
  z.extend(ApiKey, {
    secret: described(z.string(), 'The full key, shown only once. It cannot be retrieved later.'),
  }),
  { id: 'ApiKeyWithSecret' },
);

export type ApiKeyWithSecret = z.output<typeof ApiKeyWithSecret>;

export const keyExample: ApiKey = {
  id: exampleIdOf('key'),
  name: 'Backend, production',
  environment: 'test',
  region: 'weur',
  status: 'active',
  prefix: 'sk_test_4fGh',
  last4: 'x9Qz',
  created_at: '2026-11-21T09:30:00.000Z',
  rotate_by: '2027-02-19T09:30:00.000Z',
  expires_at: null,
  last_used_at: null,
  rotated_to: null,
};

/** Maps a key to its wire form, without its secret or hash. */
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

/** Returns the time by which we advise rotating a key. */
export function rotateBy({ createdAt }: KeyRow): string {
  return isoInstant(createdAt + ADVISED_ROTATION_MS);
}

/** Maps a new key to its wire form, with its secret. No other answer contains the secret. */
export function mintedKeyToWire({ row, secret }: MintedKey, nowMs: number): ApiKeyWithSecret {
  return exactly({ ...keyToWire(row, nowMs), secret });
}

/**
 * Returns the status of a key. `expired` is derived, not stored: a rotated key whose grace period has ended.
 */
function statusOf(key: KeyRow, nowMs: number): KeyRow['status'] | 'expired' {
  const hasEnded = key.expiresAt !== null && nowMs >= key.expiresAt;
  return key.status === 'rotated' && hasEnded ? 'expired' : key.status;
}
