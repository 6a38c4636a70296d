/**
 * Defines the possible meanings of a word in a title. The word lists use this vocabulary, one file per
 * language.
 *
 * Weights are the share of titles with this word, and no other cue, that a reader would assign to that sport
 * (engineering choice; the confidence of the answer is calibrated afterwards).
 */

import type { ActivityType, MultiSportType, SingleSportType } from '@musette/engine/types';
import type { GrammarHeading } from './grammar-roles.ts';

export type IntensityHint =
  | 'recovery'
  | 'easy'
  | 'endurance'
  | 'tempo'
  | 'threshold'
  | 'vo2max'
  | 'sprint'
  | 'race'
  | 'unspecified';

/** Engineering choice: an explicit sport, one strong word, an ambiguous one. */
export const STRENGTH_WEIGHT = {
  certain: 0.93,
  strong: 0.82,
  medium: 0.62,
  weak: 0.42,
  faint: 0.22,
} as const;

export const SETTINGS = [
  'indoor',
  'virtual',
  'treadmill',
  'trail',
  'open_water',
  'pool',
  'track',
  'mountain',
] as const;

export type Setting = (typeof SETTINGS)[number];

/**
 * `yields`: a stated sport of another family wins outright ("Zwift" is a bike, "Zwift run" is not). `habit`:
 * states its sport until another one appears with it, and then only sets the effort ("sortie longue" is a
 * run, "sortie longue vélo" is not).
 */
export interface SportSense {
  readonly kind: 'sport';
  readonly type: SingleSportType;
  readonly weight: number;
  readonly yields: boolean;
  readonly habit?: true;
}

interface SettingSense {
  readonly kind: 'setting';
  readonly setting: Setting;
}

export interface IntensitySense {
  readonly kind: 'intensity';
  readonly hint: IntensityHint;
  /** Session-average level 1–9. Null if the word changes nothing. */
  readonly level: number | null;
  /** The highest rank wins. Of equal ranks, the first written. */
  readonly rank: number;
}

/** A race distance or a named race. `km` is its distance, `hours` its usual time if speed is a poor guide. */
export interface EventSense {
  readonly kind: 'event';
  readonly type: ActivityType;
  readonly weight: number;
  /** False for words that mean a distance as often as a race ("10k", "half"). */
  readonly race: boolean;
  readonly level: number | null;
  readonly km: number | null;
  readonly hours: number | null;
}

export interface MultiSense {
  readonly kind: 'multi';
  readonly type: MultiSportType;
  readonly weight: number;
  /** Sports in order if the word itself names them ("aquabike"), else null. */
  readonly legs: readonly SingleSportType[] | null;
}

/**
 * Words that modify the other words. `race` means competition, `record` a personal best, `not_race` cancels
 * it ("race pace", "marathon training"), `plan` also cancels its distance ("marathon training, week 4: easy"
 * is not as long as a marathon); `negate` drops the next sport, `cancel` everything; `noise` says that no
 * session took place ("bike fit"); `team` says that others do a part of the distance (a relay, a pacer); `background` and `towards` turn what follows into a circumstance ("after
 * the marathon", "to the gym"); `filler` carries no sport, only its language.
 */
export const MARKS = [
  'race',
  'record',
  'not_race',
  'plan',
  'negate',
  'cancel',
  'noise',
  'background',
  'towards',
  'or',
  'then',
  'and',
  'last',
  'with',
  'part',
  'platform',
  'team',
  'filler',
] as const;

interface MarkSense {
  readonly kind: (typeof MARKS)[number];
}

export type Sense = SportSense | SettingSense | IntensitySense | EventSense | MultiSense | MarkSense;

/**
 * Ranks: work named by its energy system beats "intervals", which beats an easy setting, which beats hills.
 * Strides change nothing.
 */
export const INTENSITY = {
  recovery: { kind: 'intensity', hint: 'recovery', level: 2, rank: 3 },
  easy: { kind: 'intensity', hint: 'easy', level: 3, rank: 2 },
  endurance: { kind: 'intensity', hint: 'endurance', level: 4, rank: 2 },
  steady: { kind: 'intensity', hint: 'endurance', level: 5, rank: 2 },
  tempo: { kind: 'intensity', hint: 'tempo', level: 6, rank: 6 },
  sweetSpot: { kind: 'intensity', hint: 'tempo', level: 7, rank: 7 },
  threshold: { kind: 'intensity', hint: 'threshold', level: 8, rank: 8 },
  vo2max: { kind: 'intensity', hint: 'vo2max', level: 6, rank: 9 },
  intervals: { kind: 'intensity', hint: 'vo2max', level: 6, rank: 4 },
  terrain: { kind: 'intensity', hint: 'vo2max', level: 6, rank: 1 },
  coolDown: { kind: 'intensity', hint: 'recovery', level: 2, rank: 1.5 },
  sprint: { kind: 'intensity', hint: 'sprint', level: null, rank: 5 },
  strides: { kind: 'intensity', hint: 'sprint', level: null, rank: 1 },
} as const satisfies Readonly<Record<string, IntensitySense>>;

/**
 * A heading of a word list with its phrases. `words` match in full. `endings` also match the last part of a
 * compound: long endings after any prefix ("Feierabend|lauf"), endings of up to four letters only after a
 * known prefix in that language ("ochtend|rit", "long|run"). `tails` also match after any prefix of at least
 * four letters, because races are named after people and places ("Hermanns|lauf").
 */
export interface LexiconRow {
  readonly says: readonly Sense[];
  readonly matches: 'words' | 'endings' | 'tails';
  readonly phrases: readonly string[];
}

/** `language` is an ISO 639-1 code. `*` belongs to every language. */
export interface Lexicon {
  readonly language: string;
  /** Other codes for the same language. */
  readonly alsoCalled: readonly string[];
  /** True if the head of a phrase comes first ("sortie vélo"), not last ("bike ride"). */
  readonly headFirst: boolean;
  /** Words that form amounts and phrases, by heading. A title may use those of any language. */
  readonly grammar: ReadonlyMap<GrammarHeading, readonly string[]>;
  readonly rows: readonly LexiconRow[];
}
