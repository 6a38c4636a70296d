import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        // Pure rooms: no Worker runtime needed, so these run several times faster in plain Node.
        test: { name: 'pure', include: ['test/{engine,inference,property}/**/*.test.ts'], testTimeout: 60_000 },
      },
    ],
  },
});
