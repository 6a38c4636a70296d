import { defineConfig } from 'vitest/config';

/** The tests of the peer itself, which only `npm run bench:peer` runs. */
export default defineConfig({ test: { include: ['test/bench/peer/*.test.ts'], testTimeout: 120_000 } });
