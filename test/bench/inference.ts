/** Measures the inference of one title, warm, on one core, and the first one of an isolate: `npm run bench:inference`. */

import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { inferActivityType, inferBrick } from '@musette/titles/infer';
import { bench, do_not_optimize, run } from 'mitata';
import { HOSTILE } from '../../src/packages/titles/test/hostile-strings.ts';
import { LEXICON } from '../../src/packages/titles/test/lexicon.ts';
import { DEVELOP, REPORT } from '../../src/packages/titles/test/titles/index.ts';

const titles = [...DEVELOP, ...REPORT].map(({ title, description, tags, locale }) => ({
  title,
  description: description ?? null,
  tags: tags ?? [],
  locale: locale ?? null,
  durationMin: null,
}));
let next = 0;
function nextTitle() {
  next = (next + 1) % titles.length;
  return titles[next] ?? { title: '', description: null, tags: [], locale: null, durationMin: null };
}

bench('labelled titles in turn, type', () => do_not_optimize(inferActivityType(nextTitle(), LEXICON)));
bench('labelled titles in turn, brick', () => do_not_optimize(inferBrick(nextTitle(), LEXICON)));
for (const [name, title] of Object.entries(HOSTILE)) {
  const input = { title, description: null, tags: [], locale: null };
  bench(`hostile: ${name}`, () => do_not_optimize(inferActivityType(input, LEXICON)));
}

const { benchmarks } = await run({ format: 'quiet' });
console.log(`${'µs'.padEnd(44)} ${'median'.padStart(9)} ${'p99'.padStart(9)}`);
for (const { alias, runs } of benchmarks) {
  const { p50, p99 } = runs[0]?.stats ?? {};
  const micro = (value: number | undefined) =>
    (value === undefined ? 'failed' : (value / 1000).toFixed(1)).padStart(9);
  console.log(`${alias.padEnd(44)} ${micro(p50)} ${micro(p99)}`);
}

const STARTS = 15;
const starts: Record<'lexiconMs' | 'answerMs', number[]> = { lexiconMs: [], answerMs: [] };
for (let start = 0; start < STARTS; start++) {
  const { lexiconMs, answerMs } = await firstQuestion();
  starts.lexiconMs.push(lexiconMs);
  starts.answerMs.push(answerMs);
}
console.log(`\nAn isolate's first question, median of ${STARTS}, ms`);
console.log(`${'reading the word lists'.padEnd(44)} ${medianOf(starts.lexiconMs).toFixed(1).padStart(9)}`);
console.log(`${'answering one title'.padEnd(44)} ${medianOf(starts.answerMs).toFixed(1).padStart(9)}`);

async function firstQuestion(): Promise<{ lexiconMs: number; answerMs: number }> {
  const thread = new Worker(join(import.meta.dirname, 'first-question.ts'));
  const [told] = await once(thread, 'message');
  await thread.terminate();
  return told;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
