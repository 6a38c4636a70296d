import type { Text } from './text.ts';

/** What a plan takes for granted, because nobody said otherwise. `without` is the fluid of the plan without it. */
export interface AssumptionTexts {
  /** Taps and shops; a boat with the swimmer's bottle; a race of which nobody listed the stations. */
  readonly refills: Text<{ readonly at: 'tap' | 'boat' | 'race'; readonly without: string }>;
  readonly cups: Text<{ readonly without: string }>;
  /** Bottles that nobody named: `2 × 500 ml`. */
  readonly vessels: Text<{ readonly bottles: string; readonly without: string }>;
  /** A list of stations that is not complete; `places` are those that might have water, or null. */
  readonly stations_incomplete: Text<{ readonly places: string | null; readonly without: string }>;
  readonly laps: Text;
  /** What bottles hold in the middle of a session. */
  readonly bottles_left: Text<{ readonly amounts: string }>;
  /** In the name of a point on a device. */
  readonly device: Text;
}

/** The change that would have helped most. */
export type Change =
  | 'more_of_it'
  | 'another_food'
  | 'drink_mix'
  | 'bottle'
  | 'flask_on_run'
  | 'refill'
  | 'salt'
  | 'bag';

/** What a change would bring; `missing` is null if it closes the gap. */
interface Help {
  readonly change: Change;
  /** The volume of the bottle that is added. */
  readonly volume: string;
  readonly amount: string;
  readonly missing: string | null;
}

/** Words for mishaps and for what would have helped. */
export interface ReasonTexts {
  readonly helps: Text<Help>;
  /** A ceiling is a limit, never an invitation. */
  readonly limit: Text<{ readonly max: string }>;
  /** For nausea: from some hours on it begins with the signs of diluted blood. `held` is fluid that waits for salt. */
  readonly stomach: Text<{ readonly isLong: boolean; readonly held: string | null }>;
  /** A note on what the plan would lack without the water that it assumes. */
  readonly withoutAssumed: Text<{ readonly note: string }>;
  readonly noDrink: Text;
  /** Wrapped food that is taken along from a station: `take 3, eat at 4:20, 4:45`. */
  readonly along: Text<{ readonly count: string; readonly name: string; readonly times: string }>;
}
