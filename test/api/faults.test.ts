import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '../../src/app/routes.ts';
import { CATALOGUE, loadTestCatalogue } from '../support/catalogue.ts';
import { routeOf, walkFaults } from '../support/fault-walk.ts';
import { LOGGED_READS, SANDBOX_RESET, WRITING_OPERATIONS } from '../support/writing-operations.ts';

const walks = [...WRITING_OPERATIONS, ...LOGGED_READS].map(
  (operation) => [operation.operationId, operation] as const,
);

/** The key's record and its guard; the operator needs neither, and what needs no key stores nothing. */
const LEAST_CALLS = { partner: 2, operator: 1, public: 0 } as const;
const leastCalls = (operationId: string) => LEAST_CALLS[routeOf(operationId).access];

// A few products: bindings that fail are new ones, so each attempt reads the catalogue and indexes it anew.
beforeAll(() => loadTestCatalogue(CATALOGUE.filter(({ brand }) => brand === 'Maurten')));

test('every operation that can write is walked', () => {
  const writing = ROUTES.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
  const walked = [...WRITING_OPERATIONS, SANDBOX_RESET].map(({ operationId }) => operationId);
  expect(walked.sort()).toEqual(writing.sort());
});

describe.each(['before', 'after'] as const)('a storage call that fails %s it took effect', (when) => {
  test.each(walks)(
    'leaves %s done or not begun, answered with success or 503, and safe to repeat',
    async (operationId, operation) => {
      expect(await walkFaults(operation, when)).toBeGreaterThanOrEqual(leastCalls(operationId));
    },
  );
});
