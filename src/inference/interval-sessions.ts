/** Levels and lengths of interval sets that no word names. Engineering choices. */

/** Average level of a session of hard repeats with rests between. */
export const INTERVALS_LEVEL = 6;
/** Repeats of this length are ridden or run at threshold, shorter ones harder. */
export const LONG_INTERVALS_FROM_MIN = 7;
