/** Roles of the words that follow a number as its unit. */
export const UNIT_ROLES = [
  'hours',
  'minutes',
  'seconds',
  'kilometres',
  'miles',
  'metres',
  'yards',
  'watts',
  /** Measures that are no amount of a session: cadence, heart rate, load, temperature. */
  'cadence',
  'speed',
  /** Next to metres: climb ("500 m D+"). */
  'climb',
  /** Signs of a set: "3 x", "4 mal". */
  'repeats',
] as const;

/** Roles of the words that form amounts and phrases. */
export const GRAMMAR_ROLES = [
  ...UNIT_ROLES,
  /** After a number: number of times that all legs are repeated ("bike 20 min + run 5 min x 4 laps"). */
  'rounds',
  /** After a number: a pace or an effort ("4:30 pace"). */
  'afterPace',
  /** Before a number: a target ("at 4:30"). */
  'beforeTarget',
  /** After a number in a set: a rest ("2 min off"). */
  'afterRest',
  /** Before a number in a set: a rest ("r 90"). */
  'beforeRest',
  /** After a clock reading: a time of day ("6:30 am"). */
  'afterTimeOfDay',
  /** Before a clock reading: a pace ("target pace 4:30"). */
  'beforePace',
  /** Before an amount: one part of the session ("with 20 min tempo", "last 5 km"). */
  'beforePart',
  /** Before or after an amount: all of the session ("in total 65 min"). */
  'total',
  /** Before an amount in a set: the time from one start to the next ("10x100 on 1:45"). */
  'beforeSendOff',
  /** A request to repeat what comes before, as often as it says ("repeat 3 times"). */
  'again',
  /** After an amount: a part of the session ("10 min warm-up"). */
  'afterPart',
  /** After a number: repeats ("10 hill repeats", "100 m sprints"). */
  'afterSet',
  /** After a short duration: its hard part ("20 min tempo"). */
  'afterWork',
  /** Before an amount: not this session, unless a sport follows ("after 3 h of driving", "every 20 min"). */
  'beforeOther',
  /** After an amount: not this session ("2 h later", "8 h week"). */
  'afterOther',
  /** Before or after a number: a day or stage of something longer ("Day 4", "3. Etappe"). */
  'stages',
  /** Joins an appendix to a sport ("run and core"). */
  'joiners',
  /** After the sport of a race's leg ("bike split"). */
  'legNames',
] as const;

export type GrammarRole = (typeof GRAMMAR_ROLES)[number];

/** Parts of words that a list may give under their own heading. */
const WORD_PARTS = [
  /** Articles and case endings that the language appends to nouns ("hometrainer|en", "rower|em"). */
  'suffixes',
  /** Letters between the parts of a compound. */
  'linkingLetters',
] as const;

export const GRAMMAR_HEADINGS = [...GRAMMAR_ROLES, ...WORD_PARTS] as const;

export type GrammarHeading = (typeof GRAMMAR_HEADINGS)[number];
