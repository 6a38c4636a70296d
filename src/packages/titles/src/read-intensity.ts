/**
 * Reads effort and competition: the intensity hint, its level over the whole session, and whether it is a
 * race.
 */
import type { CompiledGrammar } from './compiled-lexicon.ts';
import type { EventSense, IntensityHint, IntensitySense } from './lexicon/sense.ts';
import type { StatedQuantity } from './quantities.ts';
import { HARD_HINTS, hasSense, isPartOfSeries, type ReadCue, type ReadText } from './read-text.ts';
import { type Family, familyOf } from './sports.ts';

/** Average level of hard repeats with rests if no word names it. Engineering choice. */
const INTERVALS_LEVEL = 6;
/** Repeats of this length are at threshold, shorter ones harder. Engineering choice. */
const LONG_INTERVALS_FROM_MIN = 7;

export interface IntensityReading {
  readonly hint: IntensityHint;
  /** Average level 1–9 over the whole session. Null if nothing indicates it. */
  readonly level: number | null;
  readonly isRace: boolean;
  /** The named race or race distance, if any. */
  readonly event: EventSense | null;
  /** True if the session is that race or distance, not one at its pace or in preparation for it. */
  readonly isEventItself: boolean;
  readonly evidence: readonly string[];
}

/** Above this work level, sets with rests average out at `INTERVALS_LEVEL`. */
const SET_AVERAGE_LEVEL = INTERVALS_LEVEL;
/** Level of a race of unknown distance. Most take one to four hours. */
const RACE_LEVEL = 7;
/** A title that says "easy" is not a race. */
const EASY_HINTS: ReadonlySet<IntensityHint> = new Set(['recovery', 'easy']);

interface Findings {
  effort: IntensitySense | null;
  effortText: string;
  event: EventSense | null;
  eventText: string;
  raceWord: string | null;
  /** A personal best over a distance, not in the gym or for power. */
  record: string | null;
  isNotRace: boolean;
  /**
   * True if the race is at another time, or only its pace is run: "marathon expo", "marathon pace". "Easy
   * marathon" is one.
   */
  isAnotherTime: boolean;
  sets: StatedQuantity[];
  hasPower: boolean;
  /** True if a pace or time is the goal: "marathon target pace 4:30". */
  hasTarget: boolean;
}

/** Reads effort and competition of a session whose sport is known. */
export function readIntensity(
  texts: readonly ReadText[],
  family: Family,
  words: CompiledGrammar['words'],
): IntensityReading {
  const found = find(texts, words);
  const { effort, event } = found;
  const isSameSport = event !== null && matches(familyOf(event.type), family);
  const isNamed = event?.race === true && isSameSport && !EASY_HINTS.has(effort?.hint ?? 'unspecified');
  const record = RECORD_FAMILIES.has(family) && !found.hasPower ? found.record : null;
  const raceWord = found.raceWord ?? record;
  const isRace = !found.isNotRace && (raceWord !== null || isNamed);
  const isHard = HARD_HINTS.has(effort?.hint ?? 'unspecified');
  const isAimedAt = found.isAnotherTime || (!isRace && found.hasTarget) || (raceWord === null && isHard);
  const isEventItself = event !== null && !isAimedAt;
  if (isRace) {
    const evidence = [`race: "${raceWord ?? found.eventText}"`];
    return { hint: 'race', level: event?.level ?? RACE_LEVEL, isRace, event, isEventItself, evidence };
  }
  if (effort !== null) {
    const evidence = [`intensity ${effort.hint}: "${found.effortText}"`];
    const isAveraged = found.sets.length > 0 && effort.level !== null && effort.level > SET_AVERAGE_LEVEL;
    return {
      hint: effort.hint,
      level: isAveraged ? SET_AVERAGE_LEVEL : effort.level,
      isRace,
      event,
      isEventItself,
      evidence,
    };
  }
  const set = SET_FAMILIES.has(family) ? found.sets.find(isIntervalSet) : undefined;
  if (set === undefined)
    return { hint: 'unspecified', level: null, isRace, event, isEventItself, evidence: [] };
  const isLong = set.measure.kind === 'duration' && set.measure.minutes >= LONG_INTERVALS_FROM_MIN;
  const hint = isLong ? 'threshold' : 'vo2max';
  return {
    hint,
    level: INTERVALS_LEVEL,
    isRace,
    event,
    isEventItself,
    evidence: [`intensity ${hint}: ${set.times} repeats`],
  };
}

const RECORD_FAMILIES: ReadonlySet<Family> = new Set(['run', 'swim', 'multi', 'row', 'other']);
/** Families without the pool and the gym, where sets are normal at any effort. */
const SET_FAMILIES: ReadonlySet<Family> = new Set(['run', 'bike', 'row', 'ski', 'other']);

