import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import { type Health, healthOf } from '#partner/webhooks/health.ts';
import { locationOfEvent } from '#platform/storage/event-id.ts';
import { insertEvent } from '../support/event-feed.ts';
import { TEST_HOME } from '../support/shards.ts';
import { type Received, subscribed } from '../support/webhooks.ts';

export const MINUTE_S = 60;
export const HOUR_S = 3600;
export const DAY_S = 24 * HOUR_S;
const ATHLETES = ['ath_1', 'ath_2', 'ath_3', 'ath_4'];
export const TYPES = ['athlete.updated', 'athlete.learned', 'activity.updated', 'prescription.calculated'];

/** Reads the health of a webhook as the registry has it. */
export async function readHealth(id: string): Promise<Health> {
  const row = await env.REGISTRY.prepare('SELECT events, health FROM webhooks WHERE id = ?')
    .bind(id)
    .first<{ events: string; health: string }>();
  if (!row) throw new Error('there is no webhook');
  return healthOf({ events: JSON.parse(row.events), health: JSON.parse(row.health) });
}

/** Answers a request that came so many seconds after the first event. */
type Behaviour = (received: Received, seconds: number, count: number) => number | Promise<number>;

/** An event that was recorded, and when the receiver accepted it for the first time. */
interface Sent {
  readonly type: string;
  readonly athleteId: string;
  readonly atS: number;
  readonly delayS: number;
  /** The position among all first acceptances. */
  readonly position: number;
}

/** A webhook whose receiver behaves like this, and an event of a changing athlete and type every few seconds. */
export async function receiverThat(behave: Behaviour, types: readonly string[] = ['*']) {
  const webhook = await subscribed(types);
  const { world, partnerId } = webhook;
  const startedAt = Date.now();
  const secondsNow = () => (Date.now() - startedAt) / 1000;
  const accepted = new Map<string, { readonly atMs: number; readonly position: number }>();
  let attempts = 0;
  world.receive = async (received) => {
    if (received.event.type !== 'webhook.test') attempts += 1;
    const status = await behave(received, secondsNow(), attempts);
    if (status === 0) throw new Error('the connection failed');
    const { id } = received.event;
    if (status < 300 && !accepted.has(id)) accepted.set(id, { atMs: Date.now(), position: accepted.size });
    return new Response(null, { status });
  };
  const recorded: { readonly at: number; readonly type: string; readonly athleteId: string }[] = [];
  const record = async (type: string, athleteId: string) => {
    const createdAt = Date.now();
    const sequence = await insertEvent(TEST_HOME, { partnerId, athleteId, type, createdAt });
    recorded[sequence] = { at: createdAt, type, athleteId };
    await world.wake(TEST_HOME);
  };
  let made = 0;
  const traffic = async (seconds: number, everyS = 5) => {
    for (const untilS = secondsNow() + seconds; secondsNow() < untilS; ) {
      await record(TYPES[Math.floor(made / 4) % 4] ?? '', ATHLETES[made % 4] ?? '');
      made += 1;
      await world.pass(everyS);
    }
  };
  /** Lets days pass, of which the dispatcher sees the last minute of each. */
  const days = async (count: number) => {
    for (let day = 0; day < count; day++) {
      vi.setSystemTime(Date.now() + (DAY_S - MINUTE_S) * 1000);
      await traffic(MINUTE_S, 15);
    }
  };
  /** Lists what the receiver accepted, in the order of the store. */
  const sent = (): readonly Sent[] => {
    const bySequence = new Map([...accepted].map(([id, one]) => [locationOfEvent(id)?.sequence, one]));
    return [...recorded.entries()].flatMap(([sequence, event]) => {
      const one = bySequence.get(sequence);
      if (!one || !event) return [];
      const { at, type, athleteId } = event;
      return {
        type,
        athleteId,
        atS: (at - startedAt) / 1000,
        delayS: (one.atMs - at) / 1000,
        position: one.position,
      };
    });
  };
  const count = (isCounted = (_type: string) => true) =>
    recorded.filter((one) => one && isCounted(one.type)).length;
  return { ...webhook, traffic, days, record, sent, count, secondsNow, attempts: () => attempts };
}

/** Lists the events that came after a later one of their athlete and type. */
export function overtaken(
  sent: readonly Sent[],
  queueOf = ({ athleteId }: Sent) => athleteId,
): readonly Sent[] {
  const groups = [...Map.groupBy(sent, queueOf).values()];
  return groups.flatMap((group) =>
    group.filter((one, at) => group.slice(0, at).some(({ position }) => position > one.position)),
  );
}
