/**
 * The number of attempts within which the last of a hundred simultaneous writers of an athlete's history succeeds
 * (measured).
 */
const ATTEMPTS_MAX = 40;
/**
 * Longest pause after the first conflict. It grows with each conflict and is random, so that writers do not collide again.
 */
const PAUSE_STEP_MS = 15;
const PAUSE_MAX_MS = 250;

/**
 * Retries `attempt` (read, decide, write) until no other write conflicts. `attempt` returns null on a conflict. Returns
 * null if every attempt conflicted.
 */
export async function retryOnConflict<Result>(attempt: () => Promise<Result | null>): Promise<Result | null> {
  for (let conflicts = 0; conflicts < ATTEMPTS_MAX; conflicts++) {
    if (conflicts > 1)
      await scheduler.wait(Math.random() * Math.min(PAUSE_STEP_MS * conflicts, PAUSE_MAX_MS));
    const result = await attempt();
    if (result !== null) return result;
  }
  return null;
}
