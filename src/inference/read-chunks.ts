/**
 * Cuts a text into the parts that could be legs: at "+", "→", "/", "then" and their like, and again
 * where one part holds "60' bike 20' run" without any sign between.
 */
import type { SingleSportType } from '../engine/types.ts';
import type { IntensitySense, Setting } from './lexicon/sense.ts';
import type { Quantity } from './quantities.ts';
import { hasMark, type ReadCue, type ReadText } from './read-text.ts';
import { familyOf, specialise } from './sport-family.ts';

/**
 * `strong` signs join legs by themselves; `weak` ones (a comma, "and", a dash) only beside numbers or a word for
 * bricks.
 */
export type Joint = 'start' | 'strong' | 'weak';

export interface Chunk {
  readonly joint: Joint;
  readonly sport: SingleSportType | null;
  /** A sport that a word other than a distance suggests ("spin", "turbo"): a leg if the title says brick. */
  readonly suggested: SingleSportType | null;
  /** The sport is stated, not only hinted at by a distance or a pace. */
  readonly stated: boolean;
  /** Follows an "after": done before the leg that the title names first. */
  readonly earlier: boolean;
  /** A run off the bike, wherever it stands in the title. */
  readonly last: boolean;
  readonly quantities: readonly Quantity[];
  readonly intensity: IntensitySense | null;
  readonly settings: ReadonlySet<Setting>;
  /** Warm-up or cool-down: part of the neighbouring leg, not one of its own. */
  readonly isPart: boolean;
}

interface DraftChunk {
  joint: Joint;
  sports: SingleSportType[];
  hints: SingleSportType[];
  /** A hint as good as a statement where a sign joins it to another sport ("turbo + treadmill"). */
  firmHint: boolean;
  /** The sport of a race distance ("10k"). */
  distance: SingleSportType | null;
  quantities: Quantity[];
  intensity: IntensitySense | null;
  settings: Set<Setting>;
  isPart: boolean;
  earlier: boolean;
  last: boolean;
}

/** As `medium` words of the lexicons weigh; those of other sports than these two name sets more often than legs. */
const FIRM_HINT_FROM = 0.6;
/** Signs that part a text everywhere. */
export const STRONG_SIGNS = new Set(['+', '→', '&', '/', '|']);
/** Signs that part a text between sports only. */
export const WEAK_SIGNS = new Set([';', ',', '-', '.', ':']);

function draft(joint: Joint): DraftChunk {
  return {
    joint,
    sports: [],
    hints: [],
    firmHint: false,
    distance: null,
    quantities: [],
    intensity: null,
    settings: new Set(),
    isPart: false,
    earlier: false,
    last: false,
  };
}

/** Splits a text into its parts in order; each names at most one sport. */
export function readChunks(text: ReadText): Chunk[] {
  const chunks: DraftChunk[] = [draft('start')];
  const cueAt = new Map(text.cues.map((cue) => [cue.from, cue]));
  const quantityAt = new Map(text.quantities.map((quantity) => [quantity.from, quantity]));
  let quantityFirst: boolean | null = null;
  let at = 0;
  let quantityEnd = -1;
  while (at < text.tokens.length) {
    const token = text.tokens[at];
    let chunk = chunks.at(-1) ?? draft('start');
    const open = (joint: Joint) => {
      chunk = draft(joint);
      chunks.push(chunk);
      quantityFirst = null;
    };
    const quantity = quantityAt.get(at);
    if (quantity !== undefined) {
      quantityEnd = quantity.to;
      const ownSport = chunk.sports.length > 0;
      if (ownSport && quantityFirst === true && quantity.role === 'session') open('weak');
      if (quantityFirst === null) quantityFirst = chunk.sports.length === 0;
      chunk.quantities.push(quantity);
    }
    const cue = cueAt.get(at);
    if (cue !== undefined && hasMark(cue, 'background') && at >= quantityEnd) {
      open('strong');
      chunk.earlier = true;
    }
    if (cue !== undefined && (cue.standing === 'live' || (cue.standing === 'background' && chunk.earlier))) {
      const joins =
        hasMark(cue, 'then') || hasMark(cue, 'and') ? 'strong' : hasMark(cue, 'with') ? 'weak' : null;
      const sport = plainSport(cue);
      const another = sport !== null && chunk.sports.some((one) => familyOf(one) !== familyOf(sport));
      // "40 km ride, then 8 km off the bike": after the bike comes a run.
      const unnamed = chunk.sports.length === 0 && chunk.quantities.some(({ role }) => role === 'session');
      if (hasMark(cue, 'last') && sport === null && unnamed) chunk.sports.push('run');
      if (hasMark(cue, 'last') && !another && (sport !== null || chunk.sports.length > 0)) chunk.last = true;
      if (joins !== null && sport === null && at >= quantityEnd) open(joins);
      else if (another || (token?.hyphened === true && suggestsAnother(cue, chunk)))
        open(token?.hyphened || token?.kind === 'symbol' ? 'strong' : 'weak');
      absorb(chunk, cue, sport);
      if (cue.senses.some(({ kind }) => kind === 'event')) {
        // "Rodillo 1h + carrera 5k": the amount is part of the race's name.
        for (let inside = at + 1; inside < cue.to; inside += 1) {
          const amount = quantityAt.get(inside);
          if (amount !== undefined) chunk.quantities.push(amount);
        }
      }
      if (hasMark(cue, 'last') && sport !== null) chunk.last = true;
      at = Math.max(cue.to, at + 1);
      continue;
    }
    const sign = token?.text ?? '';
    if (sign === 'off' && (isNumber(text, at + 1) || isNumber(text, at + 2))) {
      // "20' run off 2h bike": the ride came first.
      open('strong');
      chunk.earlier = true;
    }
    if (at >= quantityEnd) {
      if (STRONG_SIGNS.has(sign)) open('strong');
      else if (WEAK_SIGNS.has(sign)) open('weak');
    }
    at += 1;
  }
  return chunks.map((chunk, index) => finish(chunk, chunks[index - 1], chunks[index + 1]));
}

