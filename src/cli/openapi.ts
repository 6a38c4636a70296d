import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROUTES } from '../app/routes.ts';
import { openApiDocument } from './openapi-document.ts';

/**
 * Writes src/openapi.json from the route values; with `--check` it only tells whether the file is up to date.
 */

const target = join(import.meta.dirname, '../openapi.json');
const description = `Musette tells an endurance athlete what to eat and drink during a session or a race: carbohydrate, sodium and fluid, per hour and in total, with the safety limits that belong to that person.

**Start:** create an athlete, create an activity, calculate its prescription. Every answer that shows numbers has, beside them or one read away, the \`safety\` block; show them together.

**Environments:** both live under one address. An \`sk_test_\` key sees only the sandbox, an \`sk_live_\` key only production.

**Conventions:** JSON with \`snake_case\`, units last in names, times in UTC. Request objects are closed: an unknown field is an error. Lists page by cursor. Every answer has an \`X-Request-Id\`.

**Data:** [Data and privacy](/docs/data) says what is held and for how long, what a partner may do with what it is given, and the disclaimer that your application must show.`;

const document = `${JSON.stringify(openApiDocument(ROUTES, description), null, 1)}\n`;

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
