import * as z from 'zod/mini';
import type { WebWorker } from './http/web-worker.ts';
import type { KeyGuard } from './limits/key-guard.ts';
import type { ProductLimiter } from './limits/product-limiter.ts';

interface CommonBindings {
  readonly REGISTRY: D1Database;
  readonly FAILED_AUTHENTICATIONS: RateLimit;
  readonly ASSETS: Fetcher;
  readonly [binding: string]: unknown;
}

/** What wrangler.toml and the secrets give the API Worker, before it is checked. */
export interface Bindings extends CommonBindings {
  readonly API_KEYS: KVNamespace;
  readonly KEY_GUARD: DurableObjectNamespace<KeyGuard>;
  readonly PRODUCT_LIMITER: DurableObjectNamespace<ProductLimiter>;
  readonly WEB: WebWorker;
}

/** What wrangler.web.toml and the secrets give the web Worker, before it is checked. */
export interface WebBindings extends CommonBindings {
  readonly SIGN_INS: RateLimit;
  readonly EMAIL?: SendEmail;
}

export const WHOLE_NUMBER = /^-?\d{1,9}$/;
export const SECRET_CHARACTERS_MIN = 32;

const wholeNumber = z.pipe(z.string().check(z.regex(WHOLE_NUMBER)), z.transform(Number));
const budget = wholeNumber.check(z.refine((value) => value >= 1, 'a budget is at least 1'));

const commonVars = {
  ENVIRONMENT: z.enum(['production', 'staging', 'local']),
  BASE_URL: z.pipe(
    z.url({ protocol: /^https?$/ }),
    z.transform((url) => url.replace(/\/+$/, '')),
  ),
  CLOCK_OFFSET_S: z._default(wholeNumber, 0),
  SIGNING_SECRET: z.string().check(z.minLength(SECRET_CHARACTERS_MIN)),
};
const CommonVars = z.object(commonVars);

const WebVars = z.object({ ...commonVars, MAIL_FROM: z._default(z.email(), 'no-reply@musette.example') });

const Vars = z.object({
  ...commonVars,
  OPERATOR_TOKEN: z.optional(z.string().check(z.minLength(SECRET_CHARACTERS_MIN))),
  STANDARD_LIVE_PER_MIN: budget,
  STANDARD_SANDBOX_PER_MIN: budget,
  PRODUCT_LIVE_PER_MIN: budget,
  PRODUCT_SANDBOX_PER_MIN: budget,
  PRODUCT_LIVE_RECORDS_PER_DAY: budget,
  PRODUCT_SANDBOX_RECORDS_PER_DAY: budget,
  EXPORTS_PER_DAY: budget,
});

export type Environment = 'test' | 'live';

/** The strict, typed environment that every room reads instead of raw bindings: what both Workers have of it. */
export interface CommonEnv {
  readonly isLocal: boolean;
  readonly baseUrl: string;
  readonly clockOffsetMs: number;
  readonly signingSecret: string;
  readonly registry: D1Database;
  /** Athlete databases by environment and shard character. */
  readonly athleteDatabases: Readonly<Record<Environment, ReadonlyMap<string, D1Database>>>;
  readonly failedAuthentications: RateLimit;
  readonly assets: Fetcher;
}

/** The environment of the API Worker. */
export interface Env extends CommonEnv {
  /** Unset: the operator API does not exist. */
  readonly operatorToken: string | null;
  readonly limits: Readonly<Record<Environment, Limits>>;
  readonly apiKeys: KVNamespace;
  readonly keyGuards: DurableObjectNamespace<KeyGuard>;
  readonly productLimiters: DurableObjectNamespace<ProductLimiter>;
  readonly web: WebWorker;
}

/** The environment of the web Worker. */
export interface WebEnv extends CommonEnv {
  readonly signIns: RateLimit;
  /** How sign-in codes reach athletes. Null where no mail binding is configured. */
  readonly mail: SendEmail | null;
  readonly mailFrom: string;
}

export interface Limits {
  readonly standardPerMin: number;
  readonly productPerMin: number;
  readonly productRecordsPerDay: number;
  readonly exportsPerDay: number;
}

const parsed = new WeakMap<object, Env>();
const parsedForWeb = new WeakMap<object, WebEnv>();

/**
 * The API Worker's environment, checked once for each object of bindings, of which a deployed isolate has one. Throws where a var or secret is missing or malformed:
 * a Worker that does not know its limits or its signing secret must not answer.
 */
export function parseEnv(bindings: Bindings): Env {
  const known = parsed.get(bindings);
  if (known) return known;
  const vars = Vars.parse(bindings);
  const env: Env = {
    ...commonEnv(bindings, vars),
    operatorToken: vars.OPERATOR_TOKEN ?? null,
    limits: {
      test: {
        standardPerMin: vars.STANDARD_SANDBOX_PER_MIN,
        productPerMin: vars.PRODUCT_SANDBOX_PER_MIN,
        productRecordsPerDay: vars.PRODUCT_SANDBOX_RECORDS_PER_DAY,
        exportsPerDay: vars.EXPORTS_PER_DAY,
      },
      live: {
        standardPerMin: vars.STANDARD_LIVE_PER_MIN,
        productPerMin: vars.PRODUCT_LIVE_PER_MIN,
        productRecordsPerDay: vars.PRODUCT_LIVE_RECORDS_PER_DAY,
        exportsPerDay: vars.EXPORTS_PER_DAY,
      },
    },
    apiKeys: bindings.API_KEYS,
    keyGuards: bindings.KEY_GUARD,
    productLimiters: bindings.PRODUCT_LIMITER,
    web: bindings.WEB,
  };
  parsed.set(bindings, env);
  return env;
}

/** The web Worker's environment, as strictly. */
export function parseWebEnv(bindings: WebBindings): WebEnv {
  const known = parsedForWeb.get(bindings);
  if (known) return known;
  const vars = WebVars.parse(bindings);
  const env: WebEnv = {
    ...commonEnv(bindings, vars),
    signIns: bindings.SIGN_INS,
    mail: bindings.EMAIL ?? null,
    mailFrom: vars.MAIL_FROM,
  };
  parsedForWeb.set(bindings, env);
  return env;
}

function commonEnv(bindings: CommonBindings, vars: z.output<typeof CommonVars>): CommonEnv {
  const isLocal = vars.ENVIRONMENT === 'local';
  return {
    isLocal,
    baseUrl: vars.BASE_URL,
    clockOffsetMs: isLocal ? vars.CLOCK_OFFSET_S * 1000 : 0,
    signingSecret: vars.SIGNING_SECRET,
    registry: bindings.REGISTRY,
    athleteDatabases: {
      test: shards(bindings, 'ATHLETES_TEST_'),
      live: shards(bindings, 'ATHLETES_LIVE_'),
    },
    failedAuthentications: bindings.FAILED_AUTHENTICATIONS,
    assets: bindings.ASSETS,
  };
}

/** Adding a shard is adding a binding, to both Workers: `ATHLETES_LIVE_1` is shard `1` of the live environment. */
function shards(bindings: CommonBindings, prefix: string): ReadonlyMap<string, D1Database> {
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
