import type { RequestContext } from '../http/context.ts';
import { ConstraintViolation } from '../storage/database.ts';
import { parseAthleteId } from '../storage/ids.ts';
import { useLinkForFullTier } from './repository.ts';
import { type LinkParts, openLink } from './verify-link.ts';

export type LinkUse =
  | 'switched'
  | 'already_full'
  | 'already_used'
  /** The athlete is in production, where payment happens elsewhere, so the link does not change the tier. */
  | 'in_production'
  | 'invalid'
  | 'expired'
  | 'athlete_gone';

/**
 * Uses a subscribe link once: in the sandbox, the athlete's tier becomes full. Of two concurrent uses, one succeeds.
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
