import { isMainThread } from 'node:worker_threads';

/**
 * Ends wrangler, into which it is loaded, with all of its children soon after the process that started it was killed. A
 * sandbox that cannot be stopped would keep its port.
 */

const STARTER_CHECK_MS = 1_000;

const starter = Number(process.env.MUSETTE_STARTER);
// Children that inherit it would have another parent.
delete process.env.MUSETTE_STARTER;
if (isMainThread && starter) {
  const endAlone = () => process.ppid !== starter && process.kill(-process.pid, 'SIGKILL');
  setInterval(endAlone, STARTER_CHECK_MS).unref();
}
