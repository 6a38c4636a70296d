import type { ActivityType, SingleSportType } from '@musette/engine/types';
import type { CompiledGrammar } from './compiled-lexicon.ts';
import type { MultiSense, Setting } from './lexicon/sense.ts';
import type { StatedQuantity } from './quantities.ts';
import { hasSense, type ReadCue, type ReadText, type Source } from './read-text.ts';
import { type Family, familyOf, isEndurance, isMultiSport } from './sports.ts';

/** Combines the cues: independent words for one sport raise its weight, words for other sports lower it. */

export interface Evidence {
  readonly type: ActivityType;
  readonly weight: number;
  readonly kind: 'sport' | 'multi' | 'event';
  readonly yields: boolean;
  readonly text: string;
  readonly source: Source;
  readonly language: string;
  /** Position among the cues of its text. The head of a phrase comes last or first. */
  readonly order: number;
  /** Maximum weight. */
  readonly cap: number;
  /** True for a platform's own sport name as a tag. */
  readonly isPlatformSport?: boolean;
  /** True if a sign or word joins it to what precedes it ("+ core"). */
  readonly joined?: boolean;
  /** True if it means its sport only by usage ("sortie longue"). */
  readonly isHabit?: boolean;
}

/**
 * A description also mentions weather, coffee and other days. A title and a tag name the session (engineering
 * choice).
 */
const SOURCE_FACTOR: Readonly<Record<Source, number>> = { title: 1, tag: 1, description: 0.75 };
/** Factor for the description if the title already names a sport. */
const DESCRIPTION_BESIDE_TITLE = 0.3;
/** "After the marathon": weak, but not zero evidence. */
const BACKGROUND_FACTOR = 0.35;
const MOST_WEIGHT = 0.95;
/** Weight of a word in a language that nothing else in the request confirms. */
const UNSUPPORTED_WEIGHT = 0.5;
/** Weight from which a plainly stated sport overrides hints at other sports. */
export const STATED_FROM = 0.55;
/** The head of a phrase outweighs the words around it ("run club RIDE"). */
const HEAD_BONUS = 1.12;
/** Gathers every live or background cue that names a session. */
export function gatherEvidence(texts: readonly ReadText[], { words }: CompiledGrammar): Evidence[] {
  const gathered: Evidence[] = [];
  for (const { source, cues, quantities, tokens } of texts) {
    cues.forEach((cue, order) => {
      const joined = words.joiners.has(tokens[cue.from - 1]?.text ?? '');
      if (cue.status !== 'ignored') {
        gathered.push(...evidenceOf(cue, source, order).map((one) => ({ ...one, joined })));
      }
    });
    const isRaced = cues.some(
      (cue) => cue.status === 'live' && (hasSense(cue, 'race') || hasSense(cue, 'record')),
    );
    for (const quantity of quantities) {
      const hinted = sportOfAmount(quantity, isRaced);
      if (hinted !== null)
        gathered.push({
          ...hinted,
          kind: 'sport',
          yields: true,
          source,
          language: '*',
          order: -1,
          cap: MOST_WEIGHT,
        });
    }
  }
  const titleStates = gathered.some(({ source, yields }) => source !== 'description' && !yields);
  const weighed = gathered.map((one) =>
    one.source === 'description' && titleStates
      ? { ...one, weight: one.weight * DESCRIPTION_BESIDE_TITLE }
      : one,
  );
  return silenceHints(weakenWalks(weighed));
}

/** Walks are often mentioned in passing: "Cake walk ride", "Run with walk breaks". */
const WALK_BESIDE_SPORT = 0.4;

/** Weakens words for walking next to a word for riding or running. */
function weakenWalks(all: readonly Evidence[]): readonly Evidence[] {
  const isMoved = all.some(({ type, kind, yields, weight, isHabit }) => {
    const family = familyOf(type);
    return (
      kind === 'sport' &&
      !yields &&
      !isHabit &&
      weight >= STATED_FROM &&
      (family === 'run' || family === 'bike')
    );
  });
  if (!isMoved) return all;
  return all.map((one) => (one.type === 'walk' ? { ...one, weight: one.weight * WALK_BESIDE_SPORT } : one));
}

