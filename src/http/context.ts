import { nowMs } from '../clock.ts';
import type { Env, Environment } from '../env.ts';
import { openAthleteDatabase, requireAthleteDatabase } from '../storage/athlete-databases.ts';
import { type Database, openDatabase, type StorageMeter } from '../storage/database.ts';
import { newId, parseAthleteId } from '../storage/ids.ts';
import { EMPTY_BODY, type RequestBody } from './json-body.ts';

export type Tier = 'teaser' | 'full';

/**
 * The authenticated caller, whichever kind of credential it used: handlers never see the kind. `athleteId` and `scopes`
 * are null if the credential is not restricted to one athlete.
 */
export interface Principal {
  readonly partnerId: string;
  readonly environment: Environment;
  /** The key's identifier, or the connection's if the credential is an athlete's token. */
  readonly keyId: string;
  readonly defaultTier: Tier;
  /** The athlete database in which new athletes of this partner and environment are created. */
  readonly shard: string;
  readonly athleteId: string | null;
  readonly scopes: readonly string[] | null;
}

/** The members of a request's log line. It never holds a secret, a name or free text. */
export interface RequestLog extends StorageMeter {
  route: string | null;
  errorCode: string | null;
  partnerId: string | null;
  keyId: string | null;
  environment: Environment | null;
  admissionMs: number | null;
  fault: string | null;
}

/** The state of one request, from its first byte to its log line. */
export interface RequestContext {
  readonly env: Env;
  readonly requestId: string;
  /** The clock is read once; everything in this request uses this time. */
  readonly nowMs: number;
  readonly log: RequestLog;
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Empty until the body has been read. */
  body: RequestBody;
  principal: Principal | null;
  /** Headers that authentication and admission add to any answer. */
  readonly responseHeaders: Map<string, string>;
}

/** The context of a request whose caller is authenticated. */
export interface PartnerContext extends RequestContext {
  readonly principal: Principal;
}

export function newRequestContext(env: Env, waitUntil: (work: Promise<unknown>) => void): RequestContext {
  const now = nowMs(env);
  return {
    env,
    requestId: newId('req', now),
    nowMs: now,
    log: {
      route: null,
      errorCode: null,
      partnerId: null,
      keyId: null,
      environment: null,
      admissionMs: null,
      fault: null,
      d1Batches: 0,
      d1RowsRead: 0,
      d1RowsWritten: 0,
    },
    waitUntil,
    body: EMPTY_BODY,
    principal: null,
    responseHeaders: new Map(),
  };
}

export function isPartnerContext(ctx: RequestContext): ctx is PartnerContext {
  return ctx.principal !== null;
}

export function registryOf(ctx: RequestContext): Database {
  return openDatabase(ctx.env.registry, ctx.log);
}

/** Opens the database of an athlete of the caller's environment, or returns null if no athlete can have this identifier. */
export function databaseOfAthlete(ctx: PartnerContext, athleteId: string): Database | null {
  const isOwn = parseAthleteId(athleteId)?.environment === ctx.principal.environment;
  return isOwn ? databaseOfAnyAthlete(ctx, athleteId) : null;
}

/** Opens the database of an athlete of either environment, for the operator; null if no athlete can have this identifier. */
export function databaseOfAnyAthlete(ctx: RequestContext, athleteId: string): Database | null {
  return openAthleteDatabase(ctx.env, ctx.log, parseAthleteId(athleteId));
}

/**
 * Opens the database that holds this partner's new athletes, lists and idempotency rows.
 *
 * @throws Error if its binding is missing
 */
export function databaseOfPartner(ctx: PartnerContext): Database {
  return requireAthleteDatabase(ctx.env, ctx.log, ctx.principal);
}
