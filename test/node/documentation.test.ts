import { expect, test } from 'vitest';
import { ROUTES } from '../../src/app/routes.ts';

test('every operation is documented with a summary, a description and the meaning of its success', () => {
  for (const { operationId, summary, description, responses } of ROUTES) {
    expect(
      [summary, description].every((text) => text.length > 3),
      operationId,
    ).toBe(true);
    const statuses = Object.keys(responses).map(Number);
    expect(statuses.length, operationId).toBeGreaterThan(0);
    expect(
      statuses.every((status) => status >= 200 && status < 300),
      operationId,
    ).toBe(true);
  }
});

test('no two operations share an operationId', () => {
  const operationIds = ROUTES.map(({ operationId }) => operationId);
  expect(new Set(operationIds).size).toBe(operationIds.length);
});
