import { HOUR_MS, MINUTE_MS } from '#platform/clock.ts';
import { InvocationSpent } from '#platform/storage/database.ts';
import { namedEvent } from '#platform/storage/event-id.ts';
import { eventTypesOf } from '#platform/storage/event-types.ts';
import type { EventRow, StoredEvent, SubscriberRow } from '#platform/storage/events-schema.ts';
import { calls, MeasuredSteps } from '#platform/storage/job.ts';
import { type Attempt, isAccepted, isRefusal } from './delivery-shape.ts';
import { ACKNOWLEDGE_EVERY_MS, FAILING_MAX_MS } from './dispatch-state.ts';
import { openStore } from './fan-out.ts';
import {
  type DispatchContext,
  disableWebhook,
  dropType,
  earliest,
  reportDueAt,
  reportHealth,
} from './health.ts';
import {
  dueProbes,
  handledTo,
  isFull,
  isHeldUp,
  type LaneRead,
  lanesToRead,
  lastAttemptAt,
  nextDueAt,
  nextProbe,
  sendable,
  type Waiting,
} from './queued-events.ts';
import { changePause, hasFailedOften, isRefused, queueOf } from './receiver-answers.ts';
import { sendEvent } from './send-event.ts';
import {
  acknowledge,
  selectEpoch,
  selectEventsAfter,
  selectEventsAt,
  selectEventsOfLanes,
  selectSubscriber,
  selectSuspension,
} from './subscriber-repository.ts';

/** Events that one batch reads after the position, and as many of the waiting ones and of those in lanes. */
const PAGE_EVENTS = 200;
/** Parallel attempts: an invocation has six connections, and the store needs one. */
const CONNECTIONS = 5;
/** Time after which an alarm leaves the rest to the next. The platform ends it after 15 minutes. */
const STOP_AFTER_MS = 10 * MINUTE_MS;
/** Time after which a paused dispatcher looks again. A resumption wakes it, and the cron if that is lost. */
const PAUSED_FOR_MS = HOUR_MS;
/** The status with which a receiver rejects all further events. */
const GONE = 410;

interface Outcome {
  /** The webhook no longer exists. */
  readonly isDeleted: boolean;
  /** Time of the next work. Null if nothing waits. */
  readonly nextAtMs: number | null;
}

/**
 * Sends a store's events to a webhook, batch by batch: first waiting ones that are due, then the events after
 * the position. Events of one athlete are sent in order, those of different athletes in parallel. Each batch
 * reads the subscriber again, so a changed address, secret or list of types applies to the next batch. Leaves the rest to
 * another alarm before this one has made all the calls that an invocation may make. Throws StorageUnavailable.
 */
export async function dispatch(context: DispatchContext): Promise<Outcome> {
  try {
    return await sendBatches(context);
  } catch (fault) {
    if (!(fault instanceof InvocationSpent)) throw fault;
    // What was sent counts, what was not is not the receiver's failure.
    context.log.commit();
    if (!context.budget.isSpent) throw fault;
    return { isDeleted: false, nextAtMs: context.nowMs() };
  }
}

async function sendBatches(context: DispatchContext): Promise<Outcome> {
  const { log, nowMs, budget } = context;
  const startedAt = nowMs();
  const batches = new MeasuredSteps(budget);
  for (;;) {
    const { stopped } = log.state;
    if (stopped && stopped.probeAt > nowMs()) return rest(context);
    const batch = await batches.take(() => new Batch(context).run());
    if (batch === 'deleted') return { isDeleted: true, nextAtMs: null };
    if (batch === 'disabled') return { isDeleted: false, nextAtMs: null };
    if (batch === 'paused') return { isDeleted: false, nextAtMs: nowMs() + PAUSED_FOR_MS };
    if (batch === 'last') return rest(context);
    const isTimeUp = nowMs() - startedAt >= STOP_AFTER_MS;
    if (isTimeUp || !batches.fit()) return { isDeleted: false, nextAtMs: nowMs() };
  }
}

