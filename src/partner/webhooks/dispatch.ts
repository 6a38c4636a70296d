import { MINUTE_MS } from '#platform/clock.ts';
import { namedEvent } from '#platform/storage/event-id.ts';
import { eventTypesOf } from '#platform/storage/event-types.ts';
import type { EventRow, SubscriberRow } from '#platform/storage/events-schema.ts';
import { isTaken } from './delivery.ts';
import { ACKNOWLEDGE_EVERY_MS, FAILING_MAX_MS } from './dispatch-schedule.ts';
import { earliest, reportDueAt, reportHealth } from './health.ts';
import { type DispatchPlace, disableWebhook } from './judge-webhook.ts';
import { isHeldUp, nextDueAt, nextProbe, sendable, type Waiting } from './queued-events.ts';
import { sendEvent } from './send-event.ts';
import { openStore } from './spread-webhook.ts';
import {
  acknowledge,
  selectEpoch,
  selectEventsAfter,
  selectEventsAt,
  selectSubscriber,
} from './subscriber-repository.ts';

/** Events that one batch reads after the position, and as many of the waiting ones. */
const PAGE_EVENTS = 200;
/** Parallel attempts: an invocation has six connections, and the store needs one. */
const CONNECTIONS = 5;
/** Time after which an alarm leaves the rest to the next. The platform ends it after 15 minutes. */
const STOP_AFTER_MS = 10 * MINUTE_MS;
/** The status with which a receiver rejects all further events. */
const GONE = 410;

export interface Outcome {
  /** The webhook no longer exists. */
  readonly isDeleted: boolean;
  /** Time of the next work. Null if nothing waits. */
  readonly nextAtMs: number | null;
}

/**
 * Sends a store's events to a webhook, batch by batch: first waiting ones that are due, then the events after
 * the position. Events of one athlete are sent in order, those of different athletes in parallel. Each batch
 * reads the subscriber again, so a changed address, secret or list of types applies to the next batch. Throws
 * StorageUnavailable.
 */
export async function dispatch(place: DispatchPlace): Promise<Outcome> {
  const { log, nowMs } = place;
  const startedAt = nowMs();
  for (;;) {
    const { stoppedAt, probeAt } = log.state;
    if (stoppedAt !== null && probeAt > nowMs()) return rest(place);
    const batch = await new Batch(place).run();
    if (batch === 'deleted') return { isDeleted: true, nextAtMs: null };
    if (batch === 'disabled') return { isDeleted: false, nextAtMs: null };
    if (batch === 'last') return rest(place);
    if (nowMs() - startedAt >= STOP_AFTER_MS) return { isDeleted: false, nextAtMs: nowMs() };
  }
}

/** Reports, and returns when the next event or report is due. */
async function rest(place: DispatchPlace): Promise<Outcome> {
  await reportHealth(place);
  return { isDeleted: false, nextAtMs: earliest([nextDueAt(place.log), reportDueAt(place.log)]) };
}

/** A batch of events, read and sent together. */
class Batch {
  readonly #place: DispatchPlace;
  #isHalted = false;
  #isDisabled = false;

  constructor(place: DispatchPlace) {
    this.#place = place;
  }

