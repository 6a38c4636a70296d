import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINE_VERSION } from '@musette/engine/prescribe';
import { HASH_FILE, hashResults, writtenHash } from './hash-results.ts';

const MANIFEST = join(import.meta.dirname, '../../src/packages/engine/package.json');

/**
 * Runs `npm run engine:hash`: writes the hash of the engine's results next to its version. Refuses if results
 * changed under the same version, because stored prescriptions would be explained by other numbers.
 */
const hash = hashResults();
const written = writtenHash();
if (written.version === ENGINE_VERSION && written.hash !== hash) {
  console.error(
    `The results changed and ENGINE_VERSION is still ${ENGINE_VERSION}: raise it in src/packages/engine/src/prescribe.ts first.`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(HASH_FILE, `${ENGINE_VERSION} ${hash}\n`);
  const manifest = readFileSync(MANIFEST, 'utf8');
  writeFileSync(MANIFEST, manifest.replace(/"version": "[^"]*"/, `"version": "${ENGINE_VERSION}"`));
  console.log(`${ENGINE_VERSION} ${hash}`);
}
