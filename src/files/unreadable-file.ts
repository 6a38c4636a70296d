import { type Failure, fail } from '../http/errors.ts';

/**
 * Reports that a file cannot be read. The message says where and why; it is the answer to the request, not a
 * fault.
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

/** Returns the result of a reader, or `unreadable_file` if it threw UnreadableFile. Other errors are bugs. */
export function readOrFail<T>(read: () => T): T | Failure {
  try {
    return read();
  } catch (fault) {
    if (fault instanceof UnreadableFile) return fail('unreadable_file', { message: fault.message });
    throw fault;
  }
}