/** Reports, and returns when the next event or report is due. */
async function rest(context: DispatchContext): Promise<Outcome> {
  await reportHealth(context);
  return { isDeleted: false, nextAtMs: earliest([nextDueAt(context.log), reportDueAt(context.log)]) };
}

/** A batch of events, read and sent together. */
class Batch {
  readonly #context: DispatchContext;
  /** The waiting events with which lanes are probed. */
  readonly #probes = new Set<number>();
  #isHalted = false;
  #isDisabled = false;

  constructor(context: DispatchContext) {
    this.#context = context;
  }

  async run(): Promise<'deleted' | 'disabled' | 'paused' | 'more' | 'last'> {
    const { log, nowMs } = this.#context;
    const isStopped = log.state.stopped !== null;
    const due = isStopped ? nextProbe(log, null) : sendable(log, nowMs(), PAGE_EVENTS);
    const probes = isStopped ? [] : dueProbes(log, nowMs());
    for (const { sequence } of probes) this.#probes.add(sequence);
    // If more events are due than fit in a batch, sends them first, so that no later event of an athlete
    // overtakes.
    const hasMoreWaiting = due.length === PAGE_EVENTS;
    const read = await this.#read([...due, ...probes], hasMoreWaiting);
    const { subscriber, epoch, page } = read;
    if (!subscriber || subscriber.status === 'deleted') return 'deleted';
    if (subscriber.status === 'disabled') {
      if (log.waiting.size > 0 || isStopped) log.endWaiting();
      return 'disabled';
    }
    const isPauseChanged = changePause(log.state, read.suspendedAt, nowMs());
    if (isPauseChanged) log.commit();
    if (read.suspendedAt !== null) return 'paused';
    if (isPauseChanged || this.#beginsAnew(subscriber, epoch)) return 'more';
    const types = new Set<string>(subscriber.types.flatMap(eventTypesOf));
    log.retainTypes(types);
    const waiting = read.waiting.filter(({ type }) => types.has(type));
    const ofLanes = isStopped ? [] : this.#takeFromLanes(read.lanes, read.ofLanes);
    const fresh = log.takePage(page, ({ type }) => types.has(type));
    if (isStopped) await this.#probe(subscriber, this.#chooseProbe(waiting[0] ?? null, fresh));
    else await this.#sendAll(subscriber, [...waiting, ...ofLanes, ...fresh]);
    if (this.#isDisabled) log.endWaiting();
    else if (page.length > 0 || due.length + probes.length + read.lanes.length > 0) log.commit();
    if (this.#isDisabled) return 'disabled';
    await reportHealth(this.#context);
    // A failure stops the batch, but another athlete's event may have been accepted at the same time.
    const isCatchingUp = Object.values(log.state.lanes).some(({ ladder }) => ladder === null);
    const isLeft = page.length === PAGE_EVENTS || hasMoreWaiting || isStopped || this.#isHalted;
    return isLeft || isCatchingUp ? 'more' : 'last';
  }

  /** Accepts the events that were read for lanes, which are in the order of the store. */
  #takeFromLanes(lanes: readonly LaneRead[], rows: readonly EventRow[]): readonly EventRow[] {
    const { log, nowMs } = this.#context;
    const last = rows.length === PAGE_EVENTS ? (rows.at(-1)?.sequence ?? 0) : Number.MAX_SAFE_INTEGER;
    return lanes.flatMap(({ type, upTo }) =>
      log.takeFromLane(
        type,
        rows.filter((row) => row.type === type),
        Math.min(upTo, last),
        nowMs(),
      ),
    );
  }

  /**
   * Chooses the event to probe a stopped receiver with. If the waiting one was tried since the stop, or its
   * type was refused, takes the first event of an athlete for whom nothing waits.
   */
  #chooseProbe(waiting: EventRow | null, fresh: readonly EventRow[]): EventRow | null {
    const { log } = this.#context;
    const row = waiting && log.waiting.get(waiting.sequence);
    if (!row) return fresh[0] ?? waiting;
    if (row.isFirst) return waiting;
    const { stopped, refused } = log.state;
    const others = fresh.filter((event) => !isHeldUp(log, event));
    const ofOtherType = others.find(({ type }) => !refused.types.includes(type));
    if (refused.types.includes(row.type) && ofOtherType) return ofOtherType;
    const isTried = lastAttemptAt(row) >= (stopped?.startedAt ?? 0);
    return (isTried ? (ofOtherType ?? others[0]) : null) ?? waiting;
  }

  /**
   * Reads in one batch the subscriber, whether its partner is suspended, the events after the position, the waiting events to
   * send now, and events of lanes that need them. Forgets waiting events that no longer exist, because they were erased or
   * purged or the store was restored.
   */
  async #read(wanted: readonly Waiting[], hasMoreWaiting: boolean) {
    const { env, meter, own, log, nowMs } = this.#context;
    const { state } = log;
    const store = openStore(env, meter, own);
    const acknowledged = handledTo(log);
    const now = nowMs();
    const isToAcknowledge = acknowledged > state.acknowledged || !state.isAcceptanceKnown;
    const isDue = isToAcknowledge && now - state.acknowledgedAt >= ACKNOWLEDGE_EVERY_MS;
    const limit = hasMoreWaiting ? 0 : PAGE_EVENTS;
    const lanes = hasMoreWaiting || state.stopped || isFull(log) ? [] : lanesToRead(log, now);
    const [[subscriber], [suspension], [named], page, found, ofLanes] = await store.batch([
      selectSubscriber(store, own),
      selectSuspension(store, own),
      selectEpoch(store),
      selectEventsAfter(store, own, state.position, limit),
      selectEventsAt(
        store,
        own,
        wanted.map(({ sequence }) => sequence),
      ),
      selectEventsOfLanes(store, own, lanes, PAGE_EVENTS),
      ...(isDue ? [acknowledge(store, own, { acknowledged, acceptedAt: state.acceptedAt })] : []),
    ]);
    if (!named) throw new Error('a store of events must have an epoch');
    if (isDue) Object.assign(state, { acknowledged, acknowledgedAt: now, isAcceptanceKnown: true });
    const events = new Map(found.map((event) => [event.sequence, event]));
    const waiting = wanted.flatMap(({ sequence, createdAt }) => {
      const event = events.get(sequence);
      if (event?.createdAt === createdAt) return namedEvent(own.store, event);
      log.forget(sequence);
      return [];
    });
    const name = (row: StoredEvent) => namedEvent(own.store, row);
    return {
      subscriber,
      epoch: named.epoch,
      page: page.map(name),
      waiting,
      lanes,
      suspendedAt: suspension?.suspendedAt ?? null,
      ofLanes: ofLanes.map(name),
    };
  }

  /** Moves to the webhook's first event if it was enabled or the store restored since the last batch. */
  #beginsAnew({ activation, startsAfter, acknowledged }: SubscriberRow, epoch: string): boolean {
    const { log } = this.#context;
    const { state } = log;
    if (state.activation === activation && state.epoch === epoch) return false;
    const isEnabled = state.activation !== activation;
    // A restored store has the position of its own time and counts from there, as does a dispatcher that lost its
    // state.
    // Enabling a webhook deletes its reports.
    if (isEnabled) state.reported = '';
    log.beginAfter({
      epoch,
      activation,
      acknowledged,
      position: isEnabled ? Math.max(startsAfter, acknowledged) : acknowledged,
    });
    return true;
  }

