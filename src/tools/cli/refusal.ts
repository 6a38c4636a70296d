/** Reports that a start cannot continue until something on this machine is fixed. Its message is one line that says what. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'is not readable and writable by this user',
  EPERM: 'belongs to another user',
  EROFS: 'is on a read-only file system',
  ENOTDIR: 'is not a directory',
  EEXIST: 'is not a directory',
  ENOSPC: 'is on a full disk',
};

/**
 * Runs a step that uses the files of a state directory.
 *
 * @throws Refusal in place of a file system error; any other error is unchanged
 */
export async function onFilesOf<Result>(stateDir: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (!(cause instanceof Error) || !('syscall' in cause) || !('code' in cause)) throw cause;
    const path = 'path' in cause ? cause.path : stateDir;
    const reason = REASONS[String(cause.code)] ?? `cannot be used (${cause.code})`;
    throw new Refusal(
      `${path} ${reason}. ${stateDir} stores databases and secrets. To use another directory: STATE_DIR=.wrangler/another npm start`,
    );
  }
}
