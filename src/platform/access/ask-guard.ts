import { machineNowMs } from '../clock.ts';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { ObjectAddress } from '../guards/call-object.ts';
import type { Admission, Counted, KeyGuard, KeyStatus } from '../guards/key-guard.ts';
import type { Terms, UsageReport } from '../guards/key-guard-state.ts';
import { LEASE_MARGIN_MS, LEASE_MS } from '../guards/lender.ts';
import type { Principal, RequestContext } from '../http/context.ts';
import { dropOldest, memoryOf } from '../isolate-memory.ts';
import { takeSizes } from '../storage/database.ts';
import { TERMINATION_GRACE_MS } from '../storage/key-projection.ts';
import { giveBackAnswers, takeAnswers } from '../storage/usage.ts';
import { giveBackUsage, takeUsage } from './usage.ts';

/** Leases, for each set of stores. */
const leasesOfStores = new WeakMap<Env['keyGuards'], Leases>();

/** Returns the leases of this isolate. */
export function leasesOf({ keyGuards }: Pick<Env, 'keyGuards'>): Leases {
  return memoryOf(leasesOfStores, keyGuards, () => new Leases());
}

/** The response of a guard, or of one of its leases, to a request. */
export interface Decision {
  readonly admission: Admission;
  /** The time when this isolate requested admission. */
  readonly askedAtMs: number;
  /** Whether a lent token decided. */
  readonly isLent: boolean;
}

/**
 * The budget that a request takes from, and how: a key's requests take a unit of all of it, its athletes' pages take units
 * of their share. Each has tokens of its own in an isolate.
 */
export interface Demand {
  readonly units: number;
  readonly isForPages: boolean;
}

const REQUEST: Demand = { units: 1, isForPages: false };

/** Returns the name under which this isolate holds the tokens of a key, or those of its athletes' pages. */
export function poolOf(keyId: string, { isForPages }: Pick<Demand, 'isForPages'>): string {
  return isForPages ? `${keyId}/pages` : keyId;
}

/**
 * Admits a request with tokens lent to this isolate, or calls the guard.
 *
 * @throws StorageUnavailable if the guard did not respond
 */
export async function decide(
  ctx: RequestContext,
  principal: Principal,
  demand: Demand = REQUEST,
): Promise<Decision> {
  const leases = leasesOf(ctx.env);
  const pool = poolOf(principal.keyId, demand);
  const nowMs = machineNowMs();
  leases.noteUse(pool, nowMs, demand.units);
  const lent = takeLent(ctx, pool, demand.units);
  ctx.log.lease = lent !== null;
  if (lent) return lent;
  const question = leases.ask(pool, nowMs, demand.units);
  const startedAt = performance.now();
  const admission = await askGuard(ctx, principal, pool, question, (guard, budgetPerMin, usage) =>
    demand.isForPages
      ? guard.admit(budgetPerMin, question.wantedTokens, usage, demand.units)
      : guard.admit(budgetPerMin, question.wantedTokens, usage),
  );
  ctx.log.guardMs = performance.now() - startedAt;
  // Another request may have obtained prepaid tokens in the meantime.
  const meanwhile = admission.outcome === 'limited' ? takeLent(ctx, pool, demand.units) : null;
  return meanwhile ?? { admission, askedAtMs: question.askedAtMs, isLent: false };
}

/** Takes lent tokens. Null if this isolate has too few or the key has ended since they were lent. */
function takeLent(ctx: RequestContext, pool: string, units: number): Decision | null {
  const lent = leasesOf(ctx.env).take(pool, machineNowMs(), units);
  if (!lent || hasEnded(ctx, lent.counted)) return null;
  return { admission: lent.counted, askedAtMs: lent.askedAtMs, isLent: true };
}

function hasEnded({ nowMs }: RequestContext, { expiresAtMs, partnerTerminatedAtMs }: Terms): boolean {
  return (
    (expiresAtMs !== null && nowMs >= expiresAtMs) ||
    (partnerTerminatedAtMs !== null && nowMs >= partnerTerminatedAtMs + TERMINATION_GRACE_MS)
  );
}

