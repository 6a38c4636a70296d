import type { BatchResponse } from 'drizzle-orm/batch';
import { ENVIRONMENTS, type Env } from '#platform/env.ts';
import { callDirectory, type DirectoryOwner } from '#platform/guards/call-guard.ts';
import type {
  ComparisonPart,
  Entry,
  PartCounts,
  PartResult,
  Position,
  VersionedEntry,
} from '#platform/guards/directory.ts';
import { databaseOfAthlete, type PartnerContext } from '#platform/http/context.ts';
import {
  ASKED_TOGETHER_MAX,
  openShard,
  readFromShards,
  shardsOfPartner,
} from '#platform/http/partner-shards.ts';
import { askInGroups, requireAthleteDatabase } from '#platform/storage/athlete-databases.ts';
import { sign } from '#platform/storage/cryptography.ts';
import { type Database, type StorageMeter, StorageUnavailable } from '#platform/storage/database.ts';
import { type AthleteAddress, parseAthleteId } from '#platform/storage/ids.ts';
import { selectHomeRegions } from '#platform/storage/partner.ts';
import { selectPartnerShards } from '#platform/storage/partner-shards.ts';
import { homeShard, shardsIn } from '#platform/storage/placement.ts';
import type { PartnerRow } from '#platform/storage/registry-schema.ts';
import type { BatchItems } from '#platform/storage/statements.ts';
import { selectExternalIds, selectExternalIdsAfter } from './repository.ts';

/** Entries checked per step, and athletes added per step. */
const STEP_ENTRIES = 500;
const STEP_ATHLETES = 1000;
/**
 * Steps of building a directory after one request: enough for a small partner. A larger one takes several
 * requests.
 */
const STEPS_AFTER_REQUEST = 5;

/** A directory to compare, and the shards of its partner's athletes. */
export interface ComparedDirectory extends DirectoryOwner {
  readonly shards: readonly string[];
}

type Compared = PartCounts & {
  readonly isDone: boolean;
  /** True if another comparison or a release intervened, so that the step changed nothing. */
  readonly isOvertaken: boolean;
};

const OVERTAKEN: Compared = { added: 0, dropped: 0, conflicts: 0, isDone: false, isOvertaken: true };

/** Lists a partner's directories, one per environment. */
export function directoriesOf(partner: PartnerRow): ComparedDirectory[] {
  const { id: partnerId, homeRegion } = partner;
  return ENVIRONMENTS.map((environment) => ({
    partnerId,
    environment,
    homeRegion,
    shards: shardsIn(partner, environment),
  }));
}

/**
 * Runs one bounded step of comparing a directory with the shards: drops entries whose athlete does not have
 * the `external_id`, then adds missing ones. The directory stores the position, so any later call continues
 * from there. A step overtaken by another comparison or a release changes nothing and is repeated.
 */
export async function compareNextPart(
  env: Pick<Env, 'athleteDatabases' | 'directories' | 'isLocal' | 'lookupKey'>,
  meter: StorageMeter,
  compared: ComparedDirectory,
  startedBy: Position['startedBy'],
): Promise<Compared> {
  const part = await callDirectory(env, compared, (directory) => directory.nextPart(startedBy, STEP_ENTRIES));
  const { environment } = compared;
  const open = (shard: string) => requireAthleteDatabase(env, meter, { environment, shard });
  const hash = (externalId: string) => hashExternalId(env, compared.partnerId, externalId);
  const result =
    part.entries.length > 0
      ? await checkEntries(compared, part, open, hash)
      : await findAthletes(compared, part, open, hash);
  const counts = await callDirectory(env, compared, (directory) => directory.finishPart(result));
  return counts === null ? OVERTAKEN : { ...counts, isDone: result.to === null, isOvertaken: false };
}

/**
 * Rebuilds a directory that lost its entries or never had any, in a few steps. A large one takes several
 * requests.
 */
