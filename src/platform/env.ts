import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from './clock.ts';
import { isObject } from './members.ts';
import { isRegion, type Region, shardName } from './regions.ts';

/** The unchecked bindings and vars of wrangler.toml, as generated into `bindings.d.ts`. Email and version are optional. */
export type Bindings = Omit<Cloudflare.Env, Optional> & Partial<Pick<Cloudflare.Env, Optional>>;
type Optional = 'EMAIL' | 'CF_VERSION_METADATA';

export const WHOLE_NUMBER_PATTERN = /^-?\d{1,9}$/;
export const SECRET_CHARACTERS_MIN = 32;

const wholeNumber = z.pipe(z.string().check(z.regex(WHOLE_NUMBER_PATTERN)), z.transform(Number));
const budget = wholeNumber.check(z.refine((value) => value >= 1, 'a budget is at least 1'));

/** The address of a page, or empty. */
const pageAddress = z.optional(
  z.pipe(
    z.union([z.literal(''), z.url({ protocol: /^https?$/ })]),
    z.transform((url) => url || null),
  ),
);

/** The vars of wrangler.toml and the secrets. Every request needs those that are not optional. */
export const Vars = z.object({
  ENVIRONMENT: z.enum(['production', 'staging', 'local']),
  BASE_URL: z.pipe(
    z.url({ protocol: /^https?$/ }),
    z.transform((url) => url.replace(/\/+$/, '')),
  ),
  CLOCK_OFFSET_S: z._default(wholeNumber, 0),
  SIGNING_SECRET: z.string().check(z.minLength(SECRET_CHARACTERS_MIN)),
  FORMER_SIGNING_SECRET: z.optional(z.string().check(z.minLength(SECRET_CHARACTERS_MIN))),
  WEBHOOK_KEY: z.string().check(z.minLength(SECRET_CHARACTERS_MIN)),
  LOOKUP_KEY: z.string().check(z.minLength(SECRET_CHARACTERS_MIN)),
  FORMER_LOOKUP_KEY: z.optional(z.string().check(z.minLength(SECRET_CHARACTERS_MIN))),
  OPERATOR_TOKEN: z.optional(z.string().check(z.minLength(SECRET_CHARACTERS_MIN))),
  MAIL_FROM: z._default(z.email(), 'no-reply@musette.example'),
  MAIL_FLOOR_PER_HOUR: z._default(budget, 2000),
  STANDARD_LIVE_PER_MIN: budget,
  STANDARD_SANDBOX_PER_MIN: budget,
  PRODUCT_LIVE_PER_MIN: budget,
  PRODUCT_SANDBOX_PER_MIN: budget,
  PRODUCT_LIVE_RECORDS_PER_DAY: budget,
  PRODUCT_SANDBOX_RECORDS_PER_DAY: budget,
  EXPORTS_PER_DAY: budget,
  TRY_PER_MIN: budget,
  ATHLETES_PER_SHARD: budget,
  DATABASES_MAX_GB: z._default(budget, 1000),
  ALERT_EMAIL: z.optional(z.union([z.literal(''), z.email()])),
  ALERT_URL: pageAddress,
  OPERATOR_NAME: z.optional(z.string()),
  TERMS_URL: pageAddress,
  DPA_URL: pageAddress,
  PRIVACY_URL: pageAddress,
  STATUS_URL: pageAddress,
  CONTACT_EMAIL: z.optional(z.union([z.literal(''), z.email()])),
});

/** The operator of this installation and its documents, as shown on pages. Null if unset. */
export interface Operator {
  readonly name: string | null;
  readonly termsUrl: string | null;
  readonly dpaUrl: string | null;
  readonly privacyUrl: string | null;
  readonly statusUrl: string | null;
  readonly contactEmail: string | null;
}

/** Bytes that one athlete adds to a database per year, including indexes (FIGURES.md, "Growth"). */
export const ATHLETE_BYTES_PER_YEAR = 600_000;

