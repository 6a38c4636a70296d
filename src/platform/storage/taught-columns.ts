import type { LearnedChange, LearnedParameter } from '@musette/engine/learn';
import type { Note } from '@musette/engine/types';
import { asPacked, type Packing } from './packed.ts';

/** Useful decimal places, by unit. */
const DECIMALS = { '×': 3, '%': 3, 'g/h': 1, 'mg/L': 0 } as const;

/** The units of the quantities. */
const UNITS = {
  sweat_rate_multiplier: '×',
  bike_sweat_rate_multiplier: '×',
  swim_sweat_rate_multiplier: '×',
  answer_bias_percent: '%',
  run_carb_tolerance: 'g/h',
  bike_carb_tolerance: 'g/h',
  practised_run_carb: 'g/h',
  practised_bike_carb: 'g/h',
  carb_need_multiplier: '×',
  sweat_sodium: 'mg/L',
} as const satisfies Readonly<Record<LearnedParameter, keyof typeof DECIMALS>>;

type PackedNote = readonly [code: string, parameters?: object];
type PackedChange = readonly [parameter: string, before: number, after: number, reason?: PackedNote];

/** The changes by an event, as lists with the displayed digits. A reason equal to the previous one is omitted. */
export const packedChanges: Packing<readonly LearnedChange[]> = {
  pack: (changes) =>
    changes.map(({ parameter, before, after, reason }, index): PackedChange => {
      const values = [parameter, roundLearned(before, parameter), roundLearned(after, parameter)] as const;
      return isSameNote(reason, changes[index - 1]?.reason) ? values : [...values, packNote(reason)];
    }),
  unpack: (packed) => {
    let reason: Note | null = null;
    return asPacked(packed).map((each): LearnedChange => {
      const [parameter, before, after, note] = asPacked<PackedChange>(each);
      reason = note === undefined ? reason : unpackNote(note);
      if (!isParameter(parameter) || reason === null)
        throw new Error(`an unknown change is stored: ${parameter}`);
      return { parameter, before, after, unit: UNITS[parameter], reason };
    });
  },
};

/** Remarks, each as a list. */
export const packedRemarks: Packing<readonly Note[]> = {
  pack: (remarks) => remarks.map(packNote),
  unpack: (packed) => asPacked(packed).map((each) => unpackNote(asPacked<PackedNote>(each))),
};

/** Rounds a learned quantity to its useful decimal places. */
export function roundLearned(value: number, parameter: LearnedParameter): number {
  const scale = 10 ** DECIMALS[UNITS[parameter]];
  return Math.round(value * scale) / scale;
}

function isSameNote(note: Note, other: Note | undefined): boolean {
  return JSON.stringify(note) === JSON.stringify(other);
}

function isParameter(name: string): name is LearnedParameter {
  return Object.hasOwn(UNITS, name);
}

/** A note with its parameters by name, which are left out if the code has none. */
function packNote({ code, parameters }: Note): PackedNote {
  return Object.keys(parameters).length === 0 ? [code] : [code, parameters];
}

/** Restores a note. Throws if it lacks its code, or parameters are stored in another form. */
function unpackNote([code, parameters = {}]: PackedNote): Note {
  if (typeof code !== 'string' || typeof parameters !== 'object' || parameters === null) {
    throw new Error(`a stored note lacks its code or its parameters: ${code}`);
  }
  return { code, parameters } as Note;
}
