import { nowMs } from '../clock.ts';
import type { Env, Environment, Limits } from '../env.ts';
import type { GuardRegion, Region } from '../regions.ts';
import { openAthleteDatabase, requireAthleteDatabase } from '../storage/athlete-databases.ts';
import { type Database, openRegistry, type StorageMeter } from '../storage/database.ts';
import { newId, parseAthleteId } from '../storage/ids.ts';
import { defaultTierIn } from '../storage/partner.ts';
import { shardsIn } from '../storage/placement.ts';
import type { RecordedEvent } from '../storage/record-events.ts';
import type { PartnerRow } from '../storage/registry-schema.ts';
import type { Failure } from './errors.ts';
import { EMPTY_BODY, type RequestBody } from './json-body.ts';
import type { Upload } from './upload.ts';

export type Tier = 'teaser' | 'full';

/**
 * The authenticated caller. Handlers never see which kind of credential it used. `athleteId` and `scopes` are null if the
 * credential is not restricted to one athlete.
 */
export interface Principal {
  readonly partnerId: string;
  readonly environment: Environment;
  /** The key's identifier, or the connection's for an athlete's token. */
  readonly keyId: string;
  /** The application that an athlete's token belongs to, or null for a key. */
  readonly clientId: string | null;
  readonly defaultTier: Tier;
  /** The region of the key's or connection's guard. */
  readonly guardRegion: GuardRegion;
  /** The partner's own budgets if the operator set any, otherwise the environment's. Tokens always have the latter. */
  readonly limits: Limits;
  /** The regions in which the partner stores athletes, its home region first. */
  readonly regions: readonly Region[];
  /** The partner's shards in this environment according to its record. `shardsOfPartner` may know more. */
  readonly shards: readonly string[];
  readonly athleteId: string | null;
  readonly scopes: readonly string[] | null;
}

/** The members of a request's log line. Never contains a secret, a name or free text. */
export interface RequestLog extends StorageMeter {
  route: string | null;
  errorCode: string | null;
  /** The first invalid field of a refused request. Not written to the log. */
  pointer?: string | undefined;
  partnerId: string | null;
  keyId: string | null;
  environment: Environment | null;
  /** The data centre that runs the request. */
  colo: string | null;
  /** Time spent in KV and the key's guard, or null if not called. */
  kvMs: number | null;
  guardMs: number | null;
  /** Whether a lease admitted the request without calling its guard. Null before admission. */
  lease: boolean | null;
  fault: string | null;
}

/** Pays for a request whose caller has no budget, such as an athlete who opens a page of a partner. */
export interface Payer {
  /** Takes units until the request has paid this many. Returns 429, and gives all of them back, if too few are left. */
  readonly payUpTo: (units: number) => Promise<Failure | null>;
  /** Gives back all that was taken, because the answer is refused after all. */
  readonly giveBack: () => Promise<void>;
}

/** Resolves once a request may write. Rejects with RequestRefused if it may not. */
type WriteCondition = () => Promise<void>;

/** The state of one request, from its first byte to its log line. */
export interface RequestContext {
  readonly env: Env;
  readonly requestId: string;
  /** The clock is read once. Everything in this request uses this time. */
  readonly nowMs: number;
  readonly log: RequestLog;
  readonly waitUntil: (work: Promise<unknown>) => void;
  /** Empty until the body has been read. */
  body: RequestBody;
  /** The body as it arrives, or null on a route without one. */
  upload: Upload | null;
  principal: Principal | null;
  /** Who pays in place of the principal, or null if the principal pays. */
  payer: Payer | null;
  /** The conditions that each write of this request awaits, in order. Nothing else blocks writes. */
  readonly writeConditions: WriteCondition[];
  /** The events that verbs have recorded, for the notes that event lists read (`change-hints.ts`). */
  readonly recorded: RecordedEvent[];
  /** Whether an item of the request's batch was invalid. */
  hasInvalidItem: boolean;
  /** Whether an assistant reads the answer: its sentences must not contain what a person wrote. */
  isForAssistant: boolean;
  /** The operation that handles the request, or null for pages and unknown paths. */
  operationId: string | null;
  /** Headers that authentication and admission add to every response. */
  readonly responseHeaders: Map<string, string>;
  /** The budgets that the response reports in `RateLimit-Policy` and `RateLimit`. */
  readonly rateLimits: RateLimits;
}

