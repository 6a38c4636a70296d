import { beforeAll, expect, test } from 'vitest';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { walkFaults } from '../support/fault-walk.ts';
import { SANDBOX_RESET } from '../support/writing-operations.ts';

/** Authentication, the catalogue, blanking, eight athletes and the removal of the old ones. */
const CALLS_MIN = 15;
/** Two resets at each tenth of them: a reset walks every shard. */
const EVERY = 10;
const TIMEOUT_MS = 180_000;

beforeAll(() => loadTestCatalogue());

test.each(['before', 'after'] as const)(
  'a sandbox reset of which a storage call fails %s it took effect leaves whole athletes only, and a repetition the standard set',
  async (when) => {
    expect(await walkFaults(SANDBOX_RESET, when, EVERY)).toBeGreaterThanOrEqual(CALLS_MIN);
  },
  TIMEOUT_MS,
);
