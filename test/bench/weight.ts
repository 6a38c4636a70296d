import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Metafile } from 'esbuild';
import { asBundled, bundledModules, bundleWorker, contentsOfBundle } from '#tools/cli/bundle.ts';
import { runWrangler } from '#tools/cli/wrangler.ts';
import { busyMs, medianOfUsable } from './startup-profile.ts';

/**
 * `npm run weight`: prints the Worker's weight, its parts (`--parts`), and with `--start` (`npm run bench:start`) how long it
 * takes to start, which is on the path of every first request at a location. Exits 1 over a budget. The
 * weight is the same on every machine and so belongs to `npm run check`. With `--beside DIR` the starts of another
 * checkout, with its packages, alternate with these: the ratio holds on a busy machine too.
 */

const { values } = parseArgs({
  options: { start: { type: 'boolean' }, parts: { type: 'boolean' }, beside: { type: 'string' } },
});

/** The start weight of an isolate. Above it, use `--parts` to find modules that could load on first use. */
const START_BUDGET_KIB = 296;
/** All modules. It only stops an accident: lists of words and texts of languages may grow. */
const BUNDLE_BUDGET_KIB = 1536;
const STARTUP_BUDGET_MS = 50;
/** The sampling profiler is disturbed by everything else on the machine; the start in the middle counts. */
const STARTS = values.beside === undefined ? 5 : 15;

const outDir = await mkdtemp(join(tmpdir(), 'musette-size-'));
try {
  const files = await bundleWorker(outDir);
  const [startKib, bundleKib] = await gzipKib(outDir, files);
  report('Read at the start, gzip', startKib, START_BUDGET_KIB, 'KiB');
  report('Bundle, gzip', bundleKib, BUNDLE_BUDGET_KIB, 'KiB');
  if (values.parts) await listParts();
  if (values.start) await measureStarts();
} finally {
  await rm(outDir, { recursive: true, force: true });
}

/** Returns the weight of what an isolate reads as it starts, and of the whole bundle. */
async function gzipKib(outDir: string, files: Metafile): Promise<readonly [number, number]> {
  const modules = await bundledModules(outDir);
  const atStart = pathsReadAtStart(files);
  const weigh = (parts: typeof modules) =>
    gzipSync(parts.map(({ contents }) => contents).join('')).length / 1024;
  return [weigh(modules.filter(({ path }) => atStart.has(path))), weigh(modules)];
}

/** Returns `index.js` and what it imports before anything is called, itself or through others. */
function pathsReadAtStart({ outputs }: Metafile): ReadonlySet<string> {
  const entry = Object.keys(outputs).find((path) => path.endsWith('index.js')) ?? 'index.js';
  const paths = new Set([entry]);
  for (const path of paths) {
    for (const each of outputs[path]?.imports ?? []) {
      if (each.kind === 'import-statement' && each.external !== true) paths.add(each.path);
    }
  }
  return new Set([...paths].map((path) => path.slice(entry.length - 'index.js'.length)));
}

function report(what: string, measured: number, budget: number, unit: string): void {
  const isWithin = measured <= budget;
  console.log(`${what}: ${measured.toFixed(1)} of ${budget} ${unit}${isWithin ? '' : ', over its budget'}`);
  if (!isWithin) process.exitCode = 1;
}

/** The bundle by package and room, in minified bytes before compression. */
async function listParts(): Promise<void> {
  const { outputs } = await contentsOfBundle();
  const parts = new Map<string, number>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const part = partOf(path);
      parts.set(part, (parts.get(part) ?? 0) + bytesInOutput);
    }
  }
  for (const [part, bytes] of [...parts].sort((a, b) => b[1] - a[1])) {
    if (bytes >= 1024) console.log(`  ${(bytes / 1024).toFixed(0).padStart(4)} KiB  ${part}`);
  }
}

function partOf(path: string): string {
  const [, inPackage] = path.split('node_modules/');
  if (inPackage === undefined) return /src\/[^/]+/.exec(path)?.[0] ?? path;
  return /^(@[^/]+\/)?[^/]+/.exec(inPackage)?.[0] ?? inPackage;
}

async function measureStarts(): Promise<void> {
  const uploads = [await prepareUpload({ asBundled }, outDir)];
  if (values.beside !== undefined) uploads.push(await prepareOther(resolve(values.beside)));
  const startsMs: (number | null)[][] = uploads.map(() => []);
  for (let start = 0; start < STARTS; start++) {
    for (const [at, upload] of uploads.entries()) startsMs[at]?.push(await startMs(upload));
  }
  const [ownMs = 0, otherMs] = startsMs.map(medianOfUsable);
  report('Start-up CPU', ownMs, STARTUP_BUDGET_MS, 'ms');
  if (otherMs === undefined) return;
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `Beside it ${otherMs.toFixed(1)} ms: ${(ownMs / otherMs).toFixed(2)} of it; load average ${load}`,
  );
}

/** The bundler of a checkout. */
type Bundler = Pick<typeof import('#tools/cli/bundle.ts'), 'asBundled'>;

/** Returns what wrangler would upload of a bundle, as one file. */
async function prepareUpload({ asBundled }: Bundler, bundleDir: string): Promise<string> {
  const upload = join(bundleDir, 'upload.bundle');
  await runWrangler(['deploy', ...asBundled(bundleDir), '--dry-run', `--outfile=${upload}`]);
  return upload;
}

/** Bundles another checkout with its own bundler, and returns what it would upload. */
async function prepareOther(folder: string): Promise<string> {
  const bundler: Bundler & Pick<typeof import('#tools/cli/bundle.ts'), 'bundleWorker'> = await import(
    join(folder, 'src/tools/cli/bundle.ts')
  );
  const bundleDir = join(outDir, 'other');
  await bundler.bundleWorker(bundleDir);
  return prepareUpload(bundler, bundleDir);
}

/** Starts an upload once and returns the CPU time of its code; null if the profile saw none. */
async function startMs(upload: string): Promise<number | null> {
  const profilePath = `${upload}.cpuprofile`;
  await runWrangler(['check', 'startup', `--worker=${upload}`, `--outfile=${profilePath}`]);
  return busyMs(JSON.parse(await readFile(profilePath, 'utf8')));
}
