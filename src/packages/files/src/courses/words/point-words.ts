import type { SpokenOffer } from '@musette/basics/courses';

/**
 * What a language calls the points of a course. Words are lower case. A phrase is words with a space between them, whatever
 * stands between them in a file. `*` at the end or the beginning of a word stands for any letters. Accents may be missing in
 * a file, so a word without them is the same word.
 */
export interface PointWords {
  /** An aid station, whatever it offers. */
  readonly station: readonly string[];
  /** Food and drink that an aid station offers, and the athlete's own bag. */
  readonly offers: Partial<Readonly<Record<SpokenOffer, readonly string[]>>>;
  /** A place where water comes out of the ground or a pipe. */
  readonly fountain?: readonly string[];
  /** Food and drink that has no word of its own among the offers. */
  readonly food?: readonly string[];
  /** Names of offers that are more often something else, if they are all that a name says: a bar, the town of Orange. */
  readonly doubtful?: readonly string[];
  /** Denies what follows: "no", "without". */
  readonly deny: readonly string[];
  /** Denies what precedes: "no" behind a colon, "not available". */
  readonly denied?: readonly string[];
  /** Says that water is not for drinking. */
  readonly undrinkable?: readonly string[];
  /** Joins words of one list. */
  readonly joins?: readonly string[];
  /** Says that a clause speaks of another place: "next", "until". */
  readonly elsewhere?: readonly string[];
  /** Says that it is farther on, wherever it stands in the clause: "aid station 2 km ahead". */
  readonly ahead?: readonly string[];
  /** Says that the offer is here although a word of another place follows: "last water before …". */
  readonly last?: readonly string[];
  /** Stands before a number and a unit: "aid station in 2 km". */
  readonly within?: readonly string[];
  /** Stands before the number of a station. */
  readonly numbers?: readonly string[];
  /** What else is denied at a station: crews, cups. It may stand in a list of offers. */
  readonly amenities?: readonly string[];
  /** Words without a meaning of their own in a list of offers. */
  readonly fillers?: readonly string[];
  /** Instructions to turn. */
  readonly turn?: readonly string[];
  /** Directions, which are an instruction only as the first word. */
  readonly direction?: readonly string[];
  readonly alert?: readonly string[];
  /** Asks to carry something along, which is an alert if it is water or food. */
  readonly carry?: readonly string[];
  readonly firstAid?: readonly string[];
  readonly checkpoint?: readonly string[];
  readonly start?: readonly string[];
  readonly finish?: readonly string[];
  readonly summit?: readonly string[];
  readonly toilet?: readonly string[];
  /** Businesses, which are not the organizer's. */
  readonly shop?: readonly string[];
  /** Other places. */
  readonly place?: readonly string[];
  /** Words of streets and places before and behind their name. */
  readonly streetBefore?: readonly string[];
  readonly streetBehind?: readonly string[];
}

/** What a text says about a point, as `kindIn` and `offersIn` of the tests write it. */
export type PointExample = readonly [text: string, is: string];
