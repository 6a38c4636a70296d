import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import type { ReportedSize } from '../storage/database.ts';
import {
  type AthleteLocations,
  type KeyEnd,
  type ReconciledKey,
  TERMINATION_GRACE_MS,
} from '../storage/key-projection.ts';
import type { PartnerBudgets } from '../storage/registry-schema.ts';
import {
  type AnswerCount,
  addAnswers,
  type UsageCount,
  type UsageFlush,
  type UsageOwner,
} from '../storage/usage.ts';

/** The times when a valid key will end, and the regions and shards it may write to. Included in every lease. */
export interface Terms {
  /** The end of the grace period after rotation, or null if the key was not rotated. */
  readonly expiresAtMs: number | null;
  /** The time the key's partner was terminated, or null while the account is active. */
  readonly partnerTerminatedAtMs: number | null;
  /** The time since when the key's partner is suspended, or null while it is not. */
  readonly partnerSuspendedAtMs: number | null;
  /** The regions and shards of the key's partner. Null if the guard has not read them, so those in the key's record apply. */
  readonly locations: AthleteLocations | null;
  /**
   * The budgets that the operator set for the key's partner. Null if the guard has not read them. A budget that was lowered
   * since a caller's record or credential was written holds at once, because the smaller of both does.
   */
  readonly budgets?: PartnerBudgets | null;
}

/** The rejection of a key that has ended. */
export type Ended =
  | { readonly outcome: 'revoked' }
  | { readonly outcome: 'expired'; readonly expiresAtMs: number };

const NO_END: KeyEnd = {
  revokedAtMs: null,
  expiresAtMs: null,
  partnerTerminatedAtMs: null,
  partnerSuspendedAtMs: null,
};

/** Holds the end of a guard's key and the locations of its partner, and stores each change. */
export class KeyTerms {
  readonly #stored: SyncKvStorage;
  #end: KeyEnd;
  #locations: AthleteLocations | null;
  #budgets: PartnerBudgets | null;

  constructor(stored: SyncKvStorage) {
    this.#stored = stored;
    this.#end = stored.get<KeyEnd>('end') ?? NO_END;
    this.#locations = stored.get<AthleteLocations>('locations') ?? null;
    this.#budgets = stored.get<PartnerBudgets>('budgets') ?? null;
  }

  get revokedAtMs(): number | null {
    return this.#end.revokedAtMs;
  }

  /** Returns how the key has ended at this time, or null while it is valid. */
  endedAt(atMs: number): Ended | null {
    const { revokedAtMs, expiresAtMs, partnerTerminatedAtMs } = this.#end;
    if (revokedAtMs !== null) return { outcome: 'revoked' };
    if (partnerTerminatedAtMs !== null && atMs >= partnerTerminatedAtMs + TERMINATION_GRACE_MS) {
      return { outcome: 'revoked' };
    }
    return expiresAtMs !== null && atMs >= expiresAtMs ? { outcome: 'expired', expiresAtMs } : null;
  }

