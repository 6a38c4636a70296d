import { DAY_MS } from '../clock.ts';
import { type Failure, fail } from '../http/errors.ts';
import { type KeyRecord, TERMINATION_GRACE_MS } from '../storage/key-projection.ts';

/** An expired key is reported as expired for this long. After that it is unknown. */
const EXPIRED_REPORTED_MS = 90 * DAY_MS;

/** Returns the failure of a key that is no longer valid, or null if it is valid. */
export function invalidReason(record: KeyRecord, nowMs: number): Failure | null {
  if (record.status === 'revoked' || isPurged(record.partner, nowMs)) return fail('invalid_api_key');
  return record.expiresAt !== null && nowMs >= record.expiresAt ? expiredKey(record.expiresAt, nowMs) : null;
}

/** Returns whether the partner's grace period has ended, which ends its keys even before the purge runs. */
function isPurged({ status, terminatedAt }: KeyRecord['partner'], nowMs: number): boolean {
  return status === 'purged' || (terminatedAt !== null && nowMs >= terminatedAt + TERMINATION_GRACE_MS);
}

/** Returns the failure of an expired key: `expired_api_key` for 90 days, then `invalid_api_key`. */
export function expiredKey(expiresAtMs: number, nowMs: number): Failure {
  const isForgotten = nowMs >= expiresAtMs + EXPIRED_REPORTED_MS;
  return fail(isForgotten ? 'invalid_api_key' : 'expired_api_key');
}