function evidenceOf(cue: ReadCue, source: Source, order: number): Evidence[] {
  const factor =
    SOURCE_FACTOR[source] * cue.certainty * (cue.status === 'background' ? BACKGROUND_FACTOR : 1);
  const cap = cue.isUnsupported ? UNSUPPORTED_WEIGHT : MOST_WEIGHT;
  const found: Evidence[] = [];
  for (const sense of cue.senses) {
    if (sense.kind !== 'sport' && sense.kind !== 'multi' && sense.kind !== 'event') continue;
    const yields =
      sense.kind === 'sport' ? sense.yields : sense.kind === 'event' && familyOf(sense.type) === 'run';
    found.push({
      type: sense.type,
      weight: Math.min(sense.weight * factor, cap),
      cap,
      kind: sense.kind,
      yields,
      text: cue.text,
      source,
      language: cue.language,
      order,
      isHabit: sense.kind === 'sport' && sense.habit === true,
    });
  }
  return found;
}

function silenceHints(all: readonly Evidence[]): Evidence[] {
  const stated = new Set<Family>();
  for (const { yields, weight, type, joined } of all) {
    // "Spin + yoga": a sport that only accompanies another overrides nothing.
    const appended = joined === true && !isEndurance(familyOf(type));
    if (!yields && weight >= STATED_FROM && !appended) stated.add(familyOf(type));
  }
  return all.filter(({ yields, type }) => !yields || stated.size === 0 || stated.has(familyOf(type)));
}

/** Returns the weight 0–1 of each family: 1 − Π(1 − w) over its distinct words. */
export function weighFamilies(evidence: readonly Evidence[], grammar: CompiledGrammar): Map<Family, number> {
  const heads = headsOf(evidence, grammar);
  const first = firstStated(evidence);
  const heaviest = new Map<string, { family: Family; weight: number }>();
  for (const one of evidence) {
    const family = familyOf(one.type);
    const key = `${family} ${one.text}`;
    const weight =
      Math.min(one.cap, heads.has(one) ? one.weight * HEAD_BONUS : one.weight) * appendixFactor(one, first);
    if (weight > (heaviest.get(key)?.weight ?? -1)) heaviest.set(key, { family, weight });
  }
  const doubt = new Map<Family, number>();
  for (const { family, weight } of heaviest.values()) {
    doubt.set(family, (doubt.get(family) ?? 1) * (1 - weight));
  }
  return new Map([...doubt].map(([family, left]) => [family, 1 - left]));
}

/** Returns the first stated endurance sport, else the first stated sport. */
function firstStated(evidence: readonly Evidence[]): Evidence | undefined {
  const stated = evidence.filter(({ yields, weight }) => !yields || weight >= STATED_FROM);
  return stated.find(({ type }) => isEndurance(familyOf(type))) ?? stated[0];
}

/**
 * Returns the factor on strength and stretching that accompany a stated sport: "Run + core", "core +
 * mobility".
 */
function appendixFactor(one: Evidence, stated: Evidence | undefined): number {
  const family = familyOf(one.type);
  if ((family !== 'lift' && family !== 'other') || one.joined !== true || stated === undefined) return 1;
  if (familyOf(stated.type) === family) return 1;
  return stated.source === one.source && stated.order < one.order ? APPENDIX_FACTOR : 1;
}

const APPENDIX_FACTOR = 0.45;

/** Finds the head statement of each title that states more than one sport. */
function headsOf(evidence: readonly Evidence[], { headFirst }: CompiledGrammar): Set<Evidence> {
  const stated = evidence.filter(
    ({ source, yields, kind }) => source === 'title' && !yields && kind === 'sport',
  );
  const first = stated[0];
  const last = stated.at(-1);
  if (first === undefined || last === undefined) return new Set();
  return new Set([headFirst.has(last.language) ? first : last]);
}

/** Returns the member of a family that its evidence and the settings support. */
export function memberOf(
  family: Family,
  evidence: readonly Evidence[],
  settings: ReadonlySet<Setting>,
  specialise: (type: SingleSportType, settings: ReadonlySet<Setting>) => SingleSportType,
): ActivityType {
  const weights = new Map<ActivityType, number>();
  for (const { type, weight } of evidence) {
    if (familyOf(type) === family) weights.set(type, Math.max(weights.get(type) ?? 0, weight));
  }
  let best: ActivityType = 'other';
  let bestWeight = -1;
  for (const [type, weight] of weights) {
    const specific = SPECIFIC.has(type) ? weight + SPECIFIC_BONUS : weight;
    if (specific > bestWeight) {
      best = type;
      bestWeight = specific;
    }
  }
  return isMultiSport(best) ? best : specialise(best, settings);
}

