import { expect, test } from 'vitest';
import { DOCUMENTED_ROUTES } from '../../src/app/documented-routes.ts';
import { ROUTES } from '../../src/app/routes.ts';
import { ok } from '../../src/http/answer.ts';
import { type DocumentationByOperation, documentRoutes } from '../../src/http/operation-documentation.ts';
import { defineRoute } from '../../src/http/route.ts';

const readSomething = defineRoute({
  method: 'GET',
  path: '/something',
  operationId: 'readSomething',
  access: 'public',
  errors: [],
  handler: () => ok({}),
});

const something: DocumentationByOperation = {
  readSomething: {
    tag: 'Service',
    summary: 'Read something',
    description: 'For this test.',
    responses: { 200: { description: 'Something.' } },
  },
};

test('every route of the service is documented, in the order in which it is mounted', () => {
  const operationsOf = (routes: readonly { operationId: string }[]) => routes.map((one) => one.operationId);
  expect(operationsOf(DOCUMENTED_ROUTES)).toEqual(operationsOf(ROUTES));
});

test('every documented operation says what its success means', () => {
  for (const { operationId, responses } of DOCUMENTED_ROUTES) {
    const statuses = Object.keys(responses).map(Number);
    expect(statuses.length, operationId).toBeGreaterThan(0);
    expect(
      statuses.every((status) => status >= 200 && status < 300),
      operationId,
    ).toBe(true);
  }
});

test('a route keeps what it does beside what is said of it', () => {
  expect(documentRoutes([readSomething], [something])).toEqual([
    { ...readSomething, ...something.readSomething },
  ]);
});

test('a route without documentation is an error', () => {
  expect(() => documentRoutes([readSomething], [])).toThrow('readSomething is not documented');
});

test('documentation without a route is an error', () => {
  expect(() => documentRoutes([], [something])).toThrow('readSomething is documented but has no route');
});

test('an operation that two rooms document is an error', () => {
  expect(() => documentRoutes([readSomething], [something, something])).toThrow('documented twice');
});
