import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare, type Request, Response } from 'miniflare';
import { runWrangler } from '../../../src/cli/wrangler.ts';
import { lexiconFile } from '../../../src/inference/lexicon/lexicons.ts';

const ROOT = join(import.meta.dirname, '../../..');
export const OPERATOR_TOKEN = 'operator-token-that-only-the-benchmark-uses';

/** What the floor repeats for one operation. */
export interface RecordedOperation {
  readonly calls: unknown;
  readonly bytes: number;
  readonly guardId: string;
  readonly unique: readonly string[];
}

/**
 * The service's own bundle in workerd, without wrangler's development proxy and with few static assets, beside a recorder, the floor and
 * bare Hono: four Workers over the same bindings, each on a port of its own.
 */
export async function install(outDir: string, operations: Readonly<Record<string, RecordedOperation>>) {
  const [bundle, recorder, floor, bare] = await Promise.all([
    readFile(join(outDir, 'index.js'), 'utf8'),
    readFile(join(import.meta.dirname, 'recorder-worker.js'), 'utf8'),
    readFile(join(import.meta.dirname, 'floor-worker.js'), 'utf8'),
    readFile(join(outDir, 'bare.js'), 'utf8'),
  ]);
  const storage = {
    compatibilityDate: '2026-08-01',
    kvNamespaces: { API_KEYS: 'keys' },
    d1Databases: { REGISTRY: 'registry', ATHLETES_TEST_0: 'athletes-test', ATHLETES_LIVE_0: 'athletes-live' },
    unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }],
  };
  const guards = (scriptName?: string) => ({
    KEY_GUARD: { className: 'KeyGuard', useSQLite: true, ...(scriptName ? { scriptName } : {}) },
    PRODUCT_LIMITER: { className: 'ProductLimiter', useSQLite: true, ...(scriptName ? { scriptName } : {}) },
  });
  const own = {
    ...storage,
    bindings: await localVars(),
    ratelimits: {
      FAILED_AUTHENTICATIONS: { namespace_id: '1', simple: { limit: 1e6, period: 60 as const } },
    },
    serviceBindings: { ASSETS: serveAssets },
  };
  const module = (path: string, contents: string) => ({ type: 'ESModule' as const, path, contents });
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      // Printing the service's log lines would be work of this process, which has load to make.
      handleStructuredLogs: () => undefined,
      workers: [
        { name: 'musette', modules: [module('index.js', bundle)], durableObjects: guards(), ...own },
        {
          name: 'recorder',
          modules: [module('recorder.js', recorder), module('index.js', bundle)],
          durableObjects: guards('musette'),
          ...own,
        },
        {
          name: 'floor',
          modules: [module('floor.js', floor)],
          durableObjects: guards('musette'),
          ...storage,
          bindings: { OPERATIONS: JSON.stringify(operations) },
        },
        { name: 'bare', modules: [module('bare.js', bare)], ...storage },
      ],
    }),
  );
  await miniflare.ready;
  return miniflare;
}

/** Static files are the platform's to serve; here are those that are part of the interface or that the service reads. */
export async function serveAssets(request: Request): Promise<Response> {
  switch (new URL(request.url).pathname) {
    case '/openapi.json':
      return new Response(await readFile(join(ROOT, 'src/openapi.json')), {
        headers: { 'Content-Type': 'application/json' },
      });
    case '/internal/lexicon.json':
      return Response.json(lexiconFile());
    default:
      return new Response(null, { status: 404 });
  }
}

/** The deployed bundle, and bare Hono bundled the same way. */
export async function bundleInto(outDir: string): Promise<void> {
  await runWrangler(['deploy', '--dry-run', `--outdir=${outDir}`, '--minify']);
  const { build } = await import('esbuild');
  await build({
    stdin: {
      contents: `import { Hono } from 'hono'; const app = new Hono(); app.all('*', (c) => c.json({ ok: true })); export default app;`,
      resolveDir: ROOT,
    },
    bundle: true,
    format: 'esm',
    minify: true,
    outfile: join(outDir, 'bare.js'),
  });
}

export async function migrate(miniflare: Miniflare): Promise<void> {
  for (const [binding, folder] of [
    ['REGISTRY', 'registry'],
    ['ATHLETES_TEST_0', 'athletes'],
    ['ATHLETES_LIVE_0', 'athletes'],
  ] as const) {
    const database = await miniflare.getD1Database(binding, 'musette');
    const files = (await readdir(join(ROOT, 'migrations', folder)))
      .filter((file) => file.endsWith('.sql'))
      .sort();
    for (const file of files) {
      const text = await readFile(join(ROOT, 'migrations', folder, file), 'utf8');
      const statements = text
        .replace(/^\s*--.*$/gm, '')
        .split(/;\s*$/m)
        .map((statement) => statement.trim())
        .filter(Boolean);
      await database.batch(statements.map((statement) => database.prepare(statement)));
    }
  }
}

/** wrangler.toml's vars as they are, but for limits that a benchmark would only measure the refusals of. */
export async function localVars(): Promise<Record<string, string>> {
  const text = await readFile(join(ROOT, 'wrangler.toml'), 'utf8');
  const section = /\[vars\]([^[]*)/.exec(text)?.[1] ?? '';
  const read = Object.fromEntries(
    [...section.matchAll(/^(\w+) = "(.*)"$/gm)].map((match) => [match[1] ?? '', match[2] ?? '']),
  );
  const budgets = Object.keys(read).filter((name) => /_PER_(MIN|DAY)$/.test(name));
  return {
    ...read,
    ...Object.fromEntries(budgets.map((name) => [name, '999999999'])),
    ENVIRONMENT: 'local',
    SIGNING_SECRET: 'a signing secret that only the benchmark uses',
    OPERATOR_TOKEN,
  };
}
