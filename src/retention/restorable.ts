import { DAY_MS } from '../clock.ts';

/**
 * Time for which a deletion must be remembered, because a database can be restored to a state before it: D1 restores up
 * to 30 days back (Cloudflare, "Time Travel"), and a restore may take the operator some days.
 */
export const RESTORABLE_MS = 35 * DAY_MS;
