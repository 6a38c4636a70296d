import { MINUTE_MS } from '#platform/clock.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import { type Attempt, type DeliveryRecord, type DeliveryStatus, isRefusal } from './delivery-shape.ts';
import {
  afterProbe,
  BLOCKING_FAILURES,
  countSuccess,
  LANE_ATHLETES,
  type Ladder,
  NEW,
  NO_REFUSALS,
  newLadder,
  PROBE_EVERY_MS,
  recentAcceptances,
  recentSuccesses,
  resumedLadder,
  retryAfterMs,
  type State,
  type Stored,
} from './dispatch-state.ts';
import { FinishedDeliveries, type ListedPage, type Logged } from './finished-deliveries.ts';
import { isFull, nextProbe, type Ready, readyRows, type Waiting } from './queued-events.ts';
import {
  advanceLane,
  countAcceptance,
  countFailure,
  handleInLane,
  headOf,
  isRefused,
  moveProbes,
  noteRefusal,
  queueOf,
  recover,
} from './receiver-answers.ts';

/** Attempts shown per delivery: those of its schedule, and as many again after `redeliver`. */
const ATTEMPTS_SHOWN = 20;
/** Number of events after which the position is committed. */
const COMMIT_EVERY = 20;
/** Clocks of machines differ by less. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Stores a dispatcher's state. A handled event changes memory immediately, and storage with every twentieth.
 * An object that is killed resends at most that many, with the same identifiers.
 */
