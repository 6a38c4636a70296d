import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OpenAPI3 } from 'openapi-typescript';
import { digestOfFiles, ROOT, writeWhole } from './generated-files.ts';

/**
 * Writes what the clients know of src/openapi.json: types, operations and columns of files for TypeScript, which git ignores, and for Python
 * which requests may be repeated. With `--check` it only compares the latter.
 */

const TYPES = join(ROOT, 'src/packages/client/src/api-types.ts');
const OPERATIONS = join(ROOT, 'src/packages/client/src/operations.ts');
const COLUMNS = join(ROOT, 'src/packages/client/src/import-columns.ts');
const PYTHON = join(ROOT, 'src/packages/client/python/musette.py');
/** Everything that the generated files depend on. */
const SOURCES = ['src/openapi.json', 'src/tools/cli/client.ts', 'package-lock.json'];
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
  'createPageSession',
  'deleteActivities',
  'exportAthlete',
  'giveFeedback',
  'inferActivityType',
  'inferBrick',
  'parseCourse',
  'parseRecording',
  'parseWorkout',
  'planGutTraining',
  'redeliverWebhookDelivery',
  'replanFuelPlan',
  'testWebhook',
  'upsertActivities',
  'upsertAthletes',
]);

/** Writes the generated files of the client, unless all are there and made from the current sources. */
export async function writeClientTypes(): Promise<void> {
  const heading = `/** Generated from src/openapi.json by \`npm run client\` (sources ${await digestOfFiles(SOURCES)}). */\n\n`;
  const present = await Promise.all(
    [TYPES, OPERATIONS, COLUMNS].map((file) => readFile(file, 'utf8').catch(() => '')),
  );
  if (present.every((text) => text.startsWith(heading))) return;
  const document = await readDocument();
  // Loads TypeScript, which takes longer than all else here.
  const { astToString, default: openapiTS } = await import('openapi-typescript');
  const tree = await openapiTS(JSON.stringify(document), {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    rootTypesKeepCasing: true,
    silent: true,
  });
  await writeWhole(TYPES, `${heading}${astToString(tree)}`);
  const rows = listOperations(document).map(rowOf).join('');
  await writeWhole(OPERATIONS, `${heading}export const OPERATIONS = {\n${rows}} as const;\n`);
  const columns = {
    athlete: columnsOf(document, 'AthleteItem'),
    session: columnsOf(document, 'ActivityItem'),
  };
  await writeWhole(
    COLUMNS,
    `${heading}import type { Column } from './import-cells.ts';\n\ntype Columns = Readonly<Record<string, Column>>;\n\nexport const COLUMNS: Readonly<Record<'athlete' | 'session', Columns>> = ${JSON.stringify(columns, null, 2)};\n`,
  );
}

/** Fields whose form the document describes as text. */
const FORMS: Readonly<Record<string, string>> = {
  scheduled_at: 'moment',
  time_zone: 'zone',
  locale: 'language',
};
/** Fields that an import does not set: they name a stored athlete, or are chosen for the whole account. */
const NOT_IMPORTED: ReadonlySet<string> = new Set(['athlete_id', 'format', 'region', 'tier']);
const KINDS: Readonly<Record<string, string>> = {
  number: 'number',
  integer: 'whole',
  boolean: 'flag',
  string: 'text',
};

/** Returns the fields of a schema that one cell of a file can hold, with what the document says of them. */
function columnsOf(document: OpenAPI3, name: string): Record<string, object> {
  const resolved = (schema: unknown): Record<string, unknown> => {
    const found = typeof schema === 'object' && schema !== null ? (schema as Record<string, unknown>) : {};
    const target = typeof found.$ref === 'string' ? found.$ref.split('/').at(-1) : undefined;
    return target === undefined ? found : resolved(document.components?.schemas?.[target]);
  };
  const properties = Object.entries(Object(resolved({ $ref: name }).properties));
  return Object.fromEntries(
    properties.flatMap(([field, schema]) => {
      const { type, format, minimum, maximum, minLength, maxLength, enum: values } = resolved(schema);
      const kind = KINDS[[type].flat().find((one) => one !== 'null') as string];
      if (kind === undefined || NOT_IMPORTED.has(field)) return [];
      const options = Array.isArray(values) ? values.filter((value) => value !== null) : undefined;
      const form = options ? 'choice' : format === 'email' ? 'email' : (FORMS[field] ?? kind);
      return [[field, { kind: form, min: minimum ?? minLength, max: maximum ?? maxLength, options }]];
    }),
  );
}

/** Returns the text of the Python client, and what it should be. */
async function comparePython(): Promise<{ readonly present: string; readonly wanted: string }> {
  const present = await readFile(PYTHON, 'utf8');
  const pattern = patternOf(listOperations(await readDocument()));
  const wanted = present.replace(
    /^UNREPEATABLE = re\.compile\([\s\S]*?^\)$/m,
    () => `UNREPEATABLE = re.compile(\n${pattern}\n)`,
  );
  return { present, wanted };
}

async function readDocument(): Promise<OpenAPI3> {
  return JSON.parse(await readFile(join(ROOT, 'src/openapi.json'), 'utf8'));
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

function listOperations(document: OpenAPI3): Operation[] {
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

if (import.meta.main) {
  await writeClientTypes();
  const { present, wanted } = await comparePython();
  if (!process.argv.includes('--check')) {
    if (wanted !== present) await writeFile(PYTHON, wanted);
  } else if (wanted !== present) {
    console.error(
      'src/packages/client/python/musette.py is not what src/openapi.json says. Run `npm run client` and commit it.',
    );
    process.exitCode = 1;
  }
}
