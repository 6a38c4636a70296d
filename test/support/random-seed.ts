import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Given by vitest.config.ts. */
    readonly seed: number;
    /** Given by vitest.config.ts to tests in workerd, from `MESSAGES`. */
    readonly assistantMessages: number;
    readonly downPerMin: number;
  }
}

/**
 * The seed of every random test: the same for each run, so that a commit is judged by what it changes and not by chance.
 * `SEED=<number> npx vitest run …` tries another; the laboratories (`npm run fuzz`, `npm run chaos`) take new ones.
 */
export const SEED = inject('seed');
fc.configureGlobal({ seed: SEED });

export { fc };
