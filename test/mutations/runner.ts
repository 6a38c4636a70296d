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

/** Runs tests against changed copies of a module, in a copy of the project that is changed and the tree never. */
export class Runner {
  #folder: string | null = null;
  #child: ChildProcess | null = null;

  /**
   * Returns, for each changed text of a module, the first test of a file that fails with it; null if all pass.
   *
   * @throws Error if the unchanged module fails too, before the changed ones or after them: nothing could be said of those
   */
  async failuresOf(
    path: string,
    texts: ReadonlyMap<number, string>,
    test: string,
  ): Promise<Map<number, string | null>> {
    const folder = await this.#copy();
    const source = readFileSync(path, 'utf8');
    const copies = new Map([[0, source], ...texts]);
    const written = new Set<string>();
    const write = (name: string, text: string) => {
      written.add(name);
      writeFileSync(join(folder, name), text);
    };
    const last = Math.max(...copies.keys()) + 1;
    const order = [...copies.keys(), last];
    for (const [number, text] of copies) write(pathOfCopy(path, number), text);
    const testSource = readFileSync(test, 'utf8');
    for (const number of order)
      write(pathOfCopy(test, number), testChoosing(testSource, number === last ? 0 : number));
    writeFileSync(join(folder, path), standIn(path, source, [...copies.keys()]));
    try {
      const tests = order.map((number) => pathOfCopy(test, number));
      const found = await this.#run(tests);
      for (const control of [0, last]) {
        const failed = found[pathOfCopy(test, control)];
        if (failed !== null) throw new Error(`${test} fails without any change: ${failed}`);
      }
      return new Map([...texts.keys()].map((number) => [number, found[pathOfCopy(test, number)] ?? null]));
    } finally {
      writeFileSync(join(folder, path), source);
      for (const name of written) rmSync(join(folder, name), { force: true });
      // Its modules are those of this file's copies.
      await this.#endChild();
    }
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
