/**
 * Conditions without which every answer stays the same, each with the reason: its file, the function that it is in, and
 * its text as `npm run mutate` prints it. A condition that a test notices, or that is no longer there, may not be here.
 */
export const SURVIVORS: Readonly<Record<string, string>> = {};
