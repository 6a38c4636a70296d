import { expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import type { Route } from '#platform/http/route.ts';
import { openApiDocument, operatorDocument } from '#tools/cli/openapi-document.ts';

/** Returns both documents of the routes as plain values, each operation with its own description. */
function operationsOf(routes: readonly Route[]) {
  const documents = [openApiDocument(routes), operatorDocument(routes)];
  return documents.map((document) => JSON.parse(JSON.stringify(document)));
}

/** Takes the descriptions of operations out of a document, and returns them by operation. */
function takeDescriptions({ paths }: { paths: Record<string, Record<string, { description?: string }>> }) {
  const taken: Record<string, string | undefined> = {};
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      taken[`${method} ${path}`] = operation.description;
      delete operation.description;
    }
  }
  return taken;
}

test('rewording the description of any route changes nothing but its description in the OpenAPI document', () => {
  const before = operationsOf(ROUTES);
  const reworded = operationsOf(
    ROUTES.map((route) => ({ ...route, description: 'Other words, about an `ETag` and `If-Match`.' })),
  );
  for (const [at, document] of before.entries()) {
    const [old, now] = [takeDescriptions(document), takeDescriptions(reworded[at])];
    expect(Object.keys(now)).toEqual(Object.keys(old));
    expect(reworded[at]).toEqual(document);
  }
});

test('the descriptions of routes are reworded, every one: the test above compares what it means to', () => {
  const told = operationsOf(ROUTES.map((route) => ({ ...route, description: 'Other words.' })));
  const operations = told.map(takeDescriptions).flatMap((each) => Object.values(each));
  const reworded = operations.filter((description) => description?.startsWith('Other words.'));
  expect(reworded.length).toBe(ROUTES.length);
});

test('a route whose GET answers with an entity tag documents ETag, If-None-Match and 304, and no other does', () => {
  const [document] = operationsOf(ROUTES);
  for (const route of ROUTES.filter(({ access }) => access !== 'operator')) {
    const operation = document.paths[route.path][route.method.toLowerCase()];
    const names = (operation.parameters ?? []).map(({ name }: { name: string }) => name);
    const tells = [
      names.includes('If-None-Match'),
      '304' in operation.responses,
      /If-None-Match/.test(operation.description),
    ];
    expect(tells, route.operationId).toEqual(Array(3).fill(route.entityTag === true));
  }
});
