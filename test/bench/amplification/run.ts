import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { type Case, casesOf, KINDS, type Kind, ONE_UNIT_BYTES } from './cases.ts';
import { isAlive, measureFairness, sendCrowd } from './crowds.ts';
import { type Measured, Meter } from './measure.ts';
import { searchBeyond } from './search.ts';
import { startBench } from './service.ts';

/**
 * `npm run bench:amplification`: what a request can cost others, in the deployed bundle in one isolate with a heap of 128 MB.
 *
 * - `cases`: processor time, units and bytes of the worst known requests of each operation, next to a usual calculation of
 *   the same run.
 * - `search`: bodies changed at random for `--seconds` per operation. Those that beat the known ones are written to files.
 * - `fairness`: forty connections of one key with the cases of a kind, and how long another partner waits next to them.
 * - `memory`: fifty of a kind at once.
 *
 * `-- --only cases,search` selects parts, `--match text` cases by operation and name, `--kind plan` a kind. `--seed S` repeats the choices of a
 * search. Exits with 1 above 20 calculations per unit, if a failed validation returns more than 64 KiB, if another partner
 * waits more than ten times as long, or if a request is lost.
 */

// The platform's limit for an isolate.
process.env.MINIFLARE_WORKERD_V8_FLAGS = '--max-old-space-size=128';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    match: { type: 'string' },
    kind: { type: 'string' },
    seed: { type: 'string' },
    seconds: { type: 'string' },
  },
});
const PARTS = (values.only ?? 'cases,search,fairness,memory').split(',');
const SEED = Number(values.seed ?? Date.now() % 2 ** 31);
const SEARCH_MS = Number(values.seconds ?? 5) * 1000;

const CALCULATIONS_PER_UNIT_MAX = 20;
const SLOWDOWN_MAX = 10;
/** Where bodies of the search are written; not part of the repository. */
const FOUND_DIR = 'test/artifacts/amplification';

const outDir = await mkdtemp(join(tmpdir(), 'musette-amplification-'));
await bundleWorker(outDir);
let bench = await startBench(outDir);
const problems: string[] = [];
try {
  const measured = PARTS.includes('cases') || PARTS.includes('search') ? await measureCases() : [];
  if (PARTS.includes('search')) await search(measured);
  if (PARTS.includes('fairness')) await fairness();
  if (PARTS.includes('memory')) await memory();
} finally {
  await bench.dispose();
  await rm(outDir, { recursive: true, force: true });
}
console.log(problems.length === 0 ? '\nAll within bounds.' : `\nOut of bounds:\n${problems.join('\n')}`);
process.exitCode = problems.length === 0 ? 0 : 1;

function isMatched({ operationId, name }: Case): boolean {
  return values.match === undefined || `${operationId} ${name}`.includes(values.match);
}

async function measureCases(): Promise<readonly Measured[]> {
  const meter = new Meter(bench);
  const measured: Measured[] = [];
  console.log(
    '| operation | case | status | CPU ms | calculations | units | per unit | bytes in | bytes out | out / in |\n| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
  );
  for (const request of casesOf(bench.world)) {
    if (!isMatched(request)) continue;
    const own = await meter.measure(request);
    measured.push(own);
    console.log(rowOf(own));
    judge(own);
    if (!(await isAlive(bench))) await restart(`${request.operationId}, ${request.name}`);
  }
  console.log(`\nA usual calculation took ${meter.calculationMs.toFixed(2)} ms.`);
  return measured;
}

function rowOf({ request, ...own }: Measured): string {
  const cells = [
    request.operationId,
    request.name,
    own.status === 0 ? 'lost' : own.status,
    own.cpuMs.toFixed(1),
    own.calculations.toFixed(1),
    own.units,
    own.calculationsPerUnit.toFixed(1),
    own.bytesIn,
    own.bytesOut,
    own.bytesRatio.toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}

/** Compares a case with the bounds. A recalculation is a job with a pace of its own, whose work is not the request's. */
function judge({ request, status, calculationsPerUnit, bytesOut }: Measured): void {
  const name = `${request.operationId}, ${request.name}`;
  const isJob = request.operationId === 'createRecalculation';
  if (calculationsPerUnit > CALCULATIONS_PER_UNIT_MAX && !isJob) {
    problems.push(`${name}: ${calculationsPerUnit.toFixed(1)} calculations per unit`);
  }
  if ((status === 422 || request.kind === 'validation') && bytesOut > ONE_UNIT_BYTES) {
    problems.push(`${name}: a failed validation of ${bytesOut} bytes`);
  }
  if (status === 0 || (status >= 500 && status !== 503))
    problems.push(`${name}: answered ${status || 'nothing'}`);
}

async function restart(after: string): Promise<void> {
  problems.push(`${after}: the isolate ended`);
  await bench.dispose();
  bench = await startBench(outDir);
}

async function search(known: readonly Measured[]): Promise<void> {
  const options = { seed: SEED, ms: SEARCH_MS };
  console.log(`\nSearch of ${SEARCH_MS / 1000} s per operation, seed ${SEED}`);
  for (const own of Map.groupBy(known, ({ request }) => request.operationId).values()) {
    const { found, tried } = await searchBeyond(bench, own, options);
    console.log(`${own[0]?.request.operationId}: ${tried} bodies`);
    for (const one of found) {
      const { body, operationId } = one.request;
      const file = join(FOUND_DIR, `${operationId}-${SEED}-${Math.round(one.calculationsPerUnit)}.txt`);
      await mkdir(FOUND_DIR, { recursive: true });
      await writeFile(file, body ?? '');
      console.log(
        `${rowOf(one)}\nWorse than all known ones: add it to cases.ts. The body begins with ${body?.slice(0, 200)}, and is in ${file}.`,
      );
      judge(one);
    }
    if (!(await isAlive(bench)))
      await restart(`a search of ${own[0]?.request.operationId} with seed ${SEED}`);
  }
}

function isChosen(kind: Kind): boolean {
  return values.kind === undefined || values.kind === kind;
}

async function fairness(): Promise<void> {
  console.log(
    '\n| forty connections of | alone p95 ms | next to them p95 ms | ratio | other partner | connections |',
  );
  console.log('| --- | ---: | ---: | ---: | --- | --- |');
  for (const kind of KINDS.filter(isChosen)) {
    const { quietP95Ms, busyP95Ms, ratio, other, connections } = await measureFairness(
      bench,
      kind,
      isMatched,
    );
    const cells = [kind, quietP95Ms.toFixed(1), busyP95Ms.toFixed(1), ratio.toFixed(1), other, connections];
    console.log(`| ${cells.join(' | ')} |`);
    if (!(ratio <= SLOWDOWN_MAX))
      problems.push(`forty of ${kind}: another partner waits ${ratio.toFixed(1)} times as long`);
    if (/lost/.test(other + connections)) problems.push(`forty of ${kind}: requests are lost`);
    if (!(await isAlive(bench))) await restart(`forty of ${kind}`);
  }
}

async function memory(): Promise<void> {
  console.log('\n| fifty at once of | statuses |\n| --- | --- |');
  for (const kind of KINDS.filter(isChosen)) {
    const { statuses, lost, failed } = await sendCrowd(bench, kind);
    console.log(`| ${kind} | ${statuses} |`);
    if (lost + failed > 0) problems.push(`fifty of ${kind}: ${lost} lost, ${failed} failed`);
    if (!(await isAlive(bench))) await restart(`fifty of ${kind}`);
  }
}
