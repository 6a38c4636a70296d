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
      /** When the key's partner was terminated, or null while the account is alive. */
      readonly partnerTerminatedAtMs: number | null;
    }
  | { readonly outcome: 'revoked' }
  | { readonly outcome: 'expired'; readonly expiresAtMs: number };

const ALIVE: KeyEnd = { revokedAtMs: null, expiresAtMs: null, partnerTerminatedAtMs: null };

/** What is still to be carried from here to the registry and KV, and how often that failed. */
interface Unsettled {
  readonly keyId: string;
  /** Tells whether something was said while an earlier word was being carried. */
  readonly round: number;
  readonly failures: number;
}

/** Revocations are settled by their caller within moments; the alarm repeats it in case the caller died. */
const SETTLE_REVOCATION_AFTER_MS = 5 * SECOND_MS;
/** Longer than any registry write can still be under way, so that the alarm reads how a rotation ended. */
const SETTLE_ROTATION_AFTER_MS = 2 * MINUTE_MS;
const SETTLE_RETRY_FIRST_MS = 5 * SECOND_MS;
const SETTLE_RETRY_MAX_MS = 15 * MINUTE_MS;

/**
 * One object a key, visited by every request that the key makes. It counts the key's budget exactly and
 * knows the key's death at once, everywhere, whatever a stale KV replica still says.
 */
export class KeyGuard extends DurableObject<Bindings> {
  #end: KeyEnd = ALIVE;
  #theoreticalArrivalMs = 0;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    const stored = state.storage.kv;
    this.#end = stored.get<KeyEnd>('end') ?? ALIVE;
    this.#theoreticalArrivalMs = stored.get<number>('theoreticalArrivalMs') ?? 0;
  }

  /** Whether a request of this key may go on now. `budgetPerMin` is the standard limit of its environment. */
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
    // Kept on disk, so that an evicted object does not hand out a fresh budget. Refusals change nothing.
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

  /** Answers, and nothing else: for the readiness check. */
  ping(): true {
    return true;
  }

  /** Ends the key at once, and sees to it that the registry and KV follow. Idempotent. */
  async revoke(keyId: string): Promise<{ readonly revokedAtMs: number }> {
    const revokedAtMs = this.#end.revokedAtMs ?? nowMs(parseEnv(this.env));
    this.#keep({ ...this.#end, revokedAtMs });
    await this.#settleLater(keyId, SETTLE_REVOCATION_AFTER_MS);
    return { revokedAtMs };
  }

  /**
   * Ends the key at a moment: the end of its grace after rotation. Told before the registry is; should the
   * registry then refuse the rotation, the alarm finds the key unrotated there and takes the end back.
   *
   * @returns false, and does nothing, where the key is revoked: the registry may not know that yet
   */
  async expireAt(keyId: string, atMs: number): Promise<boolean> {
    if (this.#end.revokedAtMs !== null) return false;
    this.#keep({ ...this.#end, expiresAtMs: atMs });
    await this.#settleLater(keyId, SETTLE_ROTATION_AFTER_MS);
    return true;
  }

  /** The key's partner was terminated: from now on only what `afterTermination` routes offer. Idempotent. */
  endPartner(atMs: number): void {
    this.#keep({ ...this.#end, partnerTerminatedAtMs: this.#end.partnerTerminatedAtMs ?? atMs });
  }

  /**
   * Leaves nothing of the key here: for one that the registry and KV are about to forget too, and that is
   * refused before it gets here. A guard that has forgotten would let its key in.
   */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    this.#end = ALIVE;
    this.#theoreticalArrivalMs = 0;
  }

  /** Carries this key's end to the registry and KV, again and again until it went through. */
  override async alarm(): Promise<void> {
    const carried = this.#unsettled();
    if (!carried) return;
    const meter = { d1Batches: 0, d1RowsRead: 0, d1RowsWritten: 0 };
    try {
      const end = await settleKey(parseEnv(this.env), meter, carried.keyId, this.#end.revokedAtMs);
      // Told something new meanwhile: what was read is old, and the newer word has set its own alarm.
      if (this.#unsettled()?.round !== carried.round) return;
      this.#adopt(end);
      this.ctx.storage.kv.delete('unsettled');
    } catch {
      // Our own schedule, not the platform's: that one gives up after six attempts.
      if (this.#unsettled()?.round === carried.round) await this.#retryLater(carried);
    }
  }

  #unsettled(): Unsettled | undefined {
    return this.ctx.storage.kv.get<Unsettled>('unsettled');
  }

  /** The registry is the truth about when a key ends; only a revocation or termination is never taken back. */
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

  async #retryLater(carried: Unsettled): Promise<void> {
    this.ctx.storage.kv.put<Unsettled>('unsettled', { ...carried, failures: carried.failures + 1 });
    const waitMs = Math.min(SETTLE_RETRY_FIRST_MS * 2 ** carried.failures, SETTLE_RETRY_MAX_MS);
    await this.ctx.storage.setAlarm(machineNowMs() + waitMs);
  }

  #keep(end: KeyEnd): void {
    this.#end = end;
    this.ctx.storage.kv.put('end', end);
  }
}
