import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readdir,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Refusal } from '#tools/cli/local-state.ts';
import { prepareState } from '#tools/cli/prepare-state.ts';
import { freePort } from '../support/processes.ts';

/** Tests the failures of `npm start`: each prints one line that says what to do. Also tests what it repairs by itself. */

const REFUSES_WITHIN_MS = 60_000;
const DATABASES = 'v3/d1/miniflare-D1DatabaseObject';

let parent: string;
let state: string;
let key: string;

/** Prepares the state as `npm start` does, for a process. */
async function prepare(pid: number, given: Readonly<Record<string, string>> = {}, stateDir = state) {
  const baseUrl = 'http://127.0.0.1:8787';
  const prepared = await prepareState({ stateDir, pid, input: given, source: 'the environment', baseUrl });
  return prepared?.sandboxKey ?? null;
}

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'musette-refusals-'));
  await chmod(parent, 0o755);
  state = join(parent, 'state');
  key = String(await prepare(process.pid));
}, 240_000);
afterAll(() => rm(parent, { recursive: true, force: true }));

/** Returns why the state, which nobody has, is refused. `npm start` prints it as it is, as tests of whole processes show. */
async function reasonAgainst(): Promise<string> {
  await releaseState();
  const outcome: unknown = await prepare(process.pid).catch((cause: unknown) => cause);
  if (outcome instanceof Refusal) return outcome.message;
  throw new Error('it was not refused', { cause: outcome });
}

