import type { ActivityType, MultiSportType, SingleSportType } from '@musette/engine/types';
import { BARE_METRES_FROM } from './bare-numbers.ts';
import type { CompiledGrammar, CompiledLexicon } from './compiled-lexicon.ts';
import type { Verdict } from './decide-sport.ts';
import type { MultiSense } from './lexicon/sense.ts';
import { isMeasured, type Leg, type LegReading, readLegs, typeOfLegs } from './read-legs.ts';
import {
  hasSense,
  type InferenceInput,
  isPartOfSeries,
  type PartOfSeries,
  partOf,
  type ReadCue,
  type ReadText,
  readInput,
} from './read-text.ts';
import { reconcileHabits } from './reconcile-habits.ts';
import { type Family, familyOf } from './sports.ts';
import { type Evidence, multiSenseOf } from './weigh-evidence.ts';

/** Reads the multi-sport word of a request with its legs, and decides what they mean together. */

/** The multi-sport word of a request, if any, with the stated legs. */
interface MultiSportReading {
  readonly multi: MultiSense | null;
  readonly reading: LegReading;
}

/** The confidence for "Triathlon (2/3)": certainly a leg, but it is less certain which. */
const NUMBERED_LEG = 0.7;
/** Signs between the race and the recorded leg. */
const SEPARATING_SIGNS: ReadonlySet<string> = new Set(['-', ':', '(', '|', '/', '→', '#']);

/** Reads the multi-sport word of title, tags and description, and their legs, alone or together. */
export function readMultiSport(
  input: InferenceInput,
  texts: readonly ReadText[],
  lexicon: CompiledLexicon,
): MultiSportReading {
  return acrossParts(input, multiSportOf(texts), lexicon);
}

/** Finds the multi-sport word, and the legs in the first part of the request that names any. */
function multiSportOf(texts: readonly ReadText[]): MultiSportReading {
  let multi: MultiSense | null = null;
  let reading: LegReading = { legs: [], firm: false, totalMin: null };
  const titleStates = statedInOrder(texts, 'title').length > 0;
  for (const text of texts) {
    const own = multiSenseOf(text) ?? courseInNumbers(text);
    if (text.source !== 'description' || texts.length === 1) multi ??= own;
    const legs = readLegs(text, own ?? multi);
    const usable = text.source !== 'description' || multi !== null || !titleStates;
    if (legs.legs.length > 0 && reading.legs.length === 0 && usable) reading = legs;
    else if (reading.legs.length === 0 && reading.totalMin === null)
      reading = { ...reading, totalMin: legs.totalMin };
  }
  if (multi !== null && reading.legs.length === 0) {
    const tagged = statedInOrder(texts, 'tag');
    if (new Set(tagged.map(familyOf)).size > 1) reading = { ...reading, legs: tagged.map(emptyLeg) };
  }
  return { multi, reading };
}

/** Joins legs from title, tags and description ("Brick swim" · "45 min pool, 60 min trainer"). */
function acrossParts(
  input: InferenceInput,
  own: MultiSportReading,
  lexicon: CompiledLexicon,
): MultiSportReading {
  const { multi, reading } = own;
  const parts = [input.title, ...input.tags, input.description].filter(
    (part) => part !== null && part !== '',
  );
  if (multi === null || parts.length < 2 || reading.legs.some(isMeasured)) return own;
  const whole = { ...input, title: parts.join(' + '), tags: [], description: null };
  const [text] = reconcileHabits(readInput(whole, lexicon));
  if (text === undefined) return own;
  const joined = readLegs(text, multi);
  const better = reading.legs.length === 0 || joined.legs.every(isMeasured);
  return joined.legs.length >= 2 && better ? { multi, reading: joined } : own;
}

/** Lists the sports stated in parts of one kind, each once, in order. */
function statedInOrder(texts: readonly ReadText[], source: ReadText['source']): SingleSportType[] {
  const stated = new Set<SingleSportType>();
  for (const text of texts) {
    if (text.source !== source) continue;
    for (const cue of text.cues) {
      for (const sense of cue.senses) if (sense.kind === 'sport' && !sense.yields) stated.add(sense.type);
    }
  }
  return [...stated];
}

