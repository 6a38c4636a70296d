import type * as z from 'zod/mini';
import { isOverAddressLimit } from '../guards/address-limit.ts';
import type { RequestContext } from '../http/context.ts';
import { type Failure, fail, isFailure } from '../http/errors.ts';
import { fromWire } from '../http/wire-case.ts';
import type { Texts } from '../languages/texts.ts';
import { calculateForAnyone } from '../prescriptions/calculate-scenarios.ts';
import type { TryScenario } from '../prescriptions/requests.ts';
import { attributionOf, envelopeToWire } from '../prescriptions/wire.ts';

/** The platform's limiter counts by the minute and does not say when the next one begins. */
const RETRY_SECONDS = 60;

/** Takes one calculation from this address's budget, or returns the 429 of a spent one. Approximate, per location. */
export async function spendTry(
  ctx: RequestContext,
  address: string | null | undefined,
): Promise<Failure | null> {
  if (!(await isOverAddressLimit(ctx.env.tries, address ?? undefined))) return null;
  return fail('rate_limited', {
    message: 'Too many calculations without a key from this address.',
    retryAfterSeconds: RETRY_SECONDS,
  });
}

/** Calculates the full envelope for a caller without a key. Stores nothing. */
export async function tryCalculation(
  ctx: RequestContext,
  scenario: z.output<typeof TryScenario>,
  texts: Texts,
): Promise<Record<string, unknown> | Failure> {
  const calculation = calculateForAnyone(ctx, fromWire(scenario));
  if (isFailure(calculation)) return calculation;
  return { ...(await envelopeToWire(ctx, { ...calculation, isStale: false }, texts)), ...attributionOf(ctx) };
}
