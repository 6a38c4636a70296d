import { type Failure, fail } from '../http/errors.ts';

/** Ends the reading of a file. The message says where and why; it is the answer to the request, not a fault. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Returns what a reader makes of a file, or `unreadable_file` if it ended with UnreadableFile. Other errors are bugs. */
export function readOrFail<T>(read: () => T): T | Failure {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof UnreadableFile) return fail('unreadable_file', { message: fault.message });
    throw fault;
  }
}
