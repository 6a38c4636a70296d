import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type CatalogueEntry,
  catalogueStatements,
  labelOf,
  parseCatalogue,
  problemsOf,
  storedRow,
} from '#nutrition/catalogue/load-catalogue.ts';
import { escapeLayout } from './foreign-text.ts';
import { withLocalDatabases } from './local-databases.ts';
import { STATE_DIR } from './local-state.ts';
import { CONFIG, linesOfFailure, queryRemote, type RunWrangler, runWrangler } from './wrangler.ts';

const SOURCE = join(import.meta.dirname, '../../nutrition/catalogue/products.json');
const DATABASE = 'REGISTRY';

type Target = 'local' | 'remote';
type Report = (line: string) => void;
type StoredRow = Readonly<Record<string, unknown>>;

/** The registry to load into, local or deployed. */
interface Registry {
  readonly target: Target;
  readonly select: (query: string) => Promise<readonly StoredRow[]>;
  /** Runs statements in this order. */
  readonly execute: (statements: readonly string[]) => Promise<void>;
}

/** Fewer products than the service was built with are a broken file, or a decision to confirm. */
export const PRODUCTS_MIN = 186;
/** The most products that a load removes without confirmation. Engineering choice. */
export const REMOVED_MAX = 10;
/** The changes that are shown. The rest is counted. */
const SHOWN_CHANGES_MAX = 40;

interface LoadOptions {
  readonly report: Report;
  /** Whether a load may remove many products. */
  readonly isConfirmed: boolean;
  /** The text of the catalogue, instead of the source file's. */
  readonly text?: string;
}

/**
 * Updates the catalogue of a local registry to match the source file. Idempotent. The version is written last, so the next
 * load repairs an interrupted one.
 *
 * @throws if the source is malformed or the registry rejects it, with its own message
 */
export async function loadCatalogue(registry: D1Database, report: Report): Promise<void> {
  await loadInto(localRegistry(registry), { report, isConfirmed: true });
}

/**
 * Updates a registry's catalogue and reports what changes. Loads nothing if a product is implausible, or if it would remove
 * many products without confirmation.
 */
export async function loadInto(registry: Registry, options: LoadOptions): Promise<void> {
  const { report, isConfirmed, text = await readFile(SOURCE, 'utf8') } = options;
  const entries = parseCatalogue(JSON.parse(text));
  const version = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
  const problems = problemsOf(entries);
  if (problems.length > 0) throw new Error(`The source has implausible products:\n${problems.join('\n')}`);

  const { target } = registry;
  const before = await readState(registry);
  report(`Catalogue ${version}: ${entries.length} products in the source.`);
  if (before.version === version && before.visible === entries.length) {
    report(`The ${target} registry holds it already.`);
    return;
  }
  const { lines, removed } = changesOf(await registry.select(SELECT_VISIBLE), entries);
  for (const line of lines.slice(0, SHOWN_CHANGES_MAX)) report(line);
  if (lines.length > SHOWN_CHANGES_MAX) report(`… and ${lines.length - SHOWN_CHANGES_MAX} more changes.`);
  if (!isConfirmed && (removed > REMOVED_MAX || entries.length < PRODUCTS_MIN))
    throw new Error(
      `This would remove ${removed} products and leave ${entries.length}. If that is right: npm run catalogue -- --${target} --yes`,
    );
  report(`The ${target} registry has ${before.visible} visible and ${before.hidden} hidden; writing…`);
  await registry.execute(catalogueStatements(entries, version, Date.now()));
  const after = await readState(registry);
  if (after.version !== version || after.visible !== entries.length) {
    throw new Error(
      `the registry shows ${after.visible} products after a load of ${entries.length}; run it again`,
    );
  }
  report(`Done: ${after.visible} visible, ${after.hidden} hidden.`);
}

