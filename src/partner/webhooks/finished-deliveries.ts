import { DAY_MS } from '#platform/clock.ts';
import { eventIdAt } from '#platform/storage/event-id.ts';
import { EVENTS_RETAINED_MS } from '#platform/storage/record-events.ts';
import {
  type Attempt,
  type DeliveryRecord,
  type DeliveryStatus,
  deliveryIdOf,
  eventIdOf,
  positionOfDelivery,
} from './delivery-shape.ts';

/** Successes per row of the log, and the number of such rows: the last 1,000 in total. */
const SENT_IN_ROW = 50;
const SENT_ROWS = 20;
const FAILED_MAX = 10_000;

/** An event as a dispatcher logs it. */
export interface Logged {
  readonly sequence: number;
  readonly createdAt: number;
  readonly type: string;
  readonly athleteId: string | null;
  readonly attempts: readonly Attempt[];
}

const TABLES = `
CREATE TABLE IF NOT EXISTS sent (id INTEGER PRIMARY KEY, last_at INTEGER NOT NULL, entries TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS failed (
  sequence INTEGER PRIMARY KEY, created_at INTEGER NOT NULL, athlete_id TEXT, row TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS failed_by_time ON failed (created_at, sequence);`;

/** A page of a list: newest first, after one of its deliveries. */
export interface ListedPage {
  readonly afterId: string | null;
  readonly limit: number;
}

/** Stores the finished deliveries of a dispatcher: the last 1,000 successes and 10,000 failures. */
export class FinishedDeliveries {
  readonly #sql: SqlStorage;
  readonly #store: string;
  /**
   * The latest successes, not yet in a row. They are stored with the dispatcher's position, so that both cost
   * one write.
   */
  open: readonly Logged[];
  #failed: Logged[] = [];

  constructor(sql: SqlStorage, store: string, open: readonly Logged[]) {
    this.#sql = sql;
    this.#store = store;
    this.open = open;
    sql.exec(TABLES);
  }

  succeed(row: Logged): void {
    this.open = [...this.open, row];
  }

  fail({ sequence, createdAt, type, athleteId, attempts }: Logged): void {
    this.#failed.push({ sequence, createdAt, type, athleteId, attempts });
  }

  /** Writes the deliveries that have finished since the last call. Part of the dispatcher's transaction. */
  write(): void {
    for (const row of this.#failed) {
      const { sequence, createdAt, athleteId } = row;
      const values = [sequence, createdAt, athleteId, JSON.stringify(row)];
      this.#sql.exec('INSERT OR REPLACE INTO failed VALUES (?, ?, ?, ?)', ...values);
    }
    if (this.#failed.length > 0) {
      const surplus = 'SELECT sequence FROM failed ORDER BY created_at DESC, sequence DESC LIMIT -1 OFFSET ?';
      this.#sql.exec(`DELETE FROM failed WHERE sequence IN (${surplus})`, FAILED_MAX);
    }
    this.#failed = [];
    while (this.open.length >= SENT_IN_ROW) this.#storeRow();
  }

  /**
   * Deletes entries older than events are retained. Returns when the next ones are due for deletion, or null if
   * there are none.
   */
  prune(nowMs: number): number | null {
    const before = nowMs - EVENTS_RETAINED_MS;
    this.#sql.exec('DELETE FROM failed WHERE created_at < ?', before);
    this.#sql.exec('DELETE FROM sent WHERE last_at < ?', before);
    this.open = this.open.filter(({ createdAt }) => createdAt >= before);
    const oldest = this.#sql
      .exec<{ at: number | null }>(
        'SELECT min(created_at) AS at FROM failed UNION ALL SELECT min(last_at) FROM sent UNION ALL SELECT ?',
        this.open[0]?.createdAt ?? null,
      )
      .toArray()
      .flatMap(({ at }) => at ?? []);
    // Entries of the same day are deleted together.
    return oldest.length === 0 ? null : Math.min(...oldest) + EVENTS_RETAINED_MS + DAY_MS;
  }

