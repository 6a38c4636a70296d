import { SECOND_MS } from '../clock.ts';

/** The time for which a guard lends tokens to an isolate. Every revocation waits for the last of them. */
export const LEASE_MS = 3 * SECOND_MS;

/**
 * The margin by which the holder of a lease ends it early and its guard ends it late: each has its own clock,
 * which advances only when I/O arrives.
 */
export const LEASE_MARGIN_MS = 250;
