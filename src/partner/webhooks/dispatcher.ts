import { DurableObject } from 'cloudflare:workers';
import { DAY_MS, MINUTE_MS, machineNowMs, nowMs, SECOND_MS } from '#platform/clock.ts';
import { type Bindings, parseEnv } from '#platform/env.ts';
import { describeFault } from '#platform/http/log.ts';
import { logLine } from '#platform/log-line.ts';
import { newMeter } from '#platform/storage/database.ts';
import type { EventRow } from '#platform/storage/events-schema.ts';
import { CallBudget, INVOCATION_CALLS, withBudget } from '#platform/storage/job.ts';
import type { Subscriber } from '#platform/storage/subscriber.ts';
import type { DeliveryRecord, DeliveryStatus } from './delivery-shape.ts';
import { dispatch } from './dispatch.ts';
import { DispatchLog } from './dispatch-log.ts';
import { recentSuccesses } from './dispatch-state.ts';
import { openStore } from './fan-out.ts';
import type { ListedPage } from './finished-deliveries.ts';
import { deleteEnded } from './subscriber-repository.ts';

/** Changes within a second are sent together. */
const WAKE_AFTER_MS = SECOND_MS;
/** The alarm that a repeated alarm sets before it sends anything: longer than an alarm runs. */
const NEXT_ALARM_MS = 11 * MINUTE_MS;
/** Time after which a failed alarm is repeated. */
const RETRY_MS = MINUTE_MS;

/**
 * Sends the events of one store to one webhook. Named by both, and located in the region of the store.
 * Recording an event wakes it. Only its alarm sends, one at a time. An alarm that fails sets the next one
 * itself. The platform repeats an interrupted alarm. The repeated one sets its successor before it starts, so
 * no interruption is the last. Other alarms do not, because setting an alarm costs as much as writing a row.
 * The cron wakes any dispatcher that is behind its store, whatever was lost.
 */
export class Dispatcher extends DurableObject<Bindings> {
  #isAtWork = false;
  #wasWoken = false;
  #log: DispatchLog | null = null;

  /**
   * Sets the alarm to a second from now, unless it is already earlier. While only probes are sent, sets it to
   * the next probe, which is due at once if the webhook was changed or tested since. Returns the position up to which every
   * event was sent, waits for a retry or was not subscribed. Returns null while the receiver is down, and while the
   * dispatcher is paused.
   */
  async wake(subscriber: Subscriber): Promise<number | null> {
    if (this.#own === null) this.ctx.storage.kv.put('subscriber', subscriber);
    this.#wasWoken = true;
    const soonMs = this.#nowMs() + WAKE_AFTER_MS;
    const log = this.#requireLog();
    log.bringForward(subscriber.resumeAt, this.#nowMs());
    const { stopped, pausedAt, position } = log.state;
    await this.#alarmBy(Math.max(soonMs, stopped?.probeAt ?? 0));
    return stopped === null && pausedAt === null ? position : null;
  }

  /** Lists deliveries of the last 30 days, newest first, and counts all successes in that time. */
  list(
    page: ListedPage,
    status: DeliveryStatus | undefined,
  ): { readonly rows: readonly DeliveryRecord[]; readonly successes: number } {
    if (this.#own === null) return { rows: [], successes: 0 };
    const log = this.#requireLog();
    const now = this.#nowMs();
    const counts = Object.values(recentSuccesses(log.state, now));
    return { rows: log.list(page, status, now), successes: counts.reduce((sum, one) => sum + one, 0) };
  }

  /** Sends an event again. Returns null if too many deliveries wait. */
  async redeliver(subscriber: Subscriber, event: EventRow): Promise<DeliveryRecord | null> {
    if (this.#own === null) this.ctx.storage.kv.put('subscriber', subscriber);
    const log = this.#requireLog();
    const isAdded = log.redeliver(event, this.#nowMs());
    if (isAdded) await this.wake(subscriber);
    return log.showWaiting(event.sequence);
  }

  /** Deletes the deliveries of these athletes' events, except the event that outlives its athlete. */
  forgetAthletes(athleteIds: readonly string[]): void {
    if (this.#own !== null) this.#requireLog().forgetAthletes(athleteIds);
  }

  /** Sends everything due, unless another alarm is already sending. */
  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    const own = this.#own;
    if (own === null || this.#isAtWork) return;
    this.#isAtWork = true;
    this.#wasWoken = false;
    try {
      if (info?.isRetry) await this.ctx.storage.setAlarm(machineNowMs() + NEXT_ALARM_MS);
      await this.#work(own);
    } catch (fault) {
      logFault(own, fault);
      await this.#alarmBy(this.#nowMs() + RETRY_MS);
    } finally {
      this.#isAtWork = false;
    }
  }

  async #work(own: Subscriber): Promise<void> {
    const log = this.#requireLog();
    const budget = new CallBudget(INVOCATION_CALLS);
    const env = withBudget(parseEnv(this.env), budget);
    const meter = newMeter();
    const context = {
      env,
      budget,
      meter,
      own,
      log,
      nowMs: () => this.#nowMs(),
      waitUntil: (work: Promise<unknown>) => this.ctx.waitUntil(work),
    };
    const { isDeleted, nextAtMs } = await dispatch(context);
    if (isDeleted) {
      await this.#end();
      const store = openStore(env, meter, own);
      await store.batch([deleteEnded(store, own)]);
      return;
    }
    const isQuiet = nextAtMs === null && !log.hasChanged && !this.#wasWoken;
    const isPruneDue = isQuiet || this.#nowMs() - log.state.prunedAt >= DAY_MS;
    const pruneAtMs = isPruneDue ? log.prune(this.#nowMs()) : null;
    // Nothing new has come, so the next alarm deletes expired entries.
    const atMs = isQuiet ? pruneAtMs : nextAtMs;
    if (atMs !== null) await this.#alarmBy(atMs);
    log.hasChanged = false;
  }

  /** Deletes everything stored. */
  async #end(): Promise<void> {
    this.#log = null;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
  }

  /** Sets the alarm to this time of the service, unless it is already earlier. */
  async #alarmBy(atMs: number): Promise<void> {
    const machineAtMs = machineNowMs() + Math.max(0, atMs - this.#nowMs());
    const alarmAtMs = await this.ctx.storage.getAlarm();
    if (alarmAtMs === null || alarmAtMs > machineAtMs) await this.ctx.storage.setAlarm(machineAtMs);
  }

  /** The dispatcher's address. Null before it is first woken, and after it ends. */
  get #own(): Subscriber | null {
    return this.ctx.storage.kv.get<Subscriber>('subscriber') ?? null;
  }

  #requireLog(): DispatchLog {
    this.#log ??= new DispatchLog(this.ctx.storage, this.#own?.store ?? '');
    this.#log.see(this.#nowMs());
    return this.#log;
  }

  #nowMs(): number {
    return nowMs(parseEnv(this.env));
  }
}

function logFault({ webhookId, partnerId, store }: Subscriber, fault: unknown): void {
  const webhook = { webhook_id: webhookId, partner_id: partnerId, store };
  logLine('dispatch_failed', { ...webhook, fault: describeFault(fault) });
}