/** Decides whether the text describes several sports, and which. Null if it leaves only one. */
export function multiVerdict(
  { multi, reading }: MultiSportReading,
  evidence: readonly Evidence[],
  { texts, words }: { texts: readonly ReadText[]; words: CompiledGrammar['words'] },
): Verdict | null {
  const { legs, firm } = reading;
  const title = texts.find(({ source }) => source === 'title');
  if (multi !== null && legs.length === 0 && title !== undefined && multi.type !== 'brick') {
    const part = partOf(title.tokens);
    const leg = part === null ? null : legByNumber(multi.type, part);
    if (leg !== null) return { type: leg, confidence: NUMBERED_LEG, legs: [] };
    // "W01D6a Triathlon", "Ironman build week 8": the goal race of a plan.
    if (isPartOfSeries(title, words) || title.cues.some((cue) => hasSense(cue, 'plan'))) return null;
  }
  if (multi !== null) {
    const raced = areSeparated(texts, words.legNames);
    if (legs.length > 0) return { type: nameOf(multi, legs), confidence: 0.95, legs };
    const single = onlyStatedSport(evidence);
    const walked = single === 'foot' && multi.type !== 'brick';
    if (single !== null && !walked && (multi.type === 'brick' || !raced)) return null;
    return { type: multi.type, confidence: multi.weight, legs: (multi.legs ?? []).map(emptyLeg) };
  }
  if (legs.length < 2 || !firm) return null;
  const timed = legs.every((leg) => leg.durationMin !== null || leg.distanceKm !== null);
  return { type: typeOfLegs(legs), confidence: timed ? 0.93 : 0.82, legs };
}

/**
 * Returns the leg that a recording names by number: of three, each sport once; of five, with the transitions.
 */
function legByNumber(type: MultiSportType, { part, of }: PartOfSeries): SingleSportType | null {
  const legs: readonly SingleSportType[] =
    type === 'triathlon' ? ['swim', 'bike', 'run'] : ['run', 'bike', 'run'];
  if (of === 3) return legs[part - 1] ?? null;
  return of === 5 ? (part % 2 === 1 ? (legs[(part - 1) / 2] ?? null) : 'other') : null;
}

/**
 * Returns the type of a session with these legs. "Brick" stays a brick with any legs. Weaker words
 * ("multisport") only say that there are legs.
 */
function nameOf(multi: MultiSense, legs: readonly Leg[]): MultiSportType {
  return multi.weight < 0.7 ? typeOfLegs(legs) : multi.type;
}

function emptyLeg(type: SingleSportType): Leg {
  return { type, durationMin: null, distanceKm: null, intensityLevel: null };
}

/**
 * Returns true if a sign separates the multi-sport word from the only stated sport ("Triathlon Roth, run was
 * hot") and nothing says that it was training. "Triathlon swim" is a swim.
 */
function areSeparated(texts: readonly ReadText[], legNames: ReadonlySet<string>): boolean {
  const title = texts.find(({ source }) => source === 'title');
  if (title === undefined) return false;
  const multi = title.cues.find((cue) =>
    cue.senses.some(
      (sense) =>
        'type' in sense &&
        (sense.kind === 'multi' || sense.kind === 'event') &&
        familyOf(sense.type) === 'multi',
    ),
  );
  const sport = title.cues.find((cue) => cue.senses.some((sense) => sense.kind === 'sport' && !sense.yields));
  if (multi === undefined || sport === undefined || title.cues.some((cue) => hasSense(cue, 'not_race')))
    return false;
  const [first, second] = multi.from < sport.from ? [multi, sport] : [sport, multi];
  if (isLegOf(title, { first, second, sport }, legNames)) return false;
  return title.tokens
    .slice(first.to, second.from)
    .some(({ kind, text }) => kind === 'symbol' && text !== "'");
}

/**
 * Returns true if the sport is alone on its side of a sign and so names the recorded leg: "Ironman Lanzarote
 * - Bike", "Run: 70.3 Oceanside".
 */
