import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/**
 * Writes what the clients know of src/openapi.json: types and operations for TypeScript, and for Python which requests may be
 * repeated. With `--check` it only compares them.
 */

const GENERATED = '/** Generated from src/openapi.json by `npm run client`. */\n\n';
const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;
/**
 * Left out of the client: endpoints for browsers, OAuth libraries and assistants, and the try-out without a
 * key.
 */
const EXCLUDED_PATHS = /^\/(oauth|\.well-known|mcp|try)(\/|$)/;

/** POSTs that are safe to repeat without an `Idempotency-Key`. */
const REPEATABLE_POSTS: ReadonlySet<string | undefined> = new Set([
  'calculateNutrition',
  'calculateNutritionBatch',
  'calculatePrescription',
  'deleteActivities',
  'exportAthlete',
  'giveFeedback',
  'inferActivityType',
  'inferBrick',
  'parseCourse',
  'parseWorkout',
  'planGutTraining',
  'redeliverWebhookDelivery',
  'replanFuelPlan',
  'testWebhook',
  'upsertActivities',
  'upsertAthletes',
]);

const root = join(import.meta.dirname, '../..');
const document: OpenAPI3 = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'));
const types = await openapiTS(JSON.stringify(document), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
  silent: true,
});

const operations = listOperations();
const python = await readFile(join(root, 'tools/python/musette.py'), 'utf8');
const files = {
  'tools/client/api-types.ts': `${GENERATED}${astToString(types)}`,
  'tools/client/operations.ts': `${GENERATED}export const OPERATIONS = {\n${operations.map(rowOf).join('')}} as const;\n`,
  'tools/python/musette.py': python.replace(
    /^UNREPEATABLE = re\.compile\([\s\S]*?^\)$/m,
    () => `UNREPEATABLE = re.compile(\n${patternOf(operations)}\n)`,
  ),
};

for (const [name, text] of Object.entries(files)) {
  const target = join(root, name);
  if (!process.argv.includes('--check')) {
    await writeFile(target, text);
    console.log(`Wrote src/${name}.`);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    console.error(`src/${name} is not what src/openapi.json says. Run \`npm run client\` and commit it.`);
    process.exitCode = 1;
  }
}

interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly takesKey: boolean;
  readonly hasEntityTag: boolean;
  readonly hasNoBody: boolean;
  /** Repeating it has a second effect, and it takes no `Idempotency-Key`. */
  readonly actsAgain: boolean;
}

function listOperations(): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) => {
    if (EXCLUDED_PATHS.test(path) || '$ref' in item) return [];
    return METHODS.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined || '$ref' in operation) return [];
      const names = (operation.parameters ?? []).flatMap((each) => ('$ref' in each ? [] : [each.name]));
      const takesKey = names.includes('Idempotency-Key');
      return {
        id: String(operation.operationId),
        method: method.toUpperCase(),
        path,
        takesKey,
        hasEntityTag: names.includes('If-None-Match'),
        hasNoBody: operation.responses?.['204'] !== undefined,
        actsAgain: method === 'post' && !takesKey && !REPEATABLE_POSTS.has(operation.operationId),
      };
    });
  });
}

/** Returns the line of an operation in the table of the TypeScript client. */
function rowOf({ id, method, path, ...traits }: Operation): string {
  const held = Object.entries(traits).flatMap(([name, holds]) => (holds ? [`, ${name}: true`] : []));
  return `  ${id}: { method: '${method}', path: '${path}'${held.join('')} },\n`;
}

/** Returns the regular expression, as Python writes it, of the paths that act again. */
function patternOf(operations: readonly Operation[]): string {
  const paths = operations.flatMap(({ path, actsAgain }) => (actsAgain ? [path] : []));
  return paths
    .map((path, at) => `    r'${at === 0 ? '' : '|'}${path.replaceAll(/\{\w+\}/g, '[^/]+')}'`)
    .join('\n');
}
