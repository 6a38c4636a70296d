import { call } from './client.ts';

export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Feed {
  readonly events: readonly FeedEvent[];
  /** Where to continue. */
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

/** Writes an event into a store as if a request had recorded it at this moment, and returns its place there. */
export async function insertEvent(
  store: D1Database,
  event: { readonly partnerId: string; readonly createdAt: number; readonly athleteId?: string },
): Promise<number> {
  const { partnerId, createdAt, athleteId = 'ath_1' } = event;
  const sequence = await store
    .prepare(
      "INSERT INTO events (partner_id, environment, type, athlete_id, data, created_at) VALUES (?, 'test', 'athlete.updated', ?, ?, ?) RETURNING sequence",
    )
    .bind(partnerId, athleteId, JSON.stringify({ e: null, c: ['name'] }), createdAt)
    .first<number>('sequence');
  return sequence ?? 0;
}
