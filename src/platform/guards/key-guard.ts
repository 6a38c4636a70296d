import { DurableObject } from 'cloudflare:workers';
import { MINUTE_MS, machineNowMs, nowMs, SECOND_MS, waitSeconds } from '../clock.ts';
import { type Bindings, parseEnv } from '../env.ts';
import { newMeter, openRegistry } from '../storage/database.ts';
import {
  type ReconciledKey,
  reconcileKey,
  removeKeyRecord,
  writeKeyRecord,
} from '../storage/key-projection.ts';
import type { Subscriber } from '../storage/subscriber.ts';
import { addUsage, type UsageFlush } from '../storage/usage.ts';
import { objectAt, wakeDispatchers } from './call-object.ts';
import type { Rate } from './gcra.ts';
import {
  countDays,
  type DayCount,
  type FailedRequest,
  type KeyActivity,
  purgeFailures,
  readActivity,
  storeFailures,
} from './key-activity.ts';
import {
  type Ended,
  KeyTerms,
  type PendingChange,
  PendingReconciliation,
  type StoredUsage,
  type Terms,
  UsageLedger,
  type UsageReport,
} from './key-guard-state.ts';
import { Lender, type Loan, NOTHING_STORED, type StoredArrivals } from './lender.ts';

/** The budget of a key, its terms, and the tokens that its guard lends to the calling isolate. */
export interface Counted extends Terms {
  readonly outcome: 'admitted' | 'limited';
  readonly budget: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfterSeconds: number;
  /** Requests that the isolate may admit by itself, for less than `LEASE_MS` from its call. */
  readonly lentTokens: number;
}

export type Admission = Counted | Ended;

/** The guard's answer on whether a key may still act. */
export type KeyStatus =
  | ({
      readonly outcome: 'alive';
      /** The seconds until the pages of the key's athletes may take a unit again, 0 if they may now. */
      readonly pagesWaitSeconds?: number;
    } & Terms)
  | Ended;

/** Units of a key's budget that a request gives back. */
export interface ReturnedUnits {
  readonly units: number;
  /** Those of the units that were lent to the isolate, which no longer uses them. */
  readonly lentTokens: number;
  readonly isForPages: boolean;
}

/** Everything that a guard counts, in one row, because the platform charges for each. */
interface StoredCount extends StoredArrivals {
  /** The counts of isolates that the registry does not have yet. */
  readonly usage: StoredUsage | null;
  /** Those that it has, by day. */
  readonly days: readonly DayCount[];
}

const NOT_COUNTED: StoredCount = { ...NOTHING_STORED, usage: null, days: [] };

/** A revocation is written to the registry and KV immediately. The alarm repeats it in case that failed or was interrupted. */
const RECONCILE_REVOCATION_AFTER_MS = 5 * SECOND_MS;
/** Longer than any registry write, so the alarm reads the outcome of a rotation. */
const RECONCILE_ROTATION_AFTER_MS = 2 * MINUTE_MS;
/** The number of flushes that a pool remembers, covering the minutes in which a guard may repeat one. */
const REMEMBERED_FLUSHES_MAX = 10_000;
/** An alarm also does work due within this time, because the clocks of platform and object may differ. */
const EARLY_ALARM_MS = SECOND_MS;

/**
 * Guards one key: counts its budget exactly and, once the key has ended, rejects it immediately and everywhere, even if a KV
 * replica is stale. It lends tokens to isolates, which then admit requests by themselves for less than three seconds.
 * Therefore the end of a key is recorded first, and confirmed only once every earlier lease has ended (Gray and
 * Cheriton 1989, "Leases: an efficient fault-tolerant mechanism for distributed file cache consistency").
 *
 * Every grant is made without an `await`, so it counts as made when its event started. The platform starts events only in
 * an object's one current instance, and checks this again at each storage access
 * (https://developers.cloudflare.com/durable-objects/platform/known-issues/, "Global uniqueness"). So a predecessor
 * made its last grant before this instance existed, and its leases end at most `LEASE_MS` after that. Even if the
 * platform broke that promise, a replaced instance could continue lending for `LEASE_MS` at most, because a lease needs a
 * confirmed write no older than that, and the writes of a replaced instance are no longer confirmed.
 */
