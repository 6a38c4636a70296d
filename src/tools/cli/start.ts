import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { ROOT } from './generated-files.ts';
import { keepRunning } from './keep-running.ts';
import { keepSecrets, onFilesOf, Refusal, STATE_DIR } from './local-state.ts';
import { addressOfPort, localVars } from './local-vars.ts';
import { prepareAssets } from './prepare-assets.ts';
import { firstCurl, prepareState } from './prepare-state.ts';
import { spawnWrangler } from './wrangler.ts';

/**
 * `npm start`: runs the partner's local sandbox. Prepares local state, starts the Worker under `wrangler dev` and prints
 * the next steps. Restarts the Worker if it exits unexpectedly or no longer answers, and stops everything it started when it is stopped.
 *
 * Environment: PORT, STATE_DIR, OPERATOR_TOKEN, SIGNING_SECRET, WEBHOOK_KEY, LOOKUP_KEY,
 * CLOCK_OFFSET_S. Other arguments are passed to `wrangler dev`.
 */

const RUNNING_WITHIN_MS = 2 * MINUTE_MS;
/** Time for the databases of a Worker that runs to answer on a slow machine. */
const READY_WITHIN_MS = 10 * SECOND_MS;
const PARENT_CHECK_MS = SECOND_MS;
/** Time for one answer. A Worker that starts is asked again. */
const ANSWER_WITHIN_MS = 5 * SECOND_MS;

const { port: portOfArguments } = parseArgs({
  args: process.argv.slice(2),
  options: { port: { type: 'string' } },
  strict: false,
}).values;
const port =
  typeof portOfArguments === 'string'
    ? portIn('--port', portOfArguments)
    : portIn('PORT', process.env.PORT || '8787');
const baseUrl = addressOfPort(port);

await refuseTakenPort();
// The Worker that creates the demo partner needs these files for its bundle.
await onFilesOf(ROOT, prepareAssets).catch(refuseOrThrow);
const { sandboxKey, secretsFile } = await prepare().catch(refuseOrThrow);
console.log('Starting the Worker …');
const worker = keepRunning({
  start: startWorker,
  isReady: async () => (await ask('/health')) !== null,
  readyWithinMs: RUNNING_WITHIN_MS,
  report: (line) => console.error(line),
});
stopTogether();
await worker.ready;
const problem = await waitUntilReady();
if (problem === null) console.log(`Musette is ready at ${baseUrl}`);
else console.error(`Musette is running at ${baseUrl}, but not ready: ${problem}`);
console.log(`Sandbox key: ${sandboxKey}`);
console.log(firstCurl(baseUrl, sandboxKey));
worker.passOutputOn();

/** Starts wrangler as the leader of its own process group, which ends with this process or soon after. */
function startWorker(): ChildProcess {
  const args = [
    'dev',
    '--ip=127.0.0.1',
    `--port=${port}`,
    `--persist-to=${STATE_DIR}`,
    '--log-level=log',
    '--show-interactive-dev-session=false',
    // Arguments are visible to every user of the machine.
    `--env-file=${secretsFile}`,
    '--var',
    ...Object.entries(localVars(baseUrl)).map(([name, value]) => `${name}:${value}`),
    `CLOCK_OFFSET_S:${process.env.CLOCK_OFFSET_S || '0'}`,
    ...process.argv.slice(2),
  ];
  // The build step has nothing to prepare.
  const env = { MUSETTE_STARTER: String(process.pid), MUSETTE_PREPARED: '1' };
  return spawnWrangler(args, { detached: true, env }, [
    `--import=${new URL('wrangler-preload.ts', import.meta.url)}`,
  ]);
}

interface HealthBody {
  readonly status?: string;
  readonly degraded?: readonly string[];
  readonly error?: { readonly message?: string };
}

/** Returns the Worker's own answer from one of its health checks, or null if none comes. */
async function ask(path: string): Promise<{ readonly isOk: boolean; readonly message: string } | null> {
  try {
    const answer = await fetch(baseUrl + path, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
    const { status, degraded = [], error }: HealthBody = await answer.json();
    const message =
      degraded.length > 0 ? `No answer from ${degraded.join(', ')}.` : (status ?? error?.message);
    return message === undefined ? null : { isOk: answer.ok && degraded.length === 0, message };
  } catch {
    return null;
  }
}

/** Waits until the Worker's dependencies answer. Returns null, or why they do not. */
async function waitUntilReady(): Promise<string | null> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const answer = await ask('/health/ready');
    if (answer?.isOk) return null;
    if (performance.now() > deadline) return answer?.message ?? 'no answer from /health/ready';
    await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
  }
}

/** Reads a port. Refuses to start if it is none. */
function portIn(name: string, text: string): number {
  const isPort = /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
  if (!isPort) refuse(`${name} must be a port, 1 to 65535, but is "${text}".`);
  return Number(text);
}

/** Prepares the state for this process and the file with wrangler's secrets. */
async function prepare() {
  const start = { stateDir: STATE_DIR, pid: process.pid, baseUrl };
  const prepared = await prepareState({ ...start, input: process.env, source: 'the environment' });
  if (prepared === null) throw new Error('this process prepared its state twice');
  return { ...prepared, secretsFile: await keepSecrets(STATE_DIR, prepared.secrets) };
}

function refuseOrThrow(cause: unknown): never {
  if (cause instanceof Refusal) refuse(cause.message);
  throw cause;
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

/**
 * Rejects a port in use. The Worker would never become ready, or another service would respond in its place.
 */
async function refuseTakenPort(): Promise<void> {
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  if (isFree) return;
  refuse(
    `Port ${port} is in use. Stop the process that is using it, or start another sandbox with its own port and state: PORT=8788 STATE_DIR=.wrangler/another npm start`,
  );
}

/** Stops the Worker when this process is stopped, and this process when the Worker has stopped permanently. */
function stopTogether(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => worker.stop(0));
  process.on('exit', () => worker.kill());
  // The parent process may be killed without a signal. An orphaned sandbox would keep its port.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && worker.stop(0), PARENT_CHECK_MS).unref();
  void worker.ended.then((code) => process.exit(code));
}