export async function buildDirectory(ctx: PartnerContext): Promise<void> {
  const compared = { ...directoryOwnerOf(ctx), shards: shardsOfPartner(ctx) };
  for (let step = 0; step < STEPS_AFTER_REQUEST; step++) {
    const { isDone, isOvertaken } = await compareNextPart(ctx.env, ctx.log, compared, 'job');
    if (isDone || isOvertaken) return;
  }
}

/** Returns the directory of the caller's environment. A partner's first region is its home region. */
export function directoryOwnerOf({ principal }: PartnerContext): DirectoryOwner {
  const { partnerId, environment, regions } = principal;
  const [homeRegion] = regions;
  if (homeRegion === undefined) throw new Error('only a key of the partner may use its directory');
  return { partnerId, environment, homeRegion };
}

type OpenShard = (shard: string) => Database;
type Hash = (externalId: string) => Promise<string>;

/** Finds the entries of a part whose athlete does not have the `external_id`. */
async function checkEntries(
  { partnerId }: ComparedDirectory,
  { epoch, position: from, entries }: ComparisonPart,
  open: OpenShard,
  hash: Hash,
): Promise<PartResult> {
  const byShard = Map.groupBy(entries, ({ athleteId }) => parseAthleteId(athleteId)?.shard ?? null);
  const stale = await askInGroups([...byShard], async ([shard, inShard]) =>
    shard === null ? inShard : findStale(open(shard), partnerId, inShard, hash),
  );
  const afterVersion = entries.at(-1)?.version ?? 0;
  return {
    epoch,
    from,
    staleVersions: stale.flat().map(({ version }) => version),
    found: [],
    to: { startedBy: from.startedBy, stage: 'entries', afterVersion },
  };
}

async function findStale(
  db: Database,
  partnerId: string,
  entries: readonly VersionedEntry[],
  hash: Hash,
): Promise<VersionedEntry[]> {
  const ids = entries.map(({ athleteId }) => athleteId);
  const [rows] = await db.batch([selectExternalIds(db, partnerId, ids)]);
  const holders = new Map((await hashAll(rows, hash)).map((each) => [each.athleteId, each.externalHash]));
  return entries.filter(({ athleteId, externalHash }) => holders.get(athleteId) !== externalHash);
}

/**
 * Finds the next athletes in a shard with an `external_id`. The home shard also lists shards missing from the
 * partner's record.
 */
async function findAthletes(
  { partnerId, shards }: ComparedDirectory,
  { epoch, position: from }: ComparisonPart,
  open: OpenShard,
  hash: Hash,
): Promise<PartResult> {
  const { startedBy } = from;
  const home = open(homeShard(shards));
  const [announced] = await home.batch([selectPartnerShards(home, partnerId)]);
  const inOrder = [...new Set([...shards, ...announced.map(({ shard }) => shard)])].sort();
  const { shard, afterId } = from.stage === 'athletes' ? from : { shard: inOrder[0] ?? '', afterId: '' };
  const db = open(shard);
  const [rows] = await db.batch([selectExternalIdsAfter(db, partnerId, afterId, STEP_ATHLETES)]);
  const last = rows.length < STEP_ATHLETES ? undefined : rows.at(-1);
  const nextShard = inOrder.find((one) => one > shard);
  const to = (inShard: string, after: string): Position => {
    return { startedBy, stage: 'athletes', shard: inShard, afterId: after };
  };
  const inNextShard = nextShard === undefined ? null : to(nextShard, '');
  return {
    epoch,
    from,
    staleVersions: [],
    found: await hashAll(rows, hash),
    to: last ? to(shard, last.id) : inNextShard,
  };
}

async function hashAll(
  rows: readonly { readonly id: string; readonly externalId: string | null }[],
  hash: Hash,
): Promise<Entry[]> {
  const named = rows.flatMap(({ id, externalId }) => (externalId === null ? [] : [{ id, externalId }]));
  return Promise.all(
    named.map(async ({ id, externalId }) => ({
      athleteId: id,
      externalHash: await hash(externalId),
    })),
  );
}

