/** Reports that a start cannot go on until something on this machine is put right. Its message is one line, which says what. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'may not be read and written by this user',
  EPERM: 'belongs to another user',
  EROFS: 'is on a read-only file system',
  ENOTDIR: 'is not a directory',
  EEXIST: 'is not a directory',
  ENOSPC: 'is on a full disk',
};

/**
 * Runs a step that works with the files of a state directory.
 *
 * @throws Refusal in place of an error of the file system; any other error unchanged
 */
export async function onFilesOf<Result>(stateDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause) || !('code' in cause)) throw cause;
    const path = 'path' in cause ? cause.path : stateDir;
    const reason = REASONS[String(cause.code)] ?? `cannot be used (${cause.code})`;
    throw new Refusal(
      `${path} ${reason}. Databases and secrets are kept in ${stateDir}; choose another directory: STATE_DIR=.wrangler/another npm start`,
    );
  }
}
