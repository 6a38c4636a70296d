import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Catalogue, toCatalogue } from '#nutrition/catalogue/catalogue-copy.ts';
import { type CalculatedPrescription, rowOf } from '#nutrition/prescriptions/prescription-row.ts';
import type { ActivityDetails } from '#nutrition/records/read-activity.ts';
import type { KnownAthlete } from '#nutrition/records/read-athlete.ts';
import {
  activities,
  activityProducts,
  athletes,
  feedback,
  learnedStates,
  prescriptions,
} from '#platform/storage/athlete-schema.ts';
import { type KeyRecord, projectKey } from '#platform/storage/key-projection.ts';
import { withNumbers } from '#platform/storage/prescription-columns.ts';
import { apiKeys, catalogueVersion, partners, products } from '#platform/storage/registry-schema.ts';
import { columnsOf, prepareRows, storedValues } from './rows.ts';

/** The peer's two SQLite files, with the service's own schema: registry and athletes. */

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');

/** An activity as it is stored: everything that is shown but today's fingerprint. */
export type StoredActivity = Omit<ActivityDetails, 'fingerprint' | 'lacksProduct'>;

export interface PageRequest {
  readonly after: { readonly atMs: number; readonly id: string } | null;
  readonly limit: number;
}

/** Opens one of the two files, with all of its migrations. */
export function openFile(directory: string, name: 'registry' | 'athletes'): DatabaseSync {
  const db = new DatabaseSync(join(directory, `${name}.sqlite`));
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
  const applied = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const files = readdirSync(join(MIGRATIONS, name)).sort();
  for (const file of files.slice(applied)) db.exec(readFileSync(join(MIGRATIONS, name, file), 'utf8'));
  db.exec(`PRAGMA user_version = ${files.length}`);
  return db;
}

/** Course points take up to 150 KB a row and only the read of one activity shows them. */
const OUTLINE = { expressions: { course: "json_set(course, '$.points', NULL)" } };
const SUMMARY = { without: ['inputs'] } as const;
const SHOWN_FEEDBACK = { without: ['stateAfter', 'prescribed'] } as const;
const OF_ACTIVITY = 'WHERE activity_id = ? AND athlete_id = ?';
const OF_ACTIVITIES = 'WHERE activity_id IN (SELECT value FROM json_each(?))';

export type Store = ReturnType<typeof openStore>;

/** The peer has no products of athletes' own. */
function ofCatalogue<Row extends object>(row: Row) {
  return { ...row, own: null };
}

/** Opens the peer's databases and prepares every statement that it uses. */
export function openStore(directory: string) {
  const registry = openFile(directory, 'registry');
  const db = openFile(directory, 'athletes');
  return {
    ...keysOf(registry),
    ...readsOf(db),
    savePrescription: prescriptionWriter(db),
    close() {
      registry.close();
      db.close();
    },
  };
}

function keysOf(registry: DatabaseSync) {
  const keyOfHash = prepareRows(registry, apiKeys, 'WHERE hash = ?');
  const partnerOfId = prepareRows(registry, partners, 'WHERE id = ?');
  const allProducts = prepareRows(registry, products, '');
  const versions = prepareRows(registry, catalogueVersion, '');
  let catalogue: Catalogue | null = null;
  return {
    findKey(hash: string): KeyRecord | null {
      const [key] = keyOfHash(hash);
      const [partner] = key ? partnerOfId(key.partnerId) : [];
      return key && partner ? projectKey(key, partner) : null;
    },
    /** Reads the catalogue once: the process is restarted with another. */
    catalogue(): Catalogue {
      catalogue ??= toCatalogue(versions()[0]?.version ?? '', allProducts());
      return catalogue;
    },
  };
}

