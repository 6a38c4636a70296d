import type { Environment } from '../env.ts';
import type { RequestContext, Tier } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { challenge } from '../http/scopes.ts';
import { dropOldest, memoryOf } from '../isolate-memory.ts';
import { sha256Hex } from '../storage/cryptography.ts';
import { refuseAddress } from './failed-attempts.ts';

/** The connection, athlete and scopes of a valid access token. */
export interface AccessGrant {
  readonly connectionId: string;
  readonly clientId: string;
  readonly partnerId: string;
  readonly environment: Environment;
  readonly shard: string;
  readonly athleteId: string;
  readonly athleteTier: Tier;
  readonly scopes: readonly string[];
  /** Whether the partner is suspended. The token then works for nothing. */
  readonly isSuspended: boolean;
}

/** Returns the grant of an access token, or null if the token is unknown, expired or revoked. */
export type VerifyAccessToken = (ctx: RequestContext, token: string) => Promise<AccessGrant | null>;

/** A token's caller. */
export interface TokenCaller {
  /** The grant as last verified. Its connection, partner and athlete never change, but it may have ended or lost scopes. */
  readonly grant: AccessGrant;
  /** Returns the grant as its database has it now, or the refusal of a token that has ended. */
  readonly verify: () => Promise<AccessGrant | Failure>;
}

/**
 * Grants that this isolate has found valid, by token hash, for each set of stores. As with a key, one is enough to know the
 * caller but not to admit it: every request verifies its token.
 */
const memories = new WeakMap<D1Database, Map<string, AccessGrant>>();
const KNOWN_GRANTS_MAX = 10_000;

/**
 * Returns the caller of a well-formed access token, from this isolate's memory if `mayRecall`, otherwise from the token's
 * database. `admit` verifies a recalled one.
 */
export async function findGrant(
  ctx: RequestContext,
  token: string,
  {
    address,
    verifyAccessToken,
    mayRecall,
  }: {
    readonly address: string | undefined;
    readonly verifyAccessToken: VerifyAccessToken;
    readonly mayRecall: boolean;
  },
): Promise<TokenCaller | Failure> {
  const hash = await sha256Hex(token);
  const known = memoryOf(memories, ctx.env.registry, () => new Map());
  const verify = async () => {
    const grant = await verifyAccessToken(ctx, token);
    // Deletes first, so the map keeps the order of verification.
    known.delete(hash);
    if (!grant) return refuseToken(ctx, address);
    known.set(hash, grant);
    dropOldest(known, KNOWN_GRANTS_MAX);
    return grant;
  };
  const recalled = mayRecall ? known.get(hash) : undefined;
  const grant = recalled ?? (await verify());
  if (isFailure(grant)) return grant;
  identifyInLog(ctx, grant);
  return { grant, verify: recalled ? verify : async () => grant };
}

/** Rejects a token that is malformed, unknown, expired or revoked, and counts the failure against its address. */
export function refuseToken(ctx: RequestContext, address: string | undefined): Promise<Failure> {
  const headers = { 'WWW-Authenticate': challenge('invalid_token') };
  return refuseAddress(ctx, address, fail('invalid_token', { headers }));
}

function identifyInLog(ctx: RequestContext, grant: AccessGrant): void {
  ctx.log.partnerId = grant.partnerId;
  ctx.log.keyId = grant.connectionId;
  ctx.log.environment = grant.environment;
}
