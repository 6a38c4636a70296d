import type { LearnedChange } from '@musette/engine/learn';
import { type PrescribeInput, prescribe } from '@musette/engine/prescribe';
import { UNKNOWN_ATHLETE, UNKNOWN_SESSION } from '@musette/engine/types';
import type { Warning } from '@musette/engine/warnings';
import { expect, test } from 'vitest';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { restoreInputs, statedInputs, storeInputs } from '#nutrition/records/stored-inputs.ts';
import { packedMissingFields, packedWarnings } from '#platform/storage/packed.ts';
import { packedLegs, packedNumbers } from '#platform/storage/prescription-columns.ts';
import { packedChanges } from '#platform/storage/taught-columns.ts';
import { inputsOf } from '../support/stored-inputs.ts';

/** Returns the value as a database would return it. */
const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('inputs of prescriptions are stored and read back with the same numbers and explanation, of any athlete', async () => {
  for (const { input } of inputsOf(500)) {
    const restored = await restoreInputs(await storeInputs(input));
    expect(wantedOf(restored)).toEqual(wantedOf(input));
    const numbers = numbersOf(prescribe(input), 0);
    expect(numbersOf(prescribe(restored), 0)).toEqual(numbers);
    expect(packedNumbers.unpack(stored(packedNumbers.pack(numbers)))).toMatchObject(
      plain(packedNumbers.unpack(packedNumbers.pack(numbers))),
    );
    expect(packedWarnings.unpack(stored(packedWarnings.pack(numbers.warnings)))).toEqual(numbers.warnings);
    expect(packedMissingFields.unpack(packedMissingFields.pack(numbers.missingFields))).toEqual(
      numbers.missingFields,
    );
    if (numbers.legs) expect(packedLegs.unpack(packedLegs.pack(numbers.legs))).toEqual(numbers.legs);
  }
});

/** JSON does not know −0. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Caffeine that is not wanted is not stored: it changes nothing. */
function wantedOf({ caffeine, ...input }: PrescribeInput) {
  return plain(caffeine?.request.wanted ? { ...input, caffeine } : input);
}

test('stored inputs name their members: what is unknown is left out, and their order means nothing', async () => {
  const activity = { ...UNKNOWN_SESSION, type: 'run', durationMin: 60 } as const;
  expect(statedInputs({ activity, athlete: UNKNOWN_ATHLETE, learned: null })).toEqual({
    activity: { type: 'run', durationMin: 60 },
    athlete: {},
  });
  for (const { input } of inputsOf(100)) {
    expect(wantedOf(await restoreInputs(await storeInputs(reversed(input))))).toEqual(wantedOf(input));
  }
});

/** Returns a value with the members of each object in reverse order. */
function reversed<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(reversed) as Value;
  const members = Object.entries(value).toReversed();
  return Object.fromEntries(members.map(([name, member]) => [name, reversed(member)])) as Value;
}

test('inputs of an unknown dictionary and damaged ones are refused, not misread', async () => {
  await expect(restoreInputs(Uint8Array.of(9, 3, 0))).rejects.toThrow('unknown dictionary 9');
  const [first] = inputsOf(1);
  if (!first) throw new Error('no input');
  const damaged = await storeInputs(first.input);
  await expect(restoreInputs(damaged.subarray(0, 8))).rejects.toThrow();
  expect(() => packedNumbers.unpack({})).toThrow('a stored list');
});

test('warnings are stored with their codes and parameters by name, without what is false, null or always so', () => {
  const warnings: readonly Warning[] = [
    { code: 'YOUTH', severity: 'caution', parameters: { ageYears: 15, tooLong: false } },
    {
      code: 'CARB_ABOVE_TOLERANCE',
      severity: 'info',
      parameters: { wantedGPerHr: 85, toleranceGPerHr: 60, leg: null },
    },
    { code: 'DRINK_TO_THIRST', severity: 'info', parameters: {} },
  ];
  const packed = [
    ['YOUTH', { ageYears: 15 }, 'caution'],
    ['CARB_ABOVE_TOLERANCE', { wantedGPerHr: 85, toleranceGPerHr: 60 }],
    ['DRINK_TO_THIRST'],
  ];
  expect(packedWarnings.pack(warnings)).toEqual(packed);
  expect(packedWarnings.unpack(packed)).toEqual(warnings);
});

test.each([
  ['an unknown code', ['OLD_AGE'], 'an unknown warning'],
  ['the name of a method', ['toString'], 'an unknown warning'],
  ['an unknown severity', ['YOUTH', { ageYears: 15 }, 'mild'], 'has no severity: YOUTH mild'],
  ['a missing severity', ['YOUTH', { ageYears: 15 }], 'has no severity: YOUTH'],
  ['a missing parameter', ['YOUTH', {}, 'info'], 'lacks a parameter: YOUTH, ageYears'],
  [
    'a parameter of another kind',
    ['YOUTH', { ageYears: '15' }, 'info'],
    'lacks a parameter: YOUTH, ageYears',
  ],
  ['another word', ['INPUT_NEEDED', { field: 'weight' }, 'danger'], 'lacks a parameter: INPUT_NEEDED, field'],
] as const)('a stored warning with %s is refused, not shown', (_what, warning, message) => {
  expect(() => packedWarnings.unpack([warning])).toThrow(message);
});

test('missing fields and what was learned are stored by name, so that a new name moves no other', () => {
  expect(packedMissingFields.pack(['weather', 'bodyMassKg'])).toEqual(['weather', 'bodyMassKg']);
  expect(() => packedMissingFields.unpack(['toString'])).toThrow('an unknown field is stored: toString');
  expect(() => packedMissingFields.unpack([3])).toThrow('an unknown field is stored: 3');
  const changes: readonly LearnedChange[] = [
    {
      parameter: 'sweat_sodium',
      before: 900.4,
      after: 850,
      unit: 'mg/L',
      reason: { code: 'sweat_sodium_measured', parameters: { sodiumMgPerL: 850 } },
    },
    {
      parameter: 'carb_need_multiplier',
      before: 1,
      after: 1.05,
      unit: '×',
      reason: { code: 'moved_with_other_sport', parameters: {} },
    },
  ];
  const packed = [
    ['sweat_sodium', 900, 850, ['sweat_sodium_measured', { sodiumMgPerL: 850 }]],
    ['carb_need_multiplier', 1, 1.05, ['moved_with_other_sport']],
  ];
  expect(stored(packedChanges.pack(changes))).toEqual(packed);
  expect(packedChanges.unpack(packed)).toEqual([{ ...changes[0], before: 900 }, changes[1]]);
  expect(() => packedChanges.unpack([['speed', 1, 2, ['weighed', {}]]])).toThrow('an unknown change');
  expect(() => packedChanges.unpack([['sweat_sodium', 1, 2]])).toThrow('an unknown change');
});
