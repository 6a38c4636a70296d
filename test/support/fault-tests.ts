import { beforeAll, describe, expect, test } from 'vitest';
import { CATALOGUE, loadTestCatalogue } from './catalogue.ts';
import { routeOf, walkFaults } from './fault-walk.ts';
import type { When } from './killing.ts';
import { LOGGED_READS, WRITING_OPERATIONS } from './writing-operations.ts';

const walks = [...WRITING_OPERATIONS, ...LOGGED_READS].map(
  (operation) => [operation.operationId, operation] as const,
);

/** The key's record and its guard; the operator needs neither, and what needs no key stores nothing. */
const LEAST_CALLS = { partner: 2, operator: 1, public: 0 } as const;
const leastCalls = (operationId: string) => LEAST_CALLS[routeOf(operationId).access];

/** Every second call fails before it took effect, and the others after: together they take most of a minute. */
const EVERY_SECOND = 2;

/** Operations whose admission fails too: all others of partners begin with the same two calls. */
export const WITH_ADMISSION = [
  'createAthlete',
  'createActivity',
  'createApiKey',
  'exportAthlete',
  'getFuelPlan',
];
function callsOfAdmission(operationId: string): number {
  const isTried = routeOf(operationId).access !== 'partner' || WITH_ADMISSION.includes(operationId);
  return isTried ? 0 : LEAST_CALLS.partner;
}

/** Defines a test of each operation that writes, with storage calls that fail before or after they took effect. */
export function defineFaultTests(when: When): void {
  // A few products: bindings that fail are new ones, so each attempt reads the catalogue and indexes it anew.
  beforeAll(() => loadTestCatalogue(CATALOGUE.filter(({ brand }) => brand === 'Maurten')));

  describe(`a storage call that fails ${when} it took effect`, () => {
    test.each(walks)(
      'leaves %s done or not begun, answered with success or 503, and safe to repeat',
      async (operationId, operation) => {
        const calls = await walkFaults(operation, when, EVERY_SECOND, callsOfAdmission(operationId));
        expect(calls).toBeGreaterThanOrEqual(leastCalls(operationId));
      },
    );
  });
}
