import * as z from 'zod/mini';
import { SECOND_MS } from './clock.ts';

/** The bindings and vars of wrangler.toml, generated into `bindings.d.ts`, before they are checked. Mail is optional. */
export type Bindings = Omit<Cloudflare.Env, 'EMAIL'> & Partial<Pick<Cloudflare.Env, 'EMAIL'>>;

export const WHOLE_NUMBER = /^-?\d{1,9}$/;
export const SECRET_CHARACTERS_MIN = 32;

const wholeNumber = z.pipe(z.string().check(z.regex(WHOLE_NUMBER)), z.transform(Number));
const budget = wholeNumber.check(z.refine((value) => value >= 1, 'a budget is at least 1'));

const Vars = z.object({
  ENVIRONMENT: z.enum(['production', 'staging', 'local']),
  BASE_URL: z.pipe(
    z.url({ protocol: /^https?$/ }),
    z.transform((url) => url.replace(/\/+$/, '')),
  ),
  CLOCK_OFFSET_S: z._default(wholeNumber, 0),
  SIGNING_SECRET: z.string().check(z.minLength(SECRET_CHARACTERS_MIN)),
  OPERATOR_TOKEN: z.optional(z.string().check(z.minLength(SECRET_CHARACTERS_MIN))),
  MAIL_FROM: z._default(z.email(), 'no-reply@musette.example'),
  STANDARD_LIVE_PER_MIN: budget,
  STANDARD_SANDBOX_PER_MIN: budget,
  PRODUCT_LIVE_PER_MIN: budget,
  PRODUCT_SANDBOX_PER_MIN: budget,
  PRODUCT_LIVE_RECORDS_PER_DAY: budget,
  PRODUCT_SANDBOX_RECORDS_PER_DAY: budget,
  EXPORTS_PER_DAY: budget,
});

export type Environment = 'test' | 'live';

/** The strict, typed environment that every room reads instead of raw bindings. */
export interface Env {
  readonly isLocal: boolean;
  readonly baseUrl: string;
  readonly clockOffsetMs: number;
  readonly signingSecret: string;
  /** Null if OPERATOR_TOKEN is unset: the operator API then does not exist. */
  readonly operatorToken: string | null;
  readonly limits: Readonly<Record<Environment, Limits>>;
  readonly registry: D1Database;
  /** Athlete databases by environment and shard character. */
  readonly athleteDatabases: Readonly<Record<Environment, ReadonlyMap<string, D1Database>>>;
  readonly apiKeys: KVNamespace;
  readonly keyGuards: Bindings['KEY_GUARD'];
  readonly productLimiters: Bindings['PRODUCT_LIMITER'];
  readonly failedAuthentications: RateLimit;
  readonly signIns: RateLimit;
  /** Sends sign-in codes to athletes. Null if no mail binding is configured. */
  readonly mail: SendEmail | null;
  readonly mailFrom: string;
  readonly assets: Fetcher;
}

export interface Limits {
  readonly standardPerMin: number;
  readonly productPerMin: number;
  readonly productRecordsPerDay: number;
  readonly exportsPerDay: number;
}

const parsed = new WeakMap<object, Env>();

/**
 * Returns the environment, checked once for each object of bindings; a deployed isolate has one such object.
 *
 * @throws ZodError if a var or secret is missing or malformed: a Worker without its limits or its signing secret must
 *   not answer
 */
export function parseEnv(bindings: Bindings): Env {
  const known = parsed.get(bindings);
  if (known) return known;
  const vars = Vars.parse(bindings);
  const isLocal = vars.ENVIRONMENT === 'local';
  const env: Env = {
    isLocal,
    baseUrl: vars.BASE_URL,
    clockOffsetMs: isLocal ? vars.CLOCK_OFFSET_S * SECOND_MS : 0,
    signingSecret: vars.SIGNING_SECRET,
    operatorToken: vars.OPERATOR_TOKEN ?? null,
    limits: limitsOf(vars),
    registry: bindings.REGISTRY,
    athleteDatabases: {
      test: shards(bindings, 'ATHLETES_TEST_'),
      live: shards(bindings, 'ATHLETES_LIVE_'),
    },
    apiKeys: bindings.API_KEYS,
    keyGuards: bindings.KEY_GUARD,
    productLimiters: bindings.PRODUCT_LIMITER,
    failedAuthentications: bindings.FAILED_AUTHENTICATIONS,
    signIns: bindings.SIGN_INS,
    mail: bindings.EMAIL ?? null,
    mailFrom: vars.MAIL_FROM,
    assets: bindings.ASSETS,
  };
  parsed.set(bindings, env);
  return env;
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

/** Finds the athlete databases by their bindings' names: `ATHLETES_LIVE_1` is shard `1` of the live environment. */
function shards(bindings: Bindings, prefix: string): ReadonlyMap<string, D1Database> {
  const found = new Map<string, D1Database>();
  for (const [name, binding] of Object.entries(bindings)) {
    const shard = name.startsWith(prefix) ? name.slice(prefix.length).toLowerCase() : '';
    if (/^[0-9a-z]$/.test(shard) && isD1(binding)) found.set(shard, binding);
  }
  return found;
}

function isD1(binding: unknown): binding is D1Database {
  return typeof binding === 'object' && binding !== null && 'prepare' in binding && 'batch' in binding;
}
