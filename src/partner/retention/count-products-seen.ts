import { and, asc, gt, isNull, lt, ne, or } from 'drizzle-orm';
import { DAY_MS } from '#platform/clock.ts';
import { type AthleteDatabase, athleteDatabases } from '#platform/storage/athlete-databases.ts';
import { productsSeen } from '#platform/storage/athlete-schema.ts';
import type { Database } from '#platform/storage/database.ts';
import type { Job, JobContext } from '#platform/storage/job.ts';
import { type PartnerRow, partners } from '#platform/storage/registry-schema.ts';
import { isOneOf, sendAll } from '#platform/storage/statements.ts';
import { updateProductsSeen } from './repository.ts';

const PAGE_PARTNERS = 10;
/** Their databases, so that a run can read all of a page. */
const PAGE_SHARDS = 100;
/** Databases that one step reads. Each has at most the catalogue's products per partner. */
const STEP_SHARDS = 20;
const COUNTED_DAYS = 30;

/** Some partners, the products found so far and the databases still to read. */
interface Counting {
  readonly seen: ReadonlyMap<string, Set<string>>;
  readonly homesLeft: AthleteDatabase[];
}

/**
 * Begins to count the distinct products shown to each partner's athletes in the last 30 UTC days, in all of
 * its databases, and returns a function that takes the next bounded step. Counts a partner once a day: the
 * day's first run begins, and later ones continue where it ended. If a database fails, its partners wait for
 * the next run while the others continue; the last step then throws.
 */
export const beginCountingProducts: Job<JobContext>['begin'] = (ctx) => {
  const today = Math.floor(ctx.nowMs / DAY_MS);
  let afterId = '';
  let counting: Counting | null = null;
  const faults: unknown[] = [];
  return async () => {
    if (counting === null) {
      const page = withinReach(await readPage(ctx, afterId, today));
      if (page.length === 0 && faults.length > 0) throw faults[0];
      if (page.length === 0) return { counts: {}, isDone: true };
      afterId = page.at(-1)?.id ?? afterId;
      counting = { seen: new Map(page.map(({ id }) => [id, new Set()])), homesLeft: homesOf(ctx, page) };
    }
    const { seen, homesLeft } = counting;
    const read = homesLeft.splice(0, STEP_SHARDS);
    const found = await Promise.all(
      read.map(({ db }) => db.batch([selectSeen(db, [...seen.keys()], today)])),
    ).catch((fault: unknown) => {
      faults.push(fault);
      return null;
    });
    if (found === null) {
      counting = null;
      return { counts: {}, isDone: false };
    }
    for (const { partnerId, productId } of found.flat(2)) seen.get(partnerId)?.add(productId);
    if (homesLeft.length > 0) return { counts: {}, isDone: false };
    counting = null;
    const updates = [...seen].map(([id, { size }]) => updateProductsSeen(ctx.registry, id, size, ctx.nowMs));
    await sendAll(ctx.registry, updates);
    return { counts: { partners: seen.size }, isDone: false };
  };
};

/** Reads the next partners that were not counted today. */
async function readPage(
  { registry }: JobContext,
  afterId: string,
  today: number,
): Promise<readonly PartnerRow[]> {
  const isDue = or(isNull(partners.productsCountedAt), lt(partners.productsCountedAt, today * DAY_MS));
  const [page] = await registry.batch([
    registry
      .select()
      .from(partners)
      .where(and(gt(partners.id, afterId), ne(partners.status, 'purged'), isDue))
      .orderBy(asc(partners.id))
      .limit(PAGE_PARTNERS),
  ]);
  return page;
}

/** Returns the first partner of a page, and as many more as fit in PAGE_SHARDS together. */
function withinReach(page: readonly PartnerRow[]): readonly PartnerRow[] {
  let shards = 0;
  return page.filter(({ testShards, liveShards }, index) => {
    shards += testShards.length + liveShards.length;
    return index === 0 || shards <= PAGE_SHARDS;
  });
}

function homesOf({ env, meter }: JobContext, page: readonly PartnerRow[]): AthleteDatabase[] {
  const used = {
    test: new Set(page.flatMap(({ testShards }) => testShards)),
    live: new Set(page.flatMap(({ liveShards }) => liveShards)),
  };
  return athleteDatabases(env, meter).filter(({ environment, shard }) => used[environment].has(shard));
}

function selectSeen(db: Database, partnerIds: readonly string[], today: number) {
  const { partnerId, productId, day } = productsSeen;
  return db
    .select({ partnerId, productId })
    .from(productsSeen)
    .where(and(isOneOf(partnerId, partnerIds), gt(day, today - COUNTED_DAYS)));
}
