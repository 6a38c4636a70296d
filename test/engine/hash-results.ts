import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { prescribe } from '@musette/engine/prescribe';
import { numbersOf } from '#nutrition/prescriptions/prescription-shape.ts';
import { inputsOf } from '../support/stored-inputs.ts';

/** The engine version and the hash of its results, stored with it. */
export const HASH_FILE = join(import.meta.dirname, '../../src/packages/engine/RESULTS.sha256');

const RESULTS = 1000;
const SEED = 3;

/** Hashes the displayed numbers, warnings and legs of 1,000 seeded calculations. */
export function hashResults(): string {
  const hash = createHash('sha256');
  for (const { input } of inputsOf(RESULTS, SEED)) {
    const { engineVersion: _version, ...shown } = numbersOf(prescribe(input), 0);
    hash.update(`${JSON.stringify(shown)}\n`);
  }
  return hash.digest('hex');
}

/** Reads the version and the hash written last. */
export function writtenHash(): { readonly version: string; readonly hash: string } {
  const [version = '', hash = ''] = readFileSync(HASH_FILE, 'utf8').trim().split(/\s+/);
  return { version, hash };
}
