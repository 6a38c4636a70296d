import { expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import { defineFaultTests, routeOf, WITH_ADMISSION } from '../support/fault-walk.ts';
import { SANDBOX_FILLS, WRITING_OPERATIONS } from '../support/writing-operations.ts';

test('every operation that can write is walked', () => {
  const writing = ROUTES.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
  const walked = [...WRITING_OPERATIONS, ...SANDBOX_FILLS].map(({ operationId }) => operationId);
  expect(walked.sort()).toEqual(writing.sort());
});

test('admission fails during reads, during verbs that read meanwhile, and before verbs that wait for it', () => {
  const kinds = WITH_ADMISSION.map(routeOf).map((route) => {
    if (route.access !== 'partner') throw new Error('only requests of partners are admitted');
    if (route.method === 'GET') return route.duringAdmission === false ? 'awaiting read' : 'read';
    return route.duringAdmission ? 'reading verb' : 'awaiting verb';
  });
  expect(new Set(kinds)).toEqual(new Set(['read', 'reading verb', 'awaiting verb']));
});

defineFaultTests('before');