export class KeyGuard extends DurableObject<Bindings> {
  readonly #terms: KeyTerms;
  readonly #lender: Lender;
  readonly #pending: PendingReconciliation;
  #arrivals: StoredArrivals;
  #days: readonly DayCount[];
  /** The time when failed requests must be removed, or null if there are none. */
  #purgeAtMs: number | null;
  readonly #usage: UsageLedger;
  /** Flushes of other guards that this instance has added up. */
  readonly #collected = new Set<string>();
  /** The last reconciliation or removal. Each starts when the previous one has ended. */
  #lastReconciliation: Promise<unknown> = Promise.resolve();
  #nextProjection: Promise<void> | null = null;
  /** Waits this long. Tests replace it to show that the wait is necessary. */
  wait: (ms: number) => Promise<unknown> = (ms) => scheduler.wait(ms);

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    const stored = state.storage.kv;
    this.#terms = new KeyTerms(stored);
    const { arrivalMs, pagesArrivalMs, usage, days } = stored.get<StoredCount>('count') ?? NOT_COUNTED;
    this.#arrivals = { arrivalMs, pagesArrivalMs };
    this.#days = days;
    this.#purgeAtMs = stored.get<number>('purgeAtMs') ?? null;
    this.#lender = new Lender(this.#arrivals, this.#nowMs());
    this.#pending = new PendingReconciliation(stored);
    this.#usage = new UsageLedger(usage, () => this.storeCount());
  }

  /**
   * Admits or rejects a request of this key, and lends up to `wantedTokens` to the calling isolate.
   *
   * @param budgetPerMin the standard limit of the key's environment
   * @param usage counts of the isolate since its last call
   * @param pageUnits what an athlete's page takes of the share of pages, and the tokens with it; null for a request of the key
   */
  admit(
    budgetPerMin: number,
    wantedTokens = 0,
    usage: UsageReport | null = null,
    pageUnits: number | null = null,
  ): Admission {
    return this.#visit(usage, () =>
      this.#count(budgetPerMin, (rate, now) =>
        pageUnits === null
          ? this.#lender.take(rate, { tokens: 1, wantedTokens }, now)
          : this.#lender.takeForPages(rate, { tokens: pageUnits, wantedTokens }, now),
      ),
    );
  }

  /**
   * Takes the units that an admitted request costs beyond its first, all or none. If they do not fit, gives back the first
   * as well.
   */
  charge(budgetPerMin: number, units: number): Admission {
    return this.#count(budgetPerMin, (rate, now) => this.#lender.takeFurther(rate, units, now));
  }

  /** Gives back the units of a request that was refused after they were taken, because they were not its caller's. */
  giveBack(budgetPerMin: number, returned: ReturnedUnits): void {
    this.#count(budgetPerMin, (rate, now) => this.#lender.giveBack(rate, returned, now));
  }

  /** Takes the units of work that is already done, as many as are left. */
  chargeDone(budgetPerMin: number, units: number): Admission {
    return this.#count(budgetPerMin, (rate, now) => this.#lender.takeDone(rate, units, now));
  }

  /** Lends up to `wantedTokens` to an isolate ahead of its requests. */
  lend(budgetPerMin: number, wantedTokens: number, usage: UsageReport | null = null): Admission {
    return this.#visit(usage, () =>
      this.#count(budgetPerMin, (rate, now) => this.#lender.take(rate, { tokens: 0, wantedTokens }, now)),
    );
  }

  /**
   * Adds a flush from a connection's guard. This object is then not a key's guard but the pool of a client and region, and
   * its alarm writes the sums to the registry. A repeated flush counts once, unless this object was replaced in between.
   */
  collect({ id, owner: { partnerId, environment }, ...counted }: UsageFlush): void {
    if (this.#collected.has(id)) return;
    if (this.#collected.size >= REMEMBERED_FLUSHES_MAX) this.#collected.clear();
    this.#collected.add(id);
    this.#visit({ owner: { partnerId, environment }, ...counted }, () => undefined);
  }

  /**
   * Returns whether the key may still act, and with a budget whether its athletes' pages may. Takes nothing: for a request
   * admitted too long ago to write without checking, and for a page before its session has said that it may be shown.
   */
  status(budgetPerMin: number | null = null): KeyStatus {
    const now = this.#nowMs();
    const ended = this.#terms.endedAt(now);
    if (ended) return ended;
    const alive = { outcome: 'alive', ...this.#terms.toLease() } as const;
    if (budgetPerMin === null) return alive;
    const waitMs = this.#lender.timeUntilPagesMayTakeMs(this.#rateOf(budgetPerMin), now);
    return { ...alive, pagesWaitSeconds: waitMs === 0 ? 0 : waitSeconds(waitMs) };
  }

  /** Stores failed requests of this key for the console. */
  async storeFailures(failures: readonly FailedRequest[]): Promise<void> {
    this.#setPurge(storeFailures(this.ctx.storage.kv, failures, this.#nowMs()));
    await this.#setAlarm();
  }

  /** Returns the failed requests of seven days and the counts of thirty. */
  activity(): KeyActivity {
    return readActivity(this.ctx.storage.kv, this.#days, this.#nowMs());
  }

  /** Responds to the readiness check. */
  ping(): true {
    return true;
  }

  /**
   * Revokes the key immediately, writes the revocation to the registry and KV, and returns once no lease is outstanding, so
   * no later request succeeds. Idempotent: a repeated call also waits. The alarm reconciles any failure.
   */
  async revoke(keyId: string): Promise<{ readonly revokedAtMs: number; readonly isReconciled: boolean }> {
    const revokedAtMs = this.#terms.revokedAtMs ?? this.#nowMs();
    this.#terms.change({ revokedAtMs });
    await this.#reconcileLater(keyId, RECONCILE_REVOCATION_AFTER_MS);
    const reconciling = this.#reconcile(keyId).then(
      () => true,
      () => false,
    );
    await this.#waitForLeases();
    return { revokedAtMs, isReconciled: await reconciling };
  }

  /**
   * Sets the time when the key expires, at the end of its grace period after rotation. Called before the registry is
   * written. If the registry then rejects the rotation, the alarm finds the key unrotated there and withdraws the expiry.
   *
   * @returns false, without any effect, if the key is revoked, which the registry may not know yet
   */
  async expireAt(keyId: string, atMs: number): Promise<boolean> {
    if (this.#terms.revokedAtMs !== null) return false;
    this.#terms.change({ expiresAtMs: atMs });
    await this.#reconcileLater(keyId, RECONCILE_ROTATION_AFTER_MS);
    const nowMs = this.#nowMs();
    if (atMs < nowMs + this.#lender.timeUntilLeasesEndMs(nowMs)) await this.#waitForLeases();
    return true;
  }

  /**
   * Marks the key's partner as terminated and copies the key's registry record to KV. Returns once no earlier lease is
   * outstanding. From then on, only `afterTermination` routes work. Idempotent.
   */
  async endPartner(keyId: string, atMs: number): Promise<void> {
    this.#terms.change({ partnerTerminatedAtMs: atMs });
    await Promise.all([this.project(keyId), this.#waitForLeases()]);
  }

  /**
   * Copies the partner's locations and suspension from the registry to the key's leases, and the key's record to KV. Returns
   * once no earlier lease is outstanding. Idempotent: a repeated call also waits. Throws StorageUnavailable.
   */
  async followPartner(keyId: string): Promise<void> {
    await this.project(keyId);
    await this.#waitForLeases();
  }

  /**
   * Copies the key's registry record to KV. A key's guard makes all its KV writes, one after another and each with the
   * current registry record, so KV never returns to an older state. Throws StorageUnavailable.
   */
  project(keyId: string): Promise<void> {
    this.#nextProjection ??= this.#inTurn(async () => {
      this.#nextProjection = null;
      await this.#reconcileNow(keyId);
    });
    return this.#nextProjection;
  }

  /**
   * Removes KV's record of the key after all pending writes. Only for a key that the registry is about to delete. Throws
   * StorageUnavailable.
   */
  removeRecord(hash: string): Promise<void> {
    return this.#inTurn(() => removeKeyRecord(parseEnv(this.env).apiKeys, hash));
  }

  /**
   * Deletes everything stored about the key. Only for a key that the registry and KV are also about to delete, and that is
   * rejected before its guard is called, because an empty guard would admit its key.
   */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      this.#usage.forget();
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
      this.#terms.forget();
      this.#days = [];
      this.#arrivals = NOTHING_STORED;
      this.#purgeAtMs = null;
      this.#lender.forget();
    });
  }

  /** Flushes due usage and reconciles the key's end. Sets the alarm for remaining work. */
  override async alarm(): Promise<void> {
    const now = machineNowMs();
    const isDue = (atMs: number) => atMs < now + EARLY_ALARM_MS;
    const change = this.#pending.current;
    const flushAtMs = this.#usage.dueAtMs;
    // An early alarm is for the reconciliation, if there is one.
    const isFlush = flushAtMs !== null && (isDue(flushAtMs) || !change);
    const isChange = change && (isDue(change.dueAtMs) || !isFlush);
    if (this.#purgeAtMs !== null && isDue(this.#purgeAtMs))
      this.#setPurge(purgeFailures(this.ctx.storage.kv, this.#nowMs()));
    await Promise.all([isFlush && this.#flushUsage(now), isChange && this.#reconcileAtAlarm(change)]);
    await this.#setAlarm();
  }

  #setPurge(atMs: number | null): void {
    if (atMs === this.#purgeAtMs) return;
    this.#purgeAtMs = atMs;
    this.ctx.storage.kv.put('purgeAtMs', atMs);
  }

  async #reconcileAtAlarm(change: PendingChange): Promise<void> {
    try {
      const reconciled = await this.#reconcile(change.keyId);
      // The end has changed since, so the values read are out of date. The newer change has set its own alarm.
      if (!this.#pending.isCurrent(change)) return;
      if (reconciled) this.#terms.adopt(reconciled);
      this.#pending.end();
    } catch {
      // Retried on the guard's own schedule, because the platform gives up after six attempts.
      if (this.#pending.isCurrent(change)) this.#pending.retry(change, machineNowMs());
    }
  }

  #flushUsage(now: number): Promise<void> {
    const env = parseEnv(this.env);
    const db = openRegistry(env);
    return this.#usage.flush(async (flush) => {
      const { pool } = flush.owner;
      if (pool) return objectAt(env, env.keyGuards, pool).collect(flush);
      await addUsage(db, this.ctx.id.toString(), flush, this.#nowMs());
      this.#days = countDays(this.#days, flush.counts, this.#nowMs());
    }, now);
  }

  /** Takes over an isolate's counts, does what it came for, and stores earlier counts if they have waited long enough. */
  #visit<Answer>(usage: UsageReport | null, answer: () => Answer): Answer {
    const now = machineNowMs();
    if (usage !== null) {
      const isFirst = this.#usage.dueAtMs === null;
      this.#usage.add(usage, now);
      // Not awaited, so that admission does not wait. The platform confirms the alarm before responding.
      if (isFirst) void this.#setAlarm();
    }
    const answered = answer();
    // The answer does not wait for this row. If it is lost, so are the counts.
    if (this.#usage.isToBeStored(now))
      void this.ctx.storage.put('count', this.#countToStore(), { allowUnconfirmed: true });
    return answered;
  }

  /** Stores what this guard counts. Public for tests, which evict the guard afterwards. */
  storeCount(): void {
    this.ctx.storage.kv.put<StoredCount>('count', this.#countToStore());
  }

  #countToStore(): StoredCount {
    const { arrivalMs, pagesArrivalMs } = this.#arrivals;
    return { arrivalMs, pagesArrivalMs, usage: this.#usage.toStore(), days: this.#days };
  }

  /** Sets the object's only alarm to the time of the earliest remaining work. */
  async #setAlarm(): Promise<void> {
    const due = [this.#usage.dueAtMs, this.#pending.current?.dueAtMs, this.#purgeAtMs].filter(
      (atMs) => typeof atMs === 'number',
    );
    if (due.length > 0) await this.ctx.storage.setAlarm(Math.min(...due));
  }

  #nowMs(): number {
    return nowMs(parseEnv(this.env));
  }

  #count(budgetPerMin: number, take: (rate: Rate, nowMs: number) => Loan): Admission {
    const now = this.#nowMs();
    const ended = this.#terms.endedAt(now);
    if (ended) return ended;
    const rate = this.#rateOf(budgetPerMin);
    const loan = take(rate, now);
    // Stored, so a restarted object does not start with a fresh budget.
    if (loan.toStore !== null) {
      this.#arrivals = loan.toStore;
      this.storeCount();
    }
    return {
      outcome: loan.isAllowed ? 'admitted' : 'limited',
      budget: rate.budget,
      remaining: loan.remaining,
      resetSeconds: Math.ceil(loan.resetMs / SECOND_MS),
      retryAfterSeconds: waitSeconds(loan.retryAfterMs),
      lentTokens: loan.lentTokens,
      ...this.#terms.toLease(),
    };
  }

  #rateOf(budgetPerMin: number): Rate {
    return { budget: this.#terms.budgetAtMost(budgetPerMin), periodMs: MINUTE_MS };
  }

  async #waitForLeases(): Promise<void> {
    const waitMs = this.#lender.timeUntilLeasesEndMs(this.#nowMs());
    if (waitMs > 0) await this.wait(waitMs);
  }

  /** Runs `work` after all earlier reconciliations. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastReconciliation.then(work);
    this.#lastReconciliation = result.catch(() => undefined);
    return result;
  }

  #reconcile(keyId: string): Promise<ReconciledKey | null> {
    return this.#inTurn(() => this.#reconcileNow(keyId));
  }

  async #reconcileNow(keyId: string): Promise<ReconciledKey | null> {
    const env = parseEnv(this.env);
    const onRecorded = (found: readonly Subscriber[]) => this.ctx.waitUntil(wakeDispatchers(env, found));
    const meter = { ...newMeter(), onRecorded };
    const reconciled = await reconcileKey(env, meter, keyId, this.#terms.revokedAtMs);
    if (reconciled === null) return null;
    // Before KV, so that a suspension holds even while KV takes no write.
    this.#terms.followPartner(reconciled);
    await writeKeyRecord(env.apiKeys, reconciled.hash, reconciled.record);
    return reconciled;
  }

  async #reconcileLater(keyId: string, afterMs: number): Promise<void> {
    this.#pending.begin(keyId, machineNowMs() + afterMs);
    await this.#setAlarm();
  }
}
