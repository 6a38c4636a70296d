import type { ErrorCode } from './error-codes.ts';
import type { Route } from './route.ts';

/** Returns every failure that a route can return: its own `errors` and those of every route of its kind. */
export function errorsOf(route: Route): ReadonlySet<ErrorCode> {
  const codes = new Set<ErrorCode>([
    ...route.errors,
    'validation_failed',
    'https_required',
    'foreign_origin',
    'internal_error',
    'temporarily_unavailable',
  ]);
  if (route.method !== 'GET') {
    codes.add(route.file ? 'unreadable_file' : 'malformed_json');
    codes.add('payload_too_large');
    codes.add('body_timeout');
    codes.add('unsupported_media_type');
  }
  if (route.access !== 'public') {
    codes.add('storage_full');
    codes.add('missing_authorization');
    codes.add('invalid_api_key');
  }
  if (route.idempotent) codes.add('idempotency_key_reused');
  if (route.access === 'operator') {
    for (const code of ['route_not_found', 'rate_limited'] as const) codes.add(code);
  }
  if (route.access === 'partner') {
    for (const code of ['expired_api_key', 'environment_mismatch', 'rate_limited'] as const) codes.add(code);
    for (const code of ['invalid_token', 'insufficient_scope'] as const) codes.add(code);
    // A token can do nothing during a suspension, whatever stays open for keys.
    codes.add('partner_suspended');
    if (!route.afterTermination) codes.add('partner_terminated');
  }
  return codes;
}
