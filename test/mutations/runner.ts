import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPackages } from '../start/project-copy.ts';
import { pathOfCopy, standIn, testChoosing } from './mutated-module.ts';
import type { Found, Verdict } from './mutated-tests.ts';

/** Longer than the tests of all repositories take on a busy machine. */
const RUN_MS_MAX = 1_800_000;
/** A query that lost its bound writes no more than this to any file, where it filled the memory of the machine. */
const FILE_KIB_MAX = 256 * 1024;
const COPIED = ['src', 'test', 'migrations', 'package.json', 'package-lock.json', 'tsconfig.json'];
const COPIED_TOO = ['vitest.config.ts', 'wrangler.toml', 'LICENSE', 'THIRD-PARTY-NOTICES.md'];
/** Caches of the tools, which a copy has of its own. */
const NOT_LINKED = new Set(['.vite', '.vite-temp', '.experimental-vitest-cache', '.cache', '.mf']);
/** Composed queries hold the conditions of one copy: here each use composes anew. */
const COMPOSED = 'src/platform/storage/statements.ts';

/** A changed copy of a module, by a number that no other copy has, from 1 on. */
export interface Copy {
  readonly number: number;
  readonly path: string;
  readonly text: string;
}

/** A file of tests to run against a copy, whole or only its tests at these places; 0 is the unchanged copy. */
export interface Try {
  readonly number: number;
  readonly test: string;
  readonly places: readonly number[] | null;
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
   * Returns the first test of each try that fails, or null if all pass. A test that fails once more without any change says
   * nothing of a copy, because it fixes an address or an identifier: it is printed, and counts as passed.
   */
  async failuresOf(tries: readonly Try[]): Promise<readonly (string | null)[]> {
    const found = await this.#run(tries);
    const failed = tries.flatMap(({ test }, at) => {
      const place = found[at]?.failed?.place;
      return place === undefined ? [] : [{ test, place }];
    });
    const repeats = [...Map.groupBy(failed, ({ test }) => test)].map(([test, each]) => {
      const places = [...new Set(each.map(({ place }) => place))];
      return { number: 0, test, places: places.includes(-1) ? null : places };
    });
    const unchanged = await this.#run(repeats);
    const unable = new Set(repeats.filter((_, at) => unchanged[at]?.failed).map(({ test }) => test));
    for (const test of unable) console.log(`${test} cannot be repeated in one runtime: no verdict`);
    return tries.map(({ test }, at) => (unable.has(test) ? null : (found[at]?.failed?.name ?? null)));
  }

  /**
   * Returns which exports of the changed modules each test of these files uses, by the test's place in its file; null of a
   * file in which a test fails without any change, which is printed.
   */
  async usesOf(tests: readonly string[]): Promise<ReadonlyMap<string, Found['used'] | null>> {
    const found = await this.#run(tests.map((test) => ({ number: 0, test, places: null })));
    return new Map(
      tests.map((test, at) => {
        const { failed, used } = found[at] ?? { failed: null, used: [] };
        if (failed) console.log(`${test} fails without any change: ${failed.name}`);
        return [test, failed ? null : used];
      }),
    );
  }

  async end(): Promise<void> {
    await this.#endChild();
    if (this.#folder) await rm(this.#folder, { recursive: true, force: true });
    this.#folder = null;
  }

  async #run(tries: readonly Try[]): Promise<readonly Found[]> {
    if (tries.length === 0) return [];
    const folder = await this.#copy();
    const paths = tries.map(({ test, number }) => pathOfCopy(test, number));
    for (const [at, { test, number, places }] of tries.entries()) {
      writeFileSync(join(folder, paths[at] ?? ''), testChoosing(readFileSync(test, 'utf8'), number, places));
    }
    const child = await this.#start();
    const verdict = await new Promise<Verdict>((resolve, reject) => {
      const limit = setTimeout(() => {
        child.kill('SIGKILL');
        reject(new Error(`no end of ${paths.length} files of tests, the first of them ${paths[0]}`));
      }, RUN_MS_MAX);
      child.once('exit', () => reject(new Error('the process of the tests ended')));
      child.once('message', (answer: Verdict) => {
        clearTimeout(limit);
        child.removeAllListeners('exit');
        resolve(answer);
      });
      child.send({ tests: paths });
    });
    for (const path of paths) rmSync(join(folder, path));
    return paths.map((path) => verdict[path] ?? { failed: { place: -1, name: 'no verdict' }, used: [] });
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
    const limited = `trap '' XFSZ; ulimit -f ${FILE_KIB_MAX}; exec "$0" "$@"`;
    const child = spawn(
      'bash',
      ['-c', limited, process.execPath, join(import.meta.dirname, 'mutated-tests.ts')],
      { cwd: await this.#copy(), stdio: [...stdio] },
    );
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
    await linkPackages(folder, (name) => !NOT_LINKED.has(name));
    const composed = readFileSync(COMPOSED, 'utf8');
    const anew = composed.replace('composed ??= compose(', 'composed = compose(');
    if (anew === composed) throw new Error(`${COMPOSED} composes queries in another way`);
    writeFileSync(join(folder, COMPOSED), anew);
    this.#folder = folder;
    return folder;
  }
}