  /** Returns the terms of a lease. */
  toLease(): Terms {
    const { revokedAtMs: _, ...times } = this.#end;
    return { ...times, locations: this.#locations, budgets: this.#budgets };
  }

  /** Returns the smaller of the budget that a caller knows and the one that the operator has set since. */
  budgetAtMost(budgetPerMin: number): number {
    return Math.min(budgetPerMin, this.#budgets?.standardPerMin ?? budgetPerMin);
  }

  /** Changes the end. Never withdraws a revocation or termination, or moves it to another time. */
  change(changes: Partial<KeyEnd>): void {
    const { revokedAtMs, partnerTerminatedAtMs } = this.#end;
    const end = { ...this.#end, ...changes };
    this.#end = {
      ...end,
      revokedAtMs: revokedAtMs ?? end.revokedAtMs,
      partnerTerminatedAtMs: partnerTerminatedAtMs ?? end.partnerTerminatedAtMs,
    };
    this.#stored.put('end', this.#end);
  }

  /** Adopts the key's end from the registry. */
  adopt({ end: { partnerSuspendedAtMs: _, ...end } }: ReconciledKey): void {
    this.change(end);
  }

  /** Adopts the partner's suspension, locations and budgets from the registry. */
  followPartner({ end: { partnerSuspendedAtMs }, locations, record }: ReconciledKey): void {
    if (partnerSuspendedAtMs !== this.#end.partnerSuspendedAtMs) this.change({ partnerSuspendedAtMs });
    if (JSON.stringify(locations) !== JSON.stringify(this.#locations)) {
      this.#locations = locations;
      this.#stored.put('locations', locations);
    }
    const { budgets } = record.partner;
    // A partner without its own budgets needs no row: a guard that has read none applies none.
    if (JSON.stringify(budgets) === JSON.stringify(this.#budgets ?? {})) return;
    this.#budgets = budgets;
    this.#stored.put('budgets', budgets);
  }

  /** Drops all that is known. */
  forget(): void {
    this.#end = NO_END;
    this.#locations = this.#budgets = null;
  }
}

/** Counts that an isolate reports to the guard of a key or connection. */
export interface UsageReport {
  readonly owner: UsageOwner;
  readonly counts: readonly UsageCount[];
  /** Database sizes seen by the isolate. Sent with the counts, but not stored. */
  readonly sizes?: readonly ReportedSize[];
  /** All responses of the isolate, to any caller, since its last report to a guard. */
  readonly answers?: readonly AnswerCount[];
}

/** The age at which counts are sent to the registry: one batch per minute for each guard in use. */
const FLUSH_EVERY_MS = MINUTE_MS;
/** The maximum counts of one flush, at about 90 bytes each. D1 allows 100 KB per statement. */
const FLUSH_COUNTS_MAX = 500;
const FLUSH_SIZES_MAX = 50;

/** The age from which counts are stored with the next visit. */
const STORE_AFTER_MS = 3 * SECOND_MS;

/** Unflushed counts as a guard stores them. */
export interface StoredUsage extends UsageReport {
  readonly flush: UsageFlush | null;
  readonly dueAtMs: number;
}

/**
 * Collects the isolates' counts for one key and flushes them once a minute. They are stored when they are flushed, with each
 * arrival time that is stored anyway, and with a visit that finds counts of three seconds ago or more. Storing them with each
 * report would cost a row every time, and a timer would keep the object in memory, which is billed. A guard that is replaced
 * loses what came since, after an isolated visit the counts of that one.
 */
export class UsageLedger {
  readonly #save: () => void;
  #owner: UsageOwner | null = null;
  #counts = new Map<string, UsageCount>();
  #sizes: readonly ReportedSize[] = [];
  readonly #answers = new Map<string, AnswerCount>();
  /** Counts being sent to the registry. They keep their id until delivered, so they count once. */
  #flush: UsageFlush | null = null;
  #dueAtMs: number | null = null;
  #unstoredSinceMs: number | null = null;

  /** @param save stores `toStore()` with what else the guard stores in its row */
  constructor(stored: StoredUsage | null, save: () => void) {
    this.#save = save;
    if (!stored) return;
    this.#owner = stored.owner;
    this.#flush = stored.flush;
    this.#dueAtMs = stored.dueAtMs;
    addCounts(this.#counts, stored.counts);
    addAnswers(this.#answers, stored.answers ?? []);
  }

  /** The time of the next flush, or null if there is nothing to flush. */
  get dueAtMs(): number | null {
    return this.#dueAtMs;
  }

  /** Adds an isolate's counts. */
  add({ owner, counts, sizes = [], answers = [] }: UsageReport, nowMs: number): void {
    this.#owner = owner;
    addAnswers(this.#answers, answers);
    this.#sizes = [...sizes, ...this.#sizes].slice(0, FLUSH_SIZES_MAX);
    addCounts(this.#counts, counts);
    this.#dueAtMs ??= nowMs + FLUSH_EVERY_MS;
    this.#unstoredSinceMs ??= nowMs;
  }

  /** Returns whether some counts have waited so long that this visit stores them. */
  isToBeStored(nowMs: number): boolean {
    return this.#unstoredSinceMs !== null && nowMs - this.#unstoredSinceMs >= STORE_AFTER_MS;
  }

  /** Returns all unflushed counts, which the caller stores now, or null if there are none. */
  toStore(): StoredUsage | null {
    this.#unstoredSinceMs = null;
    const [owner, dueAtMs] = [this.#owner, this.#dueAtMs];
    if (owner === null || dueAtMs === null) return null;
    const counts = [...this.#counts.values()];
    return { owner, flush: this.#flush, dueAtMs, counts, answers: [...this.#answers.values()] };
  }

  /** Sends the counts with `send`. If that fails, the same flush is repeated after a minute. */
  async flush(send: (flush: UsageFlush) => Promise<void>, nowMs: number): Promise<void> {
    const flush = this.#flush ?? this.#nextFlush();
    this.#flush = flush;
    this.#dueAtMs = flush && nowMs + FLUSH_EVERY_MS;
    if (!flush) return;
    // Stored before it is sent, so the next instance of this object repeats exactly this flush.
    this.#save();
    try {
      await send(flush);
    } catch {
      return;
    }
    // An object that was emptied in the meantime has nothing to store.
    if (this.#flush !== flush) return;
    this.#flush = null;
    if (this.#counts.size === 0) this.#dueAtMs = null;
    this.#save();
  }

  /** Drops all unflushed counts. */
  forget(): void {
    this.#owner = this.#flush = this.#dueAtMs = this.#unstoredSinceMs = null;
    this.#counts.clear();
    this.#answers.clear();
  }

  #nextFlush(): UsageFlush | null {
    const counts = [...this.#counts].slice(0, FLUSH_COUNTS_MAX);
    if (this.#owner === null || counts.length === 0) return null;
    for (const [key] of counts) this.#counts.delete(key);
    const sizes = this.#sizes;
    this.#sizes = [];
    const answers = [...this.#answers.values()];
    this.#answers.clear();
    const sums = counts.map(([, count]) => count);
    return { id: crypto.randomUUID(), owner: this.#owner, counts: sums, sizes, answers };
  }
}

/** Adds counts to those of the same hour, operation and class. */
export function addCounts(sums: Map<string, UsageCount>, counts: readonly UsageCount[]): void {
  for (const count of counts) {
    const key = `${count.hourMs} ${count.operationId} ${count.statusClass}`;
    sums.set(key, { ...count, requests: (sums.get(key)?.requests ?? 0) + count.requests });
  }
}

const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 15 * MINUTE_MS;

/** A change to the key's end that is not yet in the registry and KV, and the number of failed attempts. */
export interface PendingChange {
  readonly keyId: string;
  /** Shows whether the end changed while an earlier change was being reconciled. */
  readonly round: number;
  readonly failures: number;
  readonly dueAtMs: number;
}

/** Keeps, in its guard's storage, the change to a key's end that is still to be reconciled. */
export class PendingReconciliation {
  readonly #stored: SyncKvStorage;

  constructor(stored: SyncKvStorage) {
    this.#stored = stored;
  }

  /** Returns the pending change, or undefined if there is none. */
  get current(): PendingChange | undefined {
    return this.#stored.get<PendingChange>('pending');
  }

  /** Stores a new change, due at this time. It replaces any earlier one. */
  begin(keyId: string, dueAtMs: number): void {
    this.#store({ keyId, round: (this.current?.round ?? 0) + 1, failures: 0, dueAtMs });
  }

  /** Returns whether no later change has replaced this one. */
  isCurrent({ round }: PendingChange): boolean {
    return this.current?.round === round;
  }

  /** Schedules another attempt after a failure. The wait doubles each time, up to 15 minutes. */
  retry(change: PendingChange, nowMs: number): void {
    const waitMs = Math.min(RETRY_FIRST_MS * 2 ** change.failures, RETRY_MAX_MS);
    this.#store({ ...change, failures: change.failures + 1, dueAtMs: nowMs + waitMs });
  }

  /** Removes the pending change. */
  end(): void {
    this.#stored.delete('pending');
  }

  #store(change: PendingChange): void {
    this.#stored.put('pending', change);
  }
}
