import { beforeAll, expect, test } from 'vitest';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { walkFaults } from '../support/fault-walk.ts';
import { SANDBOX_FILLS } from '../support/writing-operations.ts';

/** Authentication, the catalogue, blanking, eight athletes and the removal of the old ones. */
const CALLS_MIN = 15;
/** Two of them at each tenth call: each walks every shard. */
const EVERY = 10;
const TIMEOUT_MS = 180_000;

beforeAll(() => loadTestCatalogue());

test.each(
  SANDBOX_FILLS.flatMap((operation) =>
    (['before', 'after'] as const).map((when) => [operation.operationId, when, operation] as const),
  ),
)(
  '%s that fills a sandbox, of which a storage call fails %s it took effect, leaves whole athletes only, and a repetition the standard set',
  async (_operationId, when, operation) => {
    expect(await walkFaults(operation, when, EVERY)).toBeGreaterThanOrEqual(CALLS_MIN);
  },
  TIMEOUT_MS,
);
