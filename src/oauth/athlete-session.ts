import { and, eq, gt } from 'drizzle-orm';
import type { RequestContext } from '../http/context.ts';
import { athleteSessions } from '../storage/athlete-schema.ts';
import { sha256Hex, sign } from '../storage/digest.ts';
import { fromCookieValue, type Home, openHome } from './home.ts';
import { unseal } from './seal.ts';

/** An athlete who proved, within the hour, to own an address. */
export interface AthleteSession {
  readonly id: string;
  readonly email: string;
  readonly home: Home;
}

export async function readSession(
  ctx: RequestContext,
  cookie: string | undefined,
): Promise<AthleteSession | null> {
  const named = fromCookieValue(ctx.env, cookie);
  if (!named) return null;
  const id = await sha256Hex(named.secret);
  const db = openHome(ctx, named.home);
  const [[row]] = await db.batch([
    db
      .select()
      .from(athleteSessions)
      .where(and(eq(athleteSessions.id, id), gt(athleteSessions.expiresAt, ctx.nowMs))),
  ]);
  if (!row) return null;
  return { id, email: await unseal(named.secret, id, row.sealedEmail), home: named.home };
}

export async function endSession(ctx: RequestContext, session: AthleteSession): Promise<void> {
  const db = openHome(ctx, session.home);
  await db.batch([db.delete(athleteSessions).where(eq(athleteSessions.id, session.id))]);
}

/** Ties a consent page to who was signed in when it was shown: a page of one account answers for no other. */
export function sealOf(ctx: RequestContext, session: AthleteSession, handle: string): Promise<string> {
  return sign(ctx.env.signingSecret, 'consent-page', `${session.id}\n${handle}`);
}
