import { DAY_MS, SECOND_MS, toSeconds } from '#platform/clock.ts';
import type { RequestContext } from '#platform/http/context.ts';
import {
  decryptText,
  encryptText,
  equalInConstantTime,
  sha256Hex,
  sign,
} from '#platform/storage/cryptography.ts';
import type { AthleteAddress } from '#platform/storage/ids.ts';
import { openDatabaseAt, parseCookieValue, toCookieValue } from './consents.ts';
import { deleteSession, insertSession, selectSession } from './sign-in-repository.ts';
import { newSecret, SIGN_IN, signInKey } from './sign-in-rules.ts';

/** A session of an athlete who proved ownership of an email address within the last hour. */
export interface AthleteSession {
  readonly id: string;
  readonly email: string;
  readonly databaseAddress: AthleteAddress;
}

/** Stores a session for an address that was just proved, and returns its cookie. */
export async function startSession(
  ctx: RequestContext,
  databaseAddress: AthleteAddress,
  email: string,
): Promise<string> {
  const secret = newSecret();
  const id = await sha256Hex(secret);
  const db = openDatabaseAt(ctx, databaseAddress);
  await db.batch([
    insertSession(db, {
      id,
      sealedEmail: await encryptText(signInKey(secret, id), email),
      createdAt: ctx.nowMs,
      expiresAt: ctx.nowMs + SIGN_IN.sessionLivesMs,
    }),
  ]);
  return toCookieValue(databaseAddress, secret);
}

/**
 * Returns the session of a cookie. Returns null if the cookie is missing or malformed, or the session has
 * ended or expired.
 */
export async function readSession(
  ctx: RequestContext,
  cookie: string | undefined,
): Promise<AthleteSession | null> {
  const parsed = parseCookieValue(ctx.env, cookie);
  if (!parsed) return null;
  const { secret, databaseAddress } = parsed;
  const id = await sha256Hex(secret);
  const db = openDatabaseAt(ctx, databaseAddress);
  const [[row]] = await db.batch([selectSession(db, id, ctx.nowMs)]);
  if (!row) return null;
  return { id, email: await decryptText(signInKey(secret, id), row.sealedEmail), databaseAddress };
}

/** Deletes a session, which invalidates its cookie. */
export async function endSession(ctx: RequestContext, session: AthleteSession): Promise<void> {
  const db = openDatabaseAt(ctx, session.databaseAddress);
  await db.batch([deleteSession(db, session.id)]);
}

/**
 * Signs a consent page for the session and the athlete record that it was shown for, so that no other
 * account's session can answer it and no other record is joined.
 */
export function signConsentPage(
  ctx: RequestContext,
  session: AthleteSession,
  handle: string,
  record: string,
): Promise<string> {
  return sign(ctx.env.signingSecret, 'consent-page', `${session.id}\n${handle}\n${record}`);
}

/** Long enough for someone who signs in twice a year, because each sign-in renews it. Engineering choice. */
export const KNOWN_BROWSER_LIVES_MS = 180 * DAY_MS;
/** Addresses that one browser is remembered for: enough for a family's computer. */
const ADDRESSES_MAX = 3;

interface Proof {
  readonly expiresAtS: number;
  readonly tag: string;
}

/**
 * Checks whether this browser has proved the address before, so that other people's code requests cannot lock
 * it out.
 */
export async function isKnownBrowser(
  ctx: RequestContext,
  cookie: string | undefined,
  addressHash: string,
): Promise<boolean> {
  const matches = await Promise.all(liveProofs(ctx, cookie).map((proof) => proves(ctx, proof, addressHash)));
  return matches.includes(true);
}

/**
 * Returns the cookie that remembers a browser for an address it has just proved, and for the latest others.
 * It contains signatures over the keyed hash of each address, but neither addresses nor hashes.
 */
export async function rememberBrowser(
  ctx: RequestContext,
  cookie: string | undefined,
  addressHash: string,
): Promise<string> {
  const others: Proof[] = [];
  for (const proof of liveProofs(ctx, cookie)) {
    if (!(await proves(ctx, proof, addressHash))) others.push(proof);
  }
  const expiresAtS = toSeconds(ctx.nowMs + KNOWN_BROWSER_LIVES_MS);
  const own = { expiresAtS, tag: await tagOf(ctx, addressHash, expiresAtS) };
  return [own, ...others]
    .slice(0, ADDRESSES_MAX)
    .map((proof) => `${proof.expiresAtS}.${proof.tag}`)
    .join('~');
}

function liveProofs(ctx: RequestContext, cookie = ''): readonly Proof[] {
  return cookie
    .split('~', ADDRESSES_MAX)
    .map((entry) => /^(\d{1,12})\.([A-Za-z0-9_-]{22})$/.exec(entry))
    .map((match) => ({ expiresAtS: Number(match?.[1] ?? 0), tag: match?.[2] ?? '' }))
    .filter(({ expiresAtS }) => expiresAtS * SECOND_MS > ctx.nowMs);
}

async function proves(
  ctx: RequestContext,
  { expiresAtS, tag }: Proof,
  addressHash: string,
): Promise<boolean> {
  return equalInConstantTime(tag, await tagOf(ctx, addressHash, expiresAtS));
}

function tagOf(ctx: RequestContext, addressHash: string, expiresAtS: number): Promise<string> {
  return sign(ctx.env.signingSecret, 'known-browser', `${addressHash}\n${expiresAtS}`);
}
