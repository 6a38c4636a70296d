import type { Env } from '#platform/env.ts';
import { type Failure, invalid } from '#platform/http/errors.ts';

type Place = Pick<Env, 'isLocal' | 'baseUrl'>;

const PORTS = ['', '8443'];
const LOCAL_HOSTS = ['127.0.0.1', 'localhost'];
/**
 * Two labels or more. The last one starts with a letter, so it is not an IP address. IDNs are in ASCII form
 * here.
 */
const PUBLIC_HOST = /^([a-z0-9_]([a-z0-9_-]*[a-z0-9_])?\.)+[a-z]([a-z0-9-]*[a-z0-9])?$/;
/** Names that never exist on the public internet (RFC 6761, 6762, 8375, 9476). */
const PRIVATE_HOST = /(^|\.)(localhost|local|internal|arpa|alt|onion|invalid)$/;

/**
 * Returns why events may not be sent to an address, or null if they may. A name can resolve to any address by
 * the time of an attempt, but the Worker fetches only through the public internet
 * (`global_fetch_strictly_public`), where private addresses are unreachable.
 */
export function addressProblem(env: Place, address: string): string | null {
  if (/[\s\\\p{Cc}]/u.test(address) || !URL.canParse(address)) return 'must be an absolute address';
  const url = new URL(address);
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(address)) {
    return 'must not contain user info';
  }
  if (isOwnHost(env, url)) return 'must not be an address of this service';
  if (env.isLocal && url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname)) return null;
  if (url.protocol !== 'https:') return 'must be https';
  if (!PORTS.includes(url.port)) return 'must be on port 443 or 8443';
  if (!PUBLIC_HOST.test(url.hostname) || PRIVATE_HOST.test(url.hostname)) {
    return 'must have a public host name, not an address, and no trailing dot';
  }
  return null;
}

/** Rejects an address to which events may not be sent. */
export function refuseAddress(env: Place, address: string | undefined): Failure | null {
  const message = address === undefined ? null : addressProblem(env, address);
  return message === null ? null : invalid({ pointer: '/url', code: 'address_not_allowed', message });
}

/** A local installation and its receiver share a host, so only the port distinguishes them. */
function isOwnHost({ isLocal, baseUrl }: Place, url: URL): boolean {
  const own = new URL(baseUrl);
  return isLocal
    ? url.host === own.host
    : url.hostname === own.hostname || url.hostname.endsWith(`.${own.hostname}`);
}