  async run(): Promise<'deleted' | 'disabled' | 'more' | 'last'> {
    const { log, nowMs } = this.#place;
    const isStopped = log.state.stoppedAt !== null;
    const wanted = isStopped ? nextProbe(log) : sendable(log, nowMs(), PAGE_EVENTS);
    // If more events are due than fit in a batch, sends them first, so that no later event of an athlete
    // overtakes.
    const hasMoreWaiting = wanted.length === PAGE_EVENTS;
    const { subscriber, epoch, page, due } = await this.#read(wanted, isStopped || hasMoreWaiting);
    if (!subscriber || subscriber.status === 'deleted') return 'deleted';
    if (subscriber.status === 'disabled') {
      if (log.waiting.size > 0 || isStopped) log.endWaiting();
      return 'disabled';
    }
    if (this.#beginsAnew(subscriber, epoch)) return 'more';
    if (isStopped) await this.#probe(subscriber, due[0] ?? null);
    else await this.#sendAll(subscriber, [...due, ...this.#take(subscriber, page)]);
    if (this.#isDisabled) log.endWaiting();
    else if (page.length > 0 || wanted.length > 0) log.commit();
    if (this.#isDisabled) return 'disabled';
    await reportHealth(this.#place);
    // A failure stops the batch, but another athlete's event may have been accepted at the same time.
    const isLeft = page.length === PAGE_EVENTS || hasMoreWaiting || isStopped || this.#isHalted;
    return isLeft ? 'more' : 'last';
  }

  /** Reads a page of events and returns those that the webhook subscribes to. */
  #take(subscriber: SubscriberRow, page: readonly EventRow[]): readonly EventRow[] {
    const types = new Set<string>(subscriber.types.flatMap(eventTypesOf));
    return this.#place.log.takePage(page, ({ type }) => types.has(type));
  }

  /**
   * Reads in one batch the subscriber, the events after the position, and the waiting events to send now.
   * Forgets waiting events that no longer exist, because they were erased or purged or the store was
   * restored.
   */
  async #read(wanted: readonly Waiting[], isWithoutPage: boolean) {
    const { env, meter, own, log, nowMs } = this.#place;
    const { state } = log;
    const store = openStore(env, meter, own);
    const acknowledged = log.settledTo;
    const now = nowMs();
    const isDue = acknowledged > state.acknowledged && now - state.acknowledgedAt >= ACKNOWLEDGE_EVERY_MS;
    const limit = isWithoutPage ? 0 : PAGE_EVENTS;
    const [[subscriber], [named], page, found] = await store.batch([
      selectSubscriber(store, own),
      selectEpoch(store),
      selectEventsAfter(store, own, state.position, limit),
      selectEventsAt(
        store,
        own,
        wanted.map(({ sequence }) => sequence),
      ),
      ...(isDue ? [acknowledge(store, own, { acknowledged, succeededAt: state.succeededAt })] : []),
    ]);
    if (!named) throw new Error('a store of events must have an epoch');
    if (isDue) Object.assign(state, { acknowledged, acknowledgedAt: now });
    const events = new Map(found.map((event) => [event.sequence, event]));
    const due = wanted.flatMap(({ sequence, createdAt }) => {
      const event = events.get(sequence);
      if (event?.createdAt === createdAt) return namedEvent(own.store, event);
      log.forget(sequence);
      return [];
    });
    return { subscriber, epoch: named.epoch, page: page.map((row) => namedEvent(own.store, row)), due };
  }

  /** Moves to the webhook's first event if it was enabled or the store restored since the last batch. */
  #beginsAnew({ activation, startsAfter, acknowledged }: SubscriberRow, epoch: string): boolean {
    const { log } = this.#place;
    const { state } = log;
    if (state.activation === activation && state.epoch === epoch) return false;
    const isEnabled = state.activation !== activation;
    // A restored store has the place of its own time and counts from there.
    // Enabling a webhook deletes its reports.
    if (isEnabled) state.reported = '';
    log.beginAfter({ epoch, activation, acknowledged, position: isEnabled ? startsAfter : acknowledged });
    return true;
  }

  async #sendAll(subscriber: SubscriberRow, events: readonly EventRow[]): Promise<void> {
    const { log, nowMs } = this.#place;
    const waiting = Map.groupBy(events, ({ athleteId, id }) => athleteId ?? id).values();
    let fault: unknown = null;
    const work = async () => {
      try {
        for (const lane of waiting) await this.#sendLane(subscriber, lane);
      } catch (cause) {
        // The other lanes finish their current event, or a later alarm would send at the same time.
        this.#isHalted = true;
        fault ??= cause;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    if (fault !== null) throw fault;
    if (!this.#isDisabled && (log.hasFailedOften || (this.#isHalted && log.isFull))) log.stop(nowMs());
  }

  /** Sends the events of one athlete. Those behind a failed one wait. */
  async #sendLane(subscriber: SubscriberRow, lane: readonly EventRow[]): Promise<void> {
    const { log, nowMs } = this.#place;
    for (const event of lane) {
      if (this.#isHalted) return;
      if (isHeldUp(log, event)) {
        if (log.isFull) this.#isHalted = true;
        log.hold(event, nowMs());
      } else {
        await this.#attempt(subscriber, event);
      }
      log.commitSome();
    }
  }

  async #attempt(subscriber: SubscriberRow, event: EventRow): Promise<void> {
    const { env, log, nowMs } = this.#place;
    const attempt = await sendEvent(env, subscriber, event, nowMs());
    if (isTaken(attempt)) {
      log.succeed(event, attempt);
      return;
    }
    if (attempt.statusCode === GONE && (await disableWebhook(this.#place, subscriber, 'gone'))) {
      this.#isHalted = true;
      this.#isDisabled = true;
      log.failFinally(event, attempt);
      return;
    }
    const hasNoRoom = log.isFull && !log.waiting.has(event.sequence);
    log.fail(event, attempt, nowMs());
    if (log.hasFailedOften || hasNoRoom) this.#isHalted = true;
  }

  /** Sends one waiting event, to find out whether the receiver is back. */
  async #probe(subscriber: SubscriberRow, event: EventRow | null): Promise<void> {
    const { env, log, nowMs } = this.#place;
    if (event === null) {
      // Nothing is left to probe with, so the next failure stops the position again.
      log.state.failuresInRow = Math.max(0, log.state.failuresInRow - 1);
      log.resume(nowMs());
      return;
    }
    const attempt = await sendEvent(env, subscriber, event, nowMs());
    if (isTaken(attempt)) {
      log.succeed(event, attempt);
      log.resume(nowMs());
      return;
    }
    const { failingSince } = log.state;
    log.failProbe(event, attempt, nowMs());
    const isTooLong = failingSince !== null && nowMs() - failingSince >= FAILING_MAX_MS;
    const reason = attempt.statusCode === GONE ? 'gone' : isTooLong ? 'failing' : null;
    if (reason !== null && (await disableWebhook(this.#place, subscriber, reason))) {
      this.#isDisabled = true;
    }
  }
}