  /** Deletes the deliveries of these athletes' events, except the event that outlives its athlete. */
  forgetAthletes(isRetained: (row: Logged) => boolean, athleteIds: readonly string[]): void {
    this.#rewrite(isRetained);
    this.#sql.exec(
      `DELETE FROM failed WHERE athlete_id IN (SELECT value FROM json_each(?)) AND row ->> '$.type' <> 'athlete.erased'`,
      JSON.stringify(athleteIds),
    );
  }

  /** Removes a delivery from the log and returns it. Returns null if it is not there. */
  takeOut(sequence: number): Logged | null {
    const sent = this.sent.find((row) => row.sequence === sequence);
    if (sent) this.#rewrite((row) => row.sequence !== sequence);
    const [failed] = this.#sql.exec<{ row: string }>(
      'DELETE FROM failed WHERE sequence = ? RETURNING row',
      sequence,
    );
    return sent ?? (failed ? JSON.parse(failed.row) : null);
  }

  /** The last successes, oldest first. */
  get sent(): readonly Logged[] {
    const rows = this.#sql.exec<{ entries: string }>('SELECT entries FROM sent ORDER BY id').toArray();
    return [...rows.flatMap(({ entries }): Logged[] => JSON.parse(entries)), ...this.open];
  }

  /** Lists waiting and finished deliveries of the last 30 days, newest first. */
  listWith(
    waiting: readonly DeliveryRecord[],
    page: ListedPage,
    status: DeliveryStatus | undefined,
    nowMs: number,
  ): readonly DeliveryRecord[] {
    const isListed = ({ id, status: own }: DeliveryRecord) =>
      (page.afterId === null || id < page.afterId) &&
      (status === undefined || own === status) &&
      (positionOfDelivery(id)?.createdAt ?? 0) >= nowMs - EVENTS_RETAINED_MS;
    const all = [...waiting];
    for (const finished of ['delivered', 'failed'] as const) {
      if (status === undefined || status === finished) all.push(...this.#list(finished, page));
    }
    return all
      .filter(isListed)
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, page.limit);
  }

  #list(status: 'delivered' | 'failed', page: ListedPage): readonly DeliveryRecord[] {
    const rows = status === 'delivered' ? this.sent : this.#readFailed(page);
    return rows.map((row) => this.show(row, status, null));
  }

  /** Shows an event as its delivery. */
  show(row: Omit<Logged, 'athleteId'>, status: DeliveryStatus, nextAttemptAt: number | null): DeliveryRecord {
    const id = this.#idOf(row);
    const { type, attempts } = row;
    return { id, eventId: eventIdOf(id), type, status, attempts, nextAttemptAt };
  }

  #readFailed({ afterId, limit }: ListedPage): readonly Logged[] {
    const position = afterId === null ? null : positionOfDelivery(afterId);
    const at = position?.createdAt ?? Number.MAX_SAFE_INTEGER;
    // Positions are grouped by store when times are equal, and the cursor may be of another store.
    const isBefore = afterId !== null && this.#idOf({ sequence: 0, createdAt: at }) < afterId;
    const ofOther = isBefore ? Number.MAX_SAFE_INTEGER : 0;
    const below = position?.store === this.#store ? position.sequence : ofOther;
    return this.#sql
      .exec<{ row: string }>(
        `SELECT row FROM failed WHERE created_at < ? OR (created_at = ? AND sequence < ?)
          ORDER BY created_at DESC, sequence DESC LIMIT ?`,
        at,
        at,
        below,
        limit,
      )
      .toArray()
      .map(({ row }): Logged => JSON.parse(row));
  }

  /** Moves the oldest open successes into a row and deletes the oldest row. */
  #storeRow(): void {
    const entries = this.open.slice(0, SENT_IN_ROW);
    this.open = this.open.slice(SENT_IN_ROW);
    const lastAt = Math.max(...entries.map(({ createdAt }) => createdAt));
    this.#sql.exec('INSERT INTO sent (last_at, entries) VALUES (?, ?)', lastAt, JSON.stringify(entries));
    this.#sql.exec('DELETE FROM sent WHERE id <= (SELECT max(id) FROM sent) - ?', SENT_ROWS);
  }

  #rewrite(isRetained: (row: Logged) => boolean): void {
    this.open = this.open.filter(isRetained);
    const all = this.#sql.exec<{ id: number; entries: string }>('SELECT id, entries FROM sent').toArray();
    for (const { id, entries } of all) {
      const rows: Logged[] = JSON.parse(entries);
      if (rows.every(isRetained)) continue;
      const retained = JSON.stringify(rows.filter(isRetained));
      this.#sql.exec('UPDATE sent SET entries = ? WHERE id = ?', retained, id);
    }
  }

  #idOf({ sequence, createdAt }: Pick<Logged, 'sequence' | 'createdAt'>): string {
    return deliveryIdOf(eventIdAt({ store: this.#store, sequence, createdAt }));
  }
}
