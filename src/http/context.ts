import { nowMs } from '../clock.ts';
import type { Env, Environment } from '../env.ts';
import { type Database, openDatabase, type StorageMeter } from '../storage/database.ts';
import { newId, parseAthleteId } from '../storage/ids.ts';
import { EMPTY_BODY, type RequestBody } from './json-body.ts';

export type Tier = 'teaser' | 'full';

/**
 * Who is calling, whatever credential proved it. Handlers never see which kind it was.
 * `athleteId` and `scopes` are null where the credential is not restricted to one athlete.
 */
export interface Principal {
  readonly partnerId: string;
  readonly environment: Environment;
  /** The key's identifier, or the connection's where the credential is an athlete's token. */
  readonly keyId: string;
  readonly defaultTier: Tier;
  /** The athlete database that new athletes of this partner and environment go to. */
  readonly shard: string;
  readonly athleteId: string | null;
  readonly scopes: readonly string[] | null;
}

/** What one log line tells of a request. No secret, no name, no free text ever goes in here. */
export interface RequestLog extends StorageMeter {
  route: string | null;
  errorCode: string | null;
  partnerId: string | null;
  keyId: string | null;
  environment: Environment | null;
  admissionMs: number | null;
  fault: string | null;
}

/** The surroundings of one request, from its first byte to its log line. */
export interface RequestContext {
  readonly env: Env;
  readonly requestId: string;
  /** The one reading of the clock that everything in this request uses. */
  readonly nowMs: number;
  readonly log: RequestLog;
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Empty until the body has been read. */
  body: RequestBody;
  principal: Principal | null;
  /** Headers that authentication and admission add to whatever answer comes. */
  readonly responseHeaders: Map<string, string>;
}

/** A request whose caller is known. */
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

/** The database that holds this athlete, or null where the identifier can name none: the same 404 as an unknown one. */
export function databaseOfAthlete(ctx: PartnerContext, athleteId: string): Database | null {
  const isOwn = parseAthleteId(athleteId)?.environment === ctx.principal.environment;
  return isOwn ? databaseOfAnyAthlete(ctx, athleteId) : null;
}

/** The same for the operator, who stands outside both environments. */
export function databaseOfAnyAthlete(ctx: RequestContext, athleteId: string): Database | null {
  const address = parseAthleteId(athleteId);
  const binding = address && ctx.env.athleteDatabases[address.environment].get(address.shard);
  return binding ? openDatabase(binding, ctx.log) : null;
}

/** The database that this partner's new athletes, lists and idempotency rows live in. Throws where its binding is missing. */
export function databaseOfPartner(ctx: PartnerContext): Database {
  const { environment, shard } = ctx.principal;
  const binding = ctx.env.athleteDatabases[environment].get(shard);
  if (!binding) throw new Error(`no binding for the ${environment} shard ${shard}`);
  return openDatabase(binding, ctx.log);
}