function isNumber(text: ReadText, at: number): boolean {
  return text.tokens[at]?.kind === 'number';
}

/** Returns true for a word that only suggests a sport and is hyphenated with another sport's: "Swim-spin". */
function suggestsAnother(cue: ReadCue, chunk: DraftChunk): boolean {
  const last = chunk.sports.at(-1);
  if (last === undefined) return false;
  return cue.senses.some((sense) => sense.kind === 'sport' && familyOf(sense.type) !== familyOf(last));
}

function plainSport(cue: ReadCue): SingleSportType | null {
  for (const sense of cue.senses) if (sense.kind === 'sport' && !sense.yields) return sense.type;
  return null;
}

function absorb(chunk: DraftChunk, cue: ReadCue, sport: SingleSportType | null): void {
  if (sport !== null && chunk.sports.at(-1) !== sport) {
    // Each sport once, the latest last, so that a title of a thousand sports stays cheap.
    chunk.sports = [...chunk.sports.filter((one) => one !== sport), sport];
  }
  for (const sense of cue.senses) {
    if (sense.kind === 'sport' && sense.yields && chunk.hints.length === 0) {
      chunk.hints.push(sense.type);
      const family = familyOf(sense.type);
      chunk.firmHint = sense.weight >= FIRM_HINT_FROM && (family === 'bike' || family === 'run');
    }
    if (sense.kind === 'event' && familyOf(sense.type) === 'run') chunk.distance = 'run';
    if (sense.kind === 'setting') chunk.settings.add(sense.setting);
    if (sense.kind === 'part') chunk.isPart = true;
    if (sense.kind === 'intensity' && (chunk.intensity === null || sense.rank > chunk.intensity.rank)) {
      chunk.intensity = sense;
    }
  }
}

function namesSport(chunk: DraftChunk | undefined): boolean {
  return chunk !== undefined && (chunk.sports.length > 0 || chunk.firmHint);
}

function finish(chunk: DraftChunk, before: DraftChunk | undefined, next: DraftChunk | undefined): Chunk {
  const named = chunk.sports.at(-1);
  const counted = chunk.quantities.some(
    // "90 min incl. 3 × 10 min FTP": a set is a leg only where a sign joins it ("30' turbo + 10' treadmill").
    ({ role, measure }) =>
      role === 'session' || (role === 'rep' && measure.kind === 'duration' && chunk.joint === 'strong'),
  );
  // "After work", "before the race": without an amount, the words after it are not a leg.
  const vague = chunk.earlier && !counted;
  const joined =
    chunk.firmHint &&
    ((chunk.joint === 'strong' && namesSport(before)) || (next?.joint === 'strong' && namesSport(next)));
  const sport = named ?? (counted || joined ? (chunk.hints[0] ?? (counted ? chunk.distance : null)) : null);
  const specific = chunk.sports.find((one) => one !== sport && familyOf(one) === familyOf(sport ?? 'other'));
  return {
    joint: chunk.joint,
    sport: sport === null || vague ? null : specialise(moreSpecific(sport, specific), chunk.settings),
    suggested: vague || chunk.hints[0] === undefined ? null : specialise(chunk.hints[0], chunk.settings),
    stated: named !== undefined || joined,
    earlier: chunk.earlier,
    last: chunk.last,
    quantities: chunk.quantities,
    intensity: chunk.intensity,
    settings: chunk.settings,
    isPart: chunk.isPart,
  };
}

const PLAIN: ReadonlySet<SingleSportType> = new Set(['run', 'bike', 'swim']);

function moreSpecific(sport: SingleSportType, other: SingleSportType | undefined): SingleSportType {
  return other !== undefined && PLAIN.has(sport) ? other : sport;
}
