import { isDeepStrictEqual } from 'node:util';
import type { FeedEvent } from './event-follower.ts';
import type { Endpoint } from './receiver.ts';
import type { Problem } from './writer.ts';

/** Returns what an endpoint kept that is not in the feed, or is there with another content. */
export function findInvented({ path, kept }: Endpoint, feed: readonly FeedEvent[]): readonly Problem[] {
  const byId = new Map(feed.map((event) => [event.id, event]));
  return [...kept]
    .filter(([id, { body }]) => !isDeepStrictEqual(JSON.parse(body), byId.get(id)))
    .map(([, { body }]) => ({ kind: 'invented', what: `${path} got ${body}` }));
}

/** Returns the events of the feed that never reached an endpoint. */
export function findLost({ path, kept }: Endpoint, feed: readonly FeedEvent[]): readonly Problem[] {
  return feed
    .filter(({ id }) => !kept.has(id))
    .map(({ id, type }) => ({ kind: 'lost', what: `${path} never got ${type} ${id}` }));
}

/** Returns how many athletes' events first arrived after a later event of the same athlete, and how many arrived. */
export function countOvertaken({ kept }: Endpoint, feed: readonly FeedEvent[]) {
  const places = new Map(feed.map((event, place) => [event.id, { place, athlete: event.data.athlete_id }]));
  const latest = new Map<unknown, number>();
  let overtaken = 0;
  let arrived = 0;
  for (const id of kept.keys()) {
    const known = places.get(id);
    if (known?.athlete === undefined) continue;
    const before = latest.get(known.athlete) ?? -1;
    arrived += 1;
    if (known.place < before) overtaken += 1;
    latest.set(known.athlete, Math.max(before, known.place));
  }
  return { overtaken, arrived };
}

/** Returns the times from event to first arrival of those that arrived before a moment, the shortest first. */
export function listDelaysS(
  { kept }: Endpoint,
  feed: readonly FeedEvent[],
  beforeMs: number,
): readonly number[] {
  const delays = feed.flatMap(({ id, created_at }) => {
    const firstAtMs = kept.get(id)?.firstAtMs ?? beforeMs;
    return firstAtMs < beforeMs ? [(firstAtMs - Date.parse(created_at)) / 1000] : [];
  });
  return delays.sort((one, other) => one - other);
}