/** "Trail" with "run" says more than "run" alone. */
const SPECIFIC: ReadonlySet<ActivityType> = new Set([
  'trail_run',
  'treadmill_run',
  'indoor_bike',
  'open_water_swim',
]);
const SPECIFIC_BONUS = 0.4;

/** Returns the word for bricks and triathlons with the highest weight in a text, if any. */
export function multiSenseOf(text: ReadText): MultiSense | null {
  let best: MultiSense | null = null;
  for (const cue of text.cues) {
    if (cue.status !== 'live' || cue.isUnsupported) continue;
    for (const sense of cue.senses) {
      const candidate = sense.kind === 'multi' ? sense : eventAsMulti(sense);
      if (candidate !== null && (best === null || outranks(candidate, best))) best = candidate;
    }
  }
  return best;
}

function outranks(one: MultiSense, other: MultiSense): boolean {
  if (one.type === other.type && one.legs !== null && other.legs === null) return true;
  return one.weight > other.weight;
}

function eventAsMulti(sense: ReadCue['senses'][number]): MultiSense | null {
  if (sense.kind !== 'event' || !isMultiSport(sense.type)) return null;
  return { kind: 'multi', type: sense.type, weight: sense.weight, legs: null };
}

// Detects the sport that an amount hints at: a pace, power, the distance of a set or of a track race.

interface HintedSport {
  readonly type: SingleSportType;
  readonly weight: number;
  readonly text: string;
}

/**
 * Returns the sport that an amount implies: min/km running, watts cycling, 20 × 100 m swimming, and 800 m
 * running in a race title. Null for all others.
 */
function sportOfAmount(quantity: StatedQuantity, isRaced: boolean): HintedSport | null {
  return sportOfSet(quantity) ?? (isRaced ? sportOfRace(quantity) : null);
}

/** Set distances in metres, by the sport that uses them. Weights are an engineering choice. */
const RUNNING_SETS_M: ReadonlySet<number> = new Set([300, 400, 600, 800, 1000, 1200, 1600, 2000]);
const SWIMMING_SETS_M: ReadonlySet<number> = new Set([25, 50, 75, 100, 150]);

function sportOfSet({ measure, role, times }: StatedQuantity): HintedSport | null {
  switch (measure.kind) {
    case 'pace':
      if (measure.per === '100m') return { type: 'swim', weight: 0.75, text: 'pace per 100 m' };
      if (measure.per === '500m') return { type: 'row', weight: 0.75, text: 'pace per 500 m' };
      return { type: 'run', weight: 0.65, text: 'pace' };
    case 'power':
      return { type: 'bike', weight: 0.6, text: 'power' };
    case 'speed':
      return { type: 'bike', weight: 0.5, text: 'speed' };
    case 'distance':
    case 'minutes_or_metres': {
      const metres = measure.kind === 'distance' ? Math.round(measure.km * 1000) : measure.value;
      if (measure.kind === 'distance' && measure.unit === 'yd')
        return { type: 'swim', weight: 0.65, text: 'yards' };
      if (
        role === 'rep' &&
        times > 1 &&
        measure.kind === 'distance' &&
        measure.unit === 'mi' &&
        metres < 6000
      )
        return { type: 'run', weight: 0.6, text: 'mile repeats' };
      if (role !== 'rep' || times < 3) return null;
      if (SWIMMING_SETS_M.has(metres)) return { type: 'swim', weight: 0.6, text: `${times} × ${metres} m` };
      return RUNNING_SETS_M.has(metres)
        ? { type: 'run', weight: 0.65, text: `${times} × ${metres} m` }
        : null;
    }
    case 'bare':
      if (role !== 'rep' || times < 3) return null;
      if (measure.value === 100 || measure.value === 50)
        return { type: 'swim', weight: 0.55, text: `${times} × ${measure.value}` };
      return RUNNING_SETS_M.has(measure.value) && measure.value >= 400
        ? { type: 'run', weight: 0.6, text: `${times} × ${measure.value}` }
        : null;
    default:
      return null;
  }
}

/** Distances raced on the track, but rarely in the pool. */
const TRACK_RACES_M: ReadonlySet<number> = new Set([600, 800, 1000, 1600, 3000, 5000, 10_000]);

function sportOfRace({ measure, role }: StatedQuantity): HintedSport | null {
  if (role !== 'session' || measure.kind !== 'distance' || measure.unit !== 'm') return null;
  const metres = Math.round(measure.km * 1000);
  return TRACK_RACES_M.has(metres) ? { type: 'run', weight: 0.6, text: `${metres} m race` } : null;
}