/** Returns true for repeats without a noun: "4x400m", "5 x 4'". */
function isIntervalSet({ role, measure, times }: StatedQuantity): boolean {
  return (
    role === 'rep' &&
    times > 1 &&
    (measure.kind === 'duration' || measure.kind === 'distance' || isMetres(times, measure))
  );
}

function isMetres(times: number, measure: StatedQuantity['measure']): boolean {
  if (measure.kind === 'minutes_or_metres') return true;
  return measure.kind === 'bare' && times > 2 && measure.value >= SHORTEST_BARE_REPEAT;
}

/** "8x400": smaller numbers without a unit are repetitions of a lift. */
const SHORTEST_BARE_REPEAT = 200;

/** Returns whether a session of one family can be a race of the other. */
function matches(event: Family, session: Family): boolean {
  return event === session || session === 'multi' || session === 'other' || event === 'multi';
}

function find(texts: readonly ReadText[], words: CompiledGrammar['words']): Findings {
  const found: Findings = {
    effort: null,
    effortText: '',
    event: null,
    eventText: '',
    raceWord: null,
    record: null,
    isNotRace: false,
    isAnotherTime: false,
    sets: [],
    hasPower: false,
    hasTarget: false,
  };
  for (const text of texts) {
    const isMain = text.source !== 'description';
    const isPlan = text.cues.some((cue) => cue.status === 'live' && hasSense(cue, 'plan'));
    const part = { isMain, isPlan: isPlan || isPartOfSeries(text, words) };
    for (const quantity of text.quantities) {
      if (quantity.role === 'rep') found.sets.push(quantity);
      found.hasPower ||= quantity.measure.kind === 'power';
      found.hasTarget ||= part.isMain && (quantity.role === 'target' || quantity.measure.kind === 'pace');
    }
    const roleAt = new Map(text.quantities.map(({ from, role }) => [from, role]));
    text.cues.forEach((cue, index) => {
      const role = roleAt.get(cue.from) ?? 'session';
      findIn(cue, text.cues[index + 1], found, { ...part, isWhole: role === 'session' });
    });
  }
  return found;
}

/** `isWhole`: an amount in the cue is not from a set, a pace or a part ("last 5k"). */
function findIn(
  cue: ReadCue,
  next: ReadCue | undefined,
  found: Findings,
  { isMain, isPlan, isWhole }: { isMain: boolean; isPlan: boolean; isWhole: boolean },
): void {
  if (cue.status === 'ignored') {
    if (hasSense(cue, 'race')) found.isNotRace = true;
    return;
  }
  for (const sense of cue.senses) {
    if (sense.kind === 'intensity' && (found.effort === null || (isMain && sense.rank > found.effort.rank))) {
      found.effort = sense;
      found.effortText = cue.text;
    }
    if (cue.status === 'background' || cue.isUnsupported) continue;
    // "Marathon training, week 4: easy" names the goal race of the plan. A distance ("10k") is still today's.
    if (sense.kind === 'event' && ((sense.race && isMain && isPlan) || !isWhole)) continue;
    if (sense.kind === 'event' && (found.event === null || (isMain && outranks(sense, found.event)))) {
      found.event = sense;
      found.eventText = cue.text;
    }
    if (sense.kind === 'race' && isMain) {
      // "Race cooldown"
      if (next !== undefined && next.from === cue.to && hasSense(next, 'part')) found.isNotRace = true;
      else found.raceWord ??= cue.text;
    }
    // Others do a part of the race: a relay, or the race of a pacer's athlete.
    if (sense.kind === 'team') found.isAnotherTime = true;
    if (sense.kind === 'record' && isMain) {
      found.record ??= cue.text;
      found.hasPower ||= next?.from === cue.to && namesPower(next);
    }
    if ((sense.kind === 'not_race' || sense.kind === 'noise') && isMain) {
      found.isNotRace = true;
      found.isAnotherTime ||= !cue.senses.some(isGentle);
    }
  }
  found.hasPower ||= namesPower(cue);
}

function isGentle(sense: ReadCue['senses'][number]): boolean {
  return sense.kind === 'intensity' && (sense.hint === 'easy' || sense.hint === 'endurance');
}

function namesPower(cue: ReadCue): boolean {
  return cue.text.includes('ftp');
}

/**
 * Returns whether one race outranks another: a named race over a bare distance, a known course over an
 * unknown one.
 */
function outranks(one: EventSense, other: EventSense): boolean {
  if (one.race !== other.race) return one.race;
  return one.km !== null && other.km === null;
}
