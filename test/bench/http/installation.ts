import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { bundledModules, bundleWorker } from '#tools/cli/bundle.ts';
import { module, staticFiles, storage, surroundings, WORKER } from '../../support/deployment.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A recorded operation, which the floor repeats. */
export interface RecordedOperation {
  readonly calls: unknown;
  readonly bytes: number;
  readonly guardId: string;
  /** Identifiers and hashes that the operation makes anew each time. */
  readonly fresh: readonly string[];
}

/**
 * The service's own bundle in workerd, without wrangler's development proxy, next to a recorder, the floor and
 * bare Hono: each on a port of its own, over the same storage.
 */
export async function install(outDir: string) {
  const [bundle, recorder, floor, bare] = await Promise.all([
    bundledModules(outDir),
    readFile(join(import.meta.dirname, 'recorder-worker.js'), 'utf8'),
    readFile(join(import.meta.dirname, 'floor-worker.js'), 'utf8'),
    readFile(join(outDir, 'bare.js'), 'utf8'),
  ]);
  const direct = { unsafeDirectSockets: [{ host: '127.0.0.1', port: 0 }] };
  const around = surroundings();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: '127.0.0.1',
      port: 0,
      // Printing the service's log lines would be work of this process, which has load to make.
      handleStructuredLogs: () => undefined,
      workers: [
        {
          name: WORKER,
          modules: bundle,
          ...storage(),
          ...around,
          ...direct,
        },
        {
          name: 'recorder',
          modules: [module('recorder.js', recorder), ...bundle],
          ...storage(WORKER),
          ...around,
          ...direct,
        },
        {
          name: 'floor',
          modules: [module('floor.js', floor)],
          ...storage(WORKER),
          ...direct,
        },
        { name: 'bare', modules: [module('bare.js', bare)], ...storage(WORKER), ...direct },
        await staticFiles(),
      ],
    }),
  );
  await miniflare.ready;
  return miniflare;
}

/** Bundles the service as it is deployed, and bare Hono bundled the same way. */
export async function bundleBesideHono(outDir: string): Promise<void> {
  await bundleWorker(outDir);
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