export const ENVIRONMENTS = ['test', 'live'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** Returns the opposite environment. */
export function otherEnvironment(environment: Environment): Environment {
  return environment === 'test' ? 'live' : 'test';
}

/** The strict, typed environment that all code reads instead of raw bindings. */
export interface Env {
  readonly isLocal: boolean;
  /** The identifier of the deployed version, or null if the platform does not provide one. */
  readonly version: string | null;
  /**
   * The time from which this version opens new shards. Earlier, an isolate of the previous version may still run, which lacks
   * their bindings. 0 on a local machine.
   */
  readonly opensShardsAtMs: number;
  readonly baseUrl: string;
  readonly clockOffsetMs: number;
  readonly signingSecret: string;
  /** The previous SIGNING_SECRET, which still verifies cursors and subscribe links after a rotation, or null. */
  readonly formerSigningSecret: string | null;
  /** Encrypts webhook secrets. Not stored in the database. */
  readonly webhookKey: string;
  /** Hashes values that are looked up but not stored in clear: the directory's `external_id`s and consents' addresses. */
  readonly lookupKey: string;
  /** The previous LOOKUP_KEY, under which consents can still be found after a rotation, or null. */
  readonly formerLookupKey: string | null;
  /** Null if OPERATOR_TOKEN is unset, which disables the operator API. */
  readonly operatorToken: string | null;
  readonly limits: Readonly<Record<Environment, Limits>>;
  readonly registry: D1Database;
  /** Athlete databases by environment and the four characters of their shard: `c000` is the first of `weur`. */
  readonly athleteDatabases: Readonly<Record<Environment, ReadonlyMap<string, D1Database>>>;
  /** The approximate number of a partner's athletes in a shard before new ones go to another shard. */
  readonly athletesPerShard: number;
  /** The total size limit of the account's databases. */
  readonly databasesMaxBytes: number;
  /** The recipient of alerts, or null if unset. */
  readonly alertEmail: string | null;
  readonly alertUrl: string | null;
  readonly apiKeys: KVNamespace;
  readonly keyGuards: Bindings['KEY_GUARD'];
  readonly productLimiters: Bindings['PRODUCT_LIMITER'];
  readonly directories: Bindings['DIRECTORY'];
  readonly dispatchers: Bindings['DISPATCHER'];
  /** Carries one message per database for which a cron has jobs. */
  readonly jobQueue: Queue;
  readonly failedAuthentications: RateLimit;
  readonly signIns: RateLimit;
  readonly tries: RateLimit;
  /** Calculations per minute that one address may request without a key. */
  readonly triesPerMin: number;
  /** Sends sign-in codes and notices. Null if no email binding is configured. */
  readonly email: SendEmail | null;
  readonly emailFrom: string;
  /** Sign-in codes per hour that addresses without a record get in any case. */
  readonly mailFloorPerHour: number;
  readonly operator: Operator;
  readonly assets: Fetcher;
}

export interface Limits {
  readonly standardPerMin: number;
  readonly productPerMin: number;
  readonly productRecordsPerDay: number;
  readonly exportsPerDay: number;
}

/** Bindings that every request needs, in addition to an athlete database in each environment. */
export const NEEDED_BINDINGS = [
  'API_KEYS',
  'REGISTRY',
  'KEY_GUARD',
  'PRODUCT_LIMITER',
  'DIRECTORY',
  'DISPATCHER',
  'JOB_QUEUE',
  'FAILED_AUTHENTICATIONS',
  'SIGN_INS',
  'TRIES',
  'ASSETS',
] as const satisfies readonly (keyof Bindings)[];

const parsed = new WeakMap<object, Env>();

/**
 * Returns the environment. Each bindings object is checked once, and a deployed isolate has one such object.
 *
 * @throws Error if a binding, var or secret is missing or malformed, because a Worker without its limits or signing secret
 *   must not respond
 */
export function parseEnv(bindings: Bindings): Env {
  const lacking = lackingIn(bindings);
  if (lacking.length > 0) throw new Error(`missing or malformed: ${lacking.join(', ')}`);
  return parsed.get(bindings) ?? readEnv(bindings);
}

/** Returns the names of the bindings, vars and secrets that are missing or malformed. */
export function lackingIn(bindings: Readonly<Record<string, unknown>>): readonly string[] {
  if (parsed.has(bindings)) return [];
  const vars = Vars.safeParse(bindings).error?.issues.map(({ path }) => path.join('.')) ?? [];
  const missing = NEEDED_BINDINGS.filter((name) => typeof bindings[name] !== 'object');
  const shardless = ENVIRONMENTS.filter((name) => shardsOf(bindings, name).size === 0);
  return [...vars, ...missing, ...shardless.map((name) => `ATHLETES_${name.toUpperCase()}_<REGION>_0`)];
}

function readEnv(bindings: Bindings): Env {
  const vars = Vars.parse(bindings);
  const isLocal = vars.ENVIRONMENT === 'local';
  const env: Env = {
    isLocal,
    version: bindings.CF_VERSION_METADATA?.id ?? null,
    opensShardsAtMs: isLocal ? 0 : opensShardsAtMs(bindings),
    baseUrl: vars.BASE_URL,
    clockOffsetMs: isLocal ? vars.CLOCK_OFFSET_S * SECOND_MS : 0,
    signingSecret: vars.SIGNING_SECRET,
    formerSigningSecret: vars.FORMER_SIGNING_SECRET ?? null,
    webhookKey: vars.WEBHOOK_KEY,
    lookupKey: vars.LOOKUP_KEY,
    formerLookupKey: vars.FORMER_LOOKUP_KEY ?? null,
    operatorToken: vars.OPERATOR_TOKEN ?? null,
    limits: limitsOf(vars),
    registry: bindings.REGISTRY,
    athleteDatabases: {
      test: shardsOf(bindings, 'test'),
      live: shardsOf(bindings, 'live'),
    },
    athletesPerShard: vars.ATHLETES_PER_SHARD,
    databasesMaxBytes: vars.DATABASES_MAX_GB * 1e9,
    alertEmail: vars.ALERT_EMAIL || null,
    alertUrl: vars.ALERT_URL ?? null,
    apiKeys: bindings.API_KEYS,
    keyGuards: bindings.KEY_GUARD,
    productLimiters: bindings.PRODUCT_LIMITER,
    directories: bindings.DIRECTORY,
    dispatchers: bindings.DISPATCHER,
    jobQueue: bindings.JOB_QUEUE,
    failedAuthentications: bindings.FAILED_AUTHENTICATIONS,
    signIns: bindings.SIGN_INS,
    tries: bindings.TRIES,
    triesPerMin: vars.TRY_PER_MIN,
    email: bindings.EMAIL ?? null,
    emailFrom: vars.MAIL_FROM,
    mailFloorPerHour: vars.MAIL_FLOOR_PER_HOUR,
    operator: {
      name: vars.OPERATOR_NAME || null,
      termsUrl: vars.TERMS_URL ?? null,
      dpaUrl: vars.DPA_URL ?? null,
      privacyUrl: vars.PRIVACY_URL ?? null,
      statusUrl: vars.STATUS_URL ?? null,
      contactEmail: vars.CONTACT_EMAIL || null,
    },
    assets: bindings.ASSETS,
  };
  parsed.set(bindings, env);
  return env;
}

/** Longer than isolates of a replaced version go on. Engineering choice. */
const OPENS_SHARDS_AFTER_MS = 30 * MINUTE_MS;

function opensShardsAtMs({ CF_VERSION_METADATA: version }: Bindings): number {
  const createdAtMs = Date.parse(version?.timestamp ?? '');
  return Number.isNaN(createdAtMs) ? 0 : createdAtMs + OPENS_SHARDS_AFTER_MS;
}

function limitsOf(vars: z.output<typeof Vars>): Env['limits'] {
  const { EXPORTS_PER_DAY: exportsPerDay } = vars;
  return {
    test: {
      standardPerMin: vars.STANDARD_SANDBOX_PER_MIN,
      productPerMin: vars.PRODUCT_SANDBOX_PER_MIN,
      productRecordsPerDay: vars.PRODUCT_SANDBOX_RECORDS_PER_DAY,
      exportsPerDay,
    },
    live: {
      standardPerMin: vars.STANDARD_LIVE_PER_MIN,
      productPerMin: vars.PRODUCT_LIVE_PER_MIN,
      productRecordsPerDay: vars.PRODUCT_LIVE_RECORDS_PER_DAY,
      exportsPerDay,
    },
  };
}

const SHARD_BINDING = /^ATHLETES_(TEST|LIVE)_([A-Z]+)_(\d{1,5})$/;

/** Parses the environment, region and ordinal from the name of a shard's binding. Null for any other binding. */
export function parseShardBinding(
  name: string,
): { readonly environment: Environment; readonly region: Region; readonly ordinal: number } | null {
  const [, environment, location = '', ordinal] = SHARD_BINDING.exec(name) ?? [];
  const region = location.toLowerCase();
  if (environment === undefined || !isRegion(region)) return null;
  return { environment: environment === 'TEST' ? 'test' : 'live', region, ordinal: Number(ordinal) };
}

/** Finds the athlete databases by binding name: `ATHLETES_LIVE_WEUR_1` is shard `c001` of the live environment. */
function shardsOf(
  bindings: Readonly<Record<string, unknown>>,
  environment: Environment,
): ReadonlyMap<string, D1Database> {
  const found = new Map<string, D1Database>();
  for (const [name, binding] of Object.entries(bindings)) {
    const shard = parseShardBinding(name);
    if (shard?.environment === environment && isD1(binding)) {
      found.set(shardName(shard.region, shard.ordinal), binding);
    }
  }
  return found;
}

function isD1(binding: unknown): binding is D1Database {
  return isObject(binding) && 'prepare' in binding && 'batch' in binding;
}
