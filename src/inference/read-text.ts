/**
 * Reads the parts of a request — title, tags, description — into cues with one language's senses each,
 * and into quantities. What a word means where languages disagree is decided here.
 */
import type { CompiledLexicon, Entry } from './compiled-lexicon.ts';
import { type Cue, findCues } from './find-cues.ts';
import type { Sense } from './lexicon/sense.ts';
import { type Quantity, readQuantities } from './quantities.ts';
import { type Family, familyOf } from './sport-family.ts';
import { type Token, tokenize } from './tokenize.ts';

export type Source = 'title' | 'tag' | 'description';

/** `ignored`: struck by a negation. `background`: a circumstance, not the session ("after the marathon"). */
export type Standing = 'live' | 'background' | 'ignored';

export interface ReadCue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly senses: readonly Sense[];
  readonly language: string;
  /** 1: the language is clear; less where languages disagree about the word. */
  readonly certainty: number;
  readonly standing: Standing;
}

export interface ReadText {
  readonly source: Source;
  readonly tokens: readonly Token[];
  readonly cues: readonly ReadCue[];
  readonly quantities: readonly Quantity[];
}

export interface InferenceInput {
  readonly title: string | null;
  readonly description: string | null;
  readonly tags: readonly string[];
  /** BCP 47, for example `de` or `pt-BR`; only its language is read. */
  readonly locale: string | null;
}

/** How much a locale outweighs one word of another language (engineering choice). */
const LOCALE_SUPPORT = 2.5;
/** English words mix into titles of every language, so English wins a tie (engineering choice). */
const ENGLISH_SUPPORT = 0.3;
/** A word that two equally likely languages understand as different sports (dossier §H.4: "lowest of the two"). */
const CONFLICT_CERTAINTY = 0.6;
/** A mark reaches this many tokens ahead ("after the long marathon"). */
const MARK_REACH = 4;

/** Every part of the input that has text, title first. */
export function readInput(input: InferenceInput, lexicon: CompiledLexicon): ReadText[] {
  const parts: { source: Source; text: string }[] = [];
  if (input.title) parts.push({ source: 'title', text: input.title });
  for (const tag of input.tags) if (tag !== '') parts.push({ source: 'tag', text: tag });
  if (input.description) parts.push({ source: 'description', text: input.description });
  const found = parts.map(({ source, text }) => {
    const tokens = tokenize(text);
    return { source, tokens, cues: findCues(tokens, lexicon, { steps: 0 }) };
  });
  const support = languageSupport(
    found.flatMap(({ cues }) => cues),
    languageOf(input.locale, lexicon),
  );
  return found.map(({ source, tokens, cues }) => ({
    source,
    tokens,
    cues: standings(
      tokens,
      cues.map((cue) => understand(cue, support)),
    ),
    quantities: readQuantities(tokens, lexicon.grammar.words),
  }));
}

function languageSupport(cues: readonly Cue[], stated: string | null): Map<string, number> {
  const support = new Map<string, number>([['en', ENGLISH_SUPPORT]]);
  const add = (language: string, amount: number) =>
    support.set(language, (support.get(language) ?? 0) + amount);
  if (stated !== null) add(stated, LOCALE_SUPPORT);
  for (const { entries, to, from } of cues) {
    const spoken = entries.filter(({ language }) => language !== '*');
    for (const { language } of spoken) add(language, (to - from) / spoken.length);
  }
  return support;
}

/** Returns the language of a locale: `pt-BR` → `pt`. */
function languageOf(locale: string | null, { grammar }: CompiledLexicon): string | null {
  if (locale === null || locale === '') return null;
  const language = locale.slice(0, 2).toLowerCase();
  return grammar.languages.get(language) ?? language;
}

