/** Reads all parts of a request as one session, from which both inference answers are made. */
import type { ActivityType, MultiSportType, SingleSportType } from '../engine/types.ts';
import type { CompiledGrammar, CompiledLexicon } from './compiled-lexicon.ts';
import { decideByRecording, likeliestFamily, type Verdict } from './decide-by-recording.ts';
import type { MultiSense, Setting } from './lexicon/sense.ts';
import { allCourses, courseInNumbers, courseLegs } from './read-course.ts';
import { statedAmount } from './read-duration.ts';
import { type IntensityReading, readIntensity } from './read-intensity.ts';
import { type Leg, type LegReading, readLegs, typeOfLegs } from './read-legs.ts';
import { hasMark, type InferenceInput, type ReadCue, type ReadText, readInput } from './read-text.ts';
import { describeRecording, type Recording, showsSession } from './recording.ts';
import { settleHabits } from './settle-habits.ts';
import { type Family, familyOf, specialise } from './sport-family.ts';
import { isPartOfSeries, type PartOfSeries, partOf } from './stages.ts';
import { type Evidence, gatherEvidence, memberOf, multiSenseOf, weighFamilies } from './weigh-evidence.ts';

export interface Candidate {
  readonly type: ActivityType;
  readonly confidence: number;
}

export interface SessionReading {
  readonly texts: readonly ReadText[];
  readonly type: ActivityType;
  readonly confidence: number;
  /** Other types that the words allow, likeliest first. */
  readonly alternatives: readonly Candidate[];
  readonly legs: readonly Leg[];
  /** The whole session's duration as stated before its legs. */
  readonly legsTotalMin: number | null;
  readonly intensity: IntensityReading;
  readonly evidence: readonly string[];
}

/** The confidence if nothing names a sport; the API promises at most 0.2. */
const NO_CUE_CONFIDENCE = 0.1;
/** A distance alone rules sports out without naming one. */
const DISTANCE_ONLY_CONFIDENCE = 0.3;
/** Sessions of this distance and no other word are rides rather than runs (engineering choice). */
const RIDE_FROM_KM = 36;
/** Runners state kilometres, swimmers metres, and walkers neither (engineering choice). */
const RUN_FROM_KM = 3;
/** The highest confidence for a title that leaves the sport undecided. */
const UNDECIDED_CONFIDENCE = 0.45;
const CANCELLED_CONFIDENCE = 0.35;
/** The share by which a rival sport's words lower the winner's confidence. */
const RIVAL_PULL = 0.55;

/** Reads what title, tags and description say about one session. */
export function readSession(input: InferenceInput, lexicon: CompiledLexicon): SessionReading {
  const { words } = lexicon.grammar;
  const texts = settleHabits(readInput(input, lexicon));
  const evidence = [...gatherEvidence(texts, lexicon.grammar), ...taggedSports(input)];
  const recording = input.recording ? namedSport(input.recording, input.locale, lexicon) : null;
  const settings = settingsOf(texts);
  if (recording?.isIndoor) settings.add('indoor');
  const weights = weighFamilies(evidence, lexicon.grammar);
  const { multi, reading } = acrossParts(input, multiSportOf(texts), lexicon);
  const byWords =
    multiVerdict(multi, reading, evidence, { texts, words }) ??
    (evidence.some(({ isPlatformSport }) => isPlatformSport)
      ? platformVerdict(weights, evidence, settings)
      : singleVerdict(weights, evidence, settings)) ??
    byDistance(texts);
  const read = { verdict: byWords, evidence, weights, settings, courses: coursesOf(byWords, texts) };
  const verdict = recording === null ? byWords : decideByRecording(recording, read);
  const intensity = readIntensity(texts, familyOf(verdict.type), words);
  const tookPlace = recording !== null && showsSession(recording);
  const doubts = tookPlace ? [] : doubtsOf(texts, verdict, intensity);
  const isDecided = recording?.sportType != null;
  const type = isDecided ? verdict.type : byCourse(verdict.type, texts, settings, intensity);
  const confidence = Math.min(verdict.confidence, ...doubts.map(({ cap }) => cap));
  return {
    texts,
    type,
    confidence: calibrated(confidence),
    alternatives: alternativesTo(type, confidence, weights, evidence, settings),
    legs: verdict.legs,
    legsTotalMin: reading.totalMin,
    intensity,
    evidence: [
      ...(recording === null ? [] : describeRecording(recording)),
      ...describe(evidence),
      ...intensity.evidence,
      ...doubts.map(({ text }) => text),
    ],
  };
}

/** A tag that is a platform's own name of a sport weighs more than three words of a title. */
const PLATFORM_SPORT_WEIGHT = 0.995;

