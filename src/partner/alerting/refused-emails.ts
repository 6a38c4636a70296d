import { HOUR_MS } from '#platform/clock.ts';
import type { AlertPlace } from './condition.ts';
import { selectEmailCountsSince, selectFloodedHourSince } from './repository.ts';

/** Share of refused emails that indicates a fault of the service. An occasional mistyped domain does not. */
const REFUSED_PART = 0.1;

/**
 * Finds out whether emails of this hour and the previous one were refused. If no email was sent since, keeps
 * the previous finding: the alert's daily notice is an email too.
 */
export async function findRefusedEmails(
  { registry, nowMs }: AlertPlace,
  stood: boolean,
): Promise<readonly string[]> {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const [[counts]] = await registry.batch([selectEmailCountsSince(registry, hour - HOUR_MS)]);
  const { sent, refused } = counts ?? { sent: 0, refused: 0 };
  if (sent + refused === 0) return stood ? ['Emails were refused, and none has been sent since.'] : [];
  if (refused < REFUSED_PART * (sent + refused) || refused === 0) return [];
  return [`${refused} of the last ${sent + refused} emails were refused.`];
}

/** Finds out whether this hour or the previous one used up the sign-in codes for addresses that no record names. */
export async function findMailFlood({ registry, nowMs }: AlertPlace): Promise<readonly string[]> {
  const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const [[flooded]] = await registry.batch([selectFloodedHourSince(registry, hour - HOUR_MS)]);
  return flooded
    ? [
        `An hour has sent all ${flooded.codes} sign-in codes that unknown addresses may get. Known ones still do.`,
      ]
    : [];
}
