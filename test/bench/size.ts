import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runWrangler } from '../../src/cli/wrangler.ts';

/**
 * `npm run size`: what a deployment weighs and how long it takes to start, against budgets that fail the
 * check. The start is on the path of every first request at a location.
 */

const GZIP_BUDGET_KIB = 150;
const STARTUP_BUDGET_MS = 50;

const outDir = await mkdtemp(join(tmpdir(), 'musette-size-'));
try {
  await runWrangler(['deploy', '--dry-run', '--minify', `--outdir=${outDir}`]);
  const code = (await readdir(outDir)).filter((file) => file.endsWith('.js'));
  const sizes = await Promise.all(
    code.map(async (file) => gzipSync(await readFile(join(outDir, file))).length),
  );
  const gzipKib = sizes.reduce((sum, size) => sum + size, 0) / 1024;

  const profilePath = join(outDir, 'startup.cpuprofile');
  await runWrangler(['check', 'startup', `--args=--minify`, `--outfile=${profilePath}`]);
  const startupMs = busyMs(JSON.parse(await readFile(profilePath, 'utf8')));

  report('bundle, gzip', gzipKib, GZIP_BUDGET_KIB, 'KiB');
  report('start-up CPU', startupMs, STARTUP_BUDGET_MS, 'ms');
} finally {
  await rm(outDir, { recursive: true, force: true });
}

function report(what: string, measured: number, budget: number, unit: string): void {
  const isWithin = measured <= budget;
  console.log(
    `${what}: ${measured.toFixed(1)} ${unit} of ${budget} ${unit}${isWithin ? '' : ', over its budget'}`,
  );
  if (!isWithin) process.exitCode = 1;
}

interface Profile {
  readonly nodes: readonly { readonly id: number; readonly callFrame: { readonly functionName: string } }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

/** The time that the profile spent in code, without the profiler's own waiting. */
function busyMs(profile: Profile): number {
  const idle = new Set(
    profile.nodes
      .filter((node) => ['(idle)', '(program)', '(root)'].includes(node.callFrame.functionName))
      .map((node) => node.id),
  );
  const busyUs = profile.samples.reduce(
    (sum, id, index) => (idle.has(id) ? sum : sum + Math.max(0, profile.timeDeltas[index] ?? 0)),
    0,
  );
  return busyUs / 1000;
}
