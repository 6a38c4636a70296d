import { isOverAddressLimit, noteFailure } from '../guards/address-limit.ts';
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
export async function spendAttempt(
  ctx: RequestContext,
  address: string | undefined,
): Promise<Failure | null> {
  if (!(await isOverAddressLimit(ctx.env.failedAuthentications, address))) return null;
  return fail('rate_limited', {
    message: 'Too many failed authentication attempts from this address.',
    retryAfterSeconds: ADDRESS_RETRY_SECONDS,
  });
}
