import type { Environment, Limits } from '#platform/env.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { GUARD_REGIONS, type GuardRegion } from '#platform/regions.ts';
import { equalInConstantTime, sha256Hex, sign, toBase64Url } from '#platform/storage/cryptography.ts';
import { type AthleteAddress, LETTERS, parseAthleteId } from '#platform/storage/ids.ts';

/**
 * What every credential of a session repeats, so that a page asks the athlete's database, the key's guard and the limiter
 * without a look-up before. The budgets are those of the session's creation.
 */
export interface Grant {
  readonly sessionId: string;
  readonly athleteId: string;
  readonly partnerId: string;
  readonly keyId: string;
  readonly guardRegion: GuardRegion;
  readonly activityId: string | null;
  readonly limits: Pick<Limits, 'standardPerMin' | 'productPerMin' | 'productRecordsPerDay'>;
}

/** A grant whose signature is valid, and the hash that its session's row must have. */
export interface Presented {
  readonly grant: Grant;
  readonly environment: Environment;
  readonly hash: string;
}

/**
 * The token of an element and the cookie of a browser have one form and two purposes: neither is valid as the other. Both
 * contain the secret of the session, of which the row stores a hash, and a signature. So a forged one costs no look-up, and
 * nobody who reads the database, or knows the signing secret alone, can make one.
 */
type Purpose = 'page-token' | 'page-cookie';

const TOKEN_PREFIX = /^pst_(test|live)_/;
const SECRET_BYTES = 16;
const NONE = '-';

/** Draws 128 random bits, as base64url. */
export function newSessionSecret(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** Writes a grant as text. Identifiers and numbers contain no dots. */
export function grantText({ limits, ...grant }: Grant): string {
  return [
    grant.athleteId,
    grant.sessionId,
    grant.partnerId,
    grant.keyId,
    grant.guardRegion,
    grant.activityId ?? NONE,
    limits.standardPerMin,
    limits.productPerMin,
    limits.productRecordsPerDay,
  ].join('.');
}

/** Reads what `grantText` has written. Throws Error if the text is not a grant, which its signature excludes. */
function readGrant(text: string): { readonly grant: Grant; readonly environment: Environment } {
  const [athleteId = '', sessionId = '', partnerId = '', keyId = '', region, activityId = NONE, ...limits] =
    text.split('.');
  const address = parseAthleteId(athleteId);
  const guardRegion = GUARD_REGIONS.find((each) => each === region);
  const [standardPerMin = Number.NaN, productPerMin = Number.NaN, productRecordsPerDay = Number.NaN] =
    limits.map(Number);
  if (!address || !guardRegion || Number.isNaN(productRecordsPerDay)) {
    throw new Error('a signed text must be a grant');
  }
  return {
    environment: address.environment,
    grant: {
      sessionId,
      athleteId,
      partnerId,
      keyId,
      guardRegion,
      activityId: activityId === NONE ? null : activityId,
      limits: { standardPerMin, productPerMin, productRecordsPerDay },
    },
  };
}

/** Returns the token that the element of a partner's page posts. */
export async function tokenOf(
  ctx: RequestContext,
  environment: Environment,
  text: string,
  secret: string,
): Promise<string> {
  return `pst_${environment}_${await signed(ctx, 'page-token', `${text}.${secret}`)}`;
}

/** Returns the cookie of a browser that has opened a link. */
export function cookieOf(ctx: RequestContext, text: string, secret: string): Promise<string> {
  return signed(ctx, 'page-cookie', `${text}.${secret}`);
}

async function signed({ env }: RequestContext, purpose: string, text: string): Promise<string> {
  return `${text}.${await sign(env.signingSecret, purpose, text)}`;
}

/** Returns the grant of a token. Null if this service did not issue it; it may have ended since. */
export async function readToken(ctx: RequestContext, token: string): Promise<Presented | null> {
  const environment = TOKEN_PREFIX.exec(token)?.[1];
  const presented = await readSigned(ctx, 'page-token', token.replace(TOKEN_PREFIX, ''));
  return presented?.environment === environment ? presented : null;
}

/** Returns the grant of a cookie. Null if this service did not issue it; it may have ended since. */
export function readCookieText(ctx: RequestContext, cookie: string): Promise<Presented | null> {
  return readSigned(ctx, 'page-cookie', cookie);
}

async function readSigned(ctx: RequestContext, purpose: Purpose, text: string): Promise<Presented | null> {
  const opened = await openSigned(ctx, purpose, text);
  if (opened === null) return null;
  const at = opened.lastIndexOf('.');
  return { ...readGrant(opened.slice(0, at)), hash: await hashOf(opened.slice(at + 1)) };
}

/** Returns a signed text without its signature, or null if neither the present nor the former secret signed it. */
async function openSigned({ env }: RequestContext, purpose: string, text: string): Promise<string | null> {
  const [, opened, signature] = /^([\w.-]{1,400})\.([\w-]{22})$/.exec(text) ?? [];
  if (opened === undefined || signature === undefined) return null;
  for (const secret of [env.signingSecret, env.formerSigningSecret]) {
    if (secret === null) continue;
    if (await equalInConstantTime(signature, await sign(secret, purpose, opened))) return opened;
  }
  return null;
}

/** Returns the hash of a session's secret, as its row stores it. */
export function hashOf(secret: string): Promise<string> {
  return sha256Hex(`page-session ${secret}`);
}

/** A code of a link: the session, its database and its secret. */
export interface LinkCode extends AthleteAddress {
  readonly sessionId: string;
  readonly secret: string;
}

/** Returns the code of a link, a third as long as a token, because people see it. */
export async function codeOf(
  ctx: RequestContext,
  { environment, shard, sessionId, secret }: LinkCode,
): Promise<string> {
  const text = [`${LETTERS[environment]}${shard}`, sessionId.replace('ses_', ''), secret].join('.');
  return signed(ctx, 'page-link', text);
}

/** Reads a link's code. Null if this service did not issue it; it may have expired since. */
export async function readCode(ctx: RequestContext, code: string): Promise<LinkCode | null> {
  const opened = await openSigned(ctx, 'page-link', code);
  if (opened === null) return null;
  const [address = '', ulid = '', secret = ''] = opened.split('.');
  const environment = address.startsWith(LETTERS.test) ? 'test' : 'live';
  return { environment, shard: address.slice(1), sessionId: `ses_${ulid}`, secret };
}

/** Returns the token of the forms on the pages of a browser's session. Pages of other sites cannot know it. */
export function formTokenOf({ env }: RequestContext, { grant, hash }: Presented): Promise<string> {
  return sign(env.signingSecret, 'page-form', `${grant.sessionId} ${hash}`);
}
