/** Effort and competition: the intensity hint, its level over the whole session, and whether it is a race. */
import type { EventSense, IntensityHint, IntensitySense } from './lexicon/sense.ts';
import { hasMark, type ReadText } from './read-text.ts';

export interface IntensityReading {
  readonly hint: IntensityHint;
  /** Average level 1–9 over the whole session (dossier §H.3), null where nothing tells. */
  readonly level: number | null;
  readonly isRace: boolean;
  /** The race or race distance that was named, if any. */
  readonly event: EventSense | null;
  readonly evidence: readonly string[];
}

/** Above this work level, sets with rests between average out at `SET_AVERAGE_LEVEL` (dossier §H.3). */
const SET_AVERAGE_LEVEL = 6;
/** A race whose distance nothing tells: most take one to four hours (dossier §D). */
const RACE_LEVEL = 7;
/** Descriptions tell of other races than today's; a title that says "easy" is not raced. */
const EASY_HINTS: ReadonlySet<IntensityHint> = new Set(['recovery', 'easy']);

export function readIntensity(texts: readonly ReadText[]): IntensityReading {
  let effort: IntensitySense | null = null;
  let effortText = '';
  let event: EventSense | null = null;
  let eventText = '';
  let raceWord: string | null = null;
  let notRace = false;
  let hasSets = false;
  for (const { source, cues, quantities } of texts) {
    const main = source !== 'description';
    hasSets ||= quantities.some(({ role }) => role === 'rep');
    for (const cue of cues) {
      if (cue.standing === 'ignored') {
        if (hasMark(cue, 'race')) notRace = true;
        continue;
      }
      const background = cue.standing === 'background';
      for (const sense of cue.senses) {
        if (sense.kind === 'intensity' && (effort === null || (main && sense.rank > effort.rank))) {
          effort = sense;
          effortText = cue.text;
        }
        if (background || cue.isUnsupported) continue;
        // "Marathon training, week 4: easy" names the race of the plan; a distance ("10k") is still today's.
        if (sense.kind === 'event' && sense.race && main && saysPlan(cues)) continue;
        if (sense.kind === 'event' && (event === null || (main && outranks(sense, event)))) {
          event = sense;
          eventText = cue.text;
        }
        if (sense.kind === 'race' && main) raceWord ??= cue.text;
        if ((sense.kind === 'not_race' || sense.kind === 'noise') && main) notRace = true;
      }
    }
  }
  const named = event?.race === true && !EASY_HINTS.has(effort?.hint ?? 'unspecified');
  const isRace = !notRace && (raceWord !== null || named);
  const evidence: string[] = [];
  if (isRace) evidence.push(`race: "${raceWord ?? eventText}"`);
  if (isRace) return { hint: 'race', level: event?.level ?? RACE_LEVEL, isRace, event, evidence };
  if (effort === null) return { hint: 'unspecified', level: null, isRace, event, evidence };
  evidence.push(`intensity ${effort.hint}: "${effortText}"`);
  const averaged = hasSets && effort.level !== null && effort.level > SET_AVERAGE_LEVEL;
  return { hint: effort.hint, level: averaged ? SET_AVERAGE_LEVEL : effort.level, isRace, event, evidence };
}

function saysPlan(cues: ReadText['cues']): boolean {
  return cues.some((cue) => cue.standing === 'live' && hasMark(cue, 'plan'));
}

/** A named race beats a bare distance; a known course beats an unknown one. */
function outranks(one: EventSense, other: EventSense): boolean {
  if (one.race !== other.race) return one.race;
  return one.km !== null && other.km === null;
}