/**
 * Returns whether a key may act, from what its guard has said with a lease, or asks the guard. Takes nothing from the budget.
 *
 * @throws StorageUnavailable if the guard did not respond
 */
export async function askStanding(
  ctx: RequestContext,
  principal: Principal,
): Promise<{ readonly status: KeyStatus; readonly askedAtMs: number }> {
  const leases = leasesOf(ctx.env);
  const askedAtMs = machineNowMs();
  const startedAt = performance.now();
  const said = [false, true]
    .map((isForPages) => leases.newest(poolOf(principal.keyId, { isForPages }), askedAtMs))
    .find((answer) => answer !== null && !hasEnded(ctx, answer.counted));
  if (said) return { status: { ...said.counted, outcome: 'alive' }, askedAtMs: said.askedAtMs };
  const status = await callKeyGuard<KeyStatus>(ctx.env, guardOf(principal), async (guard) =>
    guard.status(principal.limits.standardPerMin),
  );
  ctx.log.guardMs = performance.now() - startedAt;
  return { status, askedAtMs };
}

/**
 * Gives back what a decision took for a request that was refused afterwards, together with tokens lent by the same answer:
 * the payer is not the caller, and does not pay for a refusal. After a failure the payer has paid; so has a guard of the
 * version before, which does not know the message.
 */
export async function giveBack(
  ctx: RequestContext,
  principal: Principal,
  { admission, askedAtMs, isLent }: Decision,
  { units, isForPages }: Demand = REQUEST,
): Promise<void> {
  if (admission.outcome !== 'admitted') return;
  const leases = leasesOf(ctx.env);
  const pool = poolOf(principal.keyId, { isForPages });
  leases.noteUse(pool, machineNowMs(), -units);
  if (isLent) {
    leases.put(pool, { counted: admission, askedAtMs, tokens: units });
    return;
  }
  const lentTokens = leases.drop(pool, admission);
  const returned = { units: units + lentTokens, lentTokens, isForPages };
  await callKeyGuard<void>(ctx.env, guardOf(principal), async (guard) =>
    guard.giveBack(principal.limits.standardPerMin, returned),
  ).catch(() => undefined);
}

/** Requests tokens from a guard in the background, if they will soon be needed. After a failure the next request tries again. */
export function askAhead(
  ctx: RequestContext,
  principal: Principal,
  { isForPages }: Pick<Demand, 'isForPages'> = REQUEST,
): void {
  const pool = poolOf(principal.keyId, { isForPages });
  const question = leasesOf(ctx.env).askAhead(pool, machineNowMs());
  if (!question) return;
  const asking = askGuard(ctx, principal, pool, question, (guard, budgetPerMin, usage) =>
    isForPages
      ? guard.admit(budgetPerMin, question.wantedTokens, usage, 0)
      : guard.lend(budgetPerMin, question.wantedTokens, usage),
  );
  ctx.waitUntil(asking.catch(() => undefined));
}

async function askGuard(
  ctx: RequestContext,
  principal: Principal,
  pool: string,
  question: Question,
  message: (
    guard: DurableObjectStub<KeyGuard>,
    budgetPerMin: number,
    usage: UsageReport | null,
  ) => Promise<Admission>,
): Promise<Admission> {
  const leases = leasesOf(ctx.env);
  const { keyId } = principal;
  const { standardPerMin } = principal.limits;
  const taken = takeUsage(ctx.env, keyId);
  const usage = taken && { ...taken, sizes: takeSizes(ctx.env), answers: takeAnswers(ctx.env) };
  try {
    const admission = await callKeyGuard<Admission>(ctx.env, guardOf(principal), async (guard) =>
      message(guard, standardPerMin, usage),
    );
    if ('budget' in admission) leases.store(pool, question, admission);
    else leases.forget(keyId);
    return admission;
  } catch (cause) {
    leases.giveUp(pool, question);
    giveBackUsage(ctx.env, keyId, taken);
    giveBackAnswers(ctx.env, usage?.answers ?? []);
    throw cause;
  }
}

