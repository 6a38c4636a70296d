import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Condition, conditionsOf, without } from './conditions.ts';
import { exportsThrough } from './mutated-module.ts';
import type { Found } from './mutated-tests.ts';
import { type Copy, Runner, type Try } from './runner.ts';
import { SURVIVORS } from './survivors.ts';
import { STATEMENT_TESTS, testsOf } from './tests-of.ts';

/**
 * `npm run mutate -- src/partner/keys`: drops one condition at a time from the queries of these files or folders (by default of
 * every repository) and runs the tests that are named for them in `tests-of.ts`. A condition that no test misses is a
 * survivor; it fails the run unless `survivors.ts` says why no answer depends on it. `--list` only shows the conditions;
 * `--only <text>` takes those whose name contains the text, `--first` runs the tests of statements only and names what they
 * leave open. Verdicts are kept until the source, the test that noticed or, of a survivor, any of its tests changes, so a run
 * that was interrupted continues; `--again` forgets them. The tree is never changed: a copy is.
 */

const { values, positionals } = parseArgs({
  options: {
    list: { type: 'boolean' },
    again: { type: 'boolean' },
    first: { type: 'boolean' },
    only: { type: 'string' },
  },
  allowPositionals: true,
});

/** A condition with the file that it is in, and the name by which verdicts and reasons know it. */
interface Mutant extends Condition {
  readonly path: string;
  readonly name: string;
}

/** The result of dropping a condition: the test that noticed it, or null. */
interface Verdict {
  readonly killer: string | null;
}
type Verdicts = Record<string, Verdict>;

/** Files of tests that are run before their verdicts are kept. */
const TRIES_AT_ONCE = 100;
const CACHE = join('node_modules', '.cache', 'mutations');

const files = filesWithQueries(positionals);
const mutants = files.flatMap(mutantsOf).filter(({ name }) => name.includes(values.only ?? ''));
if (values.list) for (const { name, replacement } of mutants) console.log(`${name} → ${replacement}`);
console.log(`${mutants.length} conditions in ${files.length} files`);
if (!values.list) process.exitCode = await tryAll();

async function tryAll(): Promise<number> {
  const verdicts: Verdicts = {};
  if (!values.again) for (const path of files) Object.assign(verdicts, readVerdicts(path));
  const runner = new Runner();
  try {
    const untried = mutants
      .filter(({ name }) => !verdicts[name])
      .map((mutant, at) => numbered(mutant, at + 1));
    if (untried.length > 0) await runner.begin(untried);
    await tryMutants(runner, untried, verdicts);
  } finally {
    await runner.end();
  }
  return report(verdicts);
}

/** A mutant that is tried: its copy, and the exports of its file by which a test can notice it. */
interface Tried extends Copy {
  readonly name: string;
  readonly through: ReadonlySet<string>;
}

function numbered(mutant: Mutant, number: number): Tried {
  const source = readFileSync(mutant.path, 'utf8');
  const through = new Set(exportsThrough(mutant.path, source, mutant.start));
  return { number, path: mutant.path, name: mutant.name, text: without(source, mutant), through };
}

/** Tries each mutant with one file of its tests after another, and of each file with the tests that use what is changed. */
async function tryMutants(runner: Runner, untried: readonly Tried[], verdicts: Verdicts): Promise<void> {
  const uses = new Map<string, Found['used'] | null>();
  for (let round = 0; !values.first || round < STATEMENT_TESTS.length; round++) {
    const left = untried.flatMap((mutant) => {
      const test = verdicts[mutant.name] ? undefined : testsOf(mutant.path)[round];
      return test === undefined ? [] : [{ mutant, test }];
    });
    if (left.length === 0) break;
    const unknown = new Set(left.map(({ test }) => test).filter((test) => !uses.has(test)));
    for (const [test, used] of await runner.usesOf([...unknown])) uses.set(test, used);
    const tries = left.flatMap(({ mutant, test }) => {
      const isNoticing = (used: readonly string[]) => used.some((name) => mutant.through.has(name));
      const places = [...(uses.get(test) ?? []).entries()].filter(([, used]) => isNoticing(used));
      const { name, number } = mutant;
      return places.length === 0 ? [] : [{ name, number, test, places: places.map(([place]) => place) }];
    });
    for (let from = 0; from < tries.length; from += TRIES_AT_ONCE) {
      await tryThese(runner, tries.slice(from, from + TRIES_AT_ONCE), verdicts);
    }
  }
  // A survivor has been tried with all its tests.
  const isTried = ({ path }: Tried) => testsOf(path).every((test) => uses.get(test) !== null);
  if (!values.first) for (const each of untried.filter(isTried)) verdicts[each.name] ??= { killer: null };
  writeVerdicts(verdicts);
}

