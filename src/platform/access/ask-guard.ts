import { machineNowMs } from '../clock.ts';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { ObjectAddress } from '../guards/call-object.ts';
import type { Admission, Counted, KeyGuard } from '../guards/key-guard.ts';
import type { UsageReport } from '../guards/key-guard-state.ts';
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
interface Decision {
  readonly admission: Admission;
  /** The time when this isolate requested admission. */
  readonly askedAtMs: number;
}

/**
 * Admits a request with a token lent to this isolate, or calls the guard.
 *
 * @throws StorageUnavailable if the guard did not respond
 */
export async function decide(ctx: RequestContext, principal: Principal): Promise<Decision> {
  const leases = leasesOf(ctx.env);
  const nowMs = machineNowMs();
  leases.noteUse(principal.keyId, nowMs);
  const lent = takeLent(ctx, principal);
  ctx.log.lease = lent !== null;
  if (lent) {
    const question = leases.askAhead(principal.keyId, nowMs);
    if (question) ctx.waitUntil(askAhead(ctx, principal, question));
    return lent;
  }
  const question = leases.ask(principal.keyId, nowMs);
  const startedAt = performance.now();
  const admission = await askGuard(ctx, principal, question, (guard, budgetPerMin, usage) =>
    guard.admit(budgetPerMin, question.wantedTokens, usage),
  );
  ctx.log.guardMs = performance.now() - startedAt;
  // Another request may have obtained prepaid tokens in the meantime.
  const meanwhile = admission.outcome === 'limited' ? takeLent(ctx, principal) : null;
  return meanwhile ?? { admission, askedAtMs: question.askedAtMs };
}

/** Takes a lent token. Null if this isolate has none or the key has ended since the token was lent. */
function takeLent(ctx: RequestContext, { keyId }: Principal): Decision | null {
  const lent = leasesOf(ctx.env).take(keyId, machineNowMs());
  if (!lent) return null;
  const { expiresAtMs, partnerTerminatedAtMs } = lent.counted;
  const isEnded =
    (expiresAtMs !== null && ctx.nowMs >= expiresAtMs) ||
    (partnerTerminatedAtMs !== null && ctx.nowMs >= partnerTerminatedAtMs + TERMINATION_GRACE_MS);
  return isEnded ? null : { admission: lent.counted, askedAtMs: lent.askedAtMs };
}

/** Requests tokens from a guard in the background. After a failure the next request tries again. */
async function askAhead(ctx: RequestContext, principal: Principal, question: Question): Promise<void> {
  await askGuard(ctx, principal, question, (guard, budgetPerMin, usage) =>
    guard.lend(budgetPerMin, question.wantedTokens, usage),
  ).catch(() => undefined);
}

async function askGuard(
  ctx: RequestContext,
  principal: Principal,
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
    if ('budget' in admission) leases.store(keyId, question, admission);
    else leases.forget(keyId);
    return admission;
  } catch (cause) {
    leases.giveUp(keyId, question);
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
interface GuardAnswer {
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

  /**
   * Returns the question to ask for a request without a token. It also asks for spare tokens, unless another open question
   * does.
   */
  ask(keyId: string, nowMs: number): Question {
    // The request's own token counts towards the key's expected need.
    return this.#ask(this.#of(keyId, nowMs), 1, nowMs);
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
    // Answers may arrive out of order.
    held.grants = [...held.grants, grant].sort((one, other) => one.askedAtMs - other.askedAtMs);
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

  /** Drops the leases of a key that has ended. */
  forget(keyId: string): void {
    this.#keys.delete(keyId);
  }

  #ask(held: KeyLeases, ownTokens: number, nowMs: number): Question {
    const isAsked = isUnderWay(held.question, nowMs);
    const needed = Math.max(held.used, held.usedBefore) - ownTokens - tokensOf(held);
    const question = { askedAtMs: nowMs, wantedTokens: isAsked ? 0 : Math.max(1 - ownTokens, needed) };
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

function tokensOf({ grants }: KeyLeases): number {
  return grants.reduce((sum, { tokens }) => sum + tokens, 0);
}