/**
 * Hashes an `external_id` for the directory, which may be in another region than the athlete. The hash is
 * keyed, because partners often number their athletes and a plain hash of a small number can be guessed. It
 * includes the partner, so that the same name has different hashes at two partners.
 */
export function hashExternalId(
  { lookupKey }: Pick<Env, 'lookupKey'>,
  partnerId: string,
  externalId: string,
): Promise<string> {
  return sign(lookupKey, 'external-id', `${partnerId}\n${externalId}`);
}

/**
 * Reads one batch from each shard that may have athletes with these `external_id`s. For more than five
 * shards, reads only those named by the directory. Reads all if the directory does not answer or is not
 * built, or if fewer athletes are found than it names: an entry counts only if the athlete's shard confirms
 * it.
 *
 * @param countOf counts the athletes with one of these `external_id`s in an answer
 * @param alsoOf identifiers of athletes whose shards are read, too
 */
export async function readByExternalIds<Queries extends BatchItems>(
  ctx: PartnerContext,
  externalIds: readonly string[],
  queriesFor: (db: Database, address: AthleteAddress) => Queries,
  countOf: (answer: BatchResponse<Queries>) => number,
  alsoOf: readonly string[] = [],
): Promise<readonly BatchResponse<Queries>[]> {
  const named = await athletesNamed(ctx, externalIds);
  if (named !== null) {
    const { environment } = ctx.principal;
    const own = alsoOf.filter((id) => databaseOfAthlete(ctx, id) !== null);
    const shards = new Set([...named, ...own].flatMap((id) => parseAthleteId(id)?.shard ?? []));
    const answers = await askInGroups([...shards], (shard) =>
      openShard(ctx, shard).batch(queriesFor(openShard(ctx, shard), { environment, shard })),
    );
    const found = answers.reduce((sum, answer) => sum + countOf(answer), 0);
    if (found >= named.length) return answers;
  }
  return readFromShards(ctx, queriesFor);
}

/** Returns the athletes to whom the directory gives these `external_id`s. Null if all shards must be read. */
async function athletesNamed(
  ctx: PartnerContext,
  externalIds: readonly string[],
): Promise<readonly string[] | null> {
  if (new Set(shardsOfPartner(ctx)).size <= ASKED_TOGETHER_MAX) return null;
  const { partnerId } = ctx.principal;
  const hashes = await Promise.all(
    [...new Set(externalIds)].map((externalId) => hashExternalId(ctx.env, partnerId, externalId)),
  );
  try {
    return await callDirectory(ctx.env, directoryOwnerOf(ctx), (directory) => directory.holdersOf(hashes));
  } catch (fault) {
    if (fault instanceof StorageUnavailable) return null;
    throw fault;
  }
}

/**
 * Releases every `external_id` of these athletes from their partners' directories, with one call per partner
 * and environment. Throws StorageUnavailable if a directory does not answer.
 */
export async function releaseAthletes(
  env: Pick<Env, 'directories' | 'isLocal'>,
  registry: Database,
  athletes: readonly { readonly id: string; readonly partnerId: string }[],
): Promise<void> {
  if (athletes.length === 0) return;
  const partnerIds = athletes.map(({ partnerId }) => partnerId);
  const [homes] = await registry.batch([selectHomeRegions(registry, [...new Set(partnerIds)])]);
  const regionOf = new Map(homes.map(({ id, homeRegion }) => [id, homeRegion]));
  const owned = athletes.flatMap(({ id, partnerId }) => {
    const environment = parseAthleteId(id)?.environment;
    const homeRegion = regionOf.get(partnerId);
    return environment && homeRegion ? [{ id, partnerId, environment, homeRegion }] : [];
  });
  const byDirectory = Map.groupBy(owned, ({ partnerId, environment }) => `${environment} ${partnerId}`);
  await Promise.all(
    [...byDirectory.values()].map(async (released) => {
      const [owner] = released;
      const ids = released.map(({ id }) => id);
      if (owner) await callDirectory(env, owner, (directory) => directory.release(ids));
    }),
  );
}
