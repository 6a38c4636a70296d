import { MINUTE_MS } from '#platform/clock.ts';

/**
 * The bad times of a soak's databases: in every ten minutes one answers late for two minutes, and another has no room for
 * two. The Worker and the run share the machine's clock.
 */
const PERIOD_MS = 10 * MINUTE_MS;

/** The database that turns slow, and its shard. */
export const SLOW_BINDING = 'ATHLETES_TEST_WEUR_0';
export const SLOW_SHARD = 'c000';
/** The database that fills, and its region. It is the only one of the sandbox there. */
export const FULL_BINDING = 'ATHLETES_TEST_ENAM_0';
export const FULL_REGION = 'enam';

/** How much later a slow database answers each batch. */
export const SLOW_BY_MS = 800;

/** Returns whether a database is slow at this time. */
export function isSlowAt(atMs: number): boolean {
  return isWithin(atMs, 3, 5);
}

/** Returns whether a database is full at this time. */
export function isFullAt(atMs: number): boolean {
  return isWithin(atMs, 6, 8);
}

function isWithin(atMs: number, fromMin: number, toMin: number): boolean {
  const minute = (atMs % PERIOD_MS) / MINUTE_MS;
  return minute >= fromMin && minute < toMin;
}

/** Returns when the next good time of at least three minutes begins: now, or when the database has room again. */
export function nextGoodTimeMs(nowMs: number): number {
  const start = nowMs - (nowMs % PERIOD_MS) + 8 * MINUTE_MS;
  return isWithin(nowMs, 0, 8) ? start : nowMs;
}