function readsOf(db: DatabaseSync) {
  const liveAthlete = prepareRows(db, athletes, "WHERE id = ? AND partner_id = ? AND status = 'live'");
  const liveAthletes = prepareRows(
    db,
    athletes,
    "WHERE id IN (SELECT value FROM json_each(?)) AND partner_id = ? AND status = 'live'",
  );
  const activityOf = prepareRows(db, activities, 'WHERE id = ? AND athlete_id = ?', OUTLINE);
  const activityWithCourseOf = prepareRows(db, activities, 'WHERE id = ? AND athlete_id = ?');
  const newestOf = 'ORDER BY effective_at DESC, id DESC LIMIT ?';
  const firstPage = prepareRows(db, activities, `WHERE athlete_id = ? ${newestOf}`, OUTLINE);
  const nextPage = prepareRows(
    db,
    activities,
    `WHERE athlete_id = ? AND (effective_at, id) < (?, ?) ${newestOf}`,
    OUTLINE,
  );
  const prescriptionOf = prepareRows(db, prescriptions, OF_ACTIVITY, SUMMARY);
  const prescriptionsOf = prepareRows(db, prescriptions, OF_ACTIVITIES, SUMMARY);
  const inAttachedOrder = 'ORDER BY attached_at, position';
  const productsOf = prepareRows(db, activityProducts, `WHERE activity_id = ? ${inAttachedOrder}`);
  const productsOfEach = prepareRows(db, activityProducts, `${OF_ACTIVITIES} ${inAttachedOrder}`);
  const feedbackOf = prepareRows(db, feedback, OF_ACTIVITY, SHOWN_FEEDBACK);
  const feedbackOfEach = prepareRows(db, feedback, OF_ACTIVITIES, SHOWN_FEEDBACK);
  const learnedOf = prepareRows(db, learnedStates, 'WHERE athlete_id = ?');

  const readAthlete = (partnerId: string, athleteId: string): KnownAthlete | null => {
    const [athlete] = liveAthlete(athleteId, partnerId);
    return athlete ? { athlete, learned: learnedOf(athleteId)[0] ?? null } : null;
  };
  return {
    readAthletes(partnerId: string, athleteIds: readonly string[]): ReadonlyMap<string, KnownAthlete> {
      if (athleteIds.length === 0) return new Map();
      const found = liveAthletes(JSON.stringify(athleteIds), partnerId);
      return new Map(
        found.map((athlete) => [athlete.id, { athlete, learned: learnedOf(athlete.id)[0] ?? null }]),
      );
    },
    readActivity(
      partnerId: string,
      athleteId: string,
      activityId: string,
      withCoursePoints: boolean,
    ): StoredActivity | 'athlete_not_found' | 'activity_not_found' {
      const known = readAthlete(partnerId, athleteId);
      if (!known) return 'athlete_not_found';
      const [activity] = (withCoursePoints ? activityWithCourseOf : activityOf)(activityId, athleteId);
      if (!activity) return 'activity_not_found';
      return {
        ...known,
        activity,
        prescription: prescriptionOf(activityId, athleteId).map(withNumbers)[0] ?? null,
        products: productsOf(activityId).map(ofCatalogue),
        feedback: feedbackOf(activityId, athleteId)[0] ?? null,
      };
    },
    listActivities(
      partnerId: string,
      athleteId: string,
      { after, limit }: PageRequest,
    ): readonly StoredActivity[] | 'athlete_not_found' {
      const known = readAthlete(partnerId, athleteId);
      if (!known) return 'athlete_not_found';
      const page = after ? nextPage(athleteId, after.atMs, after.id, limit) : firstPage(athleteId, limit);
      const ids = JSON.stringify(page.map(({ id }) => id));
      const prescribed = new Map(prescriptionsOf(ids).map((row) => [row.activityId, withNumbers(row)]));
      const attached = Map.groupBy(productsOfEach(ids), ({ activityId }) => activityId);
      const given = new Map(feedbackOfEach(ids).map((row) => [row.activityId, row]));
      return page.map((activity) => ({
        ...known,
        activity,
        prescription: prescribed.get(activity.id) ?? null,
        products: (attached.get(activity.id) ?? []).map(ofCatalogue),
        feedback: given.get(activity.id) ?? null,
      }));
    },
  };
}

/** Returns the write of a prescription in place of any earlier one, with its event in the same transaction. */
function prescriptionWriter(db: DatabaseSync) {
  const columns = columnsOf(prescriptions);
  const names = columns.map(([, { name }]) => name);
  const overwritten = names
    .filter((name) => name !== 'activity_id')
    .map((name) => `${name} = excluded.${name}`);
  const upsert = db.prepare(
    `INSERT INTO prescriptions (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})
     ON CONFLICT (activity_id) DO UPDATE SET ${overwritten.join(', ')}`,
  );
  const report = db.prepare(
    `INSERT INTO events (partner_id, environment, type, athlete_id, data, created_at)
     VALUES (?, ?, 'prescription.calculated', ?, ?, ?)`,
  );
  const [begin, commit, rollback] = ['BEGIN IMMEDIATE', 'COMMIT', 'ROLLBACK'].map((sql) => db.prepare(sql));
  return (
    { partnerId, environment }: KeyRecord,
    stored: StoredActivity,
    calculated: CalculatedPrescription,
  ): void => {
    const { athlete, activity } = stored;
    const data = {
      a: activity.id,
      x: activity.externalId,
      e: athlete.externalId,
    };
    const at = calculated.calculatedAt;
    begin?.run();
    try {
      upsert.run(...storedValues(columns, rowOf(calculated)));
      report.run(partnerId, environment, athlete.id, JSON.stringify(data), at);
      commit?.run();
    } catch (cause) {
      rollback?.run();
      throw cause;
    }
  };
}
