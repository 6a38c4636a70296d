import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { createVitest, type TestModule } from 'vitest/node';
import * as z from 'zod/mini';

/** Files of tests to run one after another in one runtime. */
export interface Order {
  readonly tests: readonly string[];
}

/** The result of one test file. */
export interface Found {
  /** The first test that failed with its place in the order of the file, null if all passed; -1: the file itself failed. */
  readonly failed: { readonly place: number; readonly name: string } | null;
  /** The exports that each test used, by its place. */
  readonly used: readonly (readonly string[])[];
}

/** Results by test file. */
export type Verdict = Readonly<Record<string, Found>>;

/**
 * Started by `runner.ts` in a copy of the project, as a process of its own: answers each order with a verdict, and so pays
 * for Vitest's own start once. A lost condition may leave a test waiting for what never comes: it fails after 20 s.
 */
const TEST_TIMEOUT_MS = 20_000;

const vitest = await createVitest('test', {
  watch: false,
  maxWorkers: availableParallelism(),
  testTimeout: TEST_TIMEOUT_MS,
  reporters: [{}],
  silent: true,
  cache: false,
  project: ['worker', 'node'],
});
await vitest.standalone();

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

async function run({ tests }: Order): Promise<Verdict> {
  const specifications = tests.map((test) => {
    const isOfNode = /^test\/(engine|inference|property|node)\//.test(test);
    return vitest.getProjectByName(isOfNode ? 'node' : 'worker').createSpecification(resolve(test));
  });
  const { testModules } = await vitest.runTestSpecifications(specifications);
  const modules = new Map(testModules.map((module) => [module.moduleId, module]));
  return Object.fromEntries(tests.map((test) => [test, foundBy(modules.get(resolve(test)))]));
}

/** The notes that each test writes through `testChoosing`. */
const Noted = z.object({ mutation: z.object({ place: z.number(), used: z.array(z.string()) }) });

function foundBy(module: TestModule | undefined): Found {
  const used: (readonly string[])[] = [];
  let failed: Found['failed'] = null;
  for (const test of module?.children.allTests() ?? []) {
    const noted = Noted.safeParse(test.meta()).data?.mutation;
    if (noted) used[noted.place] = noted.used;
    const { state, errors } = test.result();
    if (state === 'failed')
      failed ??= { place: noted?.place ?? -1, name: `${test.fullName}: ${errors[0]?.message}` };
  }
  if (module?.state() !== 'passed') failed ??= { place: -1, name: 'the file did not run to its end' };
  return { failed, used: Array.from(used, (names) => names ?? []) };
}