/** Returns the address of a caller's guard. */
export function guardOf({ keyId, guardRegion }: Principal): ObjectAddress {
  return { name: keyId, region: guardRegion };
}

/** The time to use a guard's tokens, counted from before the guard was called. */
const LIFE_MS = LEASE_MS - LEASE_MARGIN_MS;
/** Drops an unanswered question older than this, because its request was interrupted. */
const QUESTION_ENDS_MS = LEASE_MS;
const KEYS_MAX = 10_000;

/**
 * Returns whether a guard's answer to a question asked at `askedAtMs` is still valid. It is not if the clock was set back.
 */
export function isStillValid(askedAtMs: number, nowMs: number): boolean {
  return askedAtMs <= nowMs && nowMs < askedAtMs + LIFE_MS;
}

/** The last answer of a guard, and the time when this isolate asked. */
export interface GuardAnswer {
  readonly counted: Counted;
  readonly askedAtMs: number;
}

/** A question to a guard: when it was asked, and for how many tokens. */
export interface Question {
  readonly askedAtMs: number;
  readonly wantedTokens: number;
}

interface Grant extends GuardAnswer {
  tokens: number;
}

interface KeyLeases {
  /** Oldest first. Grants of overlapping questions add up. */
  grants: Grant[];
  /** The tokens available after the newest grant. */
  fullTokens: number;
  /** The open question that asks for spare tokens. All others ask only for one request's token. */
  question: Question | null;
  /** The tokens used in this span of `LEASE_MS` and the previous one, an estimate of the next. */
  countedSinceMs: number;
  used: number;
  usedBefore: number;
}

/**
 * The tokens lent to one isolate by the guards of keys and connections. While they last, requests are admitted here without
 * a call. A question asks for one token at first, and for more with use.
 */
export class Leases {
  readonly #keys = new Map<string, KeyLeases>();

  /**
   * Counts tokens that a key's request needs, lent or not: one, and those of a batch. The number used during one lease is
   * the number to ask for in the next.
   */
  noteUse(keyId: string, nowMs: number, tokens = 1): void {
    const held = this.#of(keyId, nowMs);
    const elapsedMs = nowMs - held.countedSinceMs;
    if (elapsedMs < 0 || elapsedMs >= 2 * LEASE_MS) {
      Object.assign(held, { countedSinceMs: nowMs, used: 0, usedBefore: 0 });
    } else if (elapsedMs >= LEASE_MS) {
      held.countedSinceMs += LEASE_MS;
      held.usedBefore = held.used;
      held.used = 0;
    }
    held.used += tokens;
  }

  /** Returns whether a token is available. */
  hasToken(keyId: string, nowMs: number): boolean {
    const grants = this.#keys.get(keyId)?.grants ?? [];
    return grants.some(({ tokens, askedAtMs }) => tokens > 0 && isStillValid(askedAtMs, nowMs));
  }

  /** Takes tokens, earliest expiry first. Takes none and returns null if too few are valid at `nowMs`. */
  take(keyId: string, nowMs: number, wanted = 1): GuardAnswer | null {
    const held = this.#keys.get(keyId);
    if (!held) return null;
    held.grants = held.grants.filter(({ tokens, askedAtMs }) => tokens > 0 && isStillValid(askedAtMs, nowMs));
    if (tokensOf(held) < wanted) return null;
    const newest = held.grants.at(-1) ?? null;
    let left = wanted;
    for (const grant of held.grants) {
      const taken = Math.min(grant.tokens, left);
      grant.tokens -= taken;
      left -= taken;
    }
    return newest;
  }

  /** Returns the newest valid answer of a guard that has lent tokens, whether any are left or not. Null if there is none. */
  newest(keyId: string, nowMs: number): GuardAnswer | null {
    const newest = this.#keys.get(keyId)?.grants.at(-1);
    return newest && isStillValid(newest.askedAtMs, nowMs) ? newest : null;
  }

  /** Puts tokens back that a refused request has taken. */
  put(keyId: string, grant: Grant): void {
    const held = this.#of(keyId, grant.askedAtMs);
    held.grants = sorted([...held.grants, grant]);
  }

