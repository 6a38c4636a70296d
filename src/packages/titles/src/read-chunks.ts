/**
 * Splits a text into possible legs: at "+", "→", "/", "then" and similar, and where one part contains "60'
 * bike 20' run" without a sign between.
 */
import type { SingleSportType } from '@musette/engine/types';
import type { IntensitySense, Setting } from './lexicon/sense.ts';
import type { StatedQuantity } from './quantities.ts';
import { hasSense, type ReadCue, type ReadText } from './read-text.ts';
import { familyOf, specialise } from './sports.ts';

/**
 * `strong` signs join legs by themselves; `weak` ones (a comma, "and", a dash) only next to numbers or a word
 * for bricks.
 */
export type Joint = 'start' | 'strong' | 'weak';

export interface Chunk {
  readonly joint: Joint;
  readonly sport: SingleSportType | null;
  /** A sport suggested by a word that is not a distance ("spin", "turbo"). A leg if the title says brick. */
  readonly suggested: SingleSportType | null;
  /** True if the sport is stated, not just hinted at by a distance or a pace. */
  readonly stated: boolean;
  /** True after an "after": done before the leg that the title names first. */
  readonly earlier: boolean;
  /** A run off the bike, regardless of its position in the title. */
  readonly last: boolean;
  readonly quantities: readonly StatedQuantity[];
  readonly intensity: IntensitySense | null;
  readonly settings: ReadonlySet<Setting>;
  /** Warm-up or cool-down: part of the neighbouring leg, not a leg. */
  readonly isPart: boolean;
  /** True if it contains a word for bricks. */
  readonly isBrick: boolean;
}

interface DraftChunk {
  joint: Joint;
  sports: SingleSportType[];
  hints: SingleSportType[];
  /** A hint as good as a statement if a sign joins it to another sport ("turbo + treadmill"). */
  firmHint: boolean;
  /** The sport of a race distance ("10k"). */
  distance: SingleSportType | null;
  quantities: StatedQuantity[];
  intensity: IntensitySense | null;
  settings: Set<Setting>;
  isPart: boolean;
  isBrick: boolean;
  earlier: boolean;
  last: boolean;
}

/**
 * Weight of `medium` words in the lexicons. Those of sports other than these two name sets more often than
 * legs.
 */
const FIRM_HINT_MIN_WEIGHT = 0.6;
/** Signs that split a text anywhere. */
export const STRONG_SIGNS = new Set(['+', '→', '&', '/', '|']);
/** Signs that split a text only between sports. */
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
    isBrick: false,
    earlier: false,
    last: false,
  };
}

/** Splits a text into its parts in order. Each names at most one sport. */
export function readChunks(text: ReadText): Chunk[] {
  const chunks = new ChunkReader(text).read();
  return chunks.map((chunk, index) => finish(chunk, chunks[index - 1], chunks[index + 1]));
}

/** Splits a text into parts from left to right. */
class ChunkReader {
  readonly #text: ReadText;
  readonly #cueAt: ReadonlyMap<number, ReadCue>;
  readonly #quantityAt: ReadonlyMap<number, StatedQuantity>;
  #chunk = draft('start');
  readonly #chunks: DraftChunk[] = [this.#chunk];
  /** True if the part started with an amount before its sport. Null before both. */
  #quantityFirst: boolean | null = null;
  /** The end of the last amount. Signs within it split nothing. */
  #quantityEnd = -1;

  constructor(text: ReadText) {
    this.#text = text;
    this.#cueAt = new Map(text.cues.map((cue) => [cue.from, cue]));
    this.#quantityAt = new Map(text.quantities.map((quantity) => [quantity.from, quantity]));
  }

  read(): readonly DraftChunk[] {
    let at = 0;
    while (at < this.#text.tokens.length) at = this.#readFrom(at);
    return this.#chunks;
  }

  #readFrom(at: number): number {
    const quantity = this.#quantityAt.get(at);
    if (quantity !== undefined) this.#addQuantity(quantity);
    const cue = this.#cueAt.get(at);
    if (cue !== undefined && hasSense(cue, 'background') && at >= this.#quantityEnd) this.#openEarlier();
    const counts = cue?.status === 'live' || (cue?.status === 'background' && this.#chunk.earlier);
    if (cue !== undefined && counts) {
      this.#addCue(cue, at);
      return Math.max(cue.to, at + 1);
    }
    this.#readSign(at);
    return at + 1;
  }

  #open(joint: Joint): void {
    // "then - run": the stronger of two adjacent joints applies.
    if (joint === 'weak' && this.#chunk.joint === 'strong' && isEmpty(this.#chunk)) return;
    this.#chunk = draft(joint);
    this.#chunks.push(this.#chunk);
    this.#quantityFirst = null;
  }

  /** Opens a leg that came before the one the title mentions first ("run off 2h bike"). */
  #openEarlier(): void {
    this.#open('strong');
    this.#chunk.earlier = true;
  }

  #addQuantity(quantity: StatedQuantity): void {
    this.#quantityEnd = quantity.to;
    const ownSport = this.#chunk.sports.length > 0;
    if (ownSport && this.#quantityFirst === true && quantity.role === 'session') this.#open('weak');
    this.#quantityFirst ??= this.#chunk.sports.length === 0;
    this.#chunk.quantities.push(quantity);
  }

  #addCue(cue: ReadCue, at: number): void {
    const sport = plainSport(cue);
    const another = sport !== null && this.#chunk.sports.some((one) => familyOf(one) !== familyOf(sport));
    if (hasSense(cue, 'last')) this.#markLast(sport, another);
    this.#partAt(cue, at, sport, another);
    absorb(this.#chunk, cue, sport);
    if (cue.senses.some(({ kind }) => kind === 'event')) this.#addAmountsInside(cue, at);
    if (hasSense(cue, 'last') && sport !== null) this.#chunk.last = true;
  }

  /** "40 km ride, then 8 km off the bike": after the bike comes a run. */
  #markLast(sport: SingleSportType | null, another: boolean): void {
    const { sports, quantities } = this.#chunk;
    const unnamed = sports.length === 0 && quantities.some(({ role }) => role === 'session');
    if (sport === null && unnamed) sports.push('run');
    if (!another && (sport !== null || sports.length > 0)) this.#chunk.last = true;
  }

