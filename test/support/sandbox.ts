import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './processes.ts';

/** A local installation, started as partners start theirs, on a free port and with its own state. */
export interface Sandbox {
  readonly baseUrl: string;
  readonly key: string;
  /** The process of `npm start`, which starts the Worker as its child. */
  readonly pid: number;
  readonly stateDir: string;
  /** Returns its output so far. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
}

const READY_WITHIN_MS = 180_000;

/**
 * Starts a local installation and waits until it is ready.
 *
 * @param variables environment variables in addition to its port and state directory
 * @param vars vars of the Worker, as `npm start -- --var NAME:value` gives them
 */
export async function startSandbox(
  variables: Readonly<Record<string, string>> = {},
  vars: Readonly<Record<string, string>> = {},
): Promise<Sandbox> {
  const stateDir = await mkdtemp(join(tmpdir(), 'musette-'));
  const port = await freePort();
  const args = Object.entries(vars).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  const child = spawn(process.execPath, ['--no-warnings', 'src/tools/cli/start.ts', ...args], {
    env: { ...process.env, ...variables, PORT: String(port), STATE_DIR: stateDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await rm(stateDir, { recursive: true, force: true });
  };
  try {
    const output = collectOutput(child);
    const key = await keyFrom(child, output);
    return { baseUrl: `http://127.0.0.1:${port}`, key, pid: child.pid ?? 0, stateDir, output, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

function collectOutput(child: ChildProcess): () => string {
  let output = '';
  const read = (chunk: Buffer) => {
    output += String(chunk);
  };
  child.stdout?.on('data', read);
  child.stderr?.on('data', read);
  return () => output;
}

/** Reads the key that it prints when it is ready. */
function keyFrom(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output()}`)), READY_WITHIN_MS);
    child.stdout?.on('data', () => {
      const key = /^Sandbox key: (sk_test_\w+)$/m.exec(output())?.[1];
      if (key === undefined) return;
      clearTimeout(timer);
      resolve(key);
    });
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`the sandbox ended:\n${output()}`));
    });
  });
}
