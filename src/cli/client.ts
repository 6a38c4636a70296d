import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Writes the client's types and its table of operations from src/openapi.json; with `--check` it only compares them. */

const GENERATED = '/** Generated from src/openapi.json by `npm run client`. */\n\n';
const METHODS = ['get', 'post', 'patch', 'put', 'delete'] as const;
/**
 * Left out of the client: endpoints for browsers, OAuth libraries and assistants, and the try-out without a
 * key.
 */
const EXCLUDED_PATHS = /^\/(oauth|\.well-known|mcp|try)(\/|$)/;

const root = join(import.meta.dirname, '..');
const document: OpenAPI3 = JSON.parse(await readFile(join(root, 'openapi.json'), 'utf8'));
const types = await openapiTS(JSON.stringify(document), {
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
  rootTypesKeepCasing: true,
  silent: true,
});

const files = {
  'api-types.ts': `${GENERATED}${astToString(types)}`,
  'operations.ts': `${GENERATED}${operationTable()}`,
};

for (const [name, text] of Object.entries(files)) {
  const target = join(root, 'client', name);
  if (!process.argv.includes('--check')) {
    await writeFile(target, text);
    console.log(`Wrote src/client/${name}.`);
  } else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    console.error(
      `src/client/${name} is not what src/openapi.json says. Run \`npm run client\` and commit it.`,
    );
    process.exitCode = 1;
  }
}

/** Returns the table that maps each operation to its method, its path and how it may be sent. */
function operationTable(): string {
  const rows: string[] = [];
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    if (EXCLUDED_PATHS.test(path) || '$ref' in item) continue;
    for (const method of METHODS) {
      const operation = item[method];
      if (operation === undefined || '$ref' in operation) continue;
      const names = (operation.parameters ?? []).flatMap((each) => ('$ref' in each ? [] : [each.name]));
      const traits = [
        ...(names.includes('Idempotency-Key') ? [', takesKey: true'] : []),
        ...(names.includes('If-None-Match') ? [', hasEntityTag: true'] : []),
        ...(operation.responses?.['204'] ? [', hasNoBody: true'] : []),
      ].join('');
      rows.push(
        `  ${operation.operationId}: { method: '${method.toUpperCase()}', path: '${path}'${traits} },`,
      );
    }
  }
  return `export const OPERATIONS = {\n${rows.join('\n')}\n} as const;\n`;
}