  /** Drops the tokens that this answer has lent, and returns how many were left. */
  drop(keyId: string, answer: Counted): number {
    const held = this.#keys.get(keyId);
    const dropped = held?.grants.find(({ counted }) => counted === answer);
    if (!held || !dropped) return 0;
    held.grants = held.grants.filter((grant) => grant !== dropped);
    return dropped.tokens;
  }

  /**
   * Returns the question to ask for a request without tokens. It also asks for spare tokens, unless another open question
   * does.
   */
  ask(keyId: string, nowMs: number, ownTokens = 1): Question {
    // The request's own tokens count towards the key's expected need.
    return this.#ask(this.#of(keyId, nowMs), ownTokens, nowMs);
  }

  /**
   * Returns the question to ask alongside a request once half the time or half the tokens are used. Null before that.
   */
  askAhead(keyId: string, nowMs: number): Question | null {
    const held = this.#keys.get(keyId);
    const newest = held?.grants.at(-1);
    if (!held || !newest || isUnderWay(held.question, nowMs)) return null;
    const isHalfUsed = tokensOf(held) * 2 <= held.fullTokens;
    const isHalfTime = nowMs - newest.askedAtMs >= LIFE_MS / 2;
    return isHalfUsed || isHalfTime ? this.#ask(held, 0, nowMs) : null;
  }

  /** Stores a guard's answer to a question. */
  store(keyId: string, question: Question, counted: Counted): void {
    const held = this.#of(keyId, question.askedAtMs);
    if (held.question === question) held.question = null;
    if (counted.lentTokens === 0) return;
    const grant = { tokens: counted.lentTokens, counted, askedAtMs: question.askedAtMs };
    held.grants = sorted([...held.grants, grant]);
    held.fullTokens = tokensOf(held);
  }

  /** Notes the budget left after a charge. Requests admitted by a lease must not report more. */
  noteCharge(keyId: string, remaining: number): void {
    const held = this.#keys.get(keyId);
    if (!held) return;
    held.grants = held.grants.map((grant) => ({
      ...grant,
      counted: { ...grant.counted, remaining: Math.min(grant.counted.remaining, remaining) },
    }));
  }

  /** Notes that a question was not answered. */
  giveUp(keyId: string, question: Question): void {
    const held = this.#keys.get(keyId);
    if (held?.question === question) held.question = null;
  }

  /** Drops the leases of a key that has ended, and those of its athletes' pages. */
  forget(keyId: string): void {
    for (const isForPages of [false, true]) this.#keys.delete(poolOf(keyId, { isForPages }));
  }

  #ask(held: KeyLeases, ownTokens: number, nowMs: number): Question {
    const isAsked = isUnderWay(held.question, nowMs);
    const needed = Math.max(held.used, held.usedBefore) - ownTokens - tokensOf(held);
    const question = {
      askedAtMs: nowMs,
      wantedTokens: isAsked ? 0 : Math.max(ownTokens > 0 ? 0 : 1, needed),
    };
    if (!isAsked) held.question = question;
    return question;
  }

  #of(keyId: string, nowMs: number): KeyLeases {
    const known = this.#keys.get(keyId);
    if (known) return known;
    const held: KeyLeases = {
      grants: [],
      fullTokens: 0,
      question: null,
      countedSinceMs: nowMs,
      used: 0,
      usedBefore: 0,
    };
    this.#keys.set(keyId, held);
    dropOldest(this.#keys, KEYS_MAX);
    return held;
  }
}

function isUnderWay(question: Question | null, nowMs: number): boolean {
  return question !== null && question.askedAtMs <= nowMs && nowMs < question.askedAtMs + QUESTION_ENDS_MS;
}

/** Oldest first, because answers may arrive out of order. */
function sorted(grants: readonly Grant[]): Grant[] {
  return grants.toSorted((one, other) => one.askedAtMs - other.askedAtMs);
}

function tokensOf({ grants }: Pick<KeyLeases, 'grants'>): number {
  return grants.reduce((sum, { tokens }) => sum + tokens, 0);
}
