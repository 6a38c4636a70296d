import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCatalogue } from '#nutrition/catalogue/entries.ts';
import { catalogueStatements } from '#nutrition/catalogue/load-statements.ts';
import { withLocalDatabases } from './local-databases.ts';
import { STATE_DIR } from './local-state.ts';
import { runWrangler } from './wrangler.ts';

const SOURCE = join(import.meta.dirname, '../../nutrition/catalogue/products.json');
const DATABASE = 'REGISTRY';

type Target = 'local' | 'remote';
type Report = (line: string) => void;

/** The registry to load into, local or deployed. */
interface Registry {
  readonly target: Target;
  readonly readState: () => Promise<State>;
  /** Runs statements in this order. */
  readonly execute: (statements: readonly string[]) => Promise<void>;
}

/**
 * Updates the catalogue of a local registry to match the source file. Idempotent. The version is written last, so the next
 * load repairs an interrupted one.
 *
 * @throws if the source is malformed or the registry rejects it, with its own message
 */
export async function loadCatalogue(registry: D1Database, report: Report): Promise<void> {
  await loadInto(localRegistry(registry), report);
}

async function loadInto(registry: Registry, report: Report): Promise<void> {
  const entries = parseCatalogue(JSON.parse(await readFile(SOURCE, 'utf8')));
  const version = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
  report(`Catalogue ${version}: ${entries.length} products in the source.`);

  const { target } = registry;
  const before = await registry.readState();
  if (before.version === version && before.visible === entries.length) {
    report(`The ${target} registry holds it already.`);
    return;
  }
  report(`The ${target} registry has ${before.visible} visible and ${before.hidden} hidden; writing…`);
  await registry.execute(catalogueStatements(entries, version, Date.now()));
  const after = await registry.readState();
  if (after.version !== version || after.visible !== entries.length) {
    throw new Error(
      `the registry shows ${after.visible} products after a load of ${entries.length}; run it again`,
    );
  }
  report(`Done: ${after.visible} visible, ${after.hidden} hidden.`);
}

interface State {
  readonly version: string;
  readonly visible: number;
  readonly hidden: number;
}

const STATE_QUERY =
  "SELECT coalesce((SELECT version FROM catalogue_version), '') AS version, " +
  'count(*) FILTER (WHERE hidden_at IS NULL) AS visible, count(*) FILTER (WHERE hidden_at IS NOT NULL) AS hidden FROM products';

function stateOf(row: Readonly<Record<string, unknown>>): State {
  return { version: String(row.version), visible: Number(row.visible), hidden: Number(row.hidden) };
}

function localRegistry(database: D1Database): Registry {
  return {
    target: 'local',
    readState: async () => stateOf((await database.prepare(STATE_QUERY).first()) ?? {}),
    execute: async (statements) => {
      await database.batch(statements.map((statement) => database.prepare(statement)));
    },
  };
}

const REMOTE: Registry = {
  target: 'remote',
  readState: async () => {
    const output = await wrangler(['--command', STATE_QUERY, '--json']);
    // Warnings may precede the JSON, which starts on its own line.
    return stateOf(rowOf(JSON.parse(output.slice(output.search(/^\[$/m)))));
  },
  execute: async (statements) => {
    const directory = await mkdtemp(join(tmpdir(), 'musette-catalogue-'));
    try {
      const file = join(directory, 'catalogue.sql');
      await writeFile(file, `${statements.join(';\n')};\n`);
      await wrangler(['--file', file, '--yes']);
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  },
};

function rowOf(answer: unknown): Readonly<Record<string, unknown>> {
  const first: unknown = Array.isArray(answer) ? answer[0] : null;
  const results: unknown =
    typeof first === 'object' && first !== null && 'results' in first ? first.results : null;
  const row: unknown = Array.isArray(results) ? results[0] : null;
  if (typeof row !== 'object' || row === null) throw new Error('wrangler returned no row');
  return row as Readonly<Record<string, unknown>>;
}

function wrangler(more: readonly string[]): Promise<string> {
  return runWrangler(['d1', 'execute', DATABASE, '--remote', ...more]);
}

/** Extracts wrangler's message, which `--json` wraps in JSON. */
export function messageOf(reason: string): string {
  const wrapped = /"text": ("(?:[^"\\]|\\.)*")/.exec(reason)?.[1];
  if (wrapped === undefined) return reason;
  return `${reason.split('\n')[0]}\n${String(JSON.parse(wrapped))}`;
}

/** Returns advice on a common wrangler failure, or empty. */
export function adviceOn(reason: string): string {
  if (/CLOUDFLARE_API_TOKEN|not logged in|wrangler login|Authentication error/i.test(reason)) {
    return 'Sign in to Cloudflare first: `npx wrangler login`, or set CLOUDFLARE_API_TOKEN (D1 edit) and CLOUDFLARE_ACCOUNT_ID.';
  }
  if (/no such table/i.test(reason)) {
    return 'The registry has no tables yet: apply its migrations first, `npx wrangler d1 migrations apply REGISTRY`.';
  }
  return '';
}

async function main(): Promise<void> {
  const [flag, ...rest] = process.argv.slice(2);
  if ((flag !== '--local' && flag !== '--remote') || rest.length > 0) {
    console.error(
      'Usage: npm run catalogue -- --local|--remote   (local state: STATE_DIR, default .wrangler/state)',
    );
    process.exitCode = 2;
    return;
  }
  const report = (line: string) => console.log(line);
  if (flag === '--remote') return loadInto(REMOTE, report);
  await withLocalDatabases(STATE_DIR, async (databaseOf) =>
    loadCatalogue(await databaseOf(DATABASE), report),
  );
}

if (import.meta.main) {
  await main().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    console.error(messageOf(reason));
    console.error(`The catalogue was not loaded. ${adviceOn(reason)}`.trim());
    process.exitCode = 1;
  });
}
