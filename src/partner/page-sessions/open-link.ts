import { beginLookUp } from '#platform/access/failed-attempts.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { AthletePage, PageSessionRow } from '#platform/storage/athlete-schema.ts';
import { requireAddressOfAthlete } from '#platform/storage/ids.ts';
import { cookieOf, hashOf, type LinkCode, type Presented } from './credentials.ts';
import { recallSession } from './known-sessions.ts';
import { selectAthleteOfSession, selectSessionOfSecret } from './repository.ts';

/** A link works this long, so that one found later, in a history or a forwarded message, opens nothing. */
const LINK_LIVES_MS = 10 * MINUTE_MS;

const ENDED = fail('session_not_found');

/** Whose pages a session shows, and through which partner. */
export interface Holder {
  readonly person: string | null;
  readonly partner: string;
}

/** A browser's session after it has opened a link. */
interface OpenedLink {
  readonly cookie: string;
  readonly livesMs: number;
  readonly page: AthletePage;
  readonly holder: Holder;
  /** The live session of another athlete that the browser has. Opening the link would replace it, so it asks first. */
  readonly replaced: { readonly holder: Holder; readonly page: AthletePage } | null;
}

/**
 * Exchanges the code of a link for a cookie, any number of times within ten minutes. A link that somebody sends could
 * otherwise put another athlete's plan into a browser unnoticed.
 *
 * @param present the session that the browser's cookie names, which may have ended
 */
export async function openLink(
  ctx: RequestContext,
  code: LinkCode,
  present: Presented | null,
  address: string | undefined,
): Promise<OpenedLink | Failure> {
  const db = requireAthleteDatabase(ctx.env, ctx.log, code);
  ctx.log.environment = code.environment;
  const hash = await hashOf(code.secret);
  const lookUp = await beginLookUp(ctx, address, { hash, isKnown: recallSession(ctx, hash) !== undefined });
  if (lookUp.limited) return lookUp.limited;
  const [[session], [athlete]] = await db
    .batch([selectSessionOfSecret(db, code.sessionId, hash), selectAthleteOfSession(db, code.sessionId)])
    .finally(lookUp.end);
  if (!session || !athlete) return lookUp.refuse(ENDED);
  ctx.log.keyId = session.keyId;
  const endsAtMs = Math.min(session.expiresAt, session.createdAt + LINK_LIVES_MS);
  if (ctx.nowMs >= endsAtMs) return lookUp.refuse(ENDED);
  const isOther = present !== null && present.grant.athleteId !== session.athleteId;
  return {
    cookie: await cookieOf(ctx, session.grantText, code.secret),
    livesMs: session.expiresAt - ctx.nowMs,
    page: firstPageOf(session),
    holder: { person: athlete.name, partner: session.partnerName },
    replaced: isOther ? await readHolder(ctx, present) : null,
  };
}

function firstPageOf({ pages }: PageSessionRow): AthletePage {
  return pages.includes('plan') ? 'plan' : 'feedback';
}

/** Reads whose pages a browser's session shows. Null if the session has ended, or its athlete is gone. */
async function readHolder(ctx: RequestContext, { grant, hash }: Presented) {
  const db = requireAthleteDatabase(ctx.env, ctx.log, requireAddressOfAthlete(grant.athleteId));
  const [[session], [athlete]] = await db.batch([
    selectSessionOfSecret(db, grant.sessionId, hash),
    selectAthleteOfSession(db, grant.sessionId),
  ]);
  if (!session || !athlete || session.expiresAt <= ctx.nowMs) return null;
  return { holder: { person: athlete.name, partner: session.partnerName }, page: firstPageOf(session) };
}
