/**
 * Returns a limiter that allows this many calls per caller, and the calls of each. It has no windows: Miniflare's limiters
 * start a new one at each full minute, which a test of a hundred calls may cross.
 */
export function countingLimiter(limit: number) {
  const calls = new Map<string, number>();
  const limiter: RateLimit = {
    limit: async ({ key }) => {
      const count = (calls.get(key) ?? 0) + 1;
      calls.set(key, count);
      return { success: count <= limit };
    },
  };
  return { limiter, calls };
}
