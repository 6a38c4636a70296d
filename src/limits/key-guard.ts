import { DurableObject } from 'cloudflare:workers';
import { nowMs } from '../clock.ts';
import { type Bindings, parseEnv } from '../env.ts';
import { decideRate } from './gcra.ts';

const MINUTE_MS = 60_000;

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
  | { readonly outcome: 'revoked' | 'expired' };

interface GuardState {
  readonly revokedAtMs: number | null;
  readonly expiresAtMs: number | null;
  readonly partnerTerminatedAtMs: number | null;
}

const ALIVE: GuardState = { revokedAtMs: null, expiresAtMs: null, partnerTerminatedAtMs: null };

/**
 * One object a key, visited by every request that the key makes. It counts the key's budget exactly and
 * knows the key's death at once, everywhere, whatever a stale KV replica still says.
 */
export class KeyGuard extends DurableObject<Bindings> {
  #state: GuardState = ALIVE;
  #theoreticalArrivalMs = 0;

  constructor(state: DurableObjectState, bindings: Bindings) {
    super(state, bindings);
    const stored = state.storage.kv;
    this.#state = stored.get<GuardState>('state') ?? ALIVE;
    this.#theoreticalArrivalMs = stored.get<number>('theoreticalArrivalMs') ?? 0;
  }

  /** Whether a request of this key may go on now. `budgetPerMin` is the standard limit of its environment. */
  admit(budgetPerMin: number): Admission {
    const now = nowMs(parseEnv(this.env));
    if (this.#state.revokedAtMs !== null) return { outcome: 'revoked' };
    if (this.#state.expiresAtMs !== null && now >= this.#state.expiresAtMs) return { outcome: 'expired' };
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
      resetSeconds: Math.ceil(decision.resetMs / 1000),
      retryAfterSeconds: Math.max(1, Math.ceil(decision.retryAfterMs / 1000)),
      partnerTerminatedAtMs: this.#state.partnerTerminatedAtMs,
    };
  }

  /** Answers, and nothing else: for the readiness check. */
  ping(): true {
    return true;
  }

  /** Ends the key at once. Idempotent. */
  revoke(): void {
    if (this.#state.revokedAtMs !== null) return;
    this.#keep({ ...this.#state, revokedAtMs: nowMs(parseEnv(this.env)) });
  }

  /** Ends the key at a moment: the end of its grace after rotation. */
  expireAt(atMs: number): void {
    this.#keep({ ...this.#state, expiresAtMs: atMs });
  }

  #keep(state: GuardState): void {
    this.#state = state;
    this.ctx.storage.kv.put('state', state);
  }
}
