/**
 * Reads a word list: plain text with a heading for each sense, followed by one phrase per line.
 *
 * ```
 * # A comment
 * language: nl
 * heads: first
 *
 * [grammar hours]
 * uur
 *
 * [setting indoor, sport indoor_bike certain]
 * hometrainer
 *
 * [endings: sport run strong]
 * duurloop
 * ```
 */
import { MULTI_SPORT_TYPES, SINGLE_SPORT_TYPES } from '@musette/engine/types';
import { GRAMMAR_HEADINGS, type GrammarHeading } from './grammar-roles.ts';
import {
  type EventSense,
  INTENSITY,
  type Lexicon,
  type LexiconRow,
  MARKS,
  SETTINGS,
  type Sense,
  type SportSense,
  STRENGTH_WEIGHT,
} from './sense.ts';

const TYPES = [...SINGLE_SPORT_TYPES, ...MULTI_SPORT_TYPES];
const STRENGTHS = ['certain', 'strong', 'medium', 'weak', 'faint'] as const;
const INTENSITIES = [
  'recovery',
  'easy',
  'endurance',
  'steady',
  'tempo',
  'sweetSpot',
  'threshold',
  'vo2max',
  'intervals',
  'terrain',
  'coolDown',
  'sprint',
  'strides',
] as const;
const KINDS = ['words', 'endings', 'tails'] as const;
const HEADING = /^\[(.*)\]$/;
const SETTING_LINE = /^(language|also called|heads|shares): (.+)$/;

/**
 * Reads one word list. `readShared` returns the text of the list named by `shares:`, whose phrases come
 * first.
 * @throws Error that names the list and the line, if the line cannot be read
 */
export function readWordList(name: string, readText: (name: string) => string): Lexicon {
  const { settings, grammar, rows } = readLines(name, readText(name));
  const shared = settings.get('shares');
  return {
    language: settings.get('language') ?? refuse(name, 'lacks its language'),
    alsoCalled: settings.get('also called')?.split(' ') ?? [],
    headFirst: settings.get('heads') === 'first',
    grammar,
    rows: shared === undefined ? rows : [...readLines(shared, readText(shared)).rows, ...rows],
  };
}

interface Lines {
  readonly settings: ReadonlyMap<string, string>;
  readonly grammar: Lexicon['grammar'];
  readonly rows: readonly LexiconRow[];
}

function readLines(name: string, text: string): Lines {
  const settings = new Map<string, string>();
  const grammar = new Map<GrammarHeading, string[]>();
  const rows: LexiconRow[] = [];
  let phrases: string[] | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const location = `${name}.txt:${index + 1}`;
    if (line === '' || line.startsWith('# ')) continue;
    const heading = HEADING.exec(line)?.[1];
    if (heading !== undefined) {
      const role = /^grammar (.+)$/.exec(heading)?.[1];
      phrases = [];
      if (role === undefined) rows.push({ ...readHeading(heading, location), phrases });
      else grammar.set(memberOf(GRAMMAR_HEADINGS, role, location), phrases);
    } else if (phrases === null) {
      const [, key, value] = SETTING_LINE.exec(line) ?? refuse(location, `"${line}" is under no heading`);
      settings.set(key ?? '', value ?? '');
    } else phrases.push(line);
  }
  return { settings, grammar, rows };
}

function readHeading(heading: string, location: string): Omit<LexiconRow, 'phrases'> {
  const [, kind = 'words', senses = ''] = /^(?:(\w+): )?(.*)$/.exec(heading) ?? [];
  const says = senses.split(', ').map((sense) => readSense(sense.split(' '), location));
  return { says, matches: memberOf(KINDS, kind, location) };
}

function readSense([kind, name = '', ...rest]: readonly string[], location: string): Sense {
  switch (kind) {
    case 'sport':
    case 'hint':
    case 'habit':
      return readSport(kind, name, rest, location);
    case 'setting':
      return { kind, setting: memberOf(SETTINGS, name, location) };
    case 'intensity':
      return INTENSITY[memberOf(INTENSITIES, name, location)];
    case 'event':
      return readEvent(memberOf(TYPES, name, location), rest, location);
    case 'multi': {
      const [strength = '', of, ...legs] = rest;
      return {
        kind,
        type: memberOf(MULTI_SPORT_TYPES, name, location),
        weight: weightOf(strength, location),
        legs: of === undefined ? null : legs.map((leg) => memberOf(SINGLE_SPORT_TYPES, leg, location)),
      };
    }
    case 'mark':
      return { kind: memberOf(MARKS, name, location) };
    default:
      return refuse(location, `no sense is called "${kind}"`);
  }
}

function readSport(
  kind: 'sport' | 'hint' | 'habit',
  name: string,
  [strength = '']: readonly string[],
  location: string,
): SportSense {
  const type = memberOf(SINGLE_SPORT_TYPES, name, location);
  const sense = {
    kind: 'sport',
    type,
    weight: weightOf(strength, location),
    yields: kind === 'hint',
  } as const;
  return kind === 'habit' ? { ...sense, habit: true } : sense;
}

/** Reads "strong level 7 km 42.195". "distance" means that the name alone is not a race. */
function readEvent(
  type: EventSense['type'],
  [strength = '', ...facts]: readonly string[],
  location: string,
): EventSense {
  const factOf = (name: string) => {
    const at = facts.indexOf(name);
    if (at === -1) return null;
    const value = Number(facts[at + 1]);
    return Number.isFinite(value) ? value : refuse(location, `${name} is not a number`);
  };
  return {
    kind: 'event',
    type,
    weight: weightOf(strength, location),
    race: !facts.includes('distance'),
    level: factOf('level'),
    km: factOf('km'),
    hours: factOf('hours'),
  };
}

function weightOf(strength: string, location: string): number {
  return STRENGTH_WEIGHT[memberOf(STRENGTHS, strength, location)];
}

function memberOf<Name extends string>(names: readonly Name[], name: string, location: string): Name {
  return names.find((each) => each === name) ?? refuse(location, `"${name}" is none of ${names.join(', ')}`);
}

function refuse(location: string, why: string): never {
  throw new Error(`${location}: ${why}`);
}
