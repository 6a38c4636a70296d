import type { Work } from '@musette/basics/work';
import { plainName, readDecimal } from '../text-reader.ts';
import { readXml, type XmlElement } from '../xml-reader.ts';
import { LEVEL_OF, LOAD_MAX, level, rampSteps, secondsForDistance } from './steps.ts';
import type { Intensity, Workout, WorkoutPart, WorkoutStep } from './workout.ts';

const STEP_PATH = /^workout_file\/workout\/(\w+)$/;

interface Header {
  name: string | null;
  isRun: boolean;
  isByDistance: boolean;
  /** The runner's own threshold pace. */
  thresholdSPerKm: number | null;
}

/** A step from its element, before the header is complete. */
type Draft = (header: Header) => WorkoutPart | readonly WorkoutPart[];

/**
 * Reads a Zwift workout. Power is a fraction of FTP, or of threshold pace for a run. A free ride is level 4,
 * a maximal effort level 9. Steps by distance last as long as they take at the file's threshold pace, else
 * typically.
 */
export function* readZwo(bytes: Uint8Array): Work<Workout> {
  const header: Header = { name: null, isRun: false, isByDistance: false, thresholdSPerKm: null };
  const drafts: Draft[] = [];
  yield* readXml(bytes, (root) => {
    if (root.path !== 'workout_file')
      root.refuse(`<${root.path}> is not the root of a workout; <workout_file> is.`);
    return {
      onOpen(element) {
        const kind = STEP_PATH.exec(element.path)?.[1];
        const draft = kind === undefined ? null : draftOf(kind, element);
        if (draft) drafts.push(draft);
      },
      onClose({ path, text }) {
        if (path === 'workout_file/name') header.name = plainName(text);
        if (path === 'workout_file/sportType') header.isRun = text.toLowerCase() === 'run';
        if (path === 'workout_file/thresholdSecPerKm') header.thresholdSPerKm = readDecimal(text);
        if (path === 'workout_file/durationType') header.isByDistance = text.toLowerCase() === 'distance';
      },
    };
  });
  return {
    format: 'zwo',
    name: header.name,
    // Zwift is ridden and run indoors.
    type: header.isRun ? 'treadmill_run' : 'indoor_bike',
    parts: drafts.flatMap((draft) => draft(header)),
  };
}

function draftOf(kind: string, element: XmlElement): Draft | null {
  switch (kind.toLowerCase()) {
    case 'warmup':
    case 'cooldown':
    case 'ramp':
    case 'steadystate':
      return slopeDraft(element);
    case 'intervalst':
      return intervalsDraft(element);
    case 'freeride':
      return feltDraft(element, LEVEL_OF.free);
    case 'maxeffort':
      return feltDraft(element, LEVEL_OF.max);
    default:
      // Text events and elements of later versions take no time.
      return null;
  }
}

function slopeDraft(element: XmlElement): Draft {
  const length = required(element, 'Duration');
  const low = powerIn(element, 'PowerLow') ?? powerIn(element, 'Power');
  const high = powerIn(element, 'PowerHigh') ?? powerIn(element, 'Power');
  const from = low ?? high;
  const to = high ?? low;
  // A run can name one of the runner's five paces instead of a fraction.
  if (from === null || to === null) return feltDraft(element, LEVEL_OF.active);
  const isSteady = /\/steadystate$/i.test(element.path);
  return (header) => {
    const durationS = secondsOf(header, length, (from + to) / 2);
    const mean = (from + to) / 2;
    const [start, end] = isSteady ? [mean, mean] : [from, to];
    return rampSteps(durationS, kindOf(header), start * 100, end * 100);
  };
}

function intervalsDraft(element: XmlElement): Draft {
  const repeat = required(element, 'Repeat');
  const lengths = [required(element, 'OnDuration'), required(element, 'OffDuration')] as const;
  const powers = [powerOf(element, 'On'), powerOf(element, 'Off')] as const;
  const felt = [LEVEL_OF.interval, LEVEL_OF.recovery] as const;
  return (header) => {
    const step = (index: 0 | 1): WorkoutStep => {
      const power = powers[index];
      const intensity = power === null ? level(felt[index]) : { kind: kindOf(header), value: power * 100 };
      return { durationS: secondsOf(header, lengths[index], power), intensity, name: null };
    };
    return { repeat: Math.floor(repeat), steps: [step(0), step(1)] };
  };
}

/** Reads `OnPower`, or the mean of `PowerOnLow` and `PowerOnHigh` from older versions. */
function powerOf(element: XmlElement, side: 'On' | 'Off'): number | null {
  const power = powerIn(element, `${side}Power`);
  if (power !== null) return power;
  const low = powerIn(element, `Power${side}Low`);
  const high = powerIn(element, `Power${side}High`);
  return low !== null && high !== null ? (low + high) / 2 : (low ?? high);
}

/** Returns a fraction of the threshold. Refuses one above the maximum of a load, which is a percentage. */
function powerIn(element: XmlElement, name: string): number | null {
  const fraction = optional(element, name);
  if (fraction !== null && fraction * 100 > LOAD_MAX.percent_ftp) {
    element.refuse(`${name} is ${fraction}, percent where a fraction is expected.`);
  }
  return fraction;
}

function feltDraft(element: XmlElement, value: number): Draft {
  const length = required(element, 'Duration');
  return (header) => ({
    durationS: header.isByDistance ? secondsForDistance(typeOf(header), length, value) : length,
    intensity: level(value),
    name: null,
  });
}

function secondsOf(header: Header, length: number, fraction: number | null): number {
  if (!header.isByDistance) return length;
  const { isRun, thresholdSPerKm } = header;
  if (isRun && thresholdSPerKm !== null && thresholdSPerKm > 0 && fraction !== null && fraction > 0) {
    return ((length / 1000) * thresholdSPerKm) / fraction;
  }
  return secondsForDistance(typeOf(header), length, levelOfFraction(fraction));
}

function typeOf({ isRun }: Header): 'run' | 'bike' {
  return isRun ? 'run' : 'bike';
}

function kindOf({ isRun }: Header): Intensity['kind'] {
  return isRun ? 'percent_threshold_pace' : 'percent_ftp';
}

/** Maps a fraction of threshold to a level, to look up a typical speed. Threshold is level 7. */
function levelOfFraction(fraction: number | null): number {
  return Math.min(9, Math.max(1, Math.round((fraction ?? 0.7) * 7)));
}

function required(element: XmlElement, name: string): number {
  const value = optional(element, name);
  return value ?? element.refuse(`${name} is missing.`);
}

function optional(element: XmlElement, name: string): number | null {
  const text = element.attributes[name];
  if (text === undefined) return null;
  const value = readDecimal(text);
  if (value === null || value < 0) element.refuse(`${name} is not a number of at least 0.`);
  return value;
}
