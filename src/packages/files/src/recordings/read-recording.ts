import type { Work } from '@musette/basics/work';
import { SESSION_MAX_MIN } from '@musette/engine/fields';
import type { ActivityType } from '@musette/engine/types';
import { MULTI_SPORT_TYPES } from '@musette/engine/types';
import { typeOfSport } from '../activity-types.ts';
import { readOrFail, sniff, type Unreadable, UnreadableFile } from '../text-reader.ts';
import { readXml } from '../xml-reader.ts';
import { readFitRecording } from './read-fit-recording.ts';
import { gpxRecordingReader, tcxRecordingReader } from './read-track-recording.ts';
import { type Leg, type RawRecording, refuseNoTimes, sumUp } from './recording.ts';

/** A recording: its legs in the order of their starts, and the sport of the whole. */
export interface Recording {
  readonly format: RawRecording['format'];
  readonly sport: ActivityType | null;
  readonly legs: readonly [Leg, ...Leg[]];
}

/** Reads a recording of any format. */
export function readRecording(bytes: Uint8Array): Work<Recording | Unreadable> {
  return readOrFail(function* read() {
    const raw = yield* readRaw(bytes);
    const summed: Leg[] = [];
    for (const stated of raw.legs) {
      const leg = yield* sumUp(stated, typeOf(stated.sports));
      if (leg) summed.push(leg);
    }
    const [first, ...others] = summed.toSorted((one, other) => one.startMs - other.startMs);
    if (!first) return refuseNoTimes();
    const last = others.at(-1) ?? first;
    const seconds = (last.startMs - first.startMs) / 1000 + last.elapsedS;
    if (seconds > SESSION_MAX_MIN * 60) throw new UnreadableFile('The recording is longer than 48 hours.');
    const legs = [first, ...others] as const;
    return { format: raw.format, sport: sportOf(legs), legs };
  });
}

function* readRaw(bytes: Uint8Array): Work<RawRecording> {
  switch (sniff(bytes)) {
    case 'fit':
      return yield* readFitRecording(bytes);
    case 'xml': {
      let reader = gpxRecordingReader();
      yield* readXml(bytes, (root) => {
        if (root.path === 'TrainingCenterDatabase') reader = tcxRecordingReader();
        else if (root.path !== 'gpx')
          root.refuse(
            `<${root.path}> is not the root of a recording; <gpx> and <TrainingCenterDatabase> are.`,
          );
        return reader.visitor;
      });
      return reader.recording();
    }
    default:
      throw new UnreadableFile('Byte 0: the file is neither FIT, TCX nor GPX.');
  }
}

function typeOf(names: readonly string[]): ActivityType | null {
  return names.map(typeOfSport).find((type) => type !== null) ?? null;
}

/** The sports of a leg as the orders below name them. */
const DISCIPLINES: Readonly<Partial<Record<ActivityType, string>>> = {
  swim: 'swim',
  open_water_swim: 'swim',
  bike: 'bike',
  indoor_bike: 'bike',
  run: 'run',
  trail_run: 'run',
  treadmill_run: 'run',
};

/** The order of the legs in each type of several sports. */
const ORDERS = {
  triathlon: /^swim bike run$/,
  duathlon: /^run bike run$/,
  brick: /^bike run$/,
} satisfies Record<(typeof MULTI_SPORT_TYPES)[number], RegExp>;

/** Returns the type of the whole: that of all its legs, or of their order. Null if no type has it. */
function sportOf(legs: readonly Leg[]): ActivityType | null {
  const types = new Set(legs.map(({ type }) => type));
  const [only] = types;
  if (types.size === 1) return only ?? null;
  const order = legs.map(({ type }) => (type && DISCIPLINES[type]) ?? 'other').join(' ');
  return MULTI_SPORT_TYPES.find((type) => ORDERS[type].test(order)) ?? null;
}
