import type { Texts } from '@musette/languages/texts';
import * as z from 'zod/mini';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { isOverAddressLimit, PLATFORM_TRIES_PER_MIN, takeTry } from '#platform/guards/address-limit.ts';
import { exactly } from '#platform/http/answer.ts';
import type { RequestContext } from '#platform/http/context.ts';
import { type Failure, fail, isFailure } from '#platform/http/errors.ts';
import { described, documented } from '#platform/http/openapi-metadata.ts';
import { fromWire } from '#platform/http/wire-case.ts';
import { calculateForAnyone } from '../prescriptions/calculate-scenarios.ts';
import { FullEnvelope, fullEnvelopeToWire } from '../prescriptions/envelope-shape.ts';
import { explanationToWire } from '../prescriptions/explanation-shape.ts';
import type { TryScenario } from '../prescriptions/requests.ts';
import { attribution, attributionOf } from '../prescriptions/tier-shape.ts';
import { Trajectory } from '../prescriptions/trajectory-shape.ts';

export const TriedAnswer = documented(
  z.extend(FullEnvelope, {
    attribution,
    trajectory: described(Trajectory, 'The course of weight, blood sodium and gut over time.'),
  }),
  {
    id: 'TriedPrescriptionEnvelope',
    description: 'The envelope for a caller without a key: always the full numbers.',
  },
);

export type TriedAnswer = z.output<typeof TriedAnswer>;

/**
 * Takes one calculation from this address's budget, or returns 429 if it is spent. Approximate: each isolate counts
 * separately, and the platform's limiter, whose limit is fixed, counts per location.
 */
export async function spendTry(
  { env, nowMs }: RequestContext,
  address: string | undefined,
): Promise<Failure | null> {
  const waitMs = takeTry(env.triesPerMin, address, nowMs);
  if (waitMs > 0) return tooMany(waitMs);
  if (env.triesPerMin > PLATFORM_TRIES_PER_MIN) return null;
  // The platform's limiter counts by the minute and does not say when the next one begins.
  return (await isOverAddressLimit(env.tries, address)) ? tooMany(MINUTE_MS) : null;
}

function tooMany(waitMs: number): Failure {
  return fail('rate_limited', {
    message: 'Too many calculations without a key from this address.',
    retryAfterSeconds: Math.ceil(waitMs / SECOND_MS),
  });
}

/** Calculates the full envelope for a caller without a key. Stores nothing. */
export async function tryCalculation(
  ctx: RequestContext,
  scenario: z.output<typeof TryScenario>,
  texts: Texts,
): Promise<TriedAnswer | Failure> {
  const calculation = await calculateForAnyone(ctx, fromWire(scenario));
  if (isFailure(calculation)) return calculation;
  const { numbers, derived, input } = calculation;
  const { explanation } = derived;
  const { trajectoryToWire } = await import('../prescriptions/show-trajectory.ts');
  const envelope = fullEnvelopeToWire({ numbers, derived, isStale: false }, texts);
  return exactly({
    ...envelope,
    ...(explanation ? { explanation: explanationToWire(explanation, envelope.safety, texts) } : {}),
    trajectory: trajectoryToWire(input, numbers),
    ...attributionOf(ctx),
  });
}
