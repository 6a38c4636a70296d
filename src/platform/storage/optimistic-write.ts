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

/** The longest wait for the retry before, because the platform may have terminated its request without notice. */
const RETRY_MS_MAX = 2000;

/** The last retry of each name in this isolate. */
const lastRetries = new Map<string, Promise<void>>();

/** Runs a retry after the earlier ones with the same name in this isolate, so that they do not conflict with each other. */
export async function afterOthers<Result>(name: string, retry: () => Promise<Result>): Promise<Result> {
  const before = lastRetries.get(name);
  const over = Promise.withResolvers<void>();
  lastRetries.set(name, over.promise);
  try {
    if (before) await Promise.race([before, scheduler.wait(RETRY_MS_MAX)]);
    return await retry();
  } finally {
    over.resolve();
    if (lastRetries.get(name) === over.promise) lastRetries.delete(name);
  }
}

/**
 * Retries `attempt` (read, decide, write) until no other write conflicts. `attempt` returns null on a conflict. Returns
 * null if every attempt conflicted.
 *
 * @param resource what is written, if its retries run one after another: for attempts that wait long between read and
 * write, of which a crowd would otherwise let one succeed at a time
 */
export async function retryOnConflict<Result>(
  attempt: () => Promise<Result | null>,
  resource?: string,
): Promise<Result | null> {
  for (let conflicts = 0; conflicts < ATTEMPTS_MAX; conflicts++) {
    if (conflicts > 1)
      await scheduler.wait(Math.random() * Math.min(PAUSE_STEP_MS * conflicts, PAUSE_MAX_MS));
    const isSequential = resource !== undefined && conflicts > 0;
    const result = await (isSequential ? afterOthers(resource, attempt) : attempt());
    if (result !== null) return result;
  }
  return null;
}
