import { MINUTE_MS } from '#platform/clock.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import { EVENTS_KEPT_MS } from '#platform/storage/purge-events.ts';
import { type Attempt, type Delivery, placeOfDelivery } from './delivery.ts';
import {
  BLOCKING_FAILURES,
  FAILURES_MAX,
  probeAfterMs,
  retryAfterMs,
  WAITING_MAX,
} from './dispatch-schedule.ts';
import { countSuccess, NEW, recentSuccesses, type State, type Stored } from './dispatch-state.ts';
import { EndedDeliveries, type ListedPage, type Logged } from './ended-deliveries.ts';
import { type Ready, readyRows, type Waiting } from './queued-events.ts';

/** Attempts shown per delivery: those of its schedule, and as many again after `redeliver`. */
const ATTEMPTS_SHOWN = 20;
/** Number of events after which the place is committed. */
const COMMIT_EVERY = 20;
/** Clocks of machines differ by less. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Stores a dispatcher's state. A settled event changes memory immediately, and storage with every twentieth.
 * An object that is killed resends at most that many, with the same identifiers.
 */
export class DispatchLog {
  readonly #storage: DurableObjectStorage;
  readonly state: State;
  readonly ended: EndedDeliveries;
  readonly waiting = new Map<number, Waiting>();
  readonly #changed = new Set<number>();
  #page: readonly number[] = [];
  #uncommitted = 0;
  /** Erased athletes. Deliveries to them that are in progress leave no trace. */
  readonly #erased = new Set<string>();
  /** Whether anything was stored since the last alarm. */
  hasChanged = false;

  constructor(storage: DurableObjectStorage, store: string) {
    this.#storage = storage;
    const { sql, kv } = storage;
    const { open, ...state } = { ...NEW, open: [], ...kv.get<Stored>('state') };
    this.state = state;
    this.ended = new EndedDeliveries(sql, store, open);
    sql.exec('CREATE TABLE IF NOT EXISTS waiting (sequence INTEGER PRIMARY KEY, row TEXT NOT NULL)');
    for (const { row } of sql.exec<{ row: string }>('SELECT row FROM waiting')) {
      const waiting: Waiting = JSON.parse(row);
      this.waiting.set(waiting.sequence, waiting);
    }
  }

  /** Records the time. If the clock was set back, everything waiting for a later time is due now. */
  see(nowMs: number): void {
    const { state } = this;
    if (nowMs < state.seenAt - CLOCK_TOLERANCE_MS) {
      this.#makeDue(nowMs);
      Object.assign(state, { probeAt: nowMs, acknowledgedAt: 0, reportedAt: 0, prunedAt: 0 });
    }
    state.seenAt = nowMs;
  }

  /** Starts after this place with nothing waiting: in a new epoch, or after the webhook was enabled. */
  beginAfter(place: Pick<State, 'epoch' | 'activation' | 'position' | 'acknowledged'>): void {
    for (const sequence of this.waiting.keys()) this.#drop(sequence);
    Object.assign(this.state, { ...place, ahead: [] });
    this.#recover();
    this.commit();
  }

  /** Ends every waiting delivery as failed, because the webhook was disabled. */
  endWaiting(): void {
    for (const row of this.waiting.values()) this.#end(row);
    this.#recover();
    this.commit();
  }

  /** Accepts the next events of the store, in order, and returns those to send. */
  takePage(events: readonly EventRow[], isWanted: (event: EventRow) => boolean): readonly EventRow[] {
    const settled = new Set([...this.state.ahead, ...this.waiting.keys()]);
    const open = events.filter((event) => isWanted(event) && !settled.has(event.sequence));
    this.#page = events.map(({ sequence }) => sequence);
    const isOpen = new Set(open.map(({ sequence }) => sequence));
    this.#advance([...this.state.ahead, ...this.#page.filter((sequence) => !isOpen.has(sequence))]);
    return open;
  }

