import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathOfCopy, standIn, testChoosing } from './mutated-module.ts';
import type { Verdict } from './mutated-tests.ts';

/** Longer than the tests of all conditions of one file take on a busy machine. */
const RUN_MS_MAX = 900_000;
const COPIED = ['src', 'test', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json'];
const COPIED_TOO = ['vitest.config.ts', 'wrangler.toml', 'LICENSE', 'THIRD-PARTY-NOTICES.md'];
/** Caches of the tools, which a copy has of its own. */
const NOT_LINKED = new Set(['.vite', '.vite-temp', '.experimental-vitest-cache', '.cache', '.mf']);
/** Composed queries hold the conditions of one copy: here each use composes anew. */
const COMPOSED = 'src/storage/composed-query.ts';

/** A changed copy of a module, by a number that no other copy has, from 1 on. */
export interface Copy {
  readonly number: number;
  readonly path: string;
  readonly text: string;
}

/** Runs tests against changed copies of modules, in a copy of the project that is changed and the tree never. */
export class Runner {
  #folder: string | null = null;
  #child: ChildProcess | null = null;

  /** Puts these copies, and modules that stand for them, into the copied project; those of before are removed. */
  async begin(copies: readonly Copy[]): Promise<void> {
    await this.end();
    const folder = await this.#copy();
    for (const [path, own] of Map.groupBy(copies, (copy) => copy.path)) {
      const source = readFileSync(path, 'utf8');
      const all = [{ number: 0, text: source }, ...own];
      for (const { number, text } of all) writeFileSync(join(folder, pathOfCopy(path, number)), text);
      const numbers = all.map(({ number }) => number);
      writeFileSync(join(folder, path), standIn(path, source, numbers));
    }
  }

  /**
   * Returns, for each of these copies, the first test of a file that fails with it, or null if all pass. Returns null if the
   * file passes only once in a runtime, unchanged: it fixes an address or an identifier, and says nothing of the copies.
   *
   * @throws Error if a test of the file fails without any change
   */
  async failuresOf(
    numbers: readonly number[],
    test: string,
  ): Promise<ReadonlyMap<number, string | null> | null> {
    const folder = await this.#copy();
    const source = readFileSync(test, 'utf8');
    const after = Math.max(...numbers) + 1;
    const order = [0, ...numbers, after];
    const paths = order.map((number) => pathOfCopy(test, number));
    for (const [at, path] of paths.entries()) {
      const number = order[at] ?? 0;
      writeFileSync(join(folder, path), testChoosing(source, number === after ? 0 : number));
    }
    const found = await this.#run(paths);
    for (const path of paths) rmSync(join(folder, path));
    if (found[pathOfCopy(test, 0)] !== null) {
      throw new Error(`${test} fails without any change: ${found[pathOfCopy(test, 0)]}`);
    }
    if (found[pathOfCopy(test, after)] !== null) return null;
    return new Map(numbers.map((number) => [number, found[pathOfCopy(test, number)] ?? null]));
  }

  async end(): Promise<void> {
    await this.#endChild();
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  async #run(tests: readonly string[]): Promise<Verdict> {
    const child = await this.#start();
    return new Promise((resolve, reject) => {
      const limit = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`no end of ${tests.length} runs of ${tests[0]}`));
      }, RUN_MS_MAX);
      child.once('exit', () => reject(new Error('the process of the tests ended')));
      child.once('message', (verdict: Verdict) => {
        clearTimeout(limit);
        child.removeAllListeners('exit');
        resolve(verdict);
      });
      child.send({ tests });
    });
  }

  async #endChild(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.disconnect();
    await ended;
  }

  async #start(): Promise<ChildProcess> {
    if (this.#child) return this.#child;
    const stdio = ['ignore', 'ignore', process.env.MUTATE_DEBUG ? 'inherit' : 'ignore', 'ipc'] as const;
    const child = fork(join(import.meta.dirname, 'mutated-tests.ts'), {
      cwd: await this.#copy(),
      stdio: [...stdio],
    });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', () => reject(new Error('Vitest did not start')));
    });
    child.removeAllListeners('exit');
    this.#child = child;
    return child;
  }

  /** Copies the project to a folder whose packages are those of the tree and whose caches are its own. */
  async #copy(): Promise<string> {
    if (this.#folder) return this.#folder;
    const folder = await mkdtemp(join(tmpdir(), 'musette-mutations-'));
    for (const part of [...COPIED, ...COPIED_TOO]) await cp(part, join(folder, part), { recursive: true });
    mkdirSync(join(folder, 'node_modules'));
    for (const name of await readdir('node_modules')) {
      if (NOT_LINKED.has(name)) continue;
      await symlink(join(process.cwd(), 'node_modules', name), join(folder, 'node_modules', name));
    }
    const composed = readFileSync(COMPOSED, 'utf8');
    const anew = composed.replace('composed ??= build(', 'composed = build(');
    if (anew === composed) throw new Error(`${COMPOSED} composes queries in another way`);
    writeFileSync(join(folder, COMPOSED), anew);
    this.#folder = folder;
    return folder;
  }
}
