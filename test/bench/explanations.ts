import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { prescribeAndExplain } from '@musette/engine/explain';
import { type PrescribeInput, prescribe } from '@musette/engine/prescribe';
import { isShownAlike } from '#nutrition/prescriptions/prescription-row.ts';
import { numbersOf, type PrescriptionNumbers } from '#nutrition/prescriptions/prescription-shape.ts';
import { restoreInputs, storeInputs } from '#nutrition/records/stored-inputs.ts';
import { packedMissingFields, packedWarnings } from '#platform/storage/packed.ts';
import { packedLegs, packedNumbers } from '#platform/storage/prescription-columns.ts';
import { inputsOf } from '../support/stored-inputs.ts';

/**
 * `npm run bench:explanations -- --count 20000 --seed 1`: stores so many seeded prescriptions, reads them back, and compares
 * numbers, warnings and explanation with those of the first calculation. `--write FILE` keeps what was stored, and
 * `--read FILE` reads it with the engine as it is now: after a change without a new version it counts what is withheld.
 */
const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    write: { type: 'string' },
    read: { type: 'string' },
  },
});

/** The columns of a prescription, as text. */
interface Stored {
  readonly numbers: string;
  readonly warnings: string;
  readonly missingFields: string;
  readonly legs: string | null;
  readonly inputs: string;
}

async function store(input: PrescribeInput): Promise<Stored> {
  const shown = numbersOf(prescribe(input), 0);
  return {
    numbers: JSON.stringify(packedNumbers.pack(shown)),
    warnings: JSON.stringify(packedWarnings.pack(shown.warnings)),
    missingFields: JSON.stringify(packedMissingFields.pack(shown.missingFields)),
    legs: shown.legs && JSON.stringify(packedLegs.pack(shown.legs)),
    inputs: Buffer.from(await storeInputs(input)).toString('base64'),
  };
}

function sizeOf({ inputs: encoded, ...texts }: Stored) {
  const inputs = Buffer.from(encoded, 'base64').length;
  return { inputs, all: inputs + Object.values(texts).join('').length };
}

function bytesOf(sizes: readonly number[]): string {
  const mean = Math.round(sizes.reduce((sum, size) => sum + size, 0) / sizes.length);
  const p99 = sizes.toSorted((left, right) => left - right)[Math.floor(0.99 * sizes.length)];
  return `${mean} bytes on average, ${p99} at the 99th percentile`;
}

/** Reads stored columns and calculates their explanation; null where the numbers are not those that were stored. */
async function read(stored: Stored) {
  const again = prescribeAndExplain(await restoreInputs(Buffer.from(stored.inputs, 'base64')));
  const numbers: PrescriptionNumbers = {
    ...numbersOf(again.result, 0),
    ...packedNumbers.unpack(JSON.parse(stored.numbers)),
    warnings: packedWarnings.unpack(JSON.parse(stored.warnings)),
    missingFields: packedMissingFields.unpack(JSON.parse(stored.missingFields)),
    legs: stored.legs === null ? null : packedLegs.unpack(JSON.parse(stored.legs)),
  };
  const isSame = isShownAlike(numbersOf(again.result, 0), numbers);
  return { numbers, explanation: isSame ? again.explanation : null };
}

if (values.read === undefined) {
  const kept: Stored[] = [];
  let unequal = 0;
  const sizes: { readonly inputs: number; readonly all: number }[] = [];
  for (const { input } of inputsOf(Number(values.count), Number(values.seed))) {
    const stored = await store(input);
    const { result, explanation } = prescribeAndExplain(input);
    const found = await read(stored);
    const isEqual = JSON.stringify(found) === JSON.stringify({ numbers: numbersOf(result, 0), explanation });
    if (!isEqual) unequal += 1;
    sizes.push(sizeOf(stored));
    if (values.write !== undefined) kept.push(stored);
  }
  if (values.write !== undefined) writeFileSync(values.write, JSON.stringify(kept));
  console.log(
    `${values.count} prescriptions of seed ${values.seed}: ${unequal} read back with other numbers, warnings or explanation.`,
  );
  console.log(
    `Inputs: ${bytesOf(sizes.map(({ inputs }) => inputs))}; all columns: ${bytesOf(sizes.map(({ all }) => all))}.`,
  );
  process.exitCode = unequal === 0 ? 0 : 1;
} else {
  const all: readonly Stored[] = JSON.parse(readFileSync(values.read, 'utf8'));
  let withheld = 0;
  for (const stored of all) if ((await read(stored)).explanation === null) withheld += 1;
  console.log(
    `${all.length} stored prescriptions: ${withheld} have other numbers now and are not explained.`,
  );
}
