import type { ActivityType } from '@musette/engine/types';
import { understand } from './choose-language.ts';
import type { CompiledGrammar, CompiledLexicon } from './compiled-lexicon.ts';
import { type Cue, findCues } from './find-cues.ts';
import type { IntensityHint, Sense } from './lexicon/sense.ts';
import { readQuantities, type StatedQuantity, type Surroundings } from './quantities.ts';
import { type Languages, readLanguages } from './read-languages.ts';
import type { Recording } from './recording.ts';
import { familyOf } from './sports.ts';
import { type Token, tokenize } from './tokenize.ts';
import { workoutMinutes } from './workout-text.ts';

/**
 * Reads the parts of a request (title, tags, description) into cues, with senses in one language each, and
 * quantities.
 */

export type Source = 'title' | 'tag' | 'description';

/** `ignored`: negated. `background`: a circumstance, not the session ("after the marathon"). */
type CueStatus = 'live' | 'background' | 'ignored';

export interface ReadCue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly senses: readonly Sense[];
  readonly language: string;
  /** 1 if the language is clear, less if languages disagree about the word. */
  readonly certainty: number;
  /** True if nothing else in the request is in the word's language, so that it counts at most half. */
  readonly isUnsupported: boolean;
  readonly status: CueStatus;
}

export interface ReadText {
  readonly source: Source;
  readonly tokens: readonly Token[];
  readonly cues: readonly ReadCue[];
  readonly quantities: readonly StatedQuantity[];
  /** Minutes of a workout in the text form of intervals.icu, null for other texts. */
  readonly workoutMin: number | null;
  /** True if it asks for a repetition without saying of how much: "repeat 3 times", "main set 4x". */
  readonly isRepeatedAgain: boolean;
}

export interface InferenceInput {
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** BCP 47, such as `de` or `pt-BR`. Only its language is used. */
  readonly locale: string | null;
  /** The platform's recording of the session. */
  readonly recording?: Recording | null;
  /** Types of tags that are a platform's own sport names. */
  readonly tagTypes?: ReadonlyMap<string, ActivityType>;
}

/** Number of tokens ahead that a qualifier affects ("after the long marathon"). */
const QUALIFIER_REACH = 4;

/** Reads every part of the input that has text, title first. */
export function readInput(input: InferenceInput, lexicon: CompiledLexicon): ReadText[] {
  const parts: { source: Source; text: string }[] = [];
  if (input.title) parts.push({ source: 'title', text: input.title });
  for (const tag of input.tags) if (tag !== '') parts.push({ source: 'tag', text: tag });
  if (input.description) parts.push({ source: 'description', text: input.description });
  const found = parts.map(({ source, text }) => {
    const tokens = tokenize(text);
    return { source, text, tokens, cues: findCues(tokens, lexicon, { steps: 0 }) };
  });
  const languages = readLanguages(found, input.locale, lexicon);
  return found.map(({ source, text, tokens, cues: words }) => {
    const understood = words.map((cue) => read(cue, tokens, languages));
    const cues = withStatus(tokens, leaveVirtualSports(tokens, understood));
    const quantities = readQuantities(tokens, lexicon.grammar.words, surroundingsOf(cues));
    return {
      source,
      tokens,
      cues,
      quantities,
      workoutMin: source === 'description' ? workoutMinutes(text) : null,
      isRepeatedAgain: quantities.length > 0 && isRepeatedAgain(tokens, quantities, lexicon),
    };
  });
}

function isRepeatedAgain(
  tokens: readonly Token[],
  quantities: readonly StatedQuantity[],
  { grammar }: CompiledLexicon,
): boolean {
  if (quantities.some(({ measure }) => measure.kind === 'rounds')) return true;
  return tokens.some(({ text, kind }, at) => {
    if (kind === 'word' && grammar.words.again.has(text)) return true;
    const next = tokens[at + 1];
    return text === 'x' && tokens[at - 1]?.kind === 'number' && (next === undefined || next.text === ';');
  });
}

