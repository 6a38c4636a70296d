/** Reports that a call timed out. It may still take effect. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(withinMs: number) {
    super(`no answer within ${withinMs} ms`);
  }
}

/**
 * Returns the result of a call. Throws DeadlinePassed if it takes longer than `withinMs`, but the call itself continues.
 */
export async function answerWithin<Answer>(withinMs: number, call: () => Promise<Answer>): Promise<Answer> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new DeadlinePassed(withinMs)), withinMs);
  try {
    return await Promise.race([call(), deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
