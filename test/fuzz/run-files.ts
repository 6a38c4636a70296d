import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { type MutatedFile, mutatedFile, outcomeOf } from './mutated-files.ts';

/**
 * `npm run fuzz:files -- --runs N --seed S`: gives N mutated files to the parsers, each of which must be read into a valid
 * answer or refused as unreadable. Prints the outcomes, the slowest file and the memory at the end.
 */

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = Number(values.runs ?? 100_000);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

/** A time above is measured twice more, and the least counts: other programs share the machine. */
const CONSPICUOUS_MS = 20;

function timed(file: MutatedFile) {
  const once = () => {
    const startedAt = performance.now();
    const outcome = outcomeOf(file);
    return { outcome, tookMs: performance.now() - startedAt };
  };
  const first = once();
  if (first.tookMs < CONSPICUOUS_MS) return first;
  return { ...first, tookMs: Math.min(first.tookMs, once().tookMs, once().tookMs) };
}

const outcomes = new Map<string, number>();
let slowestMs = 0;
let slowestName = '';
const result = fc.check(
  fc.property(mutatedFile, (file) => {
    const { outcome, tookMs } = timed(file);
    if (tookMs > slowestMs) [slowestMs, slowestName] = [tookMs, file.name];
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome !== 'read' && outcome !== 'unreadable') throw new Error(outcome);
  }),
  { numRuns: runs, seed },
);
console.log(`${result.numRuns} files from seed ${seed}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
console.log(`The slowest took ${slowestMs.toFixed(1)} ms (${slowestName}).`);
console.log(`Heap at the end: ${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MiB.`);
if (result.failed) {
  const [file] = result.counterexample ?? [];
  console.error(`Again: npm run fuzz:files -- --runs ${runs} --seed ${seed}`);
  console.error(file?.name, file && new TextDecoder('latin1').decode(file.bytes));
  console.error(String(result.errorInstance));
  process.exitCode = 1;
}