/** Efforts for part of a session, which can also be a target pace. */
export const HARD_HINTS: ReadonlySet<IntensityHint> = new Set(['tempo', 'threshold', 'vo2max', 'sprint']);

function surroundingsOf(cues: readonly ReadCue[]): Surroundings {
  const isHard = (sense: Sense) => sense.kind === 'intensity' && HARD_HINTS.has(sense.hint);
  return {
    effortEnds: new Set(cues.filter(({ senses }) => senses.some(isHard)).map(({ to }) => to)),
    partEnds: new Set(cues.filter((cue) => hasSense(cue, 'part')).map(({ to }) => to)),
    sessionStarts: new Set(cues.filter(namesSession).map(({ from }) => from)),
  };
}

function read(cue: Cue, tokens: readonly Token[], languages: Languages): ReadCue {
  const { from, to, text } = cue;
  return { from, to, text, ...understand(cue, tokens, languages), status: 'live' };
}

/**
 * Drops all sports except rides and runs after a leading name of an indoor platform. Next to other words for
 * indoor riding, also drops gym words that no sign or word joins to them: on a virtual route they are part of
 * its name.
 */
function leaveVirtualSports(tokens: readonly Token[], cues: readonly ReadCue[]): readonly ReadCue[] {
  const [first] = cues;
  if (first === undefined) return cues;
  const leads = tokens.slice(0, first.from).every(({ kind }) => kind === 'symbol');
  if (leads && hasSense(first, 'platform'))
    return cues.map((cue) => ({ ...cue, senses: cue.senses.filter(happensOnPlatforms) }));
  if (!cues.some(isVirtualRide) || cues.some(joinsSessions) || tokens.some(({ text }) => JOINING.has(text)))
    return cues;
  return cues.map((cue) => ({ ...cue, senses: cue.senses.filter((sense) => !isOfGym(sense)) }));
}

const JOINING: ReadonlySet<string> = new Set(['+', '&', '→', '/', ',', ';']);

function joinsSessions(cue: ReadCue): boolean {
  return hasSense(cue, 'and') || hasSense(cue, 'then') || hasSense(cue, 'with') || hasSense(cue, 'or');
}

/** Returns whether a cue is an indoor platform or one of its routes. */
function isVirtualRide({ senses }: ReadCue): boolean {
  return (
    senses.some((sense) => sense.kind === 'sport' && sense.type === 'indoor_bike') &&
    senses.some(
      (sense) => sense.kind === 'platform' || (sense.kind === 'setting' && sense.setting === 'virtual'),
    )
  );
}

function isOfGym(sense: Sense): boolean {
  return sense.kind === 'sport' && familyOf(sense.type) === 'lift';
}

function happensOnPlatforms(sense: Sense): boolean {
  if (sense.kind !== 'sport' && sense.kind !== 'event' && sense.kind !== 'multi') return true;
  const family = familyOf(sense.type);
  return family === 'bike' || family === 'run';
}

/** Returns whether a cue says or could say what the session is. */
function namesSession(cue: ReadCue): boolean {
  return cue.senses.some(({ kind }) => kind === 'sport' || kind === 'multi' || kind === 'event');
}

/** Returns whether a cue has a sense of this kind. */
export function hasSense(cue: ReadCue, kind: Sense['kind']): boolean {
  return cue.senses.some((sense) => sense.kind === kind);
}

/**
 * Returns true for the unit of a number that is also a word in some language: "40k bike", and Czech "k" is
 * "to".
 */
function isUnit({ from, text }: ReadCue, tokens: readonly Token[]): boolean {
  if (tokens[from - 1]?.kind !== 'number') return false;
  return tokens[from]?.glued === true || text.length === 1;
}

const BREAKS = new Set(['+', '→', '|', ';', '-', ',', '/', ':', '.', '(', ')']);

