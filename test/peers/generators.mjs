/** Four generators on our OpenAPI document: what their clients do with every example and with live answers. */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
const answers = JSON.parse(readFileSync('answers.json', 'utf8'));

/** Every successful JSON answer of an example in the document, and live ones, by operation. */
const examples = Object.values(document.paths).flatMap((item) =>
  Object.values(item).flatMap(({ operationId, responses = {} }) =>
    Object.entries(responses).flatMap(([status, { content }]) => {
      const json = content?.['application/json'];
      if (!status.startsWith('2') || json === undefined) return [];
      const values = Object.values(json.examples ?? {}).map(({ value }) => value);
      return [...(json.example === undefined ? [] : [json.example]), ...values].map((value) => ({
        operationId,
        value,
      }));
    }),
  ),
);

const run = (command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${stdout}${stderr}`.trim().split('\n').slice(-3).join(' ').slice(0, 160));
};

/** Bundles what a generator wrote for Node, and imports it. */
async function load(file) {
  const outfile = `built-${file.replaceAll(/\W/g, '-')}.mjs`;
  buildSync({
    entryPoints: [file],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    logLevel: 'silent',
  });
  return import(pathToFileURL(outfile));
}

const pascal = (name) => name.charAt(0).toUpperCase() + name.slice(1);

async function walk(peer, { generate, schemaOf }) {
  const result = { peer };
  try {
    result.generate = (await generate()) ?? 'ok';
    if (schemaOf !== undefined) {
      const find = await schemaOf();
      result.import = 'ok';
      for (const [name, list] of [
        ['examples', examples],
        ['live answers', answers],
      ]) {
        const known = list
          .map((each) => ({ ...each, schema: find(each.operationId) }))
          .filter(({ schema }) => schema);
        const failed = known.filter(({ schema, value }) => !schema.safeParse(value).success);
        const first = failed[0];
        const issue = first?.schema.safeParse(first.value).error.issues[0];
        const why =
          first === undefined ? '' : `, first ${first.operationId} ${issue.path.join('.')}: ${issue.message}`;
        result[name] = `${known.length - failed.length} of ${known.length} pass${why.slice(0, 120)}`;
      }
    }
  } catch (err) {
    result[result.generate === undefined ? 'generate' : 'import'] =
      `throws: ${String(err?.message ?? err).slice(0, 140)}`;
  }
  console.log(JSON.stringify(result));
}

await walk('@hey-api/openapi-ts with zod', {
  generate: async () => {
    const { createClient } = await import('@hey-api/openapi-ts');
    const plugins = [
      '@hey-api/typescript',
      '@hey-api/client-fetch',
      'zod',
      { name: '@hey-api/sdk', validator: true },
    ];
    await createClient({ input: 'openapi.json', output: 'hey', plugins, logs: { level: 'silent' } });
  },
  schemaOf: async () => {
    const schemas = await load('hey/zod.gen.ts');
    return (id) => schemas[`z${pascal(id)}Response`];
  },
});

await walk('orval with zod', {
  generate: async () => {
    writeFileSync(
      'orval.config.mjs',
      `export default { api: { input: 'openapi.json', output: { client: 'zod', target: 'orval/api.ts', mode: 'single' } } };`,
    );
    run('npx', 'orval', '--config', 'orval.config.mjs');
  },
  schemaOf: async () => {
    const schemas = await load('orval/api.ts');
    return (id) => schemas[`${pascal(id)}Response`] ?? schemas[`${id}Response`];
  },
});

await walk('openapi-zod-client', {
  generate: async () => run('npx', 'openapi-zod-client', 'openapi.json', '-o', 'ozc.ts', '--with-alias'),
  schemaOf: async () => {
    const { api } = await load('ozc.ts');
    const byAlias = new Map(api.api.map(({ alias, response }) => [alias, response]));
    return (id) => byAlias.get(id);
  },
});

await walk('swagger-typescript-api', {
  generate: async () => {
    run(
      'npx',
      'swagger-typescript-api',
      'generate',
      '-p',
      'openapi.json',
      '-o',
      'sta',
      '-n',
      'api.ts',
      '--silent',
    );
    writeFileSync(
      'tsconfig.json',
      JSON.stringify({
        compilerOptions: {
          strict: true,
          noEmit: true,
          skipLibCheck: true,
          lib: ['ES2022', 'DOM', 'DOM.Iterable'],
          moduleResolution: 'bundler',
          module: 'ESNext',
          types: [],
        },
        files: ['sta/api.ts'],
      }),
    );
    run('npx', 'tsc', '-p', 'tsconfig.json');
    return 'ok, compiles under --strict';
  },
});
