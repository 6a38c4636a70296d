/**
 * The only reader of the time. `offsetMs` lets a local installation live in another day, to see
 * keys expire and retention run; it is zero wherever `ENVIRONMENT` is not `local` (see env.ts).
 */
export function nowMs(clock: { readonly clockOffsetMs: number }): number {
  return Date.now() + clock.clockOffsetMs;
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