/** Applies "no …", "after the …" and "to the …" to the next session word in the same part of the sentence. */
function withStatus(tokens: readonly Token[], cues: readonly ReadCue[]): ReadCue[] {
  // "Bike to swim brick", "bike, then transition to a run": there "to" joins legs.
  const brick = cues.some((cue) => hasSense(cue, 'multi') || hasSense(cue, 'then'));
  let pending: CueStatus | null = null;
  let reach = -1;
  let read = 0;
  let stated = false;
  return cues.map((cue) => {
    for (; read < cue.from; read += 1) if (BREAKS.has(tokens[read]?.text ?? '')) pending = null;
    if (cue.from > reach) pending = null;
    const session = namesSession(cue) || hasSense(cue, 'race');
    // "2h bike @ 70.3": an effort or a place, if a sport precedes it.
    const target = tokens[cue.from - 1]?.text === '@' && hasSense(cue, 'event') && stated;
    stated ||= hasSense(cue, 'sport');
    if (target) return { ...cue, status: 'background' };
    if (session && pending !== null) {
      const status = pending;
      pending = null;
      return { ...cue, status };
    }
    if (isUnit(cue, tokens)) return cue;
    if (!session && hasSense(cue, 'negate')) pending = 'ignored';
    else if (!session && (hasSense(cue, 'background') || (hasSense(cue, 'towards') && !brick)))
      pending = 'background';
    else return cue;
    reach = cue.to + QUALIFIER_REACH;
    return cue;
  });
}

// Detects titles of one day, stage or part of something longer: "Day 4", "1/3 to Berlin", "W01D6a", "(2/3)".

/** More parts than any series of sessions has. */
const MOST_PARTS = 12;

/**
 * Returns whether a text says that the session is one part of something longer, so that a race in it does not
 * set the distance.
 */
export function isPartOfSeries({ tokens }: ReadText, { stages }: CompiledGrammar['words']): boolean {
  return (
    tokens.some(
      (token, at) =>
        (stages.has(token.text) && (isNumbered(tokens, at + 1) || isOrdinal(tokens, at - 1))) ||
        isPlanCode(tokens, at),
    ) || partOf(tokens) !== null
  );
}

function isCount(token: Token | undefined): boolean {
  return token?.kind === 'number' && Number.isInteger(token.value) && token.value > 0 && token.value < 100;
}

/** Returns true for a number after "day" that is not an amount ("Race day 10k"). */
function isNumbered(tokens: readonly Token[], at: number): boolean {
  return isCount(tokens[at]) && !(tokens[at + 1]?.glued === true && tokens[at + 1]?.kind === 'word');
}

/** Returns true for a leading number: "3. Etappe", "4 dag". */
function isOrdinal(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.text === '.' && isCount(tokens[at - 1]);
}

/** Returns true for a week and a day of a plan: "W01D6a". */
function isPlanCode(tokens: readonly Token[], at: number): boolean {
  const [week, weekNumber, day, dayNumber] = tokens.slice(at, at + 4);
  if (week?.text !== 'w' && week?.text !== 's') return false;
  return (
    isCount(weekNumber) &&
    weekNumber?.glued === true &&
    (day?.text === 'd' || day?.text === 'j') &&
    isCount(dayNumber)
  );
}

export interface PartOfSeries {
  readonly part: number;
  readonly of: number;
}

/** Reads "(2/3)", "2/3" or "2 of 3" as a part and a total. Null for fractions with units and for dates. */
export function partOf(tokens: readonly Token[]): PartOfSeries | null {
  for (let at = 0; at < tokens.length; at += 1) {
    const part = tokens[at];
    const of = tokens[at + 2];
    const sign = tokens[at + 1]?.text;
    if ((sign !== '/' && sign !== 'of') || !isCount(part) || !isCount(of)) continue;
    if (
      part === undefined ||
      of === undefined ||
      part.value > of.value ||
      of.value > MOST_PARTS ||
      of.value < 2
    )
      continue;
    const isEnclosed = tokens[at - 1]?.text === '(' && tokens[at + 3]?.text === ')';
    const isBeforeGoal = tokens[at + 3]?.text === 'to';
    if (isEnclosed || isBeforeGoal || sign === 'of') return { part: part.value, of: of.value };
  }
  return null;
}
