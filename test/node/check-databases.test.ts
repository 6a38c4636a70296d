import { mkdir, mkdtemp, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { configuredDatabases, withLocalDatabases } from '#tools/cli/local-databases.ts';
import { checkDatabases } from '#tools/cli/prepare-state.ts';

let state: string;
let file: string;
beforeEach(async () => {
  state = await mkdtemp(join(tmpdir(), 'musette-check-'));
  await mkdir(join(state, 'v3/d1'), { recursive: true });
  file = join(state, 'v3/d1/registry.sqlite');
  const database = new DatabaseSync(file);
  database.exec('CREATE TABLE partners (name TEXT); CREATE INDEX by_name ON partners (name)');
  const insert = database.prepare('INSERT INTO partners VALUES (?)');
  for (let row = 0; row < 500; row++) insert.run(`partner ${row} ${'x'.repeat(100)}`);
  database.close();
});
afterEach(() => rm(state, { recursive: true }));

test('whole databases pass, and so does a state without any', async () => {
  await checkDatabases(state);
  await rm(join(state, 'v3/d1'), { recursive: true });
  await checkDatabases(state);
});

test('a database that was cut in half is named, in one line', async () => {
  await truncate(file, Math.floor((await stat(file)).size / 8192) * 4096);
  const problem = await checkDatabases(state).catch((cause: Error) => cause.message);
  expect(problem).toMatch(/^The database .*registry\.sqlite is damaged \(.+\)\. Restore/);
  expect(problem).not.toContain('\n');
});

test('a file that is not a database is named', async () => {
  await writeFile(file, 'no database'.repeat(1_000));
  await expect(checkDatabases(state)).rejects.toThrow('registry.sqlite is damaged (file is not a database)');
});

test('each damaged database of wrangler.toml is named by its binding', async () => {
  await rm(file);
  const bindings = configuredDatabases().map(({ binding }) => binding);
  await withLocalDatabases(state, async (databaseOf) => {
    for (const binding of bindings) {
      const database = await databaseOf(binding);
      await database.prepare(`CREATE TABLE is_${binding} (id TEXT)`).run();
    }
  });
  const folder = join(state, 'v3/d1/miniflare-D1DatabaseObject');
  const named: string[] = [];
  for (const name of (await readdir(folder)).filter((each) => /^[0-9a-f]{64}\.sqlite$/.test(each))) {
    const path = join(folder, name);
    const [binding = ''] = tablesIn(path);
    await writeFile(path, 'no database'.repeat(1_000));
    await expect(checkDatabases(state)).rejects.toThrow(`The database ${binding} (${path}) is damaged`);
    named.push(binding);
    await rm(path);
  }
  expect(named.toSorted()).toEqual(bindings.toSorted());
});

function tablesIn(path: string): readonly string[] {
  using database = new DatabaseSync(path);
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE name LIKE 'is_%'").all();
  return rows.map(({ name }) => String(name).slice('is_'.length));
}
