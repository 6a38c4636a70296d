import type { ActivityType } from '@musette/engine/types';
import type { CompiledLexicon } from './compiled-lexicon.ts';
import { byAmounts, decideByRecording, likeliestFamily, type Verdict } from './decide-sport.ts';
import type { Setting } from './lexicon/sense.ts';
import { statedAmount } from './read-duration.ts';
import { type IntensityReading, readIntensity } from './read-intensity.ts';
import { isMeasured, type Leg } from './read-legs.ts';
import { allCourses, courseLegs, multiVerdict, readMultiSport } from './read-multi-sport.ts';
import { hasSense, type InferenceInput, type ReadText, readInput } from './read-text.ts';
import { reconcileHabits } from './reconcile-habits.ts';
import { describeRecording, type Recording, showsSession } from './recording.ts';
import { type Family, familyOf, isMultiSport, specialise } from './sports.ts';
import { type Evidence, gatherEvidence, memberOf, weighFamilies } from './weigh-evidence.ts';

/** Reads all parts of a request as one session, the basis of both inference answers. */

export interface Candidate {
  readonly type: ActivityType;
  readonly confidence: number;
}

export interface SessionReading {
  readonly texts: readonly ReadText[];
  readonly type: ActivityType;
  readonly confidence: number;
  /** Other types that the words allow, most likely first. */
  readonly alternatives: readonly Candidate[];
  readonly legs: readonly Leg[];
  /** The recorded leg of a multi-sport title. Null if the title does not state its amount. */
  readonly leg?: Leg | null;
  /** Duration of the whole session, stated before its legs. */
  readonly legsTotalMin: number | null;
  readonly intensity: IntensityReading;
  readonly evidence: readonly string[];
}

/** Share by which a rival sport's words lower the winner's confidence. */
const RIVAL_PULL = 0.55;

/** Reads one session from title, tags and description. */
export function readSession(input: InferenceInput, lexicon: CompiledLexicon): SessionReading {
  const { words } = lexicon.grammar;
  const texts = reconcileHabits(readInput(input, lexicon));
  const evidence = [...gatherEvidence(texts, lexicon.grammar), ...taggedSports(input)];
  const recording = input.recording ? namedSport(input.recording, input.locale, lexicon) : null;
  const settings = settingsOf(texts);
  if (recording?.isIndoor) settings.add('indoor');
  const weights = weighFamilies(evidence, lexicon.grammar);
  const multiSport = readMultiSport(input, texts, lexicon);
  const byWords =
    multiVerdict(multiSport, evidence, { texts, words }) ??
    (evidence.some(({ isPlatformSport }) => isPlatformSport)
      ? platformVerdict(weights, evidence, settings)
      : singleVerdict(weights, evidence, settings)) ??
    byAmounts(texts);
  const read = { verdict: byWords, evidence, weights, settings, courses: coursesOf(byWords, texts) };
  const verdict = recording === null ? byWords : decideByRecording(recording, read);
  const intensity = readIntensity(texts, familyOf(verdict.type), words);
  const tookPlace = recording !== null && showsSession(recording);
  const doubts = tookPlace ? [] : findDoubts(texts, verdict, intensity);
  const isDecided = recording?.sportType != null;
  const type = isDecided ? verdict.type : byCourse(verdict.type, texts, settings, intensity);
  const ownConfidence = verdict.isShare ? rounded(verdict.confidence) : calibrated(verdict.confidence);
  const confidence = Math.min(ownConfidence, ...doubts.map(({ cap }) => cap));
  return {
    texts,
    type,
    confidence,
    alternatives: alternativesTo(type, confidence, weights, evidence, settings),
    legs: verdict.legs,
    ...(verdict.leg === undefined ? {} : { leg: verdict.leg }),
    legsTotalMin: multiSport.reading.totalMin,
    intensity,
    evidence: [
      ...(recording === null ? [] : describeRecording(recording)),
      ...describe(evidence),
      ...intensity.evidence,
      ...doubts.map(({ text }) => text),
    ],
  };
}

/** Weight of a tag with a platform's own sport name, more than three words of a title. */
const PLATFORM_SPORT_WEIGHT = 0.995;

