import { MINUTE_MS, SECOND_MS } from '../clock.ts';

const RETRY_FIRST_MS = 5 * SECOND_MS;
const RETRY_MAX_MS = 15 * MINUTE_MS;

/** A change to the key's end that is not yet in the registry and KV, and the number of failed attempts. */
export interface Unsettled {
  readonly keyId: string;
  /** Shows whether the end changed while an earlier change was being settled. */
  readonly round: number;
  readonly failures: number;
  readonly dueAtMs: number;
}

/** Keeps, in its guard's storage, the change to a key's end that is still to be settled. */
export class PendingSettlement {
  readonly #stored: SyncKvStorage;

  constructor(stored: SyncKvStorage) {
    this.#stored = stored;
  }

  /** Returns the pending change, or undefined if everything is settled. */
  get current(): Unsettled | undefined {
    return this.#stored.get<Unsettled>('unsettled');
  }

  /** Stores a new change, due at this time. It replaces any earlier one. */
  begin(keyId: string, dueAtMs: number): void {
    this.#store({ keyId, round: (this.current?.round ?? 0) + 1, failures: 0, dueAtMs });
  }

  /** Returns whether no later change has replaced this one. */
  isCurrent({ round }: Unsettled): boolean {
    return this.current?.round === round;
  }

  /** Schedules another attempt after a failure. The wait doubles each time, up to 15 minutes. */
  retry(settling: Unsettled, nowMs: number): void {
    const waitMs = Math.min(RETRY_FIRST_MS * 2 ** settling.failures, RETRY_MAX_MS);
    this.#store({ ...settling, failures: settling.failures + 1, dueAtMs: nowMs + waitMs });
  }

  /** Removes the pending change, which is settled. */
  end(): void {
    this.#stored.delete('unsettled');
  }

  #store(unsettled: Unsettled): void {
    this.#stored.put('unsettled', unsettled);
  }
}
