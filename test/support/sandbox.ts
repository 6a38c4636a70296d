import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';

/** A local installation of its own, started as a partner starts one, on a free port and with state of its own. */
export interface Sandbox {
  readonly baseUrl: string;
  readonly key: string;
  readonly stop: () => Promise<void>;
}

const READY_WITHIN_MS = 180_000;

export async function startSandbox(): Promise<Sandbox> {
  const stateDir = await mkdtemp(join(tmpdir(), 'musette-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['--no-warnings', 'src/cli/start.ts'], {
    env: { ...process.env, PORT: String(port), STATE_DIR: stateDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await rm(stateDir, { recursive: true, force: true });
  };
  try {
    const key = await keyFrom(child);
    return { baseUrl: `http://127.0.0.1:${port}`, key, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

function keyFrom(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timer = setTimeout(() => reject(new Error(`not ready in time:\n${output}`)), READY_WITHIN_MS);
    const read = (chunk: Buffer) => {
      output += String(chunk);
      const key = /^Sandbox key: (sk_test_\w+)$/m.exec(output)?.[1];
      if (key === undefined) return;
      clearTimeout(timer);
      resolve(key);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => {
      clearTimeout(timer);
      reject(new Error(`the sandbox ended:\n${output}`));
    });
  });
}
