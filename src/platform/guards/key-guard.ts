import { DurableObject } from 'cloudflare:workers';
import { MINUTE_MS, machineNowMs, nowMs, SECOND_MS } from '../clock.ts';
import { type Bindings, parseEnv } from '../env.ts';
import { openDatabase } from '../storage/database.ts';
import { type Places, removeKeyRecord, TERMINATION_GRACE_MS } from '../storage/key-projection.ts';
import { type KeyEnd, type SettledKey, settleKey } from '../storage/key-settlement.ts';
import type { Subscriber } from '../storage/subscriber.ts';
import { addUsage, type UsageFlush } from '../storage/usage.ts';
import { wakeDispatchers } from './call-dispatcher.ts';
import { Lender } from './lender.ts';
import { objectAt } from './region.ts';
import { UsageLedger, type UsageReport } from './usage-ledger.ts';

/** The times at which a valid key will end, and the places it may write to. Every lease carries them. */
export interface Terms {
  /** The end of the grace after rotation; null if the key was not rotated. */
  readonly expiresAtMs: number | null;
  /** The termination of the key's partner, or null while the account is active. */
  readonly partnerTerminatedAtMs: number | null;
  /** The places of the key's partner; null if the guard has not read them, so that they are those of the key's record. */
  readonly places: Places | null;
}

/** The budget of a key, its terms and the tokens that its guard lends to the isolate that asked. */
export interface Counted extends Terms {
  readonly outcome: 'admitted' | 'limited';
  readonly budget: number;
  readonly remaining: number;
  readonly resetSeconds: number;
  readonly retryAfterSeconds: number;
  /** Requests that the isolate may admit by itself, for less than `LEASE_MS` from the moment it asked. */
  readonly lentTokens: number;
}

/** The refusal of a key that has ended. */
export type Ended =
  | { readonly outcome: 'revoked' }
  | { readonly outcome: 'expired'; readonly expiresAtMs: number };

export type Admission = Counted | Ended;

/** The guard's answer when asked if a key may still act. */
export type Standing = ({ readonly outcome: 'alive' } & Terms) | Ended;

const NO_END: KeyEnd = { revokedAtMs: null, expiresAtMs: null, partnerTerminatedAtMs: null };

/** A change of the key's end that the registry and KV do not have yet, and the number of failed attempts. */
interface Unsettled {
  readonly keyId: string;
  /** Shows whether the end changed while an earlier change was being settled. */
  readonly round: number;
  readonly failures: number;
  readonly dueAtMs: number;
}

/** A revocation is settled at once; the alarm repeats it in case that failed or was interrupted. */
const SETTLE_REVOCATION_AFTER_MS = 5 * SECOND_MS;
/** Longer than any registry write can take, so that the alarm reads the outcome of a rotation. */
const SETTLE_ROTATION_AFTER_MS = 2 * MINUTE_MS;
const SETTLE_RETRY_FIRST_MS = 5 * SECOND_MS;
const SETTLE_RETRY_MAX_MS = 15 * MINUTE_MS;
/** Flushes that a pool remembers: those of the minutes in which a guard may repeat one. */
const REMEMBERED_FLUSHES_MAX = 10_000;
/** An alarm also does the work that is due within this time: the clocks of platform and object may differ. */
const EARLY_ALARM_MS = SECOND_MS;

/**
 * Guards one key: counts its budget exactly and, once it has ended, refuses it at once, everywhere, whatever a stale KV
 * replica still says. It lends tokens to isolates, which then admit requests by themselves for less than three seconds;
 * so the end of a key is recorded first, and confirmed only once every lease lent before it has ended (Gray and
 * Cheriton 1989, "Leases: an efficient fault-tolerant mechanism for distributed file cache consistency").
 *
 * Every grant is made without an `await`, so it counts as made when its event started. The platform starts an event
 * only in the one current instance of an object, and checks that again at each access to storage
 * (https://developers.cloudflare.com/durable-objects/platform/known-issues/, "Global uniqueness"). So a predecessor
 * made its last grant before this instance existed, and its leases end at most `LEASE_MS` after that. Even if the
 * platform broke that promise, a replaced instance could go on lending for `LEASE_MS` at most: a lease needs a
 * confirmed write no older than that, and the writes of a replaced instance are no longer confirmed.
 */
