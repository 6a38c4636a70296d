import { lte } from 'drizzle-orm';
import { DAY_MS } from '../clock.ts';
import { type Calls, calls } from '../storage/call-budget.ts';
import type { Database } from '../storage/database.ts';
import { deleteSome, STEP_ROWS } from '../storage/delete-some.ts';
import { loginCodes } from '../storage/registry-schema.ts';

/** Calls that one step makes. */
export const CALLS_OF_PURGING_SIGN_IN_CODES: Calls = calls({ d1Queries: 1, subrequests: 1 });

/**
 * Deletes sign-in codes that no longer count against the limits (a day old), at most 1,000 a call. `isDone`
 * is false while more may be left.
 */
export async function purgeSignInCodes(
  registry: Database,
  nowMs: number,
): Promise<{ readonly loginCodes: number; readonly isDone: boolean }> {
  const [codes] = await registry.batch([
    deleteSome(
      registry,
      { table: loginCodes, key: [loginCodes.id] },
      lte(loginCodes.createdAt, nowMs - DAY_MS),
    ),
  ]);
  return { loginCodes: codes.meta.changes, isDone: codes.meta.changes < STEP_ROWS };
}
