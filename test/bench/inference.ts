/** How long one title takes, warm, on one core: `npm run bench:inference`. */

import { bench, do_not_optimize, run } from 'mitata';
import { inferActivityType } from '../../src/inference/infer-activity-type.ts';
import { inferBrick } from '../../src/inference/infer-brick.ts';
import { HOSTILE } from '../inference/hostile-strings.ts';
import { DEVELOP, REPORT } from '../inference/titles/index.ts';
import { LEXICON } from '../support/lexicon.ts';

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