export class KeyGuard extends DurableObject<Bindings> {
  #end: KeyEnd = NO_END;
  #places: Places | null;
  readonly #lender: Lender;
  /** Public for tests, which store it before they evict the guard. */
  readonly usage: UsageLedger;
  /** Flushes of other guards that this instance has added up. */
  readonly #collected = new Set<string>();
  /** The settlement or removal that was begun last: each begins when the one before it has ended. */
  #lastSettlement: Promise<unknown> = Promise.resolve();
  #nextProjection: Promise<void> | null = null;
  /** Waits this long. Replaceable, so that a test can show what breaks without the wait. */
  wait: (ms: number) => Promise<unknown> = (ms) => scheduler.wait(ms);

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    const stored = state.storage.kv;
    this.#end = stored.get<KeyEnd>('end') ?? NO_END;
    this.#places = stored.get<Places>('places') ?? null;
    this.#lender = new Lender(stored.get<number>('theoreticalArrivalMs') ?? null, this.#nowMs());
    this.usage = new UsageLedger(stored);
  }

  /**
   * Admits or refuses a request of this key, and lends up to `wantedTokens` to the isolate that asked.
   *
   * @param budgetPerMin the standard limit of the key's environment
   * @param usage counts of the isolate since its last call
   */
  admit(budgetPerMin: number, wantedTokens = 0, usage: UsageReport | null = null): Admission {
    this.#takeOver(usage);
    return this.#take(budgetPerMin, { tokens: 1, wantedTokens });
  }

  /** Takes further units for an admitted request that asks for a batch: all of them or none. */
  charge(budgetPerMin: number, units: number): Admission {
    return this.#take(budgetPerMin, { tokens: units, wantedTokens: 0 });
  }

  /** Lends up to `wantedTokens` to an isolate that asks ahead of its requests. */
  lend(budgetPerMin: number, wantedTokens: number, usage: UsageReport | null = null): Admission {
    this.#takeOver(usage);
    return this.#take(budgetPerMin, { tokens: 0, wantedTokens });
  }

  /**
   * Adds up a flush of a connection's guard: this is then not a key's guard but the pool of a client and region, with an
   * alarm of its own that brings the sums to the registry. A flush that is repeated counts once, unless this object was
   * replaced in between.
   */
  collect({ id, owner: { partnerId, environment }, ...counted }: UsageFlush): void {
    if (this.#collected.has(id)) return;
    if (this.#collected.size >= REMEMBERED_FLUSHES_MAX) this.#collected.clear();
    this.#collected.add(id);
    this.#takeOver({ owner: { partnerId, environment }, ...counted });
  }

  /** Returns whether the key may still act, for a request that was admitted too long ago to write without asking. */
  standing(): Standing {
    return this.#ended(this.#nowMs()) ?? { outcome: 'alive', ...this.#terms() };
  }

  /** Answers the readiness check. */
  ping(): true {
    return true;
  }

  /**
   * Revokes the key at once, brings the revocation to the registry and KV, and answers once no lease is outstanding: no
   * request that begins later succeeds. Idempotent: a repeated call waits as well. The alarm settles what failed here.
   */
  async revoke(keyId: string): Promise<{ readonly revokedAtMs: number; readonly isSettled: boolean }> {
    const revokedAtMs = this.#end.revokedAtMs ?? this.#nowMs();
    this.#keep({ ...this.#end, revokedAtMs });
    await this.#settleLater(keyId, SETTLE_REVOCATION_AFTER_MS);
    const settling = this.#settle(keyId).then(
      () => true,
      () => false,
    );
    await this.#waitForLeases();
    return { revokedAtMs, isSettled: await settling };
  }

  /**
   * Sets the moment at which the key expires: the end of its grace after rotation. Called before the registry is written;
   * if the registry then refuses the rotation, the alarm finds the key unrotated there and withdraws the expiry.
   *
   * @returns false, and does nothing, if the key is revoked: the registry may not know that yet
   */
  async expireAt(keyId: string, atMs: number): Promise<boolean> {
    if (this.#end.revokedAtMs !== null) return false;
    this.#keep({ ...this.#end, expiresAtMs: atMs });
    await this.#settleLater(keyId, SETTLE_ROTATION_AFTER_MS);
    const nowMs = this.#nowMs();
    if (atMs < nowMs + this.#lender.timeUntilLeasesEndMs(nowMs)) await this.#waitForLeases();
    return true;
  }

  /**
   * Marks the key's partner as terminated, and brings the registry's record of the key to KV. Answers once no earlier
   * lease is outstanding: from then on only `afterTermination` routes answer. Idempotent.
   */
  async endPartner(keyId: string, atMs: number): Promise<void> {
    this.#keep({ ...this.#end, partnerTerminatedAtMs: this.#end.partnerTerminatedAtMs ?? atMs });
    const projecting = this.project(keyId);
    await Promise.all([projecting, this.#waitForLeases()]);
  }

  /**
   * Brings the partner's places from the registry to the key's leases and KV. Answers once no lease with earlier ones is
   * outstanding. Idempotent: a repeated call waits as well. Throws StorageUnavailable.
   */
  async changePlaces(keyId: string): Promise<void> {
    await this.project(keyId);
    await this.#waitForLeases();
  }

  /**
   * Writes the registry's record of the key to KV. All KV writes of a key are made by its guard, each after the one
   * before it and with what the registry says then, so KV never goes back to an older state. Throws StorageUnavailable.
   */
  project(keyId: string): Promise<void> {
    this.#nextProjection ??= this.#inTurn(async () => {
      this.#nextProjection = null;
      const settled = await this.#settleNow(keyId);
      if (settled) this.#keepPlaces(settled.places);
    });
    return this.#nextProjection;
  }

  /**
   * Removes KV's record of the key, after the writes that were begun before. Only for a key that the registry is about to
   * delete. Throws StorageUnavailable.
   */
  removeRecord(hash: string): Promise<void> {
    return this.#inTurn(() => removeKeyRecord(parseEnv(this.env).apiKeys, hash));
  }

  /**
   * Deletes everything stored about the key. Only for a key that the registry and KV are about to delete too,
   * and that is refused before its guard is asked: an emptied guard would admit its key.
   */
  forget(): Promise<void> {
    return this.#inTurn(async () => {
      this.usage.forget();
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
      this.#end = NO_END;
      this.#places = null;
      this.#lender.forget();
    });
  }

  /** Flushes usage that is due, and settles the key's end. Sets the alarm for what is left to do. */
  override async alarm(): Promise<void> {
    const now = machineNowMs();
    const isDue = (atMs: number) => atMs < now + EARLY_ALARM_MS;
    const settling = this.#unsettled();
    const flushAtMs = this.usage.dueAtMs;
    // An alarm that comes before its time is for the settlement, if there is one.
    const isFlush = flushAtMs !== null && (isDue(flushAtMs) || !settling);
    const isSettlement = settling && (isDue(settling.dueAtMs) || !isFlush);
    await Promise.all([isFlush && this.#flushUsage(now), isSettlement && this.#settleAtAlarm(settling)]);
    await this.#setAlarm();
  }

  /** Brings this key's end to the registry and KV, and retries until it succeeds. */
  async #settleAtAlarm(settling: Unsettled): Promise<void> {
    try {
      const settled = await this.#settle(settling.keyId);
      // The end changed meanwhile: the values read are out of date, and the newer change has set its own alarm.
      if (this.#unsettled()?.round !== settling.round) return;
      this.#adopt(settled?.end ?? null);
      this.ctx.storage.kv.delete('unsettled');
    } catch {
      // Retried on the guard's own schedule: the platform's gives up after six attempts.
      if (this.#unsettled()?.round === settling.round) this.#retryLater(settling);
    }
  }

  #flushUsage(now: number): Promise<void> {
    const env = parseEnv(this.env);
    const db = openDatabase(env.registry, { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 });
    return this.usage.flush(async (flush) => {
      const { pool } = flush.owner;
      if (pool) await objectAt(env, env.keyGuards, pool).collect(flush);
      else await addUsage(db, this.ctx.id.toString(), flush, this.#nowMs());
    }, now);
  }

  #takeOver(usage: UsageReport | null): void {
    if (usage === null) return;
    const isFirst = this.usage.dueAtMs === null;
    this.usage.add(usage, machineNowMs());
    // Not awaited: an admission waits for nothing, and the platform confirms the alarm before it answers.
    if (isFirst) void this.#setAlarm();
  }

  /** Sets the object's only alarm to the time of the earliest work that is left. */
  async #setAlarm(): Promise<void> {
    const due = [this.usage.dueAtMs, this.#unsettled()?.dueAtMs].filter((atMs) => typeof atMs === 'number');
    if (due.length > 0) await this.ctx.storage.setAlarm(Math.min(...due));
  }

  #nowMs(): number {
    return nowMs(parseEnv(this.env));
  }

  #take(budgetPerMin: number, wanted: { readonly tokens: number; readonly wantedTokens: number }): Admission {
    const now = this.#nowMs();
    const ended = this.#ended(now);
    if (ended) return ended;
    const loan = this.#lender.take({ budget: budgetPerMin, periodMs: MINUTE_MS }, wanted, now);
    // Stored, so that a restarted object does not start with a fresh budget. A refusal changes nothing.
    if (loan.arrivalToStoreMs !== null)
      this.ctx.storage.kv.put('theoreticalArrivalMs', loan.arrivalToStoreMs);
    return {
      outcome: loan.isAllowed ? 'admitted' : 'limited',
      budget: budgetPerMin,
      remaining: loan.remaining,
      resetSeconds: Math.ceil(loan.resetMs / SECOND_MS),
      retryAfterSeconds: Math.max(1, Math.ceil(loan.retryAfterMs / SECOND_MS)),
      lentTokens: loan.lentTokens,
      ...this.#terms(),
    };
  }

  #terms(): Terms {
    const { expiresAtMs, partnerTerminatedAtMs } = this.#end;
    return { expiresAtMs, partnerTerminatedAtMs, places: this.#places };
  }

  /** Returns the refusal of a key that has ended; null while it is valid. */
  #ended(atMs: number): Ended | null {
    const { revokedAtMs, expiresAtMs, partnerTerminatedAtMs } = this.#end;
    if (revokedAtMs !== null) return { outcome: 'revoked' };
    if (partnerTerminatedAtMs !== null && atMs >= partnerTerminatedAtMs + TERMINATION_GRACE_MS) {
      return { outcome: 'revoked' };
    }
    return expiresAtMs !== null && atMs >= expiresAtMs ? { outcome: 'expired', expiresAtMs } : null;
  }

  /** Waits until every lease that was lent so far has ended. */
  async #waitForLeases(): Promise<void> {
    const waitMs = this.#lender.timeUntilLeasesEndMs(this.#nowMs());
    if (waitMs > 0) await this.wait(waitMs);
  }

  /** Runs `work` after all settlements that were begun before it. */
  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastSettlement.then(work);
    this.#lastSettlement = result.catch(() => undefined);
    return result;
  }

  #settle(keyId: string): Promise<SettledKey | null> {
    return this.#inTurn(() => this.#settleNow(keyId));
  }

  #settleNow(keyId: string): Promise<SettledKey | null> {
    const env = parseEnv(this.env);
    const onRecorded = (wanting: readonly Subscriber[]) => this.ctx.waitUntil(wakeDispatchers(env, wanting));
    const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0, onRecorded };
    return settleKey(env, meter, keyId, this.#end.revokedAtMs);
  }

  #unsettled(): Unsettled | undefined {
    return this.ctx.storage.kv.get<Unsettled>('unsettled');
  }

  /** Adopts the registry's end of the key. A revocation or termination that the guard already has is never withdrawn. */
  #adopt(registry: KeyEnd | null): void {
    if (registry === null) return;
    this.#keep({
      revokedAtMs: this.#end.revokedAtMs ?? registry.revokedAtMs,
      expiresAtMs: registry.expiresAtMs,
      partnerTerminatedAtMs: this.#end.partnerTerminatedAtMs ?? registry.partnerTerminatedAtMs,
    });
  }

  async #settleLater(keyId: string, afterMs: number): Promise<void> {
    const round = (this.#unsettled()?.round ?? 0) + 1;
    const dueAtMs = machineNowMs() + afterMs;
    this.ctx.storage.kv.put<Unsettled>('unsettled', { keyId, round, failures: 0, dueAtMs });
    await this.#setAlarm();
  }

  #retryLater(settling: Unsettled): void {
    const waitMs = Math.min(SETTLE_RETRY_FIRST_MS * 2 ** settling.failures, SETTLE_RETRY_MAX_MS);
    const dueAtMs = machineNowMs() + waitMs;
    this.ctx.storage.kv.put<Unsettled>('unsettled', {
      ...settling,
      failures: settling.failures + 1,
      dueAtMs,
    });
  }

  #keepPlaces(places: Places): void {
    if (JSON.stringify(places) === JSON.stringify(this.#places)) return;
    this.#places = places;
    this.ctx.storage.kv.put('places', places);
  }

  #keep(end: KeyEnd): void {
    this.#end = end;
    this.ctx.storage.kv.put('end', end);
  }
}
