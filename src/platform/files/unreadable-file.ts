import { type Failure, fail } from '../http/errors.ts';
import type { Work } from '../http/heavy-work.ts';

/** The maximum length of a message, and of its end if truncated. Names in a file can be as long as the file. */
const MESSAGE_MAX = 400;
const END_MAX = 150;

/**
 * Reports that a file cannot be read, with location and reason. This is a normal response, not a fault.
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  constructor(message: string) {
    super(message.length <= MESSAGE_MAX ? message : shortened(message));
  }
}

function shortened(message: string): string {
  return `${message.slice(0, MESSAGE_MAX - END_MAX)}…${message.slice(-END_MAX)}`.toWellFormed();
}

/** Returns the result of a reader, or `unreadable_file` if it threw UnreadableFile. Other errors are bugs. */
export function* readOrFail<T>(read: () => Work<T>): Work<T | Failure> {
  try {
    return yield* read();
  } catch (fault) {
    if (fault instanceof UnreadableFile) return fail('unreadable_file', { message: fault.message });
    throw fault;
  }
}
