import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Order, Verdict } from './mutated-tests.ts';

/** Longer than any run of the tests of one folder takes on a busy machine. */
const RUN_MS_MAX = 600_000;
const COPIED = ['src', 'test', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json'];
const COPIED_TOO = ['vitest.config.ts', 'wrangler.toml', 'LICENSE', 'THIRD-PARTY-NOTICES.md'];
/** Caches of the tools, which a copy has of its own. */
const NOT_LINKED = new Set(['.vite', '.vite-temp', '.experimental-vitest-cache', '.cache', '.mf']);

/** Runs tests in a copy of the project, in one process that is replaced when a run does not end. */
export class Runner {
  #folder: string | null = null;
  #child: ChildProcess | null = null;
  readonly #passing = new Set<string>();

  /** Throws Error unless these tests pass with the sources as they are: nothing else could be said of them. */
  async expectPassing(tests: readonly string[]): Promise<void> {
    const key = tests.join();
    if (this.#passing.has(key)) return;
    const failed = await this.run({ changed: null, tests });
    if (failed !== null) throw new Error(`fails without any change: ${failed}`);
    this.#passing.add(key);
  }

  /** Returns the name of the first test that failed; null if all passed. */
  async run(order: Order): Promise<string | null> {
    const child = await this.#start();
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        child.removeAllListeners();
        child.kill('SIGKILL');
        this.#child = null;
        // The copy may hold the changed file.
        void this.#removeCopy().then(() => resolve('no end of the tests'), reject);
      }, RUN_MS_MAX);
      child.once('exit', () => reject(new Error('the process of the tests ended')));
      child.once('message', ({ failed, count }: Verdict) => {
        clearTimeout(limit);
        child.removeAllListeners('exit');
        if (failed === null && count === 0) reject(new Error(`no test ran: ${order.tests.join(' ')}`));
        else resolve(failed);
      });
      child.send(order);
    });
  }

  async end(): Promise<void> {
    const child = this.#child;
    if (child && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
    }
    await this.#removeCopy();
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    this.#folder ??= await copyProject();
    const child = fork(join(import.meta.dirname, 'mutated-tests.ts'), { cwd: this.#folder });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error('Vitest did not start')));
    });
    child.removeAllListeners('exit');
    this.#child = child;
    return child;
  }

  async #removeCopy(): Promise<void> {
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }
}

/** Copies the project to a folder whose packages are those of the tree and whose caches are its own. */
async function copyProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'musette-mutations-'));
  for (const part of [...COPIED, ...COPIED_TOO]) await cp(part, join(folder, part), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of await readdir('node_modules')) {
    if (NOT_LINKED.has(name)) continue;
    await symlink(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));
  }
  return folder;
}
