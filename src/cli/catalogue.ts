import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CatalogueEntry, parseCatalogue } from '../products/catalogue/entries.ts';
import { catalogueStatements } from '../products/catalogue/load-statements.ts';
import { STATE_DIR } from './local-state.ts';
import { runWrangler } from './wrangler.ts';

const SOURCE = join(import.meta.dirname, '../products/catalogue/products.json');
const DATABASE = 'REGISTRY';

export interface LoadOptions {
  readonly target: 'local' | 'remote';
  /** Directory of local state (wrangler's `--persist-to`); not used for a remote load. */
  readonly persistTo?: string | undefined;
  /** The source file, for tests of a changed catalogue. */
  readonly source?: string;
  readonly report?: (line: string) => void;
}

export interface LoadResult {
  readonly version: string;
  readonly visible: number;
  readonly hidden: number;
  /** False if the registry already held exactly this catalogue. */
  readonly changed: boolean;
}

/**
 * Makes the registry's catalogue equal to the source file. Idempotent, and the next load repairs an interrupted one: the
 * version is written last.
 *
 * @throws if the source is malformed or wrangler fails, with wrangler's own message
 */
export async function loadCatalogue(options: LoadOptions): Promise<LoadResult> {
  const report = options.report ?? (() => undefined);
  const text = await readFile(options.source ?? SOURCE, 'utf8');
  const entries = parseCatalogue(JSON.parse(text));
  const version = createHash('sha256').update(JSON.stringify(entries)).digest('hex').slice(0, 16);
  report(`Catalogue ${version}: ${entries.length} products in the source.`);

  const before = await readState(options);
  if (before.version === version && before.visible === entries.length) {
    report(`The ${options.target} registry holds it already.`);
    return { ...before, version, changed: false };
  }
  report(
    `The ${options.target} registry has ${before.visible} visible and ${before.hidden} hidden; writing…`,
  );
  await execute(options, entries, version);
  const after = await readState(options);
  if (after.version !== version || after.visible !== entries.length) {
    throw new Error(
      `the registry shows ${after.visible} products after a load of ${entries.length}; run it again`,
    );
  }
  report(`Done: ${after.visible} visible, ${after.hidden} hidden.`);
  return { ...after, version, changed: true };
}

async function execute(
  options: LoadOptions,
  entries: readonly CatalogueEntry[],
  version: string,
): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'musette-catalogue-'));
  try {
    const file = join(directory, 'catalogue.sql');
    await writeFile(file, `${catalogueStatements(entries, version, Date.now()).join(';\n')};\n`);
    await wrangler(options, ['--file', file, '--yes']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface State {
  readonly version: string;
  readonly visible: number;
  readonly hidden: number;
}

async function readState(options: LoadOptions): Promise<State> {
  const query =
    "SELECT coalesce((SELECT version FROM catalogue_version), '') AS version, " +
    'count(*) FILTER (WHERE hidden_at IS NULL) AS visible, count(*) FILTER (WHERE hidden_at IS NOT NULL) AS hidden FROM products';
  const output = await wrangler(options, ['--command', query, '--json']);
  // Warnings may come before the JSON, which begins on a line of its own.
  const parsed: unknown = JSON.parse(output.slice(output.search(/^\[$/m)));
  const row = rowOf(parsed);
  return { version: String(row.version), visible: Number(row.visible), hidden: Number(row.hidden) };
}

function rowOf(answer: unknown): Readonly<Record<string, unknown>> {
  const first: unknown = Array.isArray(answer) ? answer[0] : null;
  const results: unknown =
    typeof first === 'object' && first !== null && 'results' in first ? first.results : null;
  const row: unknown = Array.isArray(results) ? results[0] : null;
  if (typeof row !== 'object' || row === null) throw new Error('wrangler returned no row');
  return row as Readonly<Record<string, unknown>>;
}

function wrangler({ target, persistTo }: LoadOptions, more: readonly string[]): Promise<string> {
  const place =
    target === 'remote' ? ['--remote'] : ['--local', ...(persistTo ? ['--persist-to', persistTo] : [])];
  return runWrangler(['d1', 'execute', DATABASE, ...place, ...more]);
}

/** Extracts wrangler's own message: with `--json` it wraps its errors in JSON. */
export function messageOf(reason: string): string {
  const wrapped = /"text": ("(?:[^"\\]|\\.)*")/.exec(reason)?.[1];
  if (wrapped === undefined) return reason;
  return `${reason.split('\n')[0]}\n${String(JSON.parse(wrapped))}`;
}

/** Returns advice on a common failure of wrangler; empty for any other. */
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
  await loadCatalogue({
    target: flag === '--local' ? 'local' : 'remote',
    persistTo: STATE_DIR,
    report: (line) => console.log(line),
  });
}

if (import.meta.main) {
  await main().catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    console.error(messageOf(reason));
    console.error(`The catalogue was not loaded. ${adviceOn(reason)}`.trim());
    process.exitCode = 1;
  });
}
