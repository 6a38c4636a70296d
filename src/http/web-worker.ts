import type { CommonEnv, Environment } from '../env.ts';
import { type StorageMeter, StorageUnavailable } from '../storage/database.ts';
import { sign } from '../storage/digest.ts';
import type { RequestContext, Tier } from './context.ts';
import { RemoteFault } from './log.ts';

/**
 * The web Worker as the API Worker calls it, over a service binding. No call with an API key needs the pages or
 * the authorization server's protocol, but every start of a Worker that holds them would pay for them.
 *
 * The two are deployed one after the other, so either may be the older: methods and outcomes are added here, and
 * removed only one deployment after the API Worker has stopped using them.
 */
export interface WebWorker {
  /** Answers whole: with its own headers and its own log line. */
  fetch(request: Request): Promise<Response>;
  verifyAccessToken(token: string): Promise<Verification>;
  /** What only a Worker says that belongs to the same installation: see `proveInstallation`. */
  proofOfInstallation(): Promise<string>;
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

/**
 * What the web Worker found out of a token: what it stands for, or null where it is no live token, and what that
 * cost; or why it could not be found out. Never thrown: an error loses its kind between two Workers, and the
 * platform would log its text.
 */
export type Verification =
  | { readonly outcome: 'known'; readonly grant: AccessGrant | null; readonly storage: StorageMeter }
  | { readonly outcome: 'unavailable'; readonly reason: string }
  | { readonly outcome: 'fault'; readonly fault: string };

const API_PATH = /^\/(v1|operator)(\/|$)|^\/health(\/ready)?$/;

/** Whether a path is the API Worker's own. All else is the web Worker's, unknown paths included. */
export function isApiPath(path: string): boolean {
  return API_PATH.test(path);
}

/** Asks the web Worker for its answer. Throws StorageUnavailable where it gives none. */
export function forwardToWeb(ctx: RequestContext, request: Request): Promise<Response> {
  return ask(() => ctx.env.web.fetch(request));
}

/** What an athlete's token stands for, or null. Throws StorageUnavailable where that cannot be found out. */
export async function askAccessGrant(ctx: RequestContext, token: string): Promise<AccessGrant | null> {
  const verification = await ask(() => ctx.env.web.verifyAccessToken(token));
  switch (verification.outcome) {
    case 'known': {
      const { grant, storage } = verification;
      ctx.log.d1Batches += storage.d1Batches;
      ctx.log.d1RowsRead += storage.d1RowsRead;
      ctx.log.d1RowsWritten += storage.d1RowsWritten;
      return grant;
    }
    case 'fault':
      throw new RemoteFault(verification.fault);
    case 'unavailable':
      throw new StorageUnavailable(verification.reason);
    default:
      // Of a web Worker that is newer than this one. A token is called invalid only where that is known.
      throw new StorageUnavailable('the web Worker gave an unknown answer');
  }
}

/** Whether the web Worker belongs to this installation. Throws StorageUnavailable where it does not answer. */
export async function isSameInstallation(ctx: RequestContext): Promise<boolean> {
  const [theirs, ours] = await Promise.all([
    ask(() => ctx.env.web.proofOfInstallation()),
    proveInstallation(ctx.env),
  ]);
  return theirs === ours;
}

/**
 * The same for two Workers that open each other's links and find each other's athletes: with one signing secret,
 * base URL and set of shards. Tells nothing of the secret.
 */
export function proveInstallation(env: CommonEnv): Promise<string> {
  const { test, live } = env.athleteDatabases;
  const shards = [test, live].map((databases) => [...databases.keys()].sort());
  return sign(env.signingSecret, 'same-installation', JSON.stringify([env.baseUrl, env.isLocal, shards]));
}

async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question();
  } catch (cause) {
    throw new StorageUnavailable('the web Worker did not answer', { cause });
  }
}
