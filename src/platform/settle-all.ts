/** Waits for all to end, even if one fails, and returns their results. Throws the first failure. */
export async function settleAll<Result>(work: readonly Promise<Result>[]): Promise<Result[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
