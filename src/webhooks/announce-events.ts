import type { Env } from '../env.ts';
import type { Principal, RequestContext } from '../http/context.ts';
import { openDatabase } from '../storage/database.ts';
import { eventTypesOf } from '../storage/event-types.ts';
import { parseAthleteId } from '../storage/ids.ts';
import type { RecordedEvent } from '../storage/record-events.ts';
import { REGISTRY_STORE, type SweepMessage, sendMessages } from './queue-messages.ts';
import { selectWanted } from './repository.ts';

/** Types and groups of events that a partner's webhooks of an environment want; null if that is not known. */
type WantedBy = (event: RecordedEvent) => readonly string[] | null;

/**
 * Sends a message, after the answer, for each store in which a request has recorded events that a webhook of the partner
 * wants. A key's record says what is wanted without a further call; for a page, an act of the operator or an athlete's
 * token the registry is read first. If the message is lost, the cron finds the events.
 */
export function announceEvents(ctx: RequestContext): void {
  const wantedBy = (event: RecordedEvent) => wantedByCaller(ctx.principal, event);
  const open = ctx.recorded.filter((event) => mayBeWanted(event, wantedBy(event)));
  if (open.length === 0) return;
  ctx.waitUntil(announce(ctx.env, open, wantedBy).catch(() => undefined));
}

/** Sends a message for each store in which events were recorded that a webhook wants, outside a request. */
export async function announceRecorded(
  env: Pick<Env, 'registry' | 'webhookQueue'>,
  recorded: readonly RecordedEvent[],
): Promise<void> {
  if (recorded.length > 0) await announce(env, recorded, () => null);
}

function wantedByCaller(principal: Principal | null, event: RecordedEvent): readonly string[] | null {
  const isOwn = principal?.partnerId === event.partnerId && principal.environment === event.environment;
  return isOwn ? principal.eventTypes : null;
}

function mayBeWanted({ type }: RecordedEvent, wanted: readonly string[] | null): boolean {
  return wanted?.some((pattern) => eventTypesOf(pattern).includes(type)) ?? true;
}

async function announce(
  env: Pick<Env, 'registry' | 'webhookQueue'>,
  recorded: readonly RecordedEvent[],
  wantedBy: WantedBy,
): Promise<void> {
  const unknown = recorded.filter((event) => wantedBy(event) === null);
  const read = await readWanted(env, unknown);
  const messages = recorded
    .filter((event) => mayBeWanted(event, wantedBy(event) ?? read(event)))
    .map(({ partnerId, environment, athleteId }): SweepMessage => {
      const store = athleteId === null ? REGISTRY_STORE : (parseAthleteId(athleteId)?.shard ?? null);
      return { kind: 'sweep', partnerId, environment, store };
    });
  // Equal messages have equal texts: their members are in one order.
  const distinct = new Map(messages.map((message) => [JSON.stringify(message), message]));
  await sendMessages(env, [...distinct.values()]);
}

/** Reads what the partners of events want; nobody is asked for none. */
async function readWanted({ registry }: Pick<Env, 'registry'>, events: readonly RecordedEvent[]) {
  const partnerIds = [...new Set(events.map(({ partnerId }) => partnerId))];
  const db = openDatabase(registry, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
  const [rows] = partnerIds.length === 0 ? [[]] : await db.batch([selectWanted(db, partnerIds)]);
  return ({ partnerId, environment }: RecordedEvent): readonly string[] => {
    const row = rows.find(({ id }) => id === partnerId);
    return (environment === 'test' ? row?.testEventTypes : row?.liveEventTypes) ?? [];
  };
}
