import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import { deleteKeys } from '../keys/delete-keys.ts';
import { reduceToRecord } from '../partners/reduce-to-record.ts';
import { CALLS_OF_BLANKING, eraseAthletesOfPartners } from '../privacy/erase-athletes-of-partners.ts';
import { CALLS_OF_FINISHING, finishErasures } from '../privacy/finish-erasures.ts';
import type { AthleteDatabase } from '../storage/athlete-databases.ts';
import { type Calls, calls, mapCalls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';
import { idempotencyKeys } from '../storage/idempotency-schema.ts';
import { isOneOf } from '../storage/one-of.ts';
import { apiKeys, oauthClients, partners } from '../storage/registry-schema.ts';
import { RESTORABLE_MS } from './restorable.ts';

/** Partners that are purged side by side, so that their athletes are looked for once. */
const PAGE_PARTNERS = 20;
/** Keys that one step removes: each costs an operation of KV and a message to its guard. */
const STEP_KEYS = 25;
const IDEMPOTENCY = {
  table: idempotencyKeys,
  key: [idempotencyKeys.partnerId, idempotencyKeys.environment, idempotencyKeys.keyHash],
} as const;
const CLIENTS = { table: oauthClients, key: [oauthClients.clientId] } as const;

export interface PurgeStep {
  readonly athletes: number;
  readonly rows: number;
  readonly keys: number;
  readonly partners: number;
  readonly isDone: boolean;
}

const NOTHING = { athletes: 0, rows: 0, keys: 0, partners: 0, isDone: false };

/** Calls of a step in one athlete database; the other kind of step purges some keys of a partner. */
const CALLS_OF_HOME = mapCalls(
  (name) =>
    CALLS_OF_BLANKING[name] + CALLS_OF_FINISHING[name] + calls({ d1Queries: 1, subrequests: 1 })[name],
);
const CALLS_OF_KEYS = calls({ d1Queries: 5, kvOperations: STEP_KEYS, subrequests: 3 + 2 * STEP_KEYS });

/** The most calls that one step makes. */
export const CALLS_OF_PURGING_PARTNERS: Calls = mapCalls((name) =>
  Math.max(CALLS_OF_HOME[name], CALLS_OF_KEYS[name]),
);

/** Partners whose purge is under way, and purged ones whose athletes a restore could bring back. */
interface Page {
  readonly due: readonly string[];
  readonly purged: readonly string[];
}

/**
 * Begins to purge partners whose 30 days after termination are over, and returns a function that takes the next bounded
 * step: their athletes in every shard with all their data, then keys with their KV records and guards, clients and kept
 * answers; last, the partner's row is reduced to the operator's record. After an interruption the next run continues. A
 * partner that fails is left to it and the others continue; the last step throws then.
 *
 * Also searches for athletes of partners purged earlier, for as long as a restore of a database could bring them back.
 */
export function beginPurgingPartners(
  env: Env,
  registry: Database,
  homes: readonly AthleteDatabase[],
  nowMs: number,
): () => Promise<PurgeStep> {
  let page: Page | null = null;
  let homesLeft: AthleteDatabase[] = [];
  let partnersLeft: string[] = [];
  const faults: unknown[] = [];

  const purgeNext = async (partnerId: string): Promise<PurgeStep> => {
    try {
      const { isOver, ...step } = await purgePartner(env, registry, partnerId, nowMs);
      if (isOver) partnersLeft.shift();
      return step;
    } catch (fault) {
      faults.push(fault);
      partnersLeft.shift();
      return NOTHING;
    }
  };

  return async () => {
    if (page === null) {
      page = await readPage(registry, nowMs);
      partnersLeft = [...page.due];
      if (partnersLeft.length + page.purged.length === 0) return { ...NOTHING, isDone: true };
      // Each run begins with another database, so that a large one does not delay the others forever.
      const first = nowMs % homes.length;
      homesLeft = [...homes.slice(first), ...homes.slice(0, first)];
      return NOTHING;
    }
    const [home] = homesLeft;
    if (home) {
      const { isOver, ...step } = await purgeHome(env, home.db, page);
      if (isOver) homesLeft.shift();
      return step;
    }
    const [partnerId] = partnersLeft;
    const step = partnerId === undefined ? NOTHING : await purgeNext(partnerId);
    if (partnersLeft.length > 0) return step;
    if (faults.length > 0) throw faults[0];
    const isDone = page.due.length < PAGE_PARTNERS;
    page = null;
    return { ...step, isDone };
  };
}

async function readPage(registry: Database, nowMs: number): Promise<Page> {
  const [due, purged] = await registry.batch([
    registry
      .select({ id: partners.id })
      .from(partners)
      .where(and(sql`${partners.status} = 'terminated'`, lte(partners.purgeAfter, nowMs)))
      .orderBy(partners.purgeAfter)
      .limit(PAGE_PARTNERS),
    registry
      .select({ id: partners.id })
      .from(partners)
      .where(gt(partners.purgedAt, nowMs - RESTORABLE_MS)),
  ]);
  return { due: due.map(({ id }) => id), purged: purged.map(({ id }) => id) };
}

type PartOfPurge = PurgeStep & { readonly isOver: boolean };

/** Takes one step of erasing these partners' athletes in one database, with the idempotency keys there. */
async function purgeHome(env: Env, db: Database, { due, purged }: Page): Promise<PartOfPurge> {
  const begun = await eraseAthletesOfPartners(db, [...due, ...purged]);
  const finished = await finishErasures(env, db);
  const isOfPartners = isOneOf(idempotencyKeys.partnerId, due);
  const [answers] = await db.batch([deleteSome(db, IDEMPOTENCY, isOfPartners)]);
  const rows = finished.rows + answers.meta.changes;
  const isOver = begun.athletes === 0 && finished.isDone && answers.meta.changes < STEP_ROWS;
  return { ...NOTHING, athletes: begun.athletes, rows, isOver };
}

/** Takes one step of purging a partner, whose athletes are erased, from the registry, KV and the guards. */
async function purgePartner(
  env: Env,
  registry: Database,
  partnerId: string,
  nowMs: number,
): Promise<PartOfPurge> {
  const keys = await purgeKeys(env, registry, partnerId);
  if (keys === STEP_KEYS) return { ...NOTHING, keys, isOver: false };
  const [answers, clients, reduced] = await registry.batch([
    deleteSome(registry, IDEMPOTENCY, eq(idempotencyKeys.partnerId, partnerId)),
    deleteSome(registry, CLIENTS, eq(oauthClients.partnerId, partnerId)),
    reduceToRecord(registry, partnerId, nowMs),
  ]);
  const rows = answers.meta.changes + clients.meta.changes;
  // If nothing was removed and the row was not reduced, another run did it or the next one must check.
  const isOver = reduced.meta.changes > 0 || rows === 0;
  return { ...NOTHING, rows, keys, partners: reduced.meta.changes, isOver };
}

/** Purges some keys of the partner, ended ones too. The registry deletes them last: until then the next step finds them. */
async function purgeKeys(env: Env, registry: Database, partnerId: string): Promise<number> {
  const [keys] = await registry.batch([
    registry
      .select({ id: apiKeys.id, hash: apiKeys.hash })
      .from(apiKeys)
      .where(eq(apiKeys.partnerId, partnerId))
      .limit(STEP_KEYS),
  ]);
  // The guard first: its alarm would restore the key's KV record.
  await Promise.all(keys.map(({ id }) => callKeyGuard(env, id, (guard) => guard.forget())));
  await deleteKeys(registry, env.apiKeys, keys);
  return keys.length;
}