/** Runs `npm start` to its end and returns what it wrote to stderr. */
async function refusalOf(stateDir: string, uid?: number): Promise<string> {
  const child = spawn(process.execPath, ['--no-warnings', 'src/tools/cli/start.ts'], {
    // Another user may not look into the home of this one.
    env: { ...process.env, HOME: parent, STATE_DIR: stateDir, PORT: String(await freePort()) },
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  // A start that is not refused says so on stdout, which nobody reads; it is stopped, with code 0.
  const timer = setTimeout(() => child.kill('SIGTERM'), REFUSES_WITHIN_MS);
  const [output, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  clearTimeout(timer);
  expect(code, output).toBe(1);
  return output;
}

/** Returns the first database file that has rows in a table. */
async function fileWith(table: string): Promise<string> {
  const folder = join(state, DATABASES);
  for (const name of (await readdir(folder)).filter((file) => /^[0-9a-f]+\.sqlite$/.test(file))) {
    using database = new DatabaseSync(join(folder, name));
    const known = database
      .prepare("SELECT 1 FROM sqlite_master WHERE name = ? AND type = 'table'")
      .get(table);
    if (known && database.prepare(`SELECT 1 FROM ${table}`).get()) return join(folder, name);
  }
  throw new Error(`no database has rows in ${table}`);
}

/** Moves all pages of a database into its file. */
function checkpoint(file: string): void {
  using database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/** The lock is this process's until the state is given to one that has ended. */
async function releaseState(): Promise<void> {
  await rm(join(state, 'musette/lock.sqlite'), { force: true });
}

describe('npm start refuses in one line', () => {
  test('a state that another sandbox uses', async () => {
    const output = await refusalOf(state);
    expect(output).toMatch(new RegExp(`^${state} is in use by process ${process.pid}\\. Stop it, .*\\n$`));
  });

  test.each(['signing-secret', 'webhook-key', 'lookup-key', 'operator-token'])(
    'a truncated secret, with the file that keeps it: %s',
    async (name) => {
      const file = join(state, 'musette', name);
      const { size } = await stat(file);
      await rename(file, `${file}.whole`);
      for (const length of [size - 1, size - 20, 0]) {
        await writeFile(file, 'x'.repeat(length));
        expect(await reasonAgainst()).toMatch(new RegExp(`^${file} is truncated: it has ${length} .*$`));
      }
      await rename(`${file}.whole`, file);
    },
  );

  test('a database that was cut in half, with its binding and its file', async () => {
    const folder = join(state, DATABASES);
    const sizes = (await readdir(folder))
      .filter((name) => name.endsWith('.sqlite') && name !== 'metadata.sqlite')
      .map((name) => {
        const path = join(folder, name);
        // All pages are in the file, none in the write-ahead log.
        using database = new DatabaseSync(path);
        return { path, pages: Number(database.prepare('PRAGMA page_count').get()?.page_count) };
      });
    const [largest] = sizes.sort((one, other) => other.pages - one.pages);
    const { path, pages } = largest ?? { path: '', pages: 0 };
    await copyFile(path, join(parent, 'whole.sqlite'));
    await truncate(path, Math.floor(pages / 2) * 4096);
    expect(await reasonAgainst()).toMatch(
      new RegExp(`^The database (REGISTRY|ATHLETES_\\w+) \\(${path}\\) is damaged \\(.*\\)\\. .*$`),
    );
    await copyFile(join(parent, 'whole.sqlite'), path);
  });

  test('a state of another version', async () => {
    const [name = ''] = (await readdir(join(state, DATABASES))).filter((file) =>
      /^[0-9a-f]+\.sqlite$/.test(file),
    );
    const change = (sql: string) => {
      using database = new DatabaseSync(join(state, DATABASES, name));
      database.exec(sql);
    };
    change("INSERT INTO d1_migrations (name) VALUES ('9999_of_tomorrow.sql')");
    expect(await reasonAgainst()).toMatch(
      /^\w+ has migrations that this version does not have \(9999_of_tomorrow\.sql\)\. .*$/,
    );
    change("DELETE FROM d1_migrations WHERE name = '9999_of_tomorrow.sql'");
    // A migration that changed in place leaves its name, and a state without what it makes now.
    change('CREATE TABLE of_tomorrow (id TEXT PRIMARY KEY) STRICT');
    expect(await reasonAgainst()).toMatch(
      /^\w+ has other tables or indexes than this version \(of_tomorrow\)\. .*$/,
    );
    change('DROP TABLE of_tomorrow');
  });

  test('a missing database of athletes, which would otherwise start empty', async () => {
    const file = await fileWith('athletes');
    const kept = join(parent, 'kept.sqlite');
    // All pages are in the file, none in the write-ahead log.
    checkpoint(file);
    await rename(file, kept);
    const reason =
      /^ATHLETES_\w+ is missing or empty, but the registry has partners whose athletes are in it\. .*$/;
    expect(await reasonAgainst()).toMatch(reason);
    expect(await reasonAgainst(), 'the attempt before has left an empty one').toMatch(reason);
    for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
    await rename(kept, file);
    await releaseState();
    expect(await prepare(process.pid)).toBe(key);
  });

  test.each([
    ['partners', 'REGISTRY'],
    ['athletes', 'ATHLETES_\\w+'],
  ])('an emptied schema_migrations, in the database with the table %s', async (table, binding) => {
    using database = new DatabaseSync(await fileWith(table));
    const rows = database.prepare('SELECT name FROM schema_migrations').all();
    database.exec('DELETE FROM schema_migrations');
    expect(await reasonAgainst()).toMatch(
      new RegExp(`^${binding} has its tables, but its table schema_migrations lacks 0001_\\w+\\.sql\\. .*$`),
    );
    for (const { name } of rows) {
      database.prepare('INSERT INTO schema_migrations VALUES (?)').run(String(name));
    }
  });

  test.each(['315360001', '-999999999', '99999999999', '1e3', 'soon'])(
    'a clock offset of %s seconds',
    async (CLOCK_OFFSET_S) => {
      await expect(prepare(process.pid, { CLOCK_OFFSET_S })).rejects.toThrow(
        /^CLOCK_OFFSET_S must be a whole number of seconds, at most 315360000 \(ten years\) either way\. .*$/,
      );
    },
  );

  test.skipIf(process.getuid?.() !== 0 || process.platform !== 'linux')('a full disk', async () => {
    const disk = join(parent, 'disk');
    await mkdir(disk);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m,mode=755', 'tmpfs', disk]);
    // A container may not mount.
    if (mounted.status !== 0) return;
    try {
      await expect(prepare(process.pid, {}, join(disk, 'state'))).rejects.toThrow(
        /^\S+ is on a full disk: 2 MB are free, and 16 MB are needed\. .*$/,
      );
    } finally {
      spawnSync('umount', [disk]);
    }
  });

  test('a path that is a file', async () => {
    const file = join(parent, 'file');
    await appendFile(file, '');
    await expect(prepare(process.pid, {}, file)).rejects.toThrow(
      /^.*file.* is not a directory\. .* stores databases and secrets\. .*$/,
    );
  });

  test.skipIf(process.getuid?.() !== 0)(
    'a directory that is read-only, and one of another user',
    async () => {
      const nobody = 65_534;
      const directories = ['755', '700'].map((mode) => ({ path: join(parent, `of-root-${mode}`), mode }));
      for (const { path, mode } of directories) await mkdir(path, { mode });
      const reasons = await Promise.all(directories.map(({ path }) => refusalOf(path, nobody)));
      for (const reason of reasons)
        expect(reason).toMatch(/ is not readable and writable by this user\. .*\n$/);
    },
  );
});

test('npm start with an older copy of a database starts, and says why it is not ready', async () => {
  await releaseState();
  const registry = await fileWith('partners');
  const change = (sql: string) => {
    using database = new DatabaseSync(registry);
    database.exec(sql);
  };
  change(`INSERT INTO shards (environment, shard, runs_begun, runs_counted) VALUES ('live', 'c000', 9, 9)
    ON CONFLICT DO UPDATE SET runs_begun = 9, runs_counted = 9;
    INSERT INTO job_states (job, database, started_at, finished_at, outcome, counts, last_done_at, unfinished_runs)
      VALUES ('check-schema', 'live.c000', 1, 1, 'done', '{}', 1, 0)`);
  const child = spawn(process.execPath, ['--no-warnings', 'src/tools/cli/start.ts'], {
    env: { ...process.env, STATE_DIR: state, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  let printed = '';
  child.stderr.on('data', (chunk) => (printed += chunk));
  for await (const chunk of child.stdout) {
    printed += chunk;
    if (printed.includes('curl -s http')) break;
  }
  child.kill('SIGTERM');
  await ended;
  expect(printed).toMatch(
    /^Musette is running at \S+, but not ready: No answer from the live shard c000 \(restored\)\.$/m,
  );
  expect(printed).toContain(`Sandbox key: ${key}`);
  change("DELETE FROM shards; DELETE FROM job_states WHERE job = 'check-schema'");
}, 180_000);

describe('a state from which something is missing', () => {
  test('without its databases is made anew, with another partner and the same secrets', async () => {
    await releaseState();
    await rm(join(state, 'v3'), { recursive: true });
    const another = await prepare(process.pid);
    expect(another).toMatch(/^sk_test_/);
    expect(another).not.toBe(key);
    await releaseState();
    expect(await prepare(process.pid), 'the next start').toBe(another);
  });

  test('is prepared once for a process', async () => {
    expect(await prepare(process.pid)).toBeNull();
  });

  test('that is refused throws a Refusal, which the command prints without a stack', async () => {
    await expect(prepare(process.ppid)).rejects.toBeInstanceOf(Refusal);
  });
});
