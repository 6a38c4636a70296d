import { MINUTE_MS } from '../clock.ts';
import type { RequestContext } from '../http/context.ts';
import { sha256Hex } from '../storage/digest.ts';
import type { AccessGrant } from './access-grant.ts';

/** A grant is assumed to be unchanged for this long while it is being verified. */
const FRESH_MS = MINUTE_MS;
const KNOWN_GRANTS_MAX = 10_000;

interface KnownGrant {
  readonly grant: AccessGrant;
  readonly readAtMs: number;
}

/**
 * Grants of access tokens verified by this isolate within the last minute, by token hash, for each set of stores. A known
 * grant is enough to start a read but not to respond, because every request verifies its token.
 */
const memories = new WeakMap<D1Database, Map<string, KnownGrant>>();

/** Returns a token's grant when it was last verified here, or null. */
export async function recallGrant(ctx: RequestContext, token: string): Promise<AccessGrant | null> {
  const known = memoryOf(ctx);
  if (known.size === 0) return null;
  const found = known.get(await sha256Hex(token));
  if (!found || found.readAtMs > ctx.nowMs || ctx.nowMs >= found.readAtMs + FRESH_MS) return null;
  return found.grant;
}

/** Remembers a token's grant as just verified. Null forgets it. Drops the oldest grant if there are too many. */
export async function noteGrant(
  ctx: RequestContext,
  token: string,
  grant: AccessGrant | null,
): Promise<void> {
  const hash = await sha256Hex(token);
  const known = memoryOf(ctx);
  // Deletes first, so the map keeps the order of verification.
  known.delete(hash);
  if (grant === null) return;
  known.set(hash, { grant, readAtMs: ctx.nowMs });
  const [oldest] = known.keys();
  if (known.size > KNOWN_GRANTS_MAX && oldest !== undefined) known.delete(oldest);
}

/** Returns whether a verified credential equals the assumed grant. */
export function isSameGrant(assumed: AccessGrant, verified: object): boolean {
  return JSON.stringify(assumed) === JSON.stringify(verified);
}

function memoryOf({ env }: RequestContext): Map<string, KnownGrant> {
  const known = memories.get(env.registry) ?? new Map<string, KnownGrant>();
  memories.set(env.registry, known);
  return known;
}
