/** A budget and its remainder. */
export interface RateLimit {
  /** The budget's name. */
  readonly policy: string;
  /** Requests or records left. */
  readonly remaining: number;
  /** Seconds until the budget is full again. */
  readonly resetSeconds: number;
}

const ITEM = /^"([^"]+)";r=(\d+);t=(\d+)$/;

/** Parses the budgets of a `RateLimit` header, such as `"standard";r=5999;t=1`. Skips unreadable ones. */
export function rateLimitsOf(headers: Headers): RateLimit[] {
  return (headers.get('ratelimit') ?? '').split(',').flatMap((item) => {
    const [, policy, remaining, resetSeconds] = ITEM.exec(item.trim()) ?? [];
    return policy === undefined
      ? []
      : [{ policy, remaining: Number(remaining), resetSeconds: Number(resetSeconds) }];
  });
}
