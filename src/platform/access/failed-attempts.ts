import {
  isOverAddressLimit,
  isSuspect,
  noteFailure,
  noteLookup,
  noteLookupEnd,
} from '../guards/address-limit.ts';
import type { RequestContext } from '../http/context.ts';
import { type Failure, fail } from '../http/errors.ts';

/** The `Retry-After` of an address with too many failed authentications. Engineering choice. */
export const ADDRESS_RETRY_SECONDS = 60;

/** Counts a failed authentication for this address. Returns its failure, or a 429 if the address failed too often. */
export async function refuseAddress(
  ctx: RequestContext,
  address: string | undefined,
  failure: Failure,
): Promise<Failure> {
  noteFailure(address, ctx.nowMs);
  return (await spendAttempt(ctx, address)) ?? failure;
}

/** Takes one attempt from this address's budget, or returns a 429 if it is spent. Approximate, per location. */
async function spendAttempt(ctx: RequestContext, address: string | undefined): Promise<Failure | null> {
  if (!(await isOverAddressLimit(ctx.env.failedAuthentications, address))) return null;
  return fail('rate_limited', {
    message: 'Too many failed authentication attempts from this address.',
    retryAfterSeconds: ADDRESS_RETRY_SECONDS,
  });
}

/** A credential that is about to be looked up in a database. */
interface LookUp {
  /** The refusal of an address that has failed too often, for which nothing may be looked up. Otherwise null. */
  readonly limited: Failure | null;
  /** Ends the look-up, whatever it found. */
  readonly end: () => void;
  /** Counts the failure for the address, and returns it, or a 429 if the address failed too often. */
  readonly refuse: (failure: Failure) => Promise<Failure>;
}

/**
 * Begins to look up a credential by its hash, unless its address has to stop.
 *
 * Guessed credentials must not reach a database in large numbers. An address that failed in this isolate within the last
 * minute, or is looking up 25 others right now, is charged before the database is read, and may be rejected by the
 * limiter. So an address gets at most 25 free look-ups per isolate, once. After that it uses up the 100 that its location
 * allows. A credential that this isolate has found valid before is always looked up free of charge, so other callers behind
 * the same address cannot lock it out.
 */
export async function beginLookUp(
  ctx: RequestContext,
  address: string | undefined,
  { hash, isKnown }: { readonly hash: string; readonly isKnown: boolean },
): Promise<LookUp> {
  const isPaid = !isKnown && isSuspect(address, hash, ctx.nowMs);
  const limited = isPaid ? await spendAttempt(ctx, address) : null;
  if (!isPaid) noteLookup(address, hash, ctx.nowMs);
  return {
    limited,
    end: () => noteLookupEnd(address, hash),
    refuse: async (failure) => {
      if (!isPaid) return refuseAddress(ctx, address, failure);
      noteFailure(address, ctx.nowMs);
      return failure;
    },
  };
}
