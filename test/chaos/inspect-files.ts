import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Problem } from './writer.ts';

/** Queries that must find no row in the athlete database, named after the problem each would show. */
const ATHLETE_ORPHANS: Readonly<Record<string, string>> = {
  'an activity without its athlete': `SELECT a.id FROM activities a WHERE NOT EXISTS (SELECT 1 FROM athletes WHERE id = a.athlete_id)`,
  'a prescription without its activity': `SELECT p.activity_id AS id FROM prescriptions p WHERE NOT EXISTS (SELECT 1 FROM activities WHERE id = p.activity_id)`,
  'feedback without its activity': `SELECT f.id FROM feedback f WHERE NOT EXISTS (SELECT 1 FROM activities WHERE id = f.activity_id)`,
  'feedback that taught nothing': `SELECT f.id FROM feedback f WHERE NOT EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = f.athlete_id)`,
  'a sweat test that taught nothing': `SELECT t.id FROM sweat_tests t WHERE NOT EXISTS (SELECT 1 FROM learned_states WHERE athlete_id = t.athlete_id)`,
  'an answer to a creation that left no athlete': `SELECT i.resource_id AS id FROM idempotency_keys i WHERE i.resource_id LIKE 'ath\\_%' ESCAPE '\\' AND NOT EXISTS (SELECT 1 FROM athletes WHERE id = i.resource_id)`,
};

const REGISTRY_ORPHANS: Readonly<Record<string, string>> = {
  'a key without its partner': `SELECT k.id FROM api_keys k WHERE NOT EXISTS (SELECT 1 FROM partners WHERE id = k.partner_id)`,
  'a rotated key without its successor': `SELECT k.id FROM api_keys k WHERE k.rotated_to IS NOT NULL AND NOT EXISTS (SELECT 1 FROM api_keys WHERE id = k.rotated_to)`,
  'an answer to a creation that left no key': `SELECT i.resource_id AS id FROM idempotency_keys i WHERE i.resource_id LIKE 'key\\_%' ESCAPE '\\' AND NOT EXISTS (SELECT 1 FROM api_keys WHERE id = i.resource_id)`,
  'a partner whose making left no audit row': `SELECT p.id FROM partners p WHERE NOT EXISTS (SELECT 1 FROM audit_log WHERE subject_id = p.id)`,
};

const OPEN_RECALCULATIONS = `SELECT id FROM recalculations WHERE status IN ('queued', 'running')`;

/** The state in which a killed runtime left its database files. */
interface Inspection {
  readonly problems: readonly Problem[];
  /** The number of unfinished recalculations. */
  readonly openRecalculations: number;
}

/**
 * Looks into the database files that a killed runtime left, in a copy of them: whether they are sound and no
 * row lacks what it hangs on. The runtime must not be running.
 */
export async function inspectFiles(stateDir: string): Promise<Inspection> {
  const copy = await mkdtemp(join(tmpdir(), 'musette-chaos-files-'));
  try {
    await cp(join(stateDir, 'v3/d1'), copy, { recursive: true });
    const files = (await readdir(copy, { recursive: true })).filter((name) => name.endsWith('.sqlite'));
    const inspections = files.map((name) => inspectFile(join(copy, name)));
    return {
      problems: inspections.flatMap(({ problems }) => problems),
      openRecalculations: inspections.reduce((sum, { openRecalculations }) => sum + openRecalculations, 0),
    };
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

function inspectFile(path: string): Inspection {
  const database = new DatabaseSync(path);
  try {
    const tables = new Set(
      database
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table'")
        .all()
        .map((row) => String(row.name)),
    );
    const orphans = {
      ...(tables.has('learned_states') ? ATHLETE_ORPHANS : {}),
      ...(tables.has('audit_log') ? REGISTRY_ORPHANS : {}),
    };
    const sound = database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(row.integrity_check));
    const unsound = sound.filter((line) => line !== 'ok');
    const dangling = database.prepare('PRAGMA foreign_key_check').all();
    const problems: readonly Problem[] = [
      ...unsound.map((line) => ({ kind: 'torn', what: `${path}: ${line}` }) as const),
      ...dangling.map(
        (row) => ({ kind: 'torn', what: `a reference to nothing: ${JSON.stringify(row)}` }) as const,
      ),
      ...Object.entries(orphans).flatMap(([what, query]) =>
        database
          .prepare(query)
          .all()
          .map((row) => ({ kind: 'torn', what: `${what}: ${row.id}` }) as const),
      ),
    ];
    const openRecalculations = tables.has('recalculations')
      ? database.prepare(OPEN_RECALCULATIONS).all().length
      : 0;
    return { problems, openRecalculations };
  } finally {
    database.close();
  }
}
