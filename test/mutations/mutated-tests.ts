import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createVitest, type TestSpecification } from 'vitest/node';

/** One run of test files with a source file as given. */
export interface Order {
  /** Path and text of the changed file; null to run the sources as they are. */
  readonly changed: { readonly path: string; readonly text: string } | null;
  readonly tests: readonly string[];
}

/** What a run found: the name of the first test that failed, null if all passed. */
export interface Verdict {
  readonly failed: string | null;
  readonly count: number;
}

/**
 * Started by `run.ts` in a copy of the project, as a process of its own: answers each order with a verdict, and so pays
 * for Vitest's own start once. A file is put back as it was before the answer.
 */
const TEST_TIMEOUT_MS = 60_000;

const vitest = await createVitest('test', {
  watch: false,
  bail: 1,
  maxWorkers: 1,
  testTimeout: TEST_TIMEOUT_MS,
  reporters: [{}],
  silent: true,
  project: ['worker', 'node'],
});
await vitest.standalone();
const known = new Map<string, readonly TestSpecification[]>();

process.on('message', (order: Order) => {
  run(order).then(
    (verdict) => process.send?.(verdict),
    (fault: unknown) => {
      console.error(fault);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function run({ changed, tests }: Order): Promise<Verdict> {
  const specifications = (await Promise.all(tests.map(specificationsOf))).flat();
  const before = changed && (await swap(changed.path, changed.text));
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    const all = testModules.flatMap((module) => [...module.children.allTests()]);
    const failed = all.find((test) => test.result().state === 'failed');
    const broken = testModules.find((module) => module.state() === 'failed');
    const fault =
      unhandledErrors.length > 0 ? 'an error outside of tests' : (broken?.relativeModuleId ?? null);
    return {
      failed: failed ? `${failed.module.relativeModuleId}: ${failed.fullName}` : fault,
      count: all.filter((test) => test.result().state === 'passed').length,
    };
  } finally {
    if (changed && before !== null) await swap(changed.path, before);
  }
}

async function specificationsOf(test: string): Promise<readonly TestSpecification[]> {
  const found = known.get(test) ?? (await vitest.globTestSpecifications([test]));
  known.set(test, found);
  return found;
}

/** Writes a file of the copy, and returns what it held. */
async function swap(path: string, text: string): Promise<string> {
  const before = await readFile(path, 'utf8');
  await writeFile(path, text);
  vitest.invalidateFile(resolve(path));
  return before;
}