function understand(cue: Cue, support: ReadonlyMap<string, number>): ReadCue {
  const { from, to, text, entries } = cue;
  let best: Entry | undefined;
  let bestSupport = -1;
  let rival: Entry | undefined;
  let rivalSupport = -1;
  for (const entry of entries) {
    const amount = entry.language === '*' ? 0.5 : (support.get(entry.language) ?? 0);
    if (amount > bestSupport) {
      rival = best;
      rivalSupport = bestSupport;
      best = entry;
      bestSupport = amount;
    } else if (amount > rivalSupport) {
      rival = entry;
      rivalSupport = amount;
    }
  }
  const conflict =
    rival !== undefined && bestSupport - rivalSupport <= ENGLISH_SUPPORT + 0.05 && disagree(best, rival);
  return {
    from,
    to,
    text,
    senses: best === undefined || foreign(best, bestSupport, support) ? [] : best.senses,
    language: best?.language ?? '*',
    certainty: conflict ? CONFLICT_CERTAINTY : 1,
    standing: 'live',
  };
}

/** "am" before "swim" is no German: marks and fillers of a language that the rest does not speak say nothing. */
function foreign(entry: Entry, amount: number, support: ReadonlyMap<string, number>): boolean {
  if (entry.language === '*' || entry.senses.some(({ kind }) => !MARKS.has(kind))) return false;
  let most = 0;
  for (const other of support.values()) most = Math.max(most, other);
  return amount < FOREIGN_SHARE * most;
}

const FOREIGN_SHARE = 0.5;
const MARKS: ReadonlySet<Sense['kind']> = new Set([
  'negate',
  'background',
  'towards',
  'or',
  'cancel',
  'not_race',
  'plan',
  'filler',
  'part',
  'noise',
]);

/** Whether both name a sport, and none of one is of the same family as any of the other. */
function disagree(one: Entry | undefined, other: Entry | undefined): boolean {
  const families = familiesOf(one);
  const others = familiesOf(other);
  return families.length > 0 && others.length > 0 && !families.some((family) => others.includes(family));
}

function familiesOf(entry: Entry | undefined): Family[] {
  return (entry?.senses ?? []).flatMap((sense) => (sense.kind === 'sport' ? [familyOf(sense.type)] : []));
}

/** Whether a cue says or could say what the session is. */
export function namesSession(cue: ReadCue): boolean {
  return cue.senses.some(({ kind }) => kind === 'sport' || kind === 'multi' || kind === 'event');
}

export function hasMark(cue: ReadCue, kind: Sense['kind']): boolean {
  return cue.senses.some((sense) => sense.kind === kind);
}

const BREAKS = new Set(['+', '→', '|', ';', '-', ',', '/', ':', '.', '(', ')']);

/** Applies "no …", "after the …" and "to the …" to the next session word in the same part of the sentence. */
function standings(tokens: readonly Token[], cues: readonly ReadCue[]): ReadCue[] {
  // "Bike to swim brick": there "to" joins legs.
  const brick = cues.some(({ senses }) => senses.some((sense) => sense.kind === 'multi'));
  let pending: Standing | null = null;
  let reach = -1;
  let read = 0;
  let stated = false;
  return cues.map((cue) => {
    for (; read < cue.from; read += 1) if (BREAKS.has(tokens[read]?.text ?? '')) pending = null;
    if (cue.from > reach) pending = null;
    const session = namesSession(cue) || hasMark(cue, 'race');
    // "2h bike @ 70.3": an effort or a place, where a sport is told before.
    const target = tokens[cue.from - 1]?.text === '@' && hasMark(cue, 'event') && stated;
    stated ||= hasMark(cue, 'sport');
    if (target) return { ...cue, standing: 'background' };
    if (session && pending !== null) {
      const standing = pending;
      pending = null;
      return { ...cue, standing };
    }
    if (!session && hasMark(cue, 'negate')) pending = 'ignored';
    else if (!session && (hasMark(cue, 'background') || (hasMark(cue, 'towards') && !brick)))
      pending = 'background';
    else return cue;
    reach = cue.to + MARK_REACH;
    return cue;
  });
}