function isLegOf(
  { tokens }: ReadText,
  { first, second, sport }: { first: ReadCue; second: ReadCue; sport: ReadCue },
  legNames: ReadonlySet<string>,
): boolean {
  const alone =
    sport === second
      ? tokens.slice(sport.to).every(({ text, kind }) => kind !== 'word' || legNames.has(text))
      : tokens.slice(0, sport.from).length === 0;
  const sign = sport === second ? tokens[sport.from - 1] : tokens[first.to];
  return alone && SEPARATING_SIGNS.has(sign?.text ?? '');
}

/** Returns the only sport stated next to a multi-sport word: "Triathlon swim". */
function onlyStatedSport(evidence: readonly Evidence[]): Family | null {
  const families = new Set(
    evidence
      .filter(({ kind, yields, source }) => kind === 'sport' && !yields && source !== 'description')
      .map(({ type }) => familyOf(type)),
  );
  const [only] = families;
  return families.size === 1 && only !== undefined && only !== 'other' ? only : null;
}

// Reads triathlons named only by their distances: "3.8/180/42.2".

/**
 * Possible distances of a triathlon's three numbers: the longest swim, the bike and the run (engineering
 * choice).
 */
const SWIM_KM = { from: 0.2, to: 4 };
const BIKE_KM = { from: 10, to: 200 };
const RUN_KM = { from: 2, to: 45 };
/** Bike courses are three to eight times the run, and at least ten times the swim. */
const BIKE_PER_RUN = { from: 3, to: 8 };
const BIKE_PER_SWIM_FROM = 10;
const COURSE_SIGNS: ReadonlySet<string> = new Set(['/', '-', '+', '|']);

/**
 * Reads a triathlon named only by its distances ("3.8/180/42.2"). Null for all other numbers, including
 * dates.
 */
function courseInNumbers({ tokens, quantities }: ReadText): MultiSense | null {
  const [swim, bike, run, ...more] = quantities.filter(({ measure }) => measure.kind === 'bare');
  if (more.length > 0 || quantities.length !== 3) return null;
  const parts = [swim, bike, run].map((part) => (part?.measure.kind === 'bare' ? part.measure.value : 0));
  const [swimStated = 0, bikeKm = 0, runKm = 0] = parts;
  const inMetres = swimStated >= BARE_METRES_FROM;
  const swimKm = inMetres ? swimStated / 1000 : swimStated;
  const joined = [bike, run].every((part) => {
    const number = tokens[part?.from ?? -1];
    return number?.hyphened === true || COURSE_SIGNS.has(tokens[(part?.from ?? 0) - 1]?.text ?? '');
  });
  const within = (value: number, { from, to }: { from: number; to: number }) => value >= from && value <= to;
  const fits =
    joined &&
    (inMetres || !Number.isInteger(swimStated)) &&
    within(swimKm, SWIM_KM) &&
    within(bikeKm, BIKE_KM) &&
    within(runKm, RUN_KM) &&
    within(bikeKm / runKm, BIKE_PER_RUN) &&
    bikeKm >= BIKE_PER_SWIM_FROM * swimKm;
  return fits ? { kind: 'multi', type: 'triathlon', weight: 0.82, legs: ['swim', 'bike', 'run'] } : null;
}

/** Swim, bike and run kilometres of the triathlon distances, by their sum in the lexicons. */
const COURSES_KM: ReadonlyMap<number, readonly [number, number, number]> = new Map([
  [25.75, [0.75, 20, 5]],
  [51.5, [1.5, 40, 10]],
  [113, [1.9, 90, 21.1]],
  [226, [3.8, 180, 42.2]],
]);

/** Returns the legs of a standard triathlon distance from its total kilometres. Null for other courses. */
export function courseLegs(type: ActivityType, wholeKm: number | null): readonly Leg[] | null {
  const course = type === 'triathlon' ? COURSES_KM.get(wholeKm ?? 0) : undefined;
  if (course === undefined) return null;
  const sports = ['open_water_swim', 'bike', 'run'] as const;
  return sports.map((sport, index) => ({
    type: sport,
    durationMin: null,
    distanceKm: course[index] ?? null,
    intensityLevel: null,
  }));
}

/** Lists the legs of every standard triathlon distance. */
export function allCourses(): readonly (readonly Leg[])[] {
  return [...COURSES_KM.keys()].map((km) => courseLegs('triathlon', km) ?? []);
}
