import { expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import { defineFaultTests } from '../support/fault-tests.ts';
import { SANDBOX_FILLS, WALKED_ELSEWHERE, WRITING_OPERATIONS } from '../support/writing-operations.ts';

test('every operation that can write is walked', () => {
  const writing = ROUTES.filter(({ method }) => method !== 'GET').map(({ operationId }) => operationId);
  const walked = [...WRITING_OPERATIONS, ...SANDBOX_FILLS].map(({ operationId }) => operationId);
  walked.push(...WALKED_ELSEWHERE);
  expect(walked.sort()).toEqual(writing.sort());
});

defineFaultTests('before');