/** Compares the products that partners see with the new ones: a line for each that is added, removed or changed. */
function changesOf(visible: readonly StoredRow[], entries: readonly CatalogueEntry[]) {
  const stored = new Map(visible.map((row) => [row.id, row]));
  const lines: string[] = [];
  for (const entry of entries) {
    const row = stored.get(entry.id);
    stored.delete(entry.id);
    if (row === undefined) lines.push(`+ ${labelOf(entry)}`);
    else {
      const changes = Object.entries(storedRow(entry))
        .filter(([name, value]) => (row[name] ?? null) !== value)
        .map(([name, value]) => `${name} ${row[name] ?? 'unknown'} → ${value ?? 'unknown'}`);
      if (changes.length > 0) lines.push(`~ ${labelOf(entry)}: ${changes.join(', ')}`);
    }
  }
  const removed = [...stored.values()].map(({ brand, name }) => `- ${brand} ${name}`);
  // What is lost comes first.
  return { lines: [...removed, ...lines.toSorted().toReversed()], removed: removed.length };
}

interface State {
  readonly version: string;
  readonly visible: number;
  readonly hidden: number;
}

const SELECT_STATE =
  "SELECT coalesce((SELECT version FROM catalogue_version), '') AS version, " +
  'count(*) FILTER (WHERE hidden_at IS NULL) AS visible, count(*) FILTER (WHERE hidden_at IS NOT NULL) AS hidden FROM products';
const SELECT_VISIBLE = 'SELECT * FROM products WHERE hidden_at IS NULL';

async function readState(registry: Registry): Promise<State> {
  const [row = {}] = await registry.select(SELECT_STATE);
  return { version: String(row.version), visible: Number(row.visible), hidden: Number(row.hidden) };
}

function localRegistry(database: D1Database): Registry {
  return {
    target: 'local',
    select: async (query) => (await database.prepare(query).all()).results,
    execute: async (statements) => {
      await database.batch(statements.map((statement) => database.prepare(statement)));
    },
  };
}

/** Returns the deployed registry. */
export function remoteRegistry(run: RunWrangler): Registry {
  return {
    target: 'remote',
    select: async (query) =>
      (await queryRemote(run, DATABASE, query)).map((row) => Object.fromEntries(Object.entries(row))),
    execute: async (statements) => {
      const directory = await mkdtemp(join(tmpdir(), 'musette-catalogue-'));
      try {
        const file = join(directory, 'catalogue.sql');
        await writeFile(file, `${statements.join(';\n')};\n`);
        await run(['d1', 'execute', DATABASE, CONFIG, '--remote', `--file=${file}`, '--yes']);
      } finally {
        await rm(directory, { recursive: true, force: true });
      }
    },
  };
}

/** Extracts wrangler's message, which `--json` wraps in JSON. */
export function messageOf(reason: string): string {
  const wrapped = /"text": ("(?:[^"\\]|\\.)*")/.exec(reason)?.[1];
  if (wrapped === undefined) return reason;
  return `${reason.split('\n')[0]}\n${String(JSON.parse(wrapped))}`;
}

/** Returns advice on a common wrangler failure, or empty. */
export function adviceOn(reason: string): string {
  if (/no such table/i.test(reason)) {
    return 'The registry has no tables yet: apply its migrations first: npm run migrate -- --remote.';
  }
  return '';
}

async function main(): Promise<void> {
  const [flag, ...rest] = process.argv.slice(2);
  const isConfirmed = rest[0] === '--yes';
  if ((flag !== '--local' && flag !== '--remote') || rest.length > Number(isConfirmed)) {
    console.error(
      'Usage: npm run catalogue -- --local|--remote [--yes]   (local state: STATE_DIR, default .wrangler/state)',
    );
    process.exitCode = 2;
    return;
  }
  const options = { report: (line: string) => console.log(escapeLayout(line)), isConfirmed };
  if (flag === '--remote') return loadInto(remoteRegistry(runWrangler), options);
  await withLocalDatabases(STATE_DIR, async (databaseOf) =>
    loadInto(localRegistry(await databaseOf(DATABASE)), options),
  );
}

if (import.meta.main) {
  await main().catch((cause: unknown) => {
    const explain = (reason: string) =>
      `${messageOf(reason)}\nThe catalogue was not loaded. ${adviceOn(reason)}`.trim();
    console.error(linesOfFailure(cause, explain));
    process.exitCode = 1;
  });
}
