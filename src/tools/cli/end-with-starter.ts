import { isMainThread } from 'node:worker_threads';

/**
 * Ends wrangler, which loads this module, and all of its children soon after its parent process was killed. Otherwise an
 * orphaned sandbox would keep its port.
 */

const STARTER_CHECK_MS = 1_000;

const starter = Number(process.env.MUSETTE_STARTER);
// A child that inherited the variable would have a different parent.
delete process.env.MUSETTE_STARTER;
if (isMainThread && starter) {
  const endIfOrphaned = () => process.ppid !== starter && process.kill(-process.pid, 'SIGKILL');
  setInterval(endIfOrphaned, STARTER_CHECK_MS).unref();
}
