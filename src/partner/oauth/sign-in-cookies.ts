import type { RequestContext } from '#platform/http/context.ts';
import { sha256Hex, sign } from '#platform/storage/digest.ts';
import { decryptText, encryptText } from '#platform/storage/encrypt-text.ts';
import { type DatabaseAddress, openDatabaseAt, parseCookieValue, toCookieValue } from './database-address.ts';
import { deleteSession, insertSession, selectSession } from './sign-in-repository.ts';
import { newSecret, SIGN_IN, signInKey } from './sign-in-rules.ts';

/** A session of an athlete who proved ownership of an email address within the last hour. */
export interface AthleteSession {
  readonly id: string;
  readonly email: string;
  readonly databaseAddress: DatabaseAddress;
}

/** Stores a session for an address that was just proved, and returns its cookie. */
export async function startSession(
  ctx: RequestContext,
  databaseAddress: DatabaseAddress,
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
