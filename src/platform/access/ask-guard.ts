import { machineNowMs } from '../clock.ts';
import type { Env } from '../env.ts';
import { callKeyGuard } from '../guards/call-guard.ts';
import type { ObjectAddress } from '../guards/call-object.ts';
import type { Admission, KeyGuard } from '../guards/key-guard.ts';
import type { UsageReport } from '../guards/key-guard-state.ts';
import type { Principal, RequestContext } from '../http/context.ts';
import { giveBackAnswers, takeAnswers } from '../storage/answer-counts.ts';
import { TERMINATION_GRACE_MS } from '../storage/key-projection.ts';
import { takeSizes } from '../storage/reported-sizes.ts';
import { Leases, type Question } from './leases.ts';
import { giveBackUsage, takeUsage } from './usage.ts';

/** Leases, for each set of stores. */
const leasesOfStores = new WeakMap<Env['keyGuards'], Leases>();

/** Returns the leases of this isolate. */
export function leasesOf({ keyGuards }: Pick<Env, 'keyGuards'>): Leases {
  const leases = leasesOfStores.get(keyGuards) ?? new Leases();
  leasesOfStores.set(keyGuards, leases);
  return leases;
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
    if ('budget' in admission) leases.keep(keyId, question, admission);
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
