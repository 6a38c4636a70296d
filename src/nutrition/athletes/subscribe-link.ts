import { SECOND_MS } from '#platform/clock.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import type { AthleteRow } from '#platform/storage/athlete-schema.ts';
import { equalInConstantTime } from '#platform/storage/cryptography.ts';
import { ConstraintViolation, type Database } from '#platform/storage/database.ts';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { subscribeSignature } from '../records/subscribe-link.ts';
import { selectAthleteOfLink, useLinkForFullTier } from './repository.ts';

/** The three query parameters of a subscribe link, not yet verified. */
export interface LinkParts {
  readonly athlete: string;
  readonly expires: string;
  readonly signature: string;
}

type OpenedLink =
  | {
      readonly outcome: 'valid';
      readonly athlete: AthleteRow;
      readonly isUsed: boolean;
      readonly expiresAtS: number;
      readonly db: Database;
    }
  | { readonly outcome: 'invalid' | 'expired' | 'athlete_gone' };

/**
 * Verifies the signature and expiry of a subscribe link and reads its athlete. A forged link causes no
 * database query.
 */
export async function openLink(ctx: RequestContext, link: LinkParts): Promise<OpenedLink> {
  const address = parseAthleteId(link.athlete);
  if (!address || !/^\d{1,12}$/.test(link.expires)) return { outcome: 'invalid' };
  const expiresAtS = Number(link.expires);
  if (!(await isSigned(ctx, link, expiresAtS))) return { outcome: 'invalid' };
  if (ctx.nowMs >= expiresAtS * SECOND_MS) return { outcome: 'expired' };

  // The service signed it, so the shard exists.
  const db = requireAthleteDatabase(ctx.env, ctx.log, address);
  const [[athlete], used] = await db.batch(selectAthleteOfLink(db, link.athlete, expiresAtS));
  if (!athlete) return { outcome: 'athlete_gone' };
  return { outcome: 'valid', athlete, isUsed: used.length > 0, expiresAtS, db };
}

/** Returns whether the link was signed with the present secret, or with the former one during a rotation. */
async function isSigned({ env }: RequestContext, link: LinkParts, expiresAtS: number): Promise<boolean> {
  for (const signingSecret of [env.signingSecret, env.formerSigningSecret]) {
    if (signingSecret === null) continue;
    const expected = await subscribeSignature({ signingSecret }, link.athlete, expiresAtS);
    if (await equalInConstantTime(link.signature, expected)) return true;
  }
  return false;
}

type LinkUse =
  | 'switched'
  | 'already_full'
  | 'already_used'
  /** The athlete is in production, where payment happens elsewhere, so the link does not change the tier. */
  | 'in_production'
  | 'invalid'
  | 'expired'
  | 'athlete_gone';

/**
 * Uses a subscribe link once. In the sandbox, the athlete's tier becomes full. Of two concurrent uses, one
 * succeeds.
 */
export async function consumeLink(ctx: RequestContext, link: LinkParts): Promise<LinkUse> {
  const opened = await openLink(ctx, link);
  if (opened.outcome !== 'valid') return opened.outcome;
  if (parseAthleteId(link.athlete)?.environment !== 'test') return 'in_production';
  if (opened.isUsed) return 'already_used';
  if (opened.athlete.tier === 'full') return 'already_full';
  const { db, athlete, expiresAtS } = opened;
  try {
    const [, , switched] = await db.batch(useLinkForFullTier(db, athlete, expiresAtS, ctx));
    return switched.length === 1 ? 'switched' : 'athlete_gone';
  } catch (cause) {
    if (cause instanceof ConstraintViolation) return 'already_used';
    throw cause;
  }
}
