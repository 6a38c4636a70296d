/** Reports that a call was given up because it took too long. It may still take effect. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed';

  constructor(withinMs: number) {
    super(`no answer within ${withinMs} ms`);
  }
}

/** Returns what a call answers. Throws DeadlinePassed if that takes longer than `withinMs`; the call itself goes on. */
export async function answerWithin<Answer>(withinMs: number, call: () => Promise<Answer>): Promise<Answer> {
  const deadline = Promise.withResolvers<never>();
  const timer = setTimeout(() => deadline.reject(new DeadlinePassed(withinMs)), withinMs);
  try {
    return await Promise.race([call(), deadline.promise]);
  } finally {
    clearTimeout(timer);
  }
}