export class DispatchLog {
  readonly #storage: DurableObjectStorage;
  readonly state: State;
  readonly finished: FinishedDeliveries;
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
    this.finished = new FinishedDeliveries(sql, store, open);
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
      moveProbes(this.state, (ladder) => ({ ...ladder, startedAt: nowMs, probedAt: 0, probeAt: nowMs }));
      Object.assign(state, { resumedAt: 0, acknowledgedAt: 0, reportedAt: 0, prunedAt: 0 });
    }
    state.seenAt = nowMs;
  }

  /** Starts after this position with nothing waiting: in a new epoch, or after the webhook was enabled. */
  beginAfter(position: Pick<State, 'epoch' | 'activation' | 'position' | 'acknowledged'>): void {
    for (const sequence of this.waiting.keys()) this.#drop(sequence);
    Object.assign(this.state, { ...position, ahead: [] });
    recover(this.state);
    this.commit();
  }

  /** Ends every waiting delivery as failed, because the webhook was disabled. */
  endWaiting(): void {
    for (const row of this.waiting.values()) this.#end(row);
    recover(this.state);
    this.commit();
  }

  /** Ends what waits of types that the webhook no longer receives, with their lanes. */
  retainTypes(types: ReadonlySet<string>): void {
    const isRetained = ([type]: [string, unknown]) => types.has(type);
    const { state } = this;
    state.lanes = Object.fromEntries(Object.entries(state.lanes).filter(isRetained));
    state.refusals = Object.fromEntries(Object.entries(state.refusals).filter(isRetained));
    for (const row of this.waiting.values()) if (!types.has(row.type)) this.#end(row);
  }

  /** Accepts the next events of the store, in order, and returns those to send. Leaves those of lanes there. */
  takePage(events: readonly EventRow[], isWanted: (event: EventRow) => boolean): readonly EventRow[] {
    const { state } = this;
    const handled = new Set([...state.ahead, ...this.waiting.keys()]);
    const fresh = events.filter((event) => isWanted(event) && !handled.has(event.sequence));
    const open = fresh.filter(({ type }) => !(type in state.lanes));
    for (const event of fresh) if (event.type in state.lanes) this.#leave(event);
    this.#page = events.map(({ sequence }) => sequence);
    const isOpen = new Set(open.map(({ sequence }) => sequence));
    this.#advance([...state.ahead, ...this.#page.filter((sequence) => !isOpen.has(sequence))]);
    for (const lane of Object.values(state.lanes)) if (lane.left === 0) advanceLane(lane, state.position);
    return open;
  }

  /** Leaves an event of a lane in the store, and the position passes it. */
  leaveToLane(event: EventRow): void {
    if (this.waiting.has(event.sequence)) return;
    this.#leave(event);
    this.#uncommitted += 1;
    this.#advance([...this.state.ahead, event.sequence]);
  }

  /** Stores an event for the probes of its lane if it has none of this athlete. Otherwise only counts it. */
  #leave(event: EventRow): void {
    const lane = this.state.lanes[event.type];
    if (!lane) return;
    const rows = [...this.waiting.values()].filter(({ type }) => type === event.type);
    const queues = new Set(rows.map((row) => queueOf(this.state, row)));
    const isProbed =
      lane.ladder !== null && queues.size < LANE_ATHLETES && !queues.has(queueOf(this.state, event));
    if (isProbed) this.#enqueue(event, event.createdAt);
    else lane.left += 1;
  }

  /**
   * Takes the next events of a lane from the store, read up to this position: all of them wait now. A lane that
   * has reached the dispatcher's own position ends.
   */
  takeFromLane(
    type: string,
    events: readonly EventRow[],
    readTo: number,
    nowMs: number,
  ): readonly EventRow[] {
    const { state } = this;
    const lane = state.lanes[type];
    if (!lane) return [];
    const handled = new Set([...lane.ahead, ...this.waiting.keys()]);
    const fresh = events.filter(({ sequence }) => sequence > lane.position && !handled.has(sequence));
    for (const event of fresh) this.#enqueue(event, nowMs);
    lane.left = Math.max(0, lane.left - fresh.length);
    advanceLane(lane, readTo);
    if (readTo >= headOf(state)) {
      lane.left = 0;
      const hasProbe = nextProbe(this, type).length > 0;
      if (lane.ladder === null || !hasProbe) this.endLane(type);
    }
    return fresh;
  }

  /** Ends a lane: its type is sent with the others again. */
  endLane(type: string): void {
    const { [type]: _closed, ...lanes } = this.state.lanes;
    this.state.lanes = lanes;
  }

  /** Handles an event that its receiver accepted. */
  succeed(event: EventRow, attempt: Attempt): void {
    if (!this.#isErased(event)) this.finished.succeed(this.#logged(event, attempt));
    const { state } = this;
    countSuccess(state, event.createdAt);
    const isResumed = this.waiting.get(event.sequence)?.isFirst === true;
    const wasRefused = isRefused(state, event.type);
    countAcceptance(state, event.type, attempt.atMs);
    this.#drop(event.sequence);
    this.#handle(event);
    if (isResumed) this.#makeDue(attempt.atMs);
    else if (wasRefused) this.#makeDue(attempt.atMs, event.type);
  }

  /**
   * Handles an event whose attempt failed: it waits for its next attempt or has failed permanently. Does not
   * handle it if too many already wait. Then the position must stop.
   */
  fail(event: EventRow, attempt: Attempt, nowMs: number): void {
    countFailure(this.state, event.type, attempt, { isOfPosition: true, nowMs });
    const known = this.waiting.get(event.sequence);
    if (!known && isFull(this)) return;
    const logged = this.#logged(event, attempt);
    if (known?.isFirst && known.failures > 0) {
      // The partner's test did not ask for it to count.
      const { failures, holdsUp } = known;
      this.#store({ ...logged, failures, holdsUp, dueAt: Math.max(known.dueAt, nowMs + PROBE_EVERY_MS) });
      return;
    }
    const failures = (known?.failures ?? 0) + 1;
    const delayMs = retryAfterMs(failures);
    const holdsUp = failures <= BLOCKING_FAILURES && (known?.holdsUp ?? true);
    if (delayMs === null) this.#end(logged);
    else this.#store({ ...logged, failures, dueAt: nowMs + delayMs, holdsUp });
    this.#handle(event);
  }

  /** Handles an event as waiting behind one of its athlete, unless too many already wait. */
  hold(event: EventRow, nowMs: number): void {
    if (this.waiting.has(event.sequence) || isFull(this)) return;
    this.#enqueue(event, nowMs);
    this.#handle(event);
  }

  /** Handles an event as permanently failed. */
  failFinally(event: EventRow, attempt: Attempt): void {
    this.#end(this.#logged(event, attempt));
    this.#handle(event);
  }

  /** Forgets a delivery whose event no longer exists. */
  forget(sequence: number): void {
    this.#drop(sequence);
    this.#uncommitted += 1;
  }

  /** Stops the position: only probes are sent until one succeeds. */
  stop(nowMs: number): void {
    this.state.stopped = newLadder(nowMs);
  }

  /**
   * Records a failed probe of the stopped position or of a lane. It is shown as an attempt, but does not count
   * in its delivery's schedule.
   */
  failProbe(event: EventRow, attempt: Attempt, nowMs: number): void {
    const { state } = this;
    const known = this.waiting.get(event.sequence) ?? { failures: 0, dueAt: nowMs, holdsUp: true };
    this.#store({ ...known, ...this.#logged(event, attempt), isFirst: false });
    this.#handle(event);
    const after = (ladder: Ladder) => afterProbe(ladder, attempt.atMs, state.resumedAt, nowMs);
    if (state.stopped) {
      state.failingSince ??= attempt.atMs;
      if (isRefusal(attempt)) noteRefusal(state, event.type, false);
      state.stopped = after(state.stopped);
      return;
    }
    countFailure(state, event.type, attempt, { isOfPosition: false, nowMs });
    const lane = state.lanes[event.type];
    if (lane?.ladder) lane.ladder = after(lane.ladder);
  }

  /** Continues after a stop. Waiting deliveries are due now, before the events after the position. */
  resume(nowMs: number): void {
    this.state.stopped = null;
    this.state.refused = NO_REFUSALS;
    // A thousand that wait keep their schedule, or each resumption would use up one of their attempts.
    if (!isFull(this)) this.#makeDue(nowMs);
    moveProbes(this.state, (ladder) => ({ ...ladder, probeAt: nowMs }));
  }

  /**
   * Brings the next probes forward, because the partner's receiver may be back. If the position goes on and
   * deliveries wait, sends the first of them. One success makes the others due.
   */
  bringForward(resumeAt: number | null, nowMs: number): void {
    const { state } = this;
    if (resumeAt === null || resumeAt <= state.resumedAt) return;
    state.resumedAt = resumeAt;
    moveProbes(this.state, (ladder) => resumedLadder(ladder, resumeAt, nowMs));
    const [row] = nextProbe(this, null);
    if (row && row.failures > 0 && !state.stopped && !isRefused(state, row.type)) {
      this.#store({ ...row, isFirst: true });
    }
    this.commit();
  }

  /** Makes a delivery due now, with the full number of attempts. Returns false if nothing more can wait. */
  redeliver(event: Omit<Logged, 'attempts'>, nowMs: number): boolean {
    const { sequence, createdAt, type, athleteId } = event;
    const known = this.waiting.get(sequence);
    if (!known && isFull(this)) return false;
    const { attempts = [] } = known ?? this.finished.takeOut(sequence) ?? {};
    const row = { sequence, createdAt, type, athleteId, attempts };
    this.#store({ ...row, failures: 0, dueAt: nowMs, holdsUp: known?.holdsUp ?? false, isFirst: true });
    this.commit();
    return true;
  }

  /** Deletes the deliveries of these athletes' events, except the event that outlives its athlete. */
  forgetAthletes(athleteIds: readonly string[]): void {
    for (const id of athleteIds) this.#erased.add(id);
    const isRetained = (row: Logged) => !this.#isErased(row);
    for (const row of this.waiting.values()) if (!isRetained(row)) this.#drop(row.sequence);
    this.finished.forgetAthletes(isRetained, athleteIds);
    this.commit();
  }

  /** Stores the changes once 20 events were handled. */
  commitSome(): void {
    if (this.#uncommitted >= COMMIT_EVERY) this.commit();
  }

  commit(): void {
    const { sql, kv } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const sequence of this.#changed) {
        const row = this.waiting.get(sequence);
        if (row) sql.exec('INSERT OR REPLACE INTO waiting VALUES (?, ?)', sequence, JSON.stringify(row));
        else sql.exec('DELETE FROM waiting WHERE sequence = ?', sequence);
      }
      this.finished.write();
      kv.put<Stored>('state', { ...this.state, open: this.finished.open });
    });
    this.#changed.clear();
    this.#uncommitted = 0;
    this.hasChanged = true;
  }

  /** Deletes entries older than events are retained. Returns when the next ones are due, or null. */
  prune(nowMs: number): number | null {
    this.state.prunedAt = nowMs;
    this.state.successes = recentSuccesses(this.state, nowMs);
    this.state.acceptedAt = recentAcceptances(this.state, nowMs);
    const nextAtMs = this.finished.prune(nowMs);
    this.commit();
    return nextAtMs;
  }

  /** Lists deliveries of the last 30 days, newest first. */
  list(page: ListedPage, status: DeliveryStatus | undefined, nowMs: number): readonly DeliveryRecord[] {
    const waiting = readyRows(this).map((ready) => this.#show(ready));
    return this.finished.listWith(waiting, page, status, nowMs);
  }

  /** Shows the delivery of a waiting event. Returns null if it is not waiting. */
  showWaiting(sequence: number): DeliveryRecord | null {
    const ready = readyRows(this).find(({ row }) => row.sequence === sequence);
    return ready ? this.#show(ready) : null;
  }

  #show({ row, atMs }: Ready): DeliveryRecord {
    return this.finished.show(row, 'pending', atMs);
  }

  #makeDue(nowMs: number, type: string | null = null): void {
    for (const row of this.waiting.values()) {
      if (type === null || row.type === type) this.#store({ ...row, dueAt: nowMs });
    }
  }

  #handle(event: Pick<EventRow, 'sequence' | 'type'>): void {
    this.#uncommitted += 1;
    handleInLane(this.state, event);
    this.#advance([...this.state.ahead, event.sequence]);
  }

  #enqueue({ sequence, createdAt, type, athleteId }: EventRow, dueAt: number): void {
    const row = { sequence, createdAt, type, athleteId, attempts: [], failures: 0 };
    this.#store({ ...row, dueAt, holdsUp: true });
  }

  /** Advances the position past everything handled, in store order. Keeps what is handled after it. */
  #advance(ahead: readonly number[]): void {
    const { state } = this;
    const handled = new Set(ahead);
    const firstOpen = this.#page.findIndex((sequence) => !handled.has(sequence));
    const count = firstOpen === -1 ? this.#page.length : firstOpen;
    state.position = this.#page[count - 1] ?? state.position;
    this.#page = this.#page.slice(count);
    state.ahead = [...handled].filter((sequence) => sequence > state.position);
  }

  #logged({ sequence, createdAt, type, athleteId }: EventRow, attempt: Attempt): Logged {
    const attempts = [...(this.waiting.get(sequence)?.attempts ?? []), attempt].slice(-ATTEMPTS_SHOWN);
    return { sequence, createdAt, type, athleteId, attempts };
  }

  #isErased({ athleteId, type }: Pick<Logged, 'athleteId' | 'type'>): boolean {
    return athleteId !== null && type !== 'athlete.erased' && this.#erased.has(athleteId);
  }

  #store(row: Waiting): void {
    if (this.#isErased(row)) return;
    this.waiting.set(row.sequence, row);
    this.#changed.add(row.sequence);
  }

  #drop(sequence: number): void {
    if (this.waiting.delete(sequence)) this.#changed.add(sequence);
  }

  #end(row: Logged): void {
    if (!this.#isErased(row)) this.finished.fail(row);
    this.#drop(row.sequence);
  }
}
