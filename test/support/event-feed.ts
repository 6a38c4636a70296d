import { call } from './client.ts';

export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Feed {
  readonly events: readonly FeedEvent[];
  /** The cursor of the next page. */
  readonly cursor: string;
}

/** Reads one page of the events of a key's environment. */
export async function readPage(
  key: string,
  query: Readonly<Record<string, string>>,
): Promise<Feed & { hasMore: boolean }> {
  const { status, json, text } = await call('GET', `/v1/events?${new URLSearchParams(query)}`, { key });
  if (status !== 200) throw new Error(`GET /v1/events: ${status} ${text}`);
  return { events: json.data, cursor: json.next_cursor, hasMore: json.has_more };
}

/** Reads all events after a cursor, or from the first, page by page. */
export async function readFeed(
  key: string,
  { cursor, ...query }: Readonly<Record<string, string>> = {},
): Promise<Feed> {
  const events: FeedEvent[] = [];
  let next = cursor;
  for (;;) {
    const page = await readPage(key, next === undefined ? query : { ...query, cursor: next });
    events.push(...page.events);
    next = page.cursor;
    if (!page.hasMore) return { events, cursor: next };
  }
}

/** Returns the types of events, in order. */
export function typesOf({ events }: Pick<Feed, 'events'>): string[] {
  return events.map(({ type }) => type);
}

interface Inserted {
  readonly partnerId: string;
  readonly createdAt: number;
  readonly athleteId?: string;
  readonly type?: string;
}

/** Writes an event into a store as if a request had recorded it at this moment, and returns its place there. */
export async function insertEvent(store: D1Database, event: Inserted): Promise<number> {
  await insertEvents(store, 1, event);
  return (await store.prepare('SELECT max(sequence) AS last FROM events').first<number>('last')) ?? 0;
}

/** Writes so many alike events into a store. */
export async function insertEvents(
  store: D1Database,
  count: number,
  { partnerId, createdAt, athleteId = 'ath_1', type = 'athlete.updated' }: Inserted,
): Promise<void> {
  await store
    .prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO events (partner_id, environment, type, athlete_id, data, created_at)
       SELECT ?, 'test', ?, ?, ?, ? FROM n`,
    )
    .bind(count, partnerId, type, athleteId, JSON.stringify({ e: null, c: ['name'] }), createdAt)
    .run();
}