async function tryThese(
  runner: Runner,
  tries: readonly (Try & { readonly name: string })[],
  verdicts: Verdicts,
): Promise<void> {
  const startedAt = performance.now();
  const failures = await runner.failuresOf(tries);
  tries.forEach(({ name, test }, at) => {
    if (failures[at]) verdicts[name] = { killer: `${test}: ${failures[at]}` };
  });
  writeVerdicts(verdicts);
  const noticed = failures.filter((failure) => failure !== null).length;
  const tookS = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(`${noticed} of ${tries.length} noticed (${tookS} s)`);
}

/** Prints the table, and returns 1 if a survivor has no reason or a reason no survivor. */
function report(verdicts: Verdicts): number {
  console.log('\n| file | conditions | killed | survived, with a reason | survived | not tried |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: |');
  const surviving = (name: string) => verdicts[name]?.killer === null;
  for (const path of files) {
    const names = mutants.filter((each) => each.path === path).map(({ name }) => name);
    const tried = names.filter((name) => verdicts[name] !== undefined);
    const survived = names.filter(surviving);
    const excused = survived.filter((name) => SURVIVORS[name] !== undefined);
    const row = [
      names.length,
      tried.length - survived.length,
      excused.length,
      survived.length - excused.length,
      names.length - tried.length,
    ];
    console.log(`| ${path} | ${row.join(' | ')} |`);
  }
  const names = new Set(mutants.map(({ name }) => name));
  const unexcused = [...names].filter((name) => surviving(name) && SURVIVORS[name] === undefined);
  for (const name of names)
    if (surviving(name) && SURVIVORS[name]) console.log(`\n${name}\n  ${SURVIVORS[name]}`);
  for (const name of unexcused) console.log(`\nSURVIVED: ${name}`);
  for (const name of names) if (!verdicts[name] && !SURVIVORS[name]) console.log(`\nOPEN: ${name}`);
  const reachable = Object.keys(SURVIVORS).filter((name) =>
    files.some((path) => name.startsWith(`${path} `)),
  );
  const needless =
    values.only || values.first
      ? []
      : reachable.filter((name) => !names.has(name) || verdicts[name]?.killer !== null);
  for (const name of needless)
    console.log(`\nsurvivors.ts excuses what is not there or does not survive: ${name}`);
  const isWhole = [...names].every((name) => verdicts[name] !== undefined);
  return unexcused.length + needless.length > 0 || !isWhole ? 1 : 0;
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

/** A survivor is kept while its source and all its tests are the same, another one while the test that noticed it is. */
function digestOf(path: string, { killer }: Verdict): string {
  const tests = killer === null ? testsOf(path) : [killer.slice(0, killer.indexOf(': '))];
  const texts = [path, ...tests].map((each) => readFileSync(each, 'utf8'));
  return createHash('sha256').update(texts.join('\0')).digest('hex');
}

function cachePathOf(path: string): string {
  return join(CACHE, `${path.replaceAll('/', '.')}.json`);
}

function readVerdicts(path: string): Verdicts {
  if (!existsSync(cachePathOf(path))) return {};
  const kept: Record<string, Verdict & { digest: string }> = JSON.parse(
    readFileSync(cachePathOf(path), 'utf8'),
  );
  return Object.fromEntries(
    Object.entries(kept).filter(([, verdict]) => verdict.digest === digestOf(path, verdict)),
  );
}

function writeVerdicts(verdicts: Verdicts): void {
  mkdirSync(CACHE, { recursive: true });
  for (const path of files) {
    const own = Object.entries(verdicts).filter(([name]) => name.startsWith(`${path} `));
    const kept = own.map(([name, verdict]) => [name, { ...verdict, digest: digestOf(path, verdict) }]);
    writeFileSync(cachePathOf(path), JSON.stringify(Object.fromEntries(kept), null, 1));
  }
}