  /** Opens a part where a word joins two ("then"), or names another sport. */
  #partAt(cue: ReadCue, at: number, sport: SingleSportType | null, another: boolean): void {
    const joint = jointOf(cue);
    const token = this.#text.tokens[at];
    const isHyphened = token?.hyphened === true;
    if (joint !== null && sport === null && at >= this.#quantityEnd) this.#open(joint);
    else if (another || (isHyphened && suggestsAnother(cue, this.#chunk)))
      this.#open(isHyphened || token?.kind === 'symbol' ? 'strong' : 'weak');
  }

  /** "Rodillo 1h + carrera 5k": the amount is part of the race's name. */
  #addAmountsInside(cue: ReadCue, at: number): void {
    for (let inside = at + 1; inside < cue.to; inside += 1) {
      const amount = this.#quantityAt.get(inside);
      if (amount !== undefined) this.#chunk.quantities.push(amount);
    }
  }

  #readSign(at: number): void {
    const sign = this.#text.tokens[at]?.text ?? '';
    // "20' run off 2h bike": the ride came first.
    if (sign === 'off' && (isNumber(this.#text, at + 1) || isNumber(this.#text, at + 2))) this.#openEarlier();
    if (at < this.#quantityEnd) return;
    if (STRONG_SIGNS.has(sign)) this.#open('strong');
    else if (WEAK_SIGNS.has(sign)) this.#open('weak');
  }
}

function isEmpty({ sports, hints, quantities, earlier }: DraftChunk): boolean {
  return sports.length === 0 && hints.length === 0 && quantities.length === 0 && !earlier;
}

/** Returns how a word joins two parts ("then", "and", "with"). Null for other words. */
function jointOf(cue: ReadCue): Joint | null {
  if (hasSense(cue, 'then') || hasSense(cue, 'and')) return 'strong';
  return hasSense(cue, 'with') ? 'weak' : null;
}

function isNumber(text: ReadText, at: number): boolean {
  return text.tokens[at]?.kind === 'number';
}

/** Returns true for a word that only suggests a sport and is hyphenated with that of another: "Swim-spin". */
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
    // Each sport once, the latest last, so that a title with a thousand sports stays cheap.
    chunk.sports = [...chunk.sports.filter((one) => one !== sport), sport];
  }
  for (const sense of cue.senses) {
    // "Tempo" is how a part is done, not a leg of the sport that it usually means.
    const isEffort = cue.senses.some(({ kind }) => kind === 'intensity');
    if (sense.kind === 'sport' && sense.yields && chunk.hints.length === 0 && !isEffort) {
      chunk.hints.push(sense.type);
      const family = familyOf(sense.type);
      chunk.firmHint = sense.weight >= FIRM_HINT_MIN_WEIGHT && (family === 'bike' || family === 'run');
    }
    if (sense.kind === 'event' && familyOf(sense.type) === 'run') chunk.distance = 'run';
    if (sense.kind === 'setting') chunk.settings.add(sense.setting);
    if (sense.kind === 'part') chunk.isPart = true;
    if (sense.kind === 'multi' && sense.type === 'brick') chunk.isBrick = true;
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
    // "90 min incl. 3 × 10 min FTP": a set is a leg only if a sign joins it ("30' turbo + 10' treadmill").
    ({ role, measure }) =>
      role === 'session' || (role === 'rep' && measure.kind === 'duration' && chunk.joint === 'strong'),
  );
  // "After work", "before the race": without an amount, the words that follow are not a leg.
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
    isBrick: chunk.isBrick,
  };
}

const PLAIN: ReadonlySet<SingleSportType> = new Set(['run', 'bike', 'swim']);

function moreSpecific(sport: SingleSportType, other: SingleSportType | undefined): SingleSportType {
  return other !== undefined && PLAIN.has(sport) ? other : sport;
}
