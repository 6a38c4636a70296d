import type { LearnedChange, LearnedParameter } from '@musette/engine/learn';
import type { Note, NoteCode, NoteParameters } from '@musette/engine/types';
import { asPacked, type Packing } from './packed.ts';

/** Useful decimal places, by unit. */
const DECIMALS = { '×': 3, '%': 3, 'g/h': 1, 'mg/L': 0 } as const;

/** The units of the quantities in storage order. Only add at the end, never move. */
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

const PARAMETERS = Object.keys(UNITS).filter((name): name is LearnedParameter => name in UNITS);

/**
 * The parameters of the notes from learning, in storage order. A stored note refers to its code by its position in this
 * table, so codes and parameters are only added at the end and never moved. Any other note is stored with its names.
 */
const NOTES = {
  weighed: ['sweatRateMlPerHr'],
  felt: ['feel', 'fluidMlPerHr'],
  felt_as_prescribed: ['feel', 'fluidMlPerHr'],
  gut: ['comfort', 'carbGPerHr', 'intake'],
  gut_in_heat_or_hard_effort: ['comfort', 'carbGPerHr', 'intake'],
  energy: ['energy', 'carbGPerHr', 'intake'],
  sweat_sodium_measured: ['sodiumMgPerL'],
  moved_with_other_sport: [],
  weighing_not_usable: [],
  session_too_short_for_feeling: [],
  intake_not_noted: [],
  weighed_without_fluid: [],
  urine_not_noted: [],
  practised: ['comfort', 'carbGPerHr', 'intake'],
  poor_gut_at_low_dose: [],
  ate_less_than_planned: [],
  drank_too_much: ['sessions'],
} as const satisfies { readonly [Code in NoteCode]?: readonly (keyof NoteParameters[Code])[] };

const CODES: readonly string[] = Object.keys(NOTES);

function isKnown(code: string): code is keyof typeof NOTES {
  return code in NOTES;
}

type PackedNote = readonly [code: number, ...values: unknown[]] | readonly [code: string, parameters: object];
type PackedChange = readonly [parameter: number, before: number, after: number, reason?: PackedNote];

/** The changes by an event, as lists with the displayed digits. A reason equal to the previous one is omitted. */
export const packedChanges: Packing<readonly LearnedChange[]> = {
  pack: (changes) =>
    changes.map(({ parameter, before, after, reason }, index): PackedChange => {
      const values = [
        PARAMETERS.indexOf(parameter),
        roundLearned(before, parameter),
        roundLearned(after, parameter),
      ] as const;
      return isSameNote(reason, changes[index - 1]?.reason) ? values : [...values, packNote(reason)];
    }),
  unpack: (packed) => {
    let reason: Note | null = null;
    return asPacked(packed).map((each): LearnedChange => {
      const [number, before, after, note] = asPacked<PackedChange>(each);
      const parameter = PARAMETERS[number];
      reason = note === undefined ? reason : unpackNote(note);
      if (parameter === undefined || reason === null)
        throw new Error(`an unknown change is stored: ${number}`);
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

function packNote({ code, parameters }: Note): PackedNote {
  if (!isKnown(code)) return [code, parameters];
  return [CODES.indexOf(code), ...NOTES[code].map((name): unknown => Reflect.get(parameters, name))];
}

function unpackNote([code, ...values]: PackedNote): Note {
  if (typeof code === 'string') return asNote(code, values[0]);
  const known = CODES[code];
  if (known === undefined || !isKnown(known)) throw new Error(`an unknown note is stored: ${code}`);
  return asNote(known, Object.fromEntries(NOTES[known].map((name, index) => [name, values[index]])));
}

/** Combines a code with its stored parameters into a note. Throws if there are none. */
function asNote(code: string, parameters: unknown): Note {
  if (
    typeof parameters !== 'object' ||
    parameters === null ||
    Object.values(parameters).includes(undefined)
  ) {
    throw new Error(`a stored note lacks parameters: ${code}`);
  }
  return { code, parameters } as Note;
}