function taggedSports({ tags, tagTypes }: InferenceInput): Evidence[] {
  return tags.flatMap((tag) => {
    const type = tagTypes?.get(tag);
    if (type === undefined || familyOf(type) === 'multi') return [];
    return {
      type,
      weight: PLATFORM_SPORT_WEIGHT,
      cap: PLATFORM_SPORT_WEIGHT,
      kind: 'sport' as const,
      yields: false,
      text: tag,
      source: 'tag' as const,
      language: '*',
      order: -1,
      isPlatformSport: true,
    };
  });
}

function platformVerdict(
  weights: ReadonlyMap<Family, number>,
  evidence: readonly Evidence[],
  settings: ReadonlySet<Setting>,
): Verdict {
  const { family, share } = likeliestFamily(weights, new Map());
  return {
    type: memberOf(family, evidence, settings, specialise),
    confidence: Math.min(share, 0.97),
    legs: [],
  };
}

/** Returns the recording with its sport's type: as the platforms' table maps it, else as its words read. */
function namedSport(recording: Recording, locale: string | null, lexicon: CompiledLexicon): Recording {
  const { sport, sportType } = recording;
  if (sport === null || sportType !== null) return recording;
  const { type, confidence } = readSession({ title: sport, description: null, tags: [], locale }, lexicon);
  return confidence > CERTAIN_NAME_FROM ? { ...recording, sportType: type } : recording;
}

const CERTAIN_NAME_FROM = 0.6;

/**
 * Lists the legs of a multi-sport verdict: as the words state them, else those of the race's course, else of any
 * course.
 */
function coursesOf({ type, legs }: Verdict, texts: readonly ReadText[]): readonly (readonly Leg[])[] {
  if (legs.some(isCounted) || familyOf(type) !== 'multi') return [legs];
  const course = courseLegs(type, eventCourseKm(texts));
  if (course !== null) return [course];
  return type === 'triathlon' && legs.length === 0 ? allCourses() : [legs];
}

function eventCourseKm(texts: readonly ReadText[]): number | null {
  for (const { cues } of texts) {
    for (const { senses, standing } of cues) {
      if (standing !== 'live') continue;
      for (const sense of senses)
        if (sense.kind === 'event' && sense.km !== null && familyOf(sense.type) === 'multi') return sense.km;
    }
  }
  return null;
}

/**
 * Maps raw confidence to the share of development titles whose type was right: above one half, words are more reliable
 * than their weights; below, as reliable.
 */
const CALIBRATION: readonly (readonly [raw: number, calibrated: number])[] = [
  [0, 0],
  [0.35, 0.35],
  [0.42, 0.5],
  [0.52, 0.5],
  [0.56, 0.7],
  [0.62, 0.8],
  [0.82, 0.88],
  [0.92, 0.92],
  [1, 1],
];

function calibrated(raw: number): number {
  const above = CALIBRATION.findIndex(([from]) => from >= raw);
  const [highRaw, high] = CALIBRATION[Math.max(above, 0)] ?? [1, 1];
  const [lowRaw, low] = CALIBRATION[Math.max(above - 1, 0)] ?? [0, 0];
  if (highRaw <= lowRaw) return rounded(high);
  return rounded(low + ((high - low) * (raw - lowRaw)) / (highRaw - lowRaw));
}

/** Swimming races of this length are rarely held in a pool (engineering choice). */
const OPEN_WATER_RACE_FROM_KM = 1.5;
/** Walks of this length are hikes (engineering choice). */
const HIKE_FROM_KM = 25;

/** Returns the kind of swim or walk that a distance shows. */
function byCourse(
  type: ActivityType,
  texts: readonly ReadText[],
  settings: ReadonlySet<Setting>,
  { isRace }: IntensityReading,
): ActivityType {
  if (type !== 'swim' && type !== 'walk') return type;
  const { distanceKm } = statedAmount(texts, type);
  if (distanceKm === null) return type;
  if (type === 'walk') return distanceKm >= HIKE_FROM_KM ? 'hike' : type;
  return isRace && distanceKm >= OPEN_WATER_RACE_FROM_KM && !settings.has('pool') ? 'open_water_swim' : type;
}

function settingsOf(texts: readonly ReadText[]): Set<Setting> {
  const settings = new Set<Setting>();
  for (const { cues } of texts) {
    for (const { standing, senses } of cues) {
      if (standing !== 'live') continue;
      for (const sense of senses) if (sense.kind === 'setting') settings.add(sense.setting);
    }
  }
  return settings;
}

