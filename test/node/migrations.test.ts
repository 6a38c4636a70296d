import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../migrations/athletes');
const UNIQUE_EXTERNAL_IDS = '0015_activity_external_ids.sql';

/** A database of athletes with the migrations before that one, and a function that applies it. */
function databaseBefore(migration: string) {
  const names = readdirSync(FOLDER).sort();
  const database = new DatabaseSync(':memory:');
  const apply = (name: string) => database.exec(readFileSync(join(FOLDER, name), 'utf8'));
  for (const name of names.slice(0, names.indexOf(migration))) apply(name);
  return { database, migrate: () => apply(migration) };
}

/** Inserts a row with these columns; what else must not be null gets a value of its type. */
function insertRow(
  database: DatabaseSync,
  table: string,
  given: Readonly<Record<string, string | number>>,
): void {
  const required = database
    .prepare(`PRAGMA table_info(${table})`)
    .all()
    .filter(({ notnull, pk, dflt_value: preset }) => (notnull === 1 || pk === 1) && preset === null)
    .map(({ name, type }) => [String(name), type === 'TEXT' ? 'x' : 1] as const);
  const row = { ...Object.fromEntries(required), ...given };
  const columns = Object.keys(row);
  database
    .prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`)
    .run(...Object.values(row));
}

test('migration of external_ids that activities share: the newest keeps it, the others keep all else and a new ETag', () => {
  const { database, migrate } = databaseBefore(UNIQUE_EXTERNAL_IDS);
  const athlete = { environment: 'test', tier: 'full', status: 'live' };
  const columnsOf = (table: string) =>
    database
      .prepare(`PRAGMA table_info(${table})`)
      .all()
      .map(({ name }) => String(name));
  const known = columnsOf('athletes');
  const ofAthlete = Object.fromEntries(Object.entries(athlete).filter(([name]) => known.includes(name)));
  for (const id of ['ath_a', 'ath_b']) insertRow(database, 'athletes', { id, ...ofAthlete });
  const activities: readonly (readonly [
    id: string,
    athlete: string,
    externalId: string | null,
    createdAt: number,
  ])[] = [
    ['act_1', 'ath_a', 'week-1', 100],
    ['act_2', 'ath_a', 'week-1', 300],
    ['act_3', 'ath_a', 'week-1', 200],
    // Of one moment: the later identifier is the newer one.
    ['act_4', 'ath_a', 'week-2', 100],
    ['act_5', 'ath_a', 'week-2', 100],
    ['act_6', 'ath_a', 'alone', 100],
    ['act_7', 'ath_b', 'week-1', 50],
    ['act_8', 'ath_a', null, 100],
    ['act_9', 'ath_a', null, 100],
  ];
  for (const [id, athlete_id, external_id, created_at] of activities) {
    const named = external_id === null ? {} : { external_id };
    const session = { type: 'run', duration_min: 60, revision: 4, updated_at: 7 };
    insertRow(database, 'activities', { id, athlete_id, created_at, ...session, ...named });
  }
  const rows = () => database.prepare('SELECT * FROM activities ORDER BY id').all();
  const before = rows();
  migrate();
  const changed = ['act_1', 'act_3', 'act_4'];
  expect(rows()).toEqual(
    before.map((row) =>
      changed.includes(String(row.id))
        ? { ...row, external_id: null, revision: 5, updated_at: expect.any(Number) }
        : row,
    ),
  );
  const again = { id: 'act_x', athlete_id: 'ath_a', external_id: 'week-1', type: 'run', duration_min: 60 };
  expect(() => insertRow(database, 'activities', again)).toThrow(/UNIQUE/);
  insertRow(database, 'activities', { ...again, athlete_id: 'ath_b', external_id: 'week-2' });
});