function taggedSports({ tags, tagTypes }: InferenceInput): Evidence[] {
  return tags.flatMap((tag) => {
    const type = tagTypes?.get(tag);
    if (type === undefined || isMultiSport(type)) return [];
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

/** Returns the recording with the type of its sport: from the platforms' table, else from its words. */
function namedSport(recording: Recording, locale: string | null, lexicon: CompiledLexicon): Recording {
  const { sport, sportType } = recording;
  if (sport === null || sportType !== null) return recording;
  const { type, confidence } = readSession({ title: sport, description: null, tags: [], locale }, lexicon);
  return confidence > CERTAIN_NAME_FROM ? { ...recording, sportType: type } : recording;
}

const CERTAIN_NAME_FROM = 0.6;

/**
 * Lists the legs of a multi-sport verdict: as stated, else those of the race's course, else of any course.
 */
function coursesOf({ type, legs }: Verdict, texts: readonly ReadText[]): readonly (readonly Leg[])[] {
  if (legs.some(isMeasured) || !isMultiSport(type)) return [legs];
  const course = courseLegs(type, eventCourseKm(texts));
  if (course !== null) return [course];
  return type === 'triathlon' && legs.length === 0 ? allCourses() : [legs];
}

function eventCourseKm(texts: readonly ReadText[]): number | null {
  for (const { cues } of texts) {
    for (const { senses, status } of cues) {
      if (status !== 'live') continue;
      for (const sense of senses)
        if (sense.kind === 'event' && sense.km !== null && isMultiSport(sense.type)) return sense.km;
    }
  }
  return null;
}

/** Swimming races of this length are rarely held in a pool (engineering choice). */
const OPEN_WATER_RACE_FROM_KM = 1.5;
/** Walks of this length are hikes (engineering choice). */
const HIKE_FROM_KM = 25;

/** Returns the kind of swim or walk that a distance indicates. */
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
    for (const { status, senses } of cues) {
      if (status !== 'live') continue;
      for (const sense of senses) if (sense.kind === 'setting') settings.add(sense.setting);
    }
  }
  return settings;
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

/** A reason for doubt, with the maximum confidence it leaves. */
interface Doubt {
  readonly cap: number;
  readonly text: string;
}

/** Maximum confidence for a title that leaves the sport undecided. */
const UNDECIDED_CONFIDENCE = 0.45;
/** Maximum confidence for a title that may not describe a session. */
const CANCELLED_CONFIDENCE = 0.35;

/** Lists the doubts about a session, at most one of each kind per text. */
function findDoubts(
  texts: readonly ReadText[],
  verdict: Verdict,
  intensity: IntensityReading,
): readonly Doubt[] {
  const doubts: Doubt[] = [];
  for (const { source, cues, quantities } of texts) {
    if (source === 'description') continue;
    const live = (kind: 'noise' | 'or') =>
      cues.find((cue) => cue.status !== 'ignored' && hasSense(cue, kind));
    const cancelled = cues.find(
      (cue) => cue.status !== 'ignored' && hasSense(cue, 'cancel') && !endsRest(quantities, cue.from),
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

/** Returns true for the rest in a set, which cancels nothing: "3 min rest each". */
function endsRest(quantities: ReadText['quantities'], at: number): boolean {
  return quantities.some(
    ({ from, to, role }) => (to === at || from === at + 1) && (role === 'rest' || role === 'rep'),
  );
}

/** Returns true if there is a session in addition to the noise: "Bike fit + 1 h run". */
function statesBeside(cues: ReadText['cues'], verdict: Verdict): boolean {
  if (verdict.confidence < 0.6) return false;
  return cues.some((cue) =>
    cue.senses.some((sense) => sense.kind === 'sport' && !sense.yields && !hasSense(cue, 'noise')),
  );
}

function betweenSports(cues: ReadText['cues'], at: number): boolean {
  const states = (cue: ReadText['cues'][number]) => cue.senses.some(({ kind }) => kind === 'sport');
  return cues.some((cue) => cue.from < at && states(cue)) && cues.some((cue) => cue.from > at && states(cue));
}

/**
 * Maps raw confidence to the share of titles whose type was right. Fitted on one half of the labelled titles,
 * split by title family, and checked on the other half (test/calibration.test.ts). These titles
 * were written to be clear, so the table stays below their shares: of recorded sessions with 0.93 to 0.96,
 * nine of ten were right.
 */
const CALIBRATION: readonly (readonly [raw: number, calibrated: number])[] = [
  [0, 0],
  [0.1, 0.05],
  [0.2, 0.2],
  [0.25, 0.5],
  // A word whose language is unsupported never gives more.
  [0.52, 0.5],
  [0.56, 0.8],
  [0.62, 0.9],
  [0.9, 0.93],
  [1, 0.94],
];

function calibrated(raw: number): number {
  const above = CALIBRATION.findIndex(([from]) => from >= raw);
  const [highRaw, high] = CALIBRATION[Math.max(above, 0)] ?? [1, 1];
  const [lowRaw, low] = CALIBRATION[Math.max(above - 1, 0)] ?? [0, 0];
  if (highRaw <= lowRaw) return rounded(high);
  return rounded(low + ((high - low) * (raw - lowRaw)) / (highRaw - lowRaw));
}

/** Rounds a share to two decimals within 0–1. */
export function rounded(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
}
