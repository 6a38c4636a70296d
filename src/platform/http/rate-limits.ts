/** The state of one budget, as shown in `RateLimit-Policy` and `RateLimit`. */
export interface RateLimitState {
  readonly budget: number;
  readonly windowSeconds: number;
  readonly remaining: number;
  /** Seconds until more of the budget is available. */
  readonly resetSeconds: number;
}

/** The budgets of a response by policy name. */
export type RateLimits = Map<
  'standard' | 'athlete-products' | 'athlete-records' | 'webhook-tests',
  RateLimitState
>;

/** Returns both headers of the IETF draft "RateLimit header fields for HTTP" (-11), listing every policy. */
export function rateLimitHeaders(limits: RateLimits): Readonly<Record<string, string>> {
  const list = (textOf: (state: RateLimitState) => string) =>
    [...limits].map(([name, state]) => `"${name}";${textOf(state)}`).join(', ');
  if (limits.size === 0) return {};
  return {
    'RateLimit-Policy': list(({ budget, windowSeconds }) => `q=${budget};w=${windowSeconds}`),
    RateLimit: list(({ remaining, resetSeconds }) => `r=${remaining};t=${resetSeconds}`),
  };
}
