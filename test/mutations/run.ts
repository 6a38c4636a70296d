import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Condition, conditionsOf, without } from './conditions.ts';
import { Runner } from './runner.ts';
import { SURVIVORS } from './survivors.ts';
import { type Tests, testsOf } from './tests-of.ts';

/**
 * `npm run mutate -- src/keys`: drops one condition at a time from the queries of these files or folders (by default of
 * every repository) and runs the tests that are named for them in `tests-of.ts`. A condition that no test misses is a
 * survivor; it fails the run unless `survivors.ts` says why no answer depends on it. `--list` only shows the conditions;
 * `--only <text>` takes those whose name contains the text, `--near` runs
 * the nearby tests only. Verdicts are kept until a source, a test or the list of tests
 * changes, so a run that was interrupted continues; `--again` forgets them. The tree is never changed: a copy is.
 */

const { values, positionals } = parseArgs({
  options: {
    list: { type: 'boolean' },
    again: { type: 'boolean' },
    near: { type: 'boolean' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});

/** A condition with the file that it is in, and the name by which verdicts and reasons know it. */
interface Mutant extends Condition {
  readonly path: string;
  readonly name: string;
}

/** What became of a dropped condition: the test that noticed it, or null. */
type Verdicts = Record<string, { readonly killer: string | null }>;

const CACHE = join('node_modules', '.cache', 'mutations');

const files = filesWithQueries(positionals);
const mutants = files.flatMap(mutantsOf).filter(({ name }) => name.includes(values.only ?? ''));
if (values.list) for (const { name, replacement } of mutants) console.log(`${name} → ${replacement}`);
console.log(`${mutants.length} conditions in ${files.length} files`);
if (!values.list) process.exitCode = await tryAll();

async function tryAll(): Promise<number> {
  const verdicts: Verdicts = {};
  const runner = new Runner();
  try {
    // Files with the same tests are tried together: most of the time is the start of their runtime.
    for (const [tests, paths] of Map.groupBy(files, testsOf)) await tryFiles(runner, tests, paths, verdicts);
  } finally {
    await runner.end();
  }
  return report(verdicts);
}

async function tryFiles(
  runner: Runner,
  { near, far }: Tests,
  paths: readonly string[],
  verdicts: Verdicts,
): Promise<void> {
  for (const path of paths) if (!values.again) Object.assign(verdicts, readVerdicts(path));
  const untried = mutants.filter(({ path, name }) => paths.includes(path) && !verdicts[name]);
  const copies = untried.map((mutant, at) => ({
    number: at + 1,
    path: mutant.path,
    text: without(readFileSync(mutant.path, 'utf8'), mutant),
  }));
  if (copies.length > 0) await runner.begin(copies);
  for (const test of values.near ? near : [...near, ...far]) {
    const left = copies.filter(({ number }) => !verdicts[untried[number - 1]?.name ?? '']);
    if (left.length === 0) break;
    const startedAt = performance.now();
    const numbers = left.map(({ number }) => number);
    const failures = await runner.failuresOf(numbers, test);
    if (failures === null) console.log(`${test} cannot be repeated in one runtime: no verdict`);
    let noticed = 0;
    for (const [number, failed] of failures ?? []) {
      const name = untried[number - 1]?.name;
      if (failed === null || name === undefined) continue;
      verdicts[name] = { killer: `${test}: ${failed}` };
      noticed++;
    }
    for (const path of paths) writeVerdicts(path, verdicts);
    const tookS = ((performance.now() - startedAt) / 1000).toFixed(0);
    console.log(`${test} notices ${noticed} of ${left.length} (${tookS} s)`);
  }
  for (const { name } of untried) verdicts[name] ??= { killer: null };
  if (!values.near) for (const path of paths) writeVerdicts(path, verdicts);
}

/** Prints the table, and returns 1 if a survivor has no reason or a reason no survivor. */
function report(verdicts: Verdicts): number {
  console.log('\n| file | conditions | killed | survived, with a reason | survived |');
  console.log('| --- | ---: | ---: | ---: | ---: |');
  const surviving = (name: string) => verdicts[name]?.killer === null;
  for (const path of files) {
    const names = mutants.filter((each) => each.path === path).map(({ name }) => name);
    const survived = names.filter(surviving);
    const excused = survived.filter((name) => SURVIVORS[name] !== undefined);
    const row = [
      names.length,
      names.length - survived.length,
      excused.length,
      survived.length - excused.length,
    ];
    console.log(`| ${path} | ${row.join(' | ')} |`);
  }
  const names = new Set(mutants.map(({ name }) => name));
  const unexcused = [...names].filter((name) => surviving(name) && SURVIVORS[name] === undefined);
  for (const name of names)
    if (surviving(name) && SURVIVORS[name]) console.log(`\n${name}\n  ${SURVIVORS[name]}`);
  for (const name of unexcused) console.log(`\nSURVIVED: ${name}`);
  const reachable = Object.keys(SURVIVORS).filter((name) =>
    files.some((path) => name.startsWith(`${path} `)),
  );
  const needless = values.only
    ? []
    : reachable.filter((name) => !names.has(name) || verdicts[name]?.killer !== null);
  for (const name of needless)
    console.log(`\nsurvivors.ts excuses what is not there or does not survive: ${name}`);
  return unexcused.length + needless.length > 0 ? 1 : 0;
}

/** Returns the files with conditions below these paths; without paths, all repositories. */
function filesWithQueries(paths: readonly string[]): readonly string[] {
  const all = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name}`)
    .filter((path) => path.endsWith('.ts'))
    .sort();
  const chosen =
    paths.length === 0
      ? all.filter((path) => path.endsWith('repository.ts'))
      : all.filter((path) =>
          paths.some((each) => path === each || path.startsWith(`${each.replace(/\/$/, '')}/`)),
        );
  return chosen.filter((path) => mutantsOf(path).length > 0);
}

function mutantsOf(path: string): readonly Mutant[] {
  const source = readFileSync(path, 'utf8');
  if (!source.includes("from 'drizzle-orm'")) return [];
  const seen = new Map<string, number>();
  return conditionsOf(path, source).map((condition) => {
    const name = `${path} ${condition.within}: ${condition.text}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { ...condition, path, name: count === 1 ? name : `${name} #${count}` };
  });
}

/** Verdicts are kept while the source, its tests and their list are the same. */
function digestOf(path: string): string {
  const { near, far } = testsOf(path);
  const texts = [path, ...near, ...far].map((each) => readFileSync(each, 'utf8'));
  return createHash('sha256').update(texts.join('\0')).digest('hex');
}

function cachePathOf(path: string): string {
  return join(CACHE, `${path.replaceAll('/', '.')}.json`);
}

function readVerdicts(path: string): Verdicts {
  if (!existsSync(cachePathOf(path))) return {};
  const text = readFileSync(cachePathOf(path), 'utf8');
  const kept: { readonly digest: string; readonly verdicts: Verdicts } = JSON.parse(text);
  return kept.digest === digestOf(path) ? kept.verdicts : {};
}

function writeVerdicts(path: string, verdicts: Verdicts): void {
  const own = Object.entries(verdicts).filter(([name]) => name.startsWith(`${path} `));
  mkdirSync(CACHE, { recursive: true });
  const kept = { digest: digestOf(path), verdicts: Object.fromEntries(own) };
  writeFileSync(cachePathOf(path), JSON.stringify(kept, null, 1));
}