/** Finds the multi-sport word, and the legs in the first part of the request that names any. */
function multiSportOf(texts: readonly ReadText[]): { multi: MultiSense | null; reading: LegReading } {
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

/** Joins legs that title, tags and description state together ("Brick swim" · "45 min pool, 60 min trainer"). */
function acrossParts(
  input: InferenceInput,
  own: { multi: MultiSense | null; reading: LegReading },
  lexicon: CompiledLexicon,
): { multi: MultiSense | null; reading: LegReading } {
  const { multi, reading } = own;
  const parts = [input.title, ...input.tags, input.description].filter(
    (part) => part !== null && part !== '',
  );
  if (multi === null || parts.length < 2 || reading.legs.some(isCounted)) return own;
  const whole = { ...input, title: parts.join(' + '), tags: [], description: null };
  const [text] = settleHabits(readInput(whole, lexicon));
  if (text === undefined) return own;
  const joined = readLegs(text, multi);
  const better = reading.legs.length === 0 || joined.legs.every(isCounted);
  return joined.legs.length >= 2 && better ? { multi, reading: joined } : own;
}

function isCounted({ durationMin, distanceKm }: Leg): boolean {
  return durationMin !== null || distanceKm !== null;
}

/** Lists the sports that parts of one kind state, each once, in order. */
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

function multiVerdict(
  multi: MultiSense | null,
  reading: LegReading,
  evidence: readonly Evidence[],
  { texts, words }: { texts: readonly ReadText[]; words: CompiledGrammar['words'] },
): Verdict | null {
  const { legs, firm } = reading;
  const title = texts.find(({ source }) => source === 'title');
  if (multi !== null && legs.length === 0 && title !== undefined && multi.type !== 'brick') {
    const part = partOf(title.tokens);
    const leg = part === null ? null : legByNumber(multi.type, part);
    if (leg !== null) return { type: leg, confidence: NUMBERED_LEG, legs: [] };
    // "W01D6a Triathlon", "Ironman build week 8": the race that a plan prepares.
    if (isPartOfSeries(title, words) || title.cues.some((cue) => hasMark(cue, 'plan'))) return null;
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

/** The confidence for "Triathlon (2/3)": certainly a leg, but less certainly which. */
const NUMBERED_LEG = 0.7;

/** Returns the leg that a recording names by its number: of three, each sport once; of five, with the transitions. */
function legByNumber(type: MultiSportType, { part, of }: PartOfSeries): SingleSportType | null {
  const legs: readonly SingleSportType[] =
    type === 'triathlon' ? ['swim', 'bike', 'run'] : ['run', 'bike', 'run'];
  if (of === 3) return legs[part - 1] ?? null;
  return of === 5 ? (part % 2 === 1 ? (legs[(part - 1) / 2] ?? null) : 'other') : null;
}

/**
 * Returns the type of a session with these legs. "Brick" stays a brick whatever its legs; weaker words ("multisport")
 * only say that there are legs.
 */
function nameOf(multi: MultiSense, legs: readonly Leg[]): MultiSportType {
  return multi.weight < 0.7 ? typeOfLegs(legs) : multi.type;
}

function emptyLeg(type: SingleSportType): Leg {
  return { type, durationMin: null, distanceKm: null, intensityLevel: null };
}

/**
 * Returns true if a sign separates the multi-sport word from the one sport stated ("Triathlon Roth, run was hot") and
 * nothing says that it was training; "triathlon swim" is a swim.
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
  if (multi === undefined || sport === undefined || title.cues.some((cue) => hasMark(cue, 'not_race')))
    return false;
  const [first, second] = multi.from < sport.from ? [multi, sport] : [sport, multi];
  if (isLegOf(title, { first, second, sport }, legNames)) return false;
  return title.tokens
    .slice(first.to, second.from)
    .some(({ kind, text }) => kind === 'symbol' && text !== "'");
}

const SEPARATING_SIGNS: ReadonlySet<string> = new Set(['-', ':', '(', '|', '/', '→', '#']);

/**
 * Returns true if the sport stands alone on its side of a sign, and so names the leg that was recorded: "Ironman
 * Lanzarote - Bike", "Run: 70.3 Oceanside".
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

/** Returns the one sport that is stated beside a multi-sport word: "Triathlon swim". */
function onlyStatedSport(evidence: readonly Evidence[]): Family | null {
  const families = new Set(
    evidence
      .filter(({ kind, yields, source }) => kind === 'sport' && !yields && source !== 'description')
      .map(({ type }) => familyOf(type)),
  );
  const [only] = families;
  return families.size === 1 && only !== undefined && only !== 'other' ? only : null;
}

function singleVerdict(
  weights: ReadonlyMap<Family, number>,
  evidence: readonly Evidence[],
  settings: ReadonlySet<Setting>,
): Verdict | null {
  const ranked = [...weights]
    .filter(([family]) => family !== 'multi')
    .sort((one, other) => other[1] - one[1]);
  const [top, second] = ranked;
  if (top === undefined) return null;
  const rival = Math.max(second?.[1] ?? 0, 0.4 * (weights.get('multi') ?? 0));
  const confidence = top[1] * (1 - RIVAL_PULL * rival);
  return { type: memberOf(top[0], evidence, settings, specialise), confidence, legs: [] };
}

/** Returns true if the whole session is stated in metres, as swims are: "2000 m". */
function inMetres(texts: readonly ReadText[]): boolean {
  return texts.some(({ quantities }) =>
    quantities.some(
      ({ role, measure }) =>
        role === 'session' &&
        measure.kind === 'distance' &&
        measure.unit === 'm' &&
        measure.km >= 1 &&
        measure.km <= 5,
    ),
  );
}

function byDistance(texts: readonly ReadText[]): Verdict {
  const { distanceKm } = statedAmount(texts, null);
  if (distanceKm !== null && inMetres(texts))
    return { type: 'swim', confidence: DISTANCE_ONLY_CONFIDENCE, legs: [] };
  if (distanceKm !== null && distanceKm >= RUN_FROM_KM) {
    const type = distanceKm >= RIDE_FROM_KM ? 'bike' : 'run';
    return { type, confidence: DISTANCE_ONLY_CONFIDENCE, legs: [] };
  }
  return { type: 'other', confidence: NO_CUE_CONFIDENCE, legs: [] };
}

/** Lists the doubts about a session, at most one of each kind per text. */
function doubtsOf(
  texts: readonly ReadText[],
  verdict: Verdict,
  intensity: IntensityReading,
): { cap: number; text: string }[] {
  const doubts: { cap: number; text: string }[] = [];
  for (const { source, cues, quantities } of texts) {
    if (source === 'description') continue;
    const live = (kind: 'noise' | 'or') =>
      cues.find((cue) => cue.standing !== 'ignored' && hasMark(cue, kind));
    const cancelled = cues.find(
      (cue) => cue.standing !== 'ignored' && hasMark(cue, 'cancel') && !endsRest(quantities, cue.from),
    );
    if (cancelled !== undefined)
      doubts.push({ cap: CANCELLED_CONFIDENCE, text: `no session: "${cancelled.text}"` });
    const noise = live('noise');
    if (noise !== undefined && !statesBeside(cues, verdict)) {
      doubts.push({ cap: CANCELLED_CONFIDENCE, text: `no session: "${noise.text}"` });
    }
    const or = live('or');
    if (or !== undefined && verdict.legs.length === 0 && !intensity.isRace && betweenSports(cues, or.from)) {
      doubts.push({ cap: UNDECIDED_CONFIDENCE, text: `undecided: "${or.text}"` });
    }
  }
  return doubts;
}

/** Returns true for the pause of a set, which cancels nothing: "3 min rest each". */
function endsRest(quantities: ReadText['quantities'], at: number): boolean {
  return quantities.some(
    ({ from, to, role }) => (to === at || from === at + 1) && (role === 'rest' || role === 'rep'),
  );
}

/** Returns true if something beside the noise is a session: "Bike fit + 1 h run". */
function statesBeside(cues: ReadText['cues'], verdict: Verdict): boolean {
  if (verdict.confidence < 0.6) return false;
  return cues.some((cue) =>
    cue.senses.some((sense) => sense.kind === 'sport' && !sense.yields && !hasMark(cue, 'noise')),
  );
}

function betweenSports(cues: ReadText['cues'], at: number): boolean {
  const states = (cue: ReadText['cues'][number]) => cue.senses.some(({ kind }) => kind === 'sport');
  return cues.some((cue) => cue.from < at && states(cue)) && cues.some((cue) => cue.from > at && states(cue));
}

function alternativesTo(
  type: ActivityType,
  confidence: number,
  weights: ReadonlyMap<Family, number>,
  evidence: readonly Evidence[],
  settings: ReadonlySet<Setting>,
): Candidate[] {
  const candidates = new Map<ActivityType, number>();
  const add = (candidate: ActivityType, weight: number) => {
    if (candidate === type) return;
    const below = rounded(Math.min(weight * (1 - confidence) + 0.02, confidence));
    candidates.set(candidate, Math.max(candidates.get(candidate) ?? 0, below));
  };
  for (const [family, weight] of weights) add(memberOf(family, evidence, settings, specialise), weight);
  for (const one of evidence) add(one.type, one.weight * 0.5);
  return [...candidates]
    .map(([candidate, share]) => ({ type: candidate, confidence: share }))
    .sort((one, other) => other.confidence - one.confidence)
    .slice(0, 4);
}

function describe(evidence: readonly Evidence[]): string[] {
  const lines = evidence.map(({ type, text, source, language }) => {
    const spoken = language === '*' ? '' : `, ${language}`;
    return `${type}: "${text}" (${source}${spoken})`;
  });
  return [...new Set(lines)].slice(0, 12);
}

/** Rounds a share to two decimals within 0–1. */
export function rounded(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
