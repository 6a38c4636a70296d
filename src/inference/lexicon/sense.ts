/**
 * Defines what a word of a title can mean. The lexicons are data in this vocabulary, one file a language.
 *
 * Weights are the share of titles holding the word, and no other cue, that a reader would place in that sport
 * (engineering choice; the confidence of the answer is calibrated afterwards).
 */

import type { ActivityType, MultiSportType, SingleSportType } from '../../engine/types.ts';
import type { GrammarRole } from './grammar-roles.ts';

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

export type Strength = 'certain' | 'strong' | 'medium' | 'weak' | 'faint';

/** Engineering choice: an explicit sport, one strong word, an ambiguous one. */
export const STRENGTH_WEIGHT: Readonly<Record<Strength, number>> = {
  certain: 0.93,
  strong: 0.82,
  medium: 0.62,
  weak: 0.42,
  faint: 0.22,
};

export type Setting =
  | 'indoor'
  | 'virtual'
  | 'treadmill'
  | 'trail'
  | 'open_water'
  | 'pool'
  | 'track'
  | 'mountain';

/**
 * `yields`: a stated sport of another family wins outright ("Zwift" is a bike, "Zwift run" is not).
 * `habit`: states its sport until another one stands beside it, and is then no more than the effort
 * ("sortie longue" is a run, "sortie longue vélo" is not).
 */
export interface SportSense {
  readonly kind: 'sport';
  readonly type: SingleSportType;
  readonly weight: number;
  readonly yields: boolean;
  readonly habit?: true;
}

export interface SettingSense {
  readonly kind: 'setting';
  readonly setting: Setting;
}

export interface IntensitySense {
  readonly kind: 'intensity';
  readonly hint: IntensityHint;
  /** Session-average level 1–9; null if the word changes nothing. */
  readonly level: number | null;
  /** Among several, the highest rank wins; equal ranks, the first written. */
  readonly rank: number;
}

/** A race distance or a named race. `km` is its distance, `hours` its usual time if speed is a poor guide. */
export interface EventSense {
  readonly kind: 'event';
  readonly type: ActivityType;
  readonly weight: number;
  /** False for words that name a distance as often as a race ("10k", "half"). */
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
 * A word that says something about the other words. `race` means competition, `record` a personal best,
 * `not_race` cancels it ("race pace", "marathon training"), `plan` cancels its distance, too ("marathon
 * training, week 4: easy" is not as long as a marathon); `negate` strikes the next sport, `cancel`
 * everything; `noise` says that no session took place ("bike fit"); `background` and `towards` make what
 * follows a circumstance ("after the marathon", "to the gym"); `filler` carries no sport, only its language.
 */
export interface MarkSense {
  readonly kind:
    | 'race'
    | 'record'
    | 'not_race'
    | 'plan'
    | 'negate'
    | 'cancel'
    | 'noise'
    | 'background'
    | 'towards'
    | 'or'
    | 'then'
    | 'and'
    | 'last'
    | 'with'
    | 'part'
    | 'platform'
    | 'filler';
}

export type Sense = SportSense | SettingSense | IntensitySense | EventSense | MultiSense | MarkSense;

/**
 * One row of a lexicon: phrases, one a line. `words` match whole. `endings` also match the last part of
 * a compound: long ones after anything ("Feierabend|lauf"), those of up to four letters only after a
 * beginning that the same language knows ("ochtend|rit", "long|run").
 */
export interface LexiconRow {
  readonly says: Sense | readonly Sense[];
  readonly words?: string;
  readonly endings?: string;
  /** As endings, and after any beginning of four letters: races are named after people and places ("Hermanns|lauf"). */
  readonly tails?: string;
}

/** `language` is an ISO 639-1 code; `*` belongs to every language. */
export interface Lexicon {
  readonly language: string;
  /** Other codes of the same language, one a line. */
  readonly alsoCalled?: string;
  readonly grammar?: Grammar;
  readonly rows: readonly LexiconRow[];
}

/** Words that amounts and phrases are built with, one a line; any title may hold those of any language. */
export type GrammarWords = { readonly [Role in GrammarRole]?: string };

export interface Grammar extends GrammarWords {
  /** The head of a phrase stands first ("sortie vélo"), not last ("bike ride"). */
  readonly headFirst?: true;
  /**
   * Articles and case endings that the language appends to nouns ("hometrainer|en", "rower|em"), one a line.
   */
  readonly suffixes?: string;
  /** Letters between the parts of a compound, one a line. */
  readonly linkingLetters?: string;
}

/** Makes a word that names a sport. */
export function sport(type: SingleSportType, strength: Strength): SportSense {
  return { kind: 'sport', type, weight: STRENGTH_WEIGHT[strength], yields: false };
}

/** Makes a cue that gives way to a stated sport of another family. */
export function hint(type: SingleSportType, strength: Strength): SportSense {
  return { kind: 'sport', type, weight: STRENGTH_WEIGHT[strength], yields: true };
}

/** Makes a phrase of length or effort that implies a sport by usage, although none of its words names one. */
export function habit(type: SingleSportType, strength: Strength): SportSense {
  return { ...sport(type, strength), habit: true };
}

/** Makes a word that names the place of training. */
export function setting(value: Setting): SettingSense {
  return { kind: 'setting', setting: value };
}

/** Ranks: work named by its energy system beats "intervals", which beats an easy frame, which beats hills; strides change nothing. */
export const INTENSITY: Readonly<Record<string, IntensitySense>> = {
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
};

/** Makes a word of effort; throws for a name without a level. */
export function intensity(name: keyof typeof INTENSITY): IntensitySense {
  const sense = INTENSITY[name];
  if (sense === undefined) throw new Error(`No intensity called ${name}`);
  return sense;
}

/** Makes a race or race distance; `km` is null if the name does not fix the course. */
export function event(
  type: ActivityType,
  facts: { strength?: Strength; race?: boolean; level?: number | null; km?: number | null; hours?: number },
): EventSense {
  return {
    kind: 'event',
    type,
    weight: STRENGTH_WEIGHT[facts.strength ?? 'strong'],
    race: facts.race ?? true,
    level: facts.level ?? null,
    km: facts.km ?? null,
    hours: facts.hours ?? null,
  };
}

/** Makes a word for an event of several sports; `legs` if it names them. */
export function multi(
  type: MultiSportType,
  strength: Strength,
  legs: readonly SingleSportType[] | null = null,
): MultiSense {
  return { kind: 'multi', type, weight: STRENGTH_WEIGHT[strength], legs };
}

/** Makes a mark: a word that changes how the words beside it are read. */
export function mark(kind: MarkSense['kind']): MarkSense {
  return { kind };
}
