import type { Environment } from '../env.ts';
import type { RequestContext, Tier } from '../http/context.ts';

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
