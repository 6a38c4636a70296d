/** Enough that of a hundred writers of one athlete's history at the same moment the last still gets through (measured). */
const ATTEMPTS_MAX = 40;
/** The pause after the n-th defeat is random and at most this times n, so that many writers do not march in step. */
const PAUSE_STEP_MS = 15;
const PAUSE_MAX_MS = 250;

/**
 * Reads, decides and writes until nobody came in between. `attempt` gives null where somebody did; so does this where
 * it went on for too long.
 */
export async function retryOnConflict<Result>(attempt: () => Promise<Result | null>): Promise<Result | null> {
  for (let defeats = 0; defeats < ATTEMPTS_MAX; defeats++) {
    if (defeats > 1) await scheduler.wait(Math.random() * Math.min(PAUSE_STEP_MS * defeats, PAUSE_MAX_MS));
    const result = await attempt();
    if (result !== null) return result;
  }
  return null;
}
