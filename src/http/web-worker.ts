import type { CommonEnv, Environment } from '../env.ts';
import { type StorageMeter, StorageUnavailable } from '../storage/database.ts';
import { sign } from '../storage/digest.ts';
import type { RequestContext, Tier } from './context.ts';

/**
 * The web Worker as the API Worker calls it, over a service binding. No platform's call needs the pages or the
 * authorization server's protocol, but every start of a Worker that holds them would pay for them.
 */
export interface WebWorker {
  /** Answers whole: with its own headers and its own log line. */
  fetch(request: Request): Promise<Response>;
  verifyAccessToken(token: string): Promise<Verification>;
  /** What only a Worker with this signing secret can say: links that one signs the other has to open. */
  proofOfSecret(): Promise<string>;
}

/** What a live access token stands for. */
export interface AccessGrant {
  readonly connectionId: string;
  readonly partnerId: string;
  readonly environment: Environment;
  readonly shard: string;
  readonly athleteId: string;
  readonly athleteTier: Tier;
  readonly scopes: readonly string[];
}

/** What an athlete's token stands for, or null where it is no live token, and what it cost to find out; or why that could not be found out. */
export type Verification =
  | { readonly outcome: 'known'; readonly grant: AccessGrant | null; readonly storage: StorageMeter }
  | { readonly outcome: 'unavailable'; readonly reason: string };

const API_PATH = /^\/(v1|operator|health)(\/|$)/;

/** Whether a path is the API Worker's own. All else is the web Worker's, unknown paths included. */
export function isApiPath(pathname: string): boolean {
  return API_PATH.test(pathname);
}

/** Asks the web Worker for its answer. Throws StorageUnavailable where it gives none. */
export function forwardToWeb(ctx: RequestContext, request: Request): Promise<Response> {
  return ask(() => ctx.env.web.fetch(request));
}

/** What an athlete's token stands for, or null. Throws StorageUnavailable where that cannot be found out. */
export async function askAccessGrant(ctx: RequestContext, token: string): Promise<AccessGrant | null> {
  const verification = await ask(() => ctx.env.web.verifyAccessToken(token));
  if (verification.outcome === 'unavailable') throw new StorageUnavailable(verification.reason);
  const { grant, storage } = verification;
  ctx.log.d1Batches += storage.d1Batches;
  ctx.log.d1RowsRead += storage.d1RowsRead;
  ctx.log.d1RowsWritten += storage.d1RowsWritten;
  return grant;
}

/** Whether the web Worker opens what this one signs. Throws StorageUnavailable where it does not answer. */
export async function hasSameSecret(ctx: RequestContext): Promise<boolean> {
  const [theirs, ours] = await Promise.all([ask(() => ctx.env.web.proofOfSecret()), proveSecret(ctx.env)]);
  return theirs === ours;
}

/** The same for two Workers with the same signing secret, and nothing to go back to the secret from. */
export function proveSecret(env: CommonEnv): Promise<string> {
  return sign(env.signingSecret, 'same-secret', '');
}

async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (cause) {
    throw new StorageUnavailable('the web Worker did not answer', { cause });
  }
}
