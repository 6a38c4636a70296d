import { DurableObject } from 'cloudflare:workers';
import { MINUTE_MS, machineNowMs, nowMs, SECOND_MS } from '../clock.ts';
import { type Bindings, parseEnv } from '../env.ts';
import { TERMINATION_GRACE_MS } from '../storage/key-projection.ts';
import { type KeyEnd, settleKey } from '../storage/key-settlement.ts';
import { decideRate } from './gcra.ts';

export type Admission =
  | {
      readonly outcome: 'admitted' | 'limited';
      readonly budget: number;
      readonly remaining: number;
      readonly resetSeconds: number;
      readonly retryAfterSeconds: number;
      /** The termination of the key's partner, or null while the account is active. */
      readonly partnerTerminatedAtMs: number | null;
    }
  | { readonly outcome: 'revoked' }
  | { readonly outcome: 'expired'; readonly expiresAtMs: number };

const NO_END: KeyEnd = { revokedAtMs: null, expiresAtMs: null, partnerTerminatedAtMs: null };

/** A change of the key's end that the registry and KV do not have yet, and the number of failed attempts. */
interface Unsettled {
  readonly keyId: string;
  /** Shows whether the end changed while an earlier change was being settled. */
  readonly round: number;
  readonly failures: number;
}

/** A revocation is settled by its caller within moments; the alarm repeats that in case the caller was interrupted. */
const SETTLE_REVOCATION_AFTER_MS = 5 * SECOND_MS;
/** Longer than any registry write can take, so that the alarm reads the outcome of a rotation. */
const SETTLE_ROTATION_AFTER_MS = 2 * MINUTE_MS;
const SETTLE_RETRY_FIRST_MS = 5 * SECOND_MS;
const SETTLE_RETRY_MAX_MS = 15 * MINUTE_MS;

/**
 * The guard of one key, which every request of that key asks. It counts the key's budget exactly and refuses an ended key
 * at once, everywhere, whatever a stale KV replica still says.
 */
export class KeyGuard extends DurableObject<Bindings> {
  #end: KeyEnd = NO_END;
  #theoreticalArrivalMs = 0;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    const stored = state.storage.kv;
    this.#end = stored.get<KeyEnd>('end') ?? NO_END;
    this.#theoreticalArrivalMs = stored.get<number>('theoreticalArrivalMs') ?? 0;
  }

  /** Admits or refuses a request of this key. `budgetPerMin` is the standard limit of its environment. */
  admit(budgetPerMin: number): Admission {
    const now = nowMs(parseEnv(this.env));
    const { revokedAtMs, expiresAtMs, partnerTerminatedAtMs } = this.#end;
    if (revokedAtMs !== null) return { outcome: 'revoked' };
    if (partnerTerminatedAtMs !== null && now >= partnerTerminatedAtMs + TERMINATION_GRACE_MS) {
      return { outcome: 'revoked' };
    }
    if (expiresAtMs !== null && now >= expiresAtMs) return { outcome: 'expired', expiresAtMs };
    const decision = decideRate(
      { budget: budgetPerMin, periodMs: MINUTE_MS },
      this.#theoreticalArrivalMs,
      now,
    );
    this.#theoreticalArrivalMs = decision.theoreticalArrivalMs;
    // Stored, so that an evicted object does not start with a fresh budget. A refusal changes nothing.
    if (decision.isAllowed) this.ctx.storage.kv.put('theoreticalArrivalMs', decision.theoreticalArrivalMs);
    return {
      outcome: decision.isAllowed ? 'admitted' : 'limited',
      budget: budgetPerMin,
      remaining: decision.remaining,
      resetSeconds: Math.ceil(decision.resetMs / SECOND_MS),
      retryAfterSeconds: Math.max(1, Math.ceil(decision.retryAfterMs / SECOND_MS)),
      partnerTerminatedAtMs,
    };
  }

  /** Answers the readiness check. */
  ping(): true {
    return true;
  }

  /** Revokes the key at once, and ensures that the registry and KV follow. Idempotent. */
  async revoke(keyId: string): Promise<{ readonly revokedAtMs: number }> {
    const revokedAtMs = this.#end.revokedAtMs ?? nowMs(parseEnv(this.env));
    this.#keep({ ...this.#end, revokedAtMs });
    await this.#settleLater(keyId, SETTLE_REVOCATION_AFTER_MS);
    return { revokedAtMs };
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
    return true;
  }

  /** Marks the key's partner as terminated: from now on only `afterTermination` routes answer. Idempotent. */
  endPartner(atMs: number): void {
    this.#keep({ ...this.#end, partnerTerminatedAtMs: this.#end.partnerTerminatedAtMs ?? atMs });
  }

  /**
   * Deletes everything stored of the key. Only for a key that the registry and KV are about to delete too, and that is
   * refused before it gets here: an emptied guard would admit its key.
   */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#end = NO_END;
    this.#theoreticalArrivalMs = 0;
  }

  /** Brings this key's end to the registry and KV, and retries until it succeeds. */
  override async alarm(): Promise<void> {
    const settling = this.#unsettled();
    if (!settling) return;
    const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
    try {
      const end = await settleKey(parseEnv(this.env), meter, settling.keyId, this.#end.revokedAtMs);
      // The end changed meanwhile: the values read are out of date, and the newer change has set its own alarm.
      if (this.#unsettled()?.round !== settling.round) return;
      this.#adopt(end);
      this.ctx.storage.kv.delete('unsettled');
    } catch {
      // Retried on the guard's own schedule: the platform's gives up after six attempts.
      if (this.#unsettled()?.round === settling.round) await this.#retryLater(settling);
    }
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
    this.ctx.storage.kv.put<Unsettled>('unsettled', { keyId, round, failures: 0 });
    await this.ctx.storage.setAlarm(machineNowMs() + afterMs);
  }

  async #retryLater(settling: Unsettled): Promise<void> {
    this.ctx.storage.kv.put<Unsettled>('unsettled', { ...settling, failures: settling.failures + 1 });
    const waitMs = Math.min(SETTLE_RETRY_FIRST_MS * 2 ** settling.failures, SETTLE_RETRY_MAX_MS);
    await this.ctx.storage.setAlarm(machineNowMs() + waitMs);
  }

  #keep(end: KeyEnd): void {
    this.#end = end;
    this.ctx.storage.kv.put('end', end);
  }
}
