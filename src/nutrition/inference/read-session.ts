/** Reads all parts of a request as one session, the basis of both inference answers. */
import type { ActivityType } from '#core/engine/types.ts';
import { calibrated, rounded } from './calibrate-confidence.ts';
import type { CompiledLexicon } from './compiled-lexicon.ts';
import { byAmounts } from './decide-by-amounts.ts';
import { decideByRecording, likeliestFamily, type Verdict } from './decide-sport.ts';
import { findDoubts } from './find-doubts.ts';
import type { Setting } from './lexicon/sense.ts';
import { allCourses, courseLegs } from './read-course.ts';
import { statedAmount } from './read-duration.ts';
import { type IntensityReading, readIntensity } from './read-intensity.ts';
import { isMeasured, type Leg } from './read-legs.ts';
import { multiVerdict, readMultiSport } from './read-multi-sport.ts';
import { type InferenceInput, type ReadText, readInput } from './read-text.ts';
import { settleHabits } from './reconcile-habits.ts';
import { describeRecording, type Recording, showsSession } from './recording.ts';
import { type Family, familyOf, specialise } from './sport-family.ts';
import { type Evidence, gatherEvidence, memberOf, weighFamilies } from './weigh-evidence.ts';

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
  const texts = settleHabits(readInput(input, lexicon));
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
  const told = verdict.isShare ? rounded(verdict.confidence) : calibrated(verdict.confidence);
  const confidence = Math.min(told, ...doubts.map(({ cap }) => cap));
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
  if (legs.some(isMeasured) || familyOf(type) !== 'multi') return [legs];
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
    for (const { standing, senses } of cues) {
      if (standing !== 'live') continue;
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
