/** The console's own reason for not doing something, as its page shows it. */
export interface Refusal {
  readonly refusal: string;
  readonly status: 403 | 404 | 409 | 422 | 429;
}

export function refuse(status: Refusal['status'], refusal: string): Refusal {
  return { refusal, status };
}

/** Returns whether a value is a refusal of the console. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
