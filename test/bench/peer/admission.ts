import { hash } from 'node:crypto';
import { environmentOfSecret } from '#platform/access/credentials.ts';
import { invalidReason } from '#platform/access/find-key.ts';
import { MINUTE_MS } from '#platform/clock.ts';
import type { Environment } from '#platform/env.ts';
import { decideRate, type RateDecision } from '#platform/guards/gcra.ts';
import { type Failure, fail } from '#platform/http/errors.ts';
import type { KeyRecord } from '#platform/storage/key-projection.ts';
import type { Store } from './store.ts';

/** For how long a key's record is used before the database is asked again: another process may have revoked it. */
const FRESH_MS = MINUTE_MS;
const KNOWN_KEYS_MAX = 10_000;

/** Finds the keys of requests and counts their budgets, in the memory of this one process. */
export class Admission {
  readonly #known = new Map<string, { readonly record: KeyRecord; readonly readAtMs: number }>();
  readonly #arrivalsMs = new Map<string, number>();
  readonly #store: Store;
  readonly #budgets: Readonly<Record<Environment, number>>;

  constructor(store: Store, budgetsPerMin: Readonly<Record<Environment, number>>) {
    this.#store = store;
    this.#budgets = budgetsPerMin;
  }

  /** Returns the record of the valid key in an Authorization header, or its refusal. */
  identify(authorization: string | undefined, nowMs: number): KeyRecord | Failure {
    if (authorization === undefined || authorization.trim() === '') return fail('missing_authorization');
    const secret = /^Bearer +(\S+)\s*$/i.exec(authorization)?.[1] ?? '';
    if (environmentOfSecret(secret) === null) return fail('invalid_api_key');
    const record = this.#find(hash('sha256', secret), nowMs);
    if (record === null) return fail('invalid_api_key');
    const reason = invalidReason(record, nowMs);
    if (reason) return reason;
    return record.partner.status === 'active' ? record : fail('partner_terminated');
  }

  /** Takes units of a key's budget, which are refilled over a minute. */
  charge({ keyId, environment }: KeyRecord, units: number, nowMs: number): RateDecision & { budget: number } {
    const budget = this.#budgets[environment];
    const rate = { budget, periodMs: MINUTE_MS };
    const decision = decideRate(rate, this.#arrivalsMs.get(keyId) ?? 0, nowMs, units);
    if (this.#arrivalsMs.size >= KNOWN_KEYS_MAX) this.#arrivalsMs.clear();
    this.#arrivalsMs.set(keyId, decision.theoreticalArrivalMs);
    return { ...decision, budget };
  }

  #find(keyHash: string, nowMs: number): KeyRecord | null {
    const known = this.#known.get(keyHash);
    if (known && nowMs - known.readAtMs < FRESH_MS) return known.record;
    const record = this.#store.findKey(keyHash);
    if (record) {
      if (this.#known.size >= KNOWN_KEYS_MAX) this.#known.clear();
      this.#known.set(keyHash, { record, readAtMs: nowMs });
    }
    return record;
  }
}
