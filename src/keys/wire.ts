import * as z from 'zod/mini';
import { described, describedCopy, documented } from '../http/documentation.ts';
import { instant, isoInstant, isoInstantOrNull } from '../http/wire-fields.ts';
import type { apiKeys } from '../storage/registry-schema.ts';
import type { MintedKey } from './mint-key.ts';

export type KeyRow = typeof apiKeys.$inferSelect;

const ADVISED_ROTATION_MS = 90 * 86_400_000;

export const ApiKey = documented(
  z.object({
    id: z.string(),
    name: z.string(),
    environment: z.enum(['test', 'live']),
    status: z.enum(['active', 'rotated', 'revoked', 'expired']),
    prefix: described(z.string(), 'The first characters of the secret, to tell keys apart.'),
    last4: z.string(),
    created_at: instant,
    rotate_by: describedCopy(instant, '90 days after creation: when rotation is advised.'),
    expires_at: z.nullable(instant),
    last_used_at: z.nullable(instant),
    rotated_to: z.nullable(z.string()),
  }),
  { id: 'ApiKey' },
);

export const ApiKeyWithSecret = documented(
  z.extend(ApiKey, {
    secret: described(z.string(), 'The whole key. Shown this once; it cannot be retrieved later.'),
  }),
  { id: 'ApiKeyWithSecret' },
);

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

export const keyExample = {
  id: 'key_01kajz8w3t5v9c2b7n4m6q8r0s',
  name: 'Backend, production',
  environment: 'test',
  status: 'active',
  prefix: 'sk_test_4fGh',
  last4: 'x9Qz',
  created_at: '2026-11-21T09:30:00.000Z',
  rotate_by: '2027-02-19T09:30:00.000Z',
  expires_at: null,
  last_used_at: null,
  rotated_to: null,
};