/** The context of an authenticated request. */
export interface PartnerContext extends RequestContext {
  readonly principal: Principal;
}

export function newRequestContext(env: Env, waitUntil: (work: Promise<unknown>) => void): RequestContext {
  const now = nowMs(env);
  const writeConditions: WriteCondition[] = [];
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
      colo: null,
      kvMs: null,
      guardMs: null,
      lease: null,
      fault: null,
      d1Batches: 0,
      d1RowsRead: 0,
      d1RowsWritten: 0,
      d1Ms: 0,
      d1Region: null,
      // Also awaits conditions that are added while an earlier one is pending.
      beforeWrite: async () => {
        for (const condition of writeConditions) await condition();
      },
    },
    waitUntil,
    body: EMPTY_BODY,
    upload: null,
    principal: null,
    payer: null,
    writeConditions,
    recorded: [],
    hasInvalidItem: false,
    isForAssistant: false,
    operationId: null,
    responseHeaders: new Map(),
    rateLimits: new Map(),
  };
}

export function isPartnerContext(ctx: RequestContext): ctx is PartnerContext {
  return ctx.principal !== null;
}

/** Waits until the request is admitted or throws RequestRefused. Call it before changing state outside a database. */
export async function untilAdmitted({ log }: RequestContext): Promise<void> {
  await log.beforeWrite?.();
}

export function registryOf(ctx: RequestContext): Database {
  return openRegistry(ctx.env, ctx.log);
}

/**
 * Opens the database of an athlete in the caller's environment. Null if no athlete of the caller can have this identifier.
 * Throws StorageUnavailable if it names a shard of the caller whose binding is missing.
 */
export function databaseOfAthlete(ctx: PartnerContext, athleteId: string): Database | null {
  const { environment, shards } = ctx.principal;
  const address = parseAthleteId(athleteId);
  if (address?.environment !== environment) return null;
  return shards.includes(address.shard)
    ? requireAthleteDatabase(ctx.env, ctx.log, address)
    : databaseOfAnyAthlete(ctx, athleteId);
}

/** Opens the database of an athlete from an identifier that the service created. Throws if it does not name a shard. */
export function requireDatabaseOfAthlete(ctx: PartnerContext, athleteId: string): Database {
  const db = databaseOfAthlete(ctx, athleteId);
  if (!db) throw new Error('an identifier that the service created must name a shard');
  return db;
}

/** Opens the database of an athlete in either environment, for the operator. Null if no athlete can have this identifier. */
export function databaseOfAnyAthlete(ctx: RequestContext, athleteId: string): Database | null {
  return openAthleteDatabase(ctx.env, ctx.log, parseAthleteId(athleteId));
}

/**
 * Returns a partner as the caller of a verb, without a key, for the console and for operator actions on its behalf. These
 * calls are not counted.
 *
 * @param callerId stands in for a key's identifier
 */
export function principalOfPartner(
  env: Pick<Env, 'limits'>,
  partner: PartnerRow,
  environment: Environment,
  callerId: string,
): Principal {
  return {
    partnerId: partner.id,
    environment,
    keyId: callerId,
    defaultTier: defaultTierIn(environment, partner),
    guardRegion: partner.homeRegion,
    clientId: null,
    limits: { ...env.limits[environment], ...partner.budgets },
    regions: partner.regions,
    shards: shardsIn(partner, environment),
    athleteId: null,
    scopes: null,
  };
}

/** The state of one budget, as shown in `RateLimit-Policy` and `RateLimit`. */
export interface RateLimitState {
  readonly budget: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until more of the budget is available. */
  readonly resetSeconds: number;
}

/** The budgets of a response by policy name. */
type RateLimits = Map<'standard' | 'athlete-products' | 'athlete-records' | 'webhook-tests', RateLimitState>;

/** Returns both headers of the IETF draft "RateLimit header fields for HTTP" (-11), listing every policy. */
export function rateLimitHeaders(limits: RateLimits): Readonly<Record<string, string>> {
  const list = (textOf: (state: RateLimitState) => string) =>
    [...limits].map(([name, state]) => `"${name}";${textOf(state)}`).join(', ');
  if (limits.size === 0) return {};
  return {
    'RateLimit-Policy': list(({ budget, windowSeconds }) => `q=${budget};w=${windowSeconds}`),
    RateLimit: list(({ remaining, resetSeconds }) => `r=${remaining};t=${resetSeconds}`),
  };
}