  async #sendAll(subscriber: SubscriberRow, events: readonly EventRow[]): Promise<void> {
    const { log, nowMs } = this.#context;
    const queues = Map.groupBy(events, (event) => queueOf(log.state, event)).values();
    let fault: unknown = null;
    const work = async () => {
      try {
        for (const queue of queues) await this.#sendInOrder(subscriber, queue);
      } catch (cause) {
        // The other queues finish their current event, or a later alarm would send at the same time.
        this.#isHalted = true;
        fault ??= cause;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    if (fault !== null) throw fault;
    if (!this.#isDisabled && (hasFailedOften(log.state) || (this.#isHalted && isFull(log))))
      log.stop(nowMs());
  }

  /** Sends the events of one athlete. Those behind a failed one wait. */
  async #sendInOrder(subscriber: SubscriberRow, queue: readonly EventRow[]): Promise<void> {
    const { log, nowMs } = this.#context;
    for (const event of queue) {
      if (this.#isHalted) return;
      if (isRefused(log.state, event.type)) {
        if (this.#probes.has(event.sequence)) await this.#attemptLane(subscriber, event);
        else log.leaveToLane(event);
      } else if (isHeldUp(log, event)) {
        if (isFull(log)) this.#isHalted = true;
        log.hold(event, nowMs());
      } else {
        await this.#attempt(subscriber, event);
      }
      log.commitSome();
    }
  }

  async #attempt(subscriber: SubscriberRow, event: EventRow): Promise<void> {
    const { log, nowMs } = this.#context;
    const attempt = await this.#send(subscriber, event);
    if (attempt === null) return;
    const exceedsCapacity = isFull(log) && !log.waiting.has(event.sequence);
    log.fail(event, attempt, nowMs());
    if (hasFailedOften(log.state) || exceedsCapacity) this.#isHalted = true;
  }

  /** Probes a lane. One that was refused for five days is dropped. */
  async #attemptLane(subscriber: SubscriberRow, event: EventRow): Promise<void> {
    const { log, nowMs } = this.#context;
    const attempt = await this.#send(subscriber, event);
    if (attempt === null) return;
    log.failProbe(event, attempt, nowMs());
    if (hasFailedOften(log.state)) this.#isHalted = true;
    await this.#disableIfFailing(subscriber);
    const lane = log.state.lanes[event.type];
    const isTooLong = lane && nowMs() - lane.since >= FAILING_MAX_MS && isRefusal(attempt);
    if (!this.#isDisabled && isTooLong && (await dropType(this.#context, subscriber, event.type))) {
      log.retainTypes(new Set(subscriber.types.flatMap(eventTypesOf).filter((type) => type !== event.type)));
    }
  }

  /** Sends an event. Returns the attempt if it failed and the webhook is still enabled. */
  async #send(subscriber: SubscriberRow, event: EventRow): Promise<Attempt | null> {
    const { env, budget, log, nowMs } = this.#context;
    budget.take(calls({ subrequests: 1 }));
    const attempt = await sendEvent(env, subscriber, event, nowMs());
    if (isAccepted(attempt)) {
      log.succeed(event, attempt);
      return null;
    }
    if (attempt.statusCode !== GONE || !(await disableWebhook(this.#context, subscriber, 'gone')))
      return attempt;
    this.#isHalted = true;
    this.#isDisabled = true;
    log.failFinally(event, attempt);
    return null;
  }

  /** Sends one event, to find out whether the receiver is back. */
  async #probe(subscriber: SubscriberRow, event: EventRow | null): Promise<void> {
    const { log, nowMs } = this.#context;
    if (event === null) {
      // Nothing is left to probe with, so the next failure stops the position again.
      log.state.failuresInRow = Math.max(0, log.state.failuresInRow - 1);
      log.resume(nowMs());
      return;
    }
    const attempt = await this.#send(subscriber, event);
    if (attempt !== null) {
      log.failProbe(event, attempt, nowMs());
      await this.#disableIfFailing(subscriber);
    } else if (!this.#isDisabled) {
      log.resume(nowMs());
    }
  }

  async #disableIfFailing(subscriber: SubscriberRow): Promise<void> {
    const { log, nowMs } = this.#context;
    const { failingSince } = log.state;
    const isTooLong = failingSince !== null && nowMs() - failingSince >= FAILING_MAX_MS;
    if (!isTooLong || !(await disableWebhook(this.#context, subscriber, 'failing'))) return;
    this.#isHalted = true;
    this.#isDisabled = true;
  }
}
