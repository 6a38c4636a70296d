import { DAY_MS } from '../clock.ts';

/**
 * For so long a deletion must be remembered, because a database can be restored to the time before it: D1
 * restores up to 30 days back (Cloudflare, "Time Travel"), and a restore may take the operator some days.
 */
export const RESTORABLE_MS = 35 * DAY_MS;