  /** Settles an event that its receiver accepted. */
  succeed(event: EventRow, attempt: Attempt): void {
    if (!this.#isErased(event)) this.ended.succeed(this.#logged(event, attempt));
    countSuccess(this.state, event.createdAt);
    Object.assign(this.state, { failuresInRow: 0, failingSince: null, succeededAt: attempt.atMs });
    this.#drop(event.sequence);
    this.#settle(event.sequence);
  }

  /**
   * Settles an event whose attempt failed: it waits for its next attempt or has failed permanently. Does not
   * settle it if too many already wait. Then the position must stop.
   */
  fail(event: EventRow, attempt: Attempt, nowMs: number): void {
    this.state.failuresInRow += 1;
    this.state.failingSince ??= attempt.atMs;
    const known = this.waiting.get(event.sequence);
    if (!known && this.isFull) return;
    const failures = (known?.failures ?? 0) + 1;
    const delayMs = retryAfterMs(failures);
    const holdsUp = failures <= BLOCKING_FAILURES && (known?.holdsUp ?? true);
    const logged = this.#logged(event, attempt);
    if (delayMs === null) this.#end(logged);
    else this.#keep({ ...logged, failures, dueAt: nowMs + delayMs, holdsUp });
    this.#settle(event.sequence);
  }

  /** Settles an event as waiting behind one of its athlete, unless too many already wait. */
  hold({ sequence, createdAt, type, athleteId }: EventRow, nowMs: number): void {
    if (this.waiting.has(sequence) || this.isFull) return;
    const row = { sequence, createdAt, type, athleteId, attempts: [], failures: 0 };
    this.#keep({ ...row, dueAt: nowMs, holdsUp: true });
    this.#settle(sequence);
  }

  /** Settles an event as permanently failed. */
  failFinally(event: EventRow, attempt: Attempt): void {
    this.#end(this.#logged(event, attempt));
    this.#settle(event.sequence);
  }

  /** Forgets a delivery whose event no longer exists. */
  forget(sequence: number): void {
    this.#drop(sequence);
    this.#uncommitted += 1;
  }

  get isFull(): boolean {
    return this.waiting.size >= WAITING_MAX;
  }

  /** Whether the receiver has failed so often in a row that only probes are sent. */
  get hasFailedOften(): boolean {
    return this.state.failuresInRow >= FAILURES_MAX;
  }

  /** Stops the position: only probes are sent until one succeeds. */
  stop(nowMs: number): void {
    Object.assign(this.state, { stoppedAt: nowMs, probes: 0, probeAt: nowMs + probeAfterMs(0, 0) });
  }

  /** Records a failed probe. It is shown as an attempt, but does not count in its delivery's schedule. */
  failProbe(event: EventRow, attempt: Attempt, nowMs: number): void {
    const { state } = this;
    const known = this.waiting.get(event.sequence);
    if (known) this.#keep({ ...known, ...this.#logged(event, attempt) });
    state.failuresInRow += 1;
    state.failingSince ??= attempt.atMs;
    state.probes += 1;
    state.probeAt = nowMs + probeAfterMs(state.probes, nowMs - (state.stoppedAt ?? nowMs));
  }

  /** Continues after a stop. Waiting deliveries are due now, before the events after the position. */
  resume(nowMs: number): void {
    this.state.stoppedAt = null;
    this.#makeDue(nowMs);
  }

  /** Makes a delivery due now, with the full number of attempts. Returns false if nothing more can wait. */
  redeliver(event: Omit<Logged, 'attempts'>, nowMs: number): boolean {
    const { sequence, createdAt, type, athleteId } = event;
    const known = this.waiting.get(sequence);
    if (!known && this.isFull) return false;
    const { attempts = [] } = known ?? this.ended.takeOut(sequence) ?? {};
    const row = { sequence, createdAt, type, athleteId, attempts };
    this.#keep({ ...row, failures: 0, dueAt: nowMs, holdsUp: known?.holdsUp ?? false });
    this.commit();
    return true;
  }

  /** Deletes the deliveries of these athletes' events, except the event that outlives its athlete. */
  forgetAthletes(athleteIds: readonly string[]): void {
    for (const id of athleteIds) this.#erased.add(id);
    const isKept = (row: Logged) => !this.#isErased(row);
    for (const row of this.waiting.values()) if (!isKept(row)) this.#drop(row.sequence);
    this.ended.forgetAthletes(isKept, athleteIds);
    this.commit();
  }

  /** The place up to which nothing waits. */
  get settledTo(): number {
    return Math.min(this.state.position, ...[...this.waiting.keys()].map((sequence) => sequence - 1));
  }

  /** Stores the changes once 20 events were settled. */
  commitSome(): void {
    if (this.#uncommitted >= COMMIT_EVERY) this.commit();
  }

  /** Stores the changes. */
  commit(): void {
    const { sql, kv } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const sequence of this.#changed) {
        const row = this.waiting.get(sequence);
        if (row) sql.exec('INSERT OR REPLACE INTO waiting VALUES (?, ?)', sequence, JSON.stringify(row));
        else sql.exec('DELETE FROM waiting WHERE sequence = ?', sequence);
      }
      this.ended.write();
      kv.put<Stored>('state', { ...this.state, open: this.ended.open });
    });
    this.#changed.clear();
    this.#uncommitted = 0;
    this.hasChanged = true;
  }

  /**
   * Deletes entries older than events are kept. Returns when the next ones are due for deletion, or null if
   * there are none.
   */
  prune(nowMs: number): number | null {
    this.state.prunedAt = nowMs;
    this.state.successes = recentSuccesses(this.state, nowMs);
    const nextAtMs = this.ended.prune(nowMs);
    this.commit();
    return nextAtMs;
  }

  /** Lists deliveries of the last 30 days, newest first. */
  list(page: ListedPage, status: Delivery['status'] | undefined, nowMs: number): readonly Delivery[] {
    const isListed = ({ id, status: own }: Delivery) =>
      (page.afterId === null || id < page.afterId) &&
      (status === undefined || own === status) &&
      (placeOfDelivery(id)?.createdAt ?? 0) >= nowMs - EVENTS_KEPT_MS;
    const all = readyRows(this.waiting.values()).map((ready) => this.#show(ready));
    for (const ended of ['delivered', 'failed'] as const) {
      if (status === undefined || status === ended) all.push(...this.ended.list(ended, page));
    }
    return all
      .filter(isListed)
      .sort((one, other) => (one.id < other.id ? 1 : -1))
      .slice(0, page.limit);
  }

  /** Shows the delivery of a waiting event. Returns null if it is not waiting. */
  showWaiting(sequence: number): Delivery | null {
    const ready = readyRows(this.waiting.values()).find(({ row }) => row.sequence === sequence);
    return ready ? this.#show(ready) : null;
  }

  #show({ row, atMs }: Ready): Delivery {
    const { stoppedAt, probeAt } = this.state;
    return this.ended.show(row, 'pending', stoppedAt === null ? atMs : probeAt);
  }

  #makeDue(nowMs: number): void {
    for (const row of this.waiting.values()) this.#keep({ ...row, dueAt: nowMs });
  }

  #recover(): void {
    Object.assign(this.state, { stoppedAt: null, failuresInRow: 0, failingSince: null });
  }

  #settle(sequence: number): void {
    this.#uncommitted += 1;
    this.#advance([...this.state.ahead, sequence]);
  }

  /** Advances the position past everything settled, in store order. Keeps what is settled after it. */
  #advance(ahead: readonly number[]): void {
    const { state } = this;
    const settled = new Set(ahead);
    const firstOpen = this.#page.findIndex((sequence) => !settled.has(sequence));
    const count = firstOpen === -1 ? this.#page.length : firstOpen;
    state.position = this.#page[count - 1] ?? state.position;
    this.#page = this.#page.slice(count);
    state.ahead = [...settled].filter((sequence) => sequence > state.position);
  }

  #logged({ sequence, createdAt, type, athleteId }: EventRow, attempt: Attempt): Logged {
    const attempts = [...(this.waiting.get(sequence)?.attempts ?? []), attempt].slice(-ATTEMPTS_SHOWN);
    return { sequence, createdAt, type, athleteId, attempts };
  }

  #isErased({ athleteId, type }: Pick<Logged, 'athleteId' | 'type'>): boolean {
    return athleteId !== null && type !== 'athlete.erased' && this.#erased.has(athleteId);
  }

  #keep(row: Waiting): void {
    if (this.#isErased(row)) return;
    this.waiting.set(row.sequence, row);
    this.#changed.add(row.sequence);
  }

  #drop(sequence: number): void {
    if (this.waiting.delete(sequence)) this.#changed.add(sequence);
  }

  #end(row: Logged): void {
    if (!this.#isErased(row)) this.ended.fail(row);
    this.#drop(row.sequence);
  }
}
