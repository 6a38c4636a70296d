import { MINUTE_MS } from '../clock.ts';
import type { Env, Environment } from '../env.ts';
import { requireAthleteDatabase } from '../storage/athlete-databases.ts';
import { type Database, openRegistry, type StorageMeter } from '../storage/database.ts';
import { parseAthleteId, ulidOfAthlete } from '../storage/ids.ts';
import { selectPartner } from '../storage/partner.ts';
import { noteChangeHint, noteLate } from '../storage/partner-shards.ts';
import { homeShard, type ShardList, shardsIn } from '../storage/placement.ts';
import type { RecordedEvent } from '../storage/record-events.ts';
import { sendAll } from '../storage/statements.ts';
import { isPartnerContext, type RequestContext } from './context.ts';
import { describeFault } from './log.ts';
import { shardsOfPartner } from './partner-shards.ts';

/**
 * The number of shards from which change hints are noted. A feed needs them from six shards
 * (`ASKED_TOGETHER_MAX`). Fewer here, because a record of the partner may be a minute old.
 */
const NOTED_FROM_SHARDS = 4;
/** After a change, a shard counts as changed for this long, so one hint covers many changes. */
export const CHANGE_HINT_MS = 10 * MINUTE_MS;
/** A note that lasts longer than this is not renewed. Exceeds the clock difference between two writers. */
const RENEWED_BEFORE_MS = MINUTE_MS;

/** The end time of each note this isolate wrote, by partner, environment and shard. */
const noted = new Map<string, number>();
const NOTED_MAX = 10_000;

/** An event in one of a partner's shards. */
interface InShard {
  readonly shard: string;
  readonly event: RecordedEvent;
}

/**
 * Notes in the partner's home shard, after the response, which shards a request recorded events in, and athletes created
 * in a shard that the partner no longer fills. For a partner with many shards, a lost note delays an event in the feed
 * until the next change in that shard, or until the feed reaches the shard anyway.
 */
export function noteRecorded(ctx: RequestContext): void {
  if (ctx.recorded.length === 0) return;
  const known = isPartnerContext(ctx) ? shardsOfPartner(ctx) : null;
  const isOwn = ({ partnerId, environment }: RecordedEvent) =>
    ctx.principal?.partnerId === partnerId && ctx.principal.environment === environment;
  const noting = noteEvents(ctx.env, ctx.log, ctx.recorded, ctx.nowMs, (event) =>
    isOwn(event) ? known : null,
  );
  ctx.waitUntil(
    noting.catch((fault: unknown) => {
      ctx.log.fault ??= describeFault(fault);
    }),
  );
}

/** Does the same outside a request. */
export async function noteEvents(
  env: Pick<Env, 'registry' | 'athleteDatabases'>,
  meter: StorageMeter,
  recorded: readonly RecordedEvent[],
  nowMs: number,
  shardsKnown: (event: RecordedEvent) => ShardList | null = () => null,
): Promise<void> {
  const ofOwner = Map.groupBy(
    recorded.filter(({ athleteId }) => athleteId !== null),
    ({ partnerId, environment }) => `${partnerId} ${environment}`,
  );
  for (const [owner, events] of ofOwner) {
    const [first] = events;
    if (!first) continue;
    const { partnerId, environment } = first;
    const shards = shardsKnown(first) ?? (await readShards(env, meter, partnerId, environment));
    const inShards = events.flatMap((event): InShard[] => {
      const shard = parseAthleteId(event.athleteId ?? '')?.shard;
      return shard === undefined ? [] : [{ shard, event }];
    });
    if (new Set(shards).size < 2) continue;
    const home = requireAthleteDatabase(env, meter, { environment, shard: homeShard(shards) });
    const hinted = new Set(shards).size < NOTED_FROM_SHARDS ? [] : shardsToHint(owner, inShards, nowMs);
    await sendAll(home, [
      ...hinted.map((shard) => noteChangeHint(home, partnerId, shard, nowMs + CHANGE_HINT_MS)),
      ...lateOf(home, partnerId, inShards),
    ]);
    for (const shard of hinted) remember(`${owner} ${shard}`, nowMs + CHANGE_HINT_MS);
  }
}

/** Returns the shards whose change hints this isolate has not noted recently. */
function shardsToHint(owner: string, inShards: readonly InShard[], nowMs: number): readonly string[] {
  const shards = [...new Set(inShards.map(({ shard }) => shard))];
  return shards.filter((shard) => (noted.get(`${owner} ${shard}`) ?? 0) < nowMs + RENEWED_BEFORE_MS);
}

/** Builds the statements that extend the windows of shards no longer filled to the oldest and newest created athletes. */
function lateOf(home: Database, partnerId: string, inShards: readonly InShard[]) {
  const created = inShards.filter(({ event }) => event.type === 'athlete.created');
  return [...Map.groupBy(created, ({ shard }) => shard)].flatMap(([shard, own]) => {
    const ulids = own.map(({ event }) => ulidOfAthlete(event.athleteId ?? '') ?? '').sort();
    return [...new Set([ulids.at(0), ulids.at(-1)])].flatMap((ulid) =>
      ulid ? [noteLate(home, partnerId, shard, ulid)] : [],
    );
  });
}

async function readShards(
  env: Pick<Env, 'registry'>,
  meter: StorageMeter,
  partnerId: string,
  environment: Environment,
): Promise<ShardList> {
  const registry = openRegistry(env, meter);
  const [[partner]] = await registry.batch([selectPartner(registry, partnerId)]);
  return partner ? shardsIn(partner, environment) : [];
}

function remember(key: string, untilMs: number): void {
  if (noted.size >= NOTED_MAX) noted.clear();
  noted.set(key, untilMs);
}
