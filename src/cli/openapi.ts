import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROUTES } from '../app/routes.ts';
import { openApiDocument } from './openapi-document.ts';

/**
 * Writes src/openapi.json from the route values; with `--check` it only tells whether the file is up to date.
 */

const target = join(import.meta.dirname, '../openapi.json');
const document = `${JSON.stringify(openApiDocument(ROUTES), null, 1)}\n`;

if (process.argv.includes('--check')) {
  const committed = await readFile(target, 'utf8').catch(() => '');
  if (committed !== document) {
    console.error('src/openapi.json is not what the routes say. Run `npm run openapi` and commit it.');
    process.exit(1);
  }
  console.log('src/openapi.json is up to date.');
} else {
  await writeFile(target, document);
  console.log(`Wrote src/openapi.json: ${ROUTES.length} operations.`);
}
