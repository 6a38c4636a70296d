import { StorageUnavailable } from '../storage/database.ts';
import { answerWithin } from '../storage/deadline.ts';

/** Sends a message to an object. Throws StorageUnavailable if it does not respond in time. */
export async function call<Answer>(
  object: string,
  withinMs: number,
  message: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await answerWithin(withinMs, message);
  } catch (cause) {
    throw new StorageUnavailable(`${object} did not answer`, { cause });
  }
}
