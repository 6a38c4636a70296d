import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROUTES } from '#delivery/app/routes.ts';
import { openApiDocument, operatorDocument } from './openapi-document.ts';

/** Writes the OpenAPI documents from the route values; with `--check` it only reports whether the files are up to date. */

const documents = {
  'openapi.json': openApiDocument(ROUTES),
  'operator-openapi.json': operatorDocument(ROUTES),
};

for (const [name, document] of Object.entries(documents)) {
  const target = join(import.meta.dirname, '../..', name);
  const text = `${JSON.stringify(document, null, 1)}\n`;
  if (!process.argv.includes('--check')) {
    await writeFile(target, text);
    console.log(`Wrote src/${name}: ${Object.keys(document.paths ?? {}).length} paths.`);
  } else if ((await readFile(target, 'utf8').catch(() => '')) === text) {
    console.log(`src/${name} is up to date.`);
  } else {
    console.error(`src/${name} is not what the routes say. Run \`npm run openapi\` and commit it.`);
    process.exitCode = 1;
  }
}
