import { expect, test } from 'vitest';
import { type PrescribeInput, prescribe } from '#core/engine/prescribe.ts';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { restoreInputs, storeInputs } from '#nutrition/records/stored-inputs.ts';
import { packedFields, packedWarnings } from '#platform/storage/packed-warnings.ts';
import { packedLegs, packedNumbers } from '#platform/storage/prescription-columns.ts';
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
    expect(packedFields.unpack(packedFields.pack(numbers.missingFields))).toEqual(numbers.missingFields);
    if (numbers.legs) expect(packedLegs.unpack(packedLegs.pack(numbers.legs))).toEqual(numbers.legs);
  }
});

/** JSON does not know −0. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));

/** Caffeine that is not wanted is not stored: it changes nothing. */
function wantedOf({ caffeine, ...input }: PrescribeInput) {
  return plain(caffeine?.request.wanted ? { ...input, caffeine } : input);
}

test('inputs of an unknown dictionary or another order are refused, not misread', async () => {
  await expect(restoreInputs(Uint8Array.of(9, 3, 0))).rejects.toThrow('unknown dictionary 9');
  const [first] = inputsOf(1);
  if (!first) throw new Error('no input');
  const damaged = await storeInputs(first.input);
  await expect(restoreInputs(damaged.subarray(0, 8))).rejects.toThrow();
  expect(() => packedNumbers.unpack({})).toThrow('a stored list');
  expect(() => packedWarnings.unpack([[99, 0]])).toThrow('an unknown warning');
  expect(() => packedWarnings.unpack([[0, 0, 1]])).toThrow('lacks parameters');
});
