import { resolve } from 'node:path';
import { createVitest } from 'vitest/node';

/** Files of tests to run one after another in one runtime. */
export interface Order {
  readonly tests: readonly string[];
}

/** What each file found: the name of the first test that failed, null if all passed. */
export type Verdict = Readonly<Record<string, string | null>>;

/**
 * Started by `runner.ts` in a copy of the project, as a process of its own: answers each order with a verdict, and so pays
 * for Vitest's own start once. A lost condition may leave a test waiting for what never comes: it fails after 20 s.
 */
const TEST_TIMEOUT_MS = 20_000;

const vitest = await createVitest('test', {
  watch: false,
  maxWorkers: 1,
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
  return Object.fromEntries(
    tests.map((test) => {
      const module = testModules.find(({ moduleId }) => moduleId === resolve(test));
      const failed = [...(module?.children.allTests() ?? [])].find(
        (each) => each.result().state === 'failed',
      );
      const isWhole = module?.state() === 'passed';
      return [test, failed?.fullName ?? (isWhole ? null : 'the file did not run to its end')];
    }),
  );
}
