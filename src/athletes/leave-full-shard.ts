import { and, eq } from 'drizzle-orm';
import type { Environment } from '../env.ts';
import type { RequestContext } from '../http/context.ts';
import { describeFault } from '../http/log.ts';
import { rememberShards } from '../http/partner-shards.ts';
import type { Region } from '../regions.ts';
import { requireAthleteDatabase } from '../storage/athlete-databases.ts';
import { athletes } from '../storage/athlete-schema.ts';
import type { Database } from '../storage/database.ts';
import { IS_LIVE } from '../storage/live-athlete.ts';
import { moveOn } from './move-on.ts';

/**
 * Index rows that counting reads for each new athlete, on average: a partner is counted at one creation in
 * ATHLETES_PER_SHARD / 100, so it moves on about one per cent late. With tiny shards, as in tests, it is
 * counted at every creation.
 */
const COUNTED_ROWS = 100;

interface Placed {
  readonly environment: Environment;
  readonly partnerId: string;
  readonly region: Region;
  readonly shard: string;
  /** The number of athletes just created there. */
  readonly created: number;
}

/**
 * Moves the partner on to another shard of the region once it has its full number of athletes in this one.
 * Runs after the answer to a creation; a failure is only logged, because a later creation tries again.
 */
export async function leaveFullShard(ctx: RequestContext, placed: Placed): Promise<void> {
  const { athletesPerShard } = ctx.env;
  if (Math.random() * athletesPerShard >= COUNTED_ROWS * placed.created) return;
  try {
    const db = requireAthleteDatabase(ctx.env, ctx.log, placed);
    const [[last]] = await db.batch([selectNthAthlete(db, placed.partnerId, athletesPerShard)]);
    if (!last) return;
    const shards = await moveOn(ctx.env, ctx.log, placed.partnerId, placed);
    if (shards) rememberShards(placed, shards);
  } catch (cause) {
    ctx.log.fault = describeFault(cause);
  }
}

/** Selects a partner's n-th athlete, if it has that many in this database. */
function selectNthAthlete(db: Database, partnerId: string, n: number) {
  return db
    .select({ id: athletes.id })
    .from(athletes)
    .where(and(eq(athletes.partnerId, partnerId), IS_LIVE))
    .orderBy(athletes.id)
    .limit(1)
    .offset(n - 1);
}
