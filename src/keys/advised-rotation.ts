import { DAY_MS } from '../clock.ts';

/** Age at which a key should be rotated; it does not expire then. */
export const ADVISED_ROTATION_MS = 90 * DAY_MS;
