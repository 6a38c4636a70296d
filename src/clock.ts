/**
 * The time that everything of ours goes by. The offset lets a local installation live in another day, to see
 * keys expire and retention run; it is zero wherever `ENVIRONMENT` is not `local` (see env.ts).
 */
export function nowMs(clock: { readonly clockOffsetMs: number }): number {
  return machineNowMs() + clock.clockOffsetMs;
}

/** The machine's own time, for what cannot follow ours: alarms, and the OAuth library's reckoning. */
export function machineNowMs(): number {
  return Date.now();
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
