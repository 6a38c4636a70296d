/**
 * Returns the service's time. The offset moves a local installation to another day, to see keys expire and retention run;
 * it is zero unless `ENVIRONMENT` is `local` (see env.ts).
 */
export function nowMs(clock: { readonly clockOffsetMs: number }): number {
  return machineNowMs() + clock.clockOffsetMs;
}

/** Returns the machine's time, for alarms and the OAuth library, which ignore the offset. */
export function machineNowMs(): number {
  return Date.now();
}

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Returns the start of the period that a time falls in, such as `startOf(DAY_MS, nowMs)` for the day in UTC. */
export function startOf(periodMs: number, atMs: number): number {
  return Math.floor(atMs / periodMs) * periodMs;
}

/** Returns the start of yesterday in UTC: no local clock shows an earlier day today. */
export function yesterdayMs(nowMs: number): number {
  return startOf(DAY_MS, nowMs) - DAY_MS;
}

/** Returns the whole seconds to tell someone who has to wait this long: rounded up, at least one. */
export function waitSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / SECOND_MS));
}

/** Returns whole seconds, rounded down. */
export function toSeconds(ms: number): number {
  return Math.floor(ms / SECOND_MS);
}
