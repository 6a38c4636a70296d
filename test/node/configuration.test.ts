import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { ROUTES } from '#delivery/app/routes.ts';
import { SCHEDULE } from '#partner/retention/schedule.ts';
import { NEEDED_BINDINGS, Vars } from '#platform/env.ts';
import { PLATFORM_TRIES_PER_MIN } from '#platform/guards/address-limit.ts';
import { ERRORS } from '#platform/http/error-codes.ts';
import { REMEDIES } from '#platform/http/error-remedies.ts';
import { missingSecrets } from '#tools/cli/deploy-plan.ts';
import { GLOSSARY } from '#tools/cli/glossary.ts';
import { DEV_BASE_URL, localVars } from '#tools/cli/local-vars.ts';
import { openApiDocument, operatorDocument } from '#tools/cli/openapi-document.ts';
import { COMMON_HEADERS } from '#tools/cli/openapi-operation.ts';

const wrangler = await readFile('wrangler.toml', 'utf8');
const config = readConfig({ config: 'wrangler.toml' });

test('the deployed environment is production, and only a local installation sets another', async () => {
  expect(wrangler).toMatch(/^ENVIRONMENT = "production"$/m);
  expect(wrangler.match(/^ENVIRONMENT =/gm)).toHaveLength(1);
  expect(localVars('http://127.0.0.1:8787').ENVIRONMENT).toBe('local');
});

test('plain wrangler dev listens where its links lead', () => {
  expect(DEV_BASE_URL).toBe(`http://${config.dev.ip}:${config.dev.port}`);
});

test('the bindings without which the Worker answers 503 are those of wrangler.toml that are not optional', () => {
  const named = [
    ...config.kv_namespaces.map(({ binding }: { binding: string }) => binding),
    ...config.d1_databases.map(({ binding }: { binding: string }) => binding),
    ...config.durable_objects.bindings.map(({ name }: { name: string }) => name),
    ...(config.queues.producers ?? []).map(({ binding }: { binding: string }) => binding),
    ...config.ratelimits.map(({ name }: { name: string }) => name),
    config.assets?.binding,
  ];
  expect(named.filter((name) => !name?.startsWith('ATHLETES_')).sort()).toEqual([...NEEDED_BINDINGS].sort());
});

test('a deployment asks for exactly the secrets that the Worker needs beside the vars of wrangler.toml', () => {
  const absent = Vars.safeParse(config.vars).error?.issues.map(({ path }) => path.join('.'));
  expect(absent).toEqual(missingSecrets('[]'));
});

test('TRY_PER_MIN, the rate limit of the platform and its figure in the code are the same', () => {
  const tries = config.ratelimits?.find(({ name }: { name: string }) => name === 'TRIES');
  expect(tries?.simple).toEqual({ limit: PLATFORM_TRIES_PER_MIN, period: 60 });
  expect(config.vars.TRY_PER_MIN).toBe(String(PLATFORM_TRIES_PER_MIN));
});

test('the rate limit of failed authentications allows one address a hundred a minute', () => {
  const limit = config.ratelimits?.find(({ name }: { name: string }) => name === 'FAILED_AUTHENTICATIONS');
  expect(limit?.simple).toEqual({ limit: 100, period: 60 });
});

test('the crons of wrangler.toml and the schedule name the same expressions', () => {
  const line = /^crons = (\[.*\])$/m.exec(wrangler)?.[1] ?? '[]';
  expect(JSON.parse(line).sort()).toEqual(Object.keys(SCHEDULE).sort());
});

test('logs hold no full URLs: invocation logs and traces are off', () => {
  expect(config.observability).toMatchObject({
    logs: { invocation_logs: false },
    traces: { enabled: false },
  });
});

test('the time is read in one place', async () => {
  const files = await readdir('src', { recursive: true });
  const ours = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !/^(tools\/|packages\/client\/|packages\/\w+\/test\/|platform\/clock\.ts$)/.test(file),
  );
  const texts = await Promise.all(ours.map((file) => readFile(join('src', file), 'utf8')));
  expect(ours.filter((_file, index) => /Date\.now\(|new Date\(\)/.test(texts[index] ?? ''))).toEqual([]);
});

test('every error that an operation documents has a status, and every code a remedy', () => {
  for (const [code, entry] of Object.entries(ERRORS)) {
    expect(entry.message, code).toMatch(/\.$/);
  }
  for (const [code, remedy] of Object.entries(REMEDIES)) expect(remedy.length, code).toBeGreaterThan(20);
});

test.each([
  ['src/openapi.json', openApiDocument],
  ['src/operator-openapi.json', operatorDocument],
])('the committed OpenAPI document %s is what the routes say', async (path, documentOf) => {
  const committed = JSON.parse(await readFile(path, 'utf8'));
  expect(JSON.parse(JSON.stringify(documentOf(ROUTES)))).toEqual(committed);
});

test.each(['src/openapi.json', 'src/operator-openapi.json'])(
  '%s: every status has the headers that every answer has, and its JSON an example',
  async (path) => {
    const { paths, components } = JSON.parse(await readFile(path, 'utf8'));
    const lacking = Object.entries<Record<string, Documented>>(paths).flatMap(([address, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        Object.entries(responses).flatMap(([status, stated]) => {
          const { headers, content }: Documented['responses'][string] =
            stated.$ref === undefined ? stated : components.responses[stated.$ref.split('/').at(-1) ?? ''];
          const json = content?.['application/json'];
          const isShown = json === undefined || 'example' in json || 'examples' in json;
          const hasHeaders = COMMON_HEADERS.every((name) => headers?.[name] !== undefined);
          return isShown && hasHeaders ? [] : `${method} ${address} ${status}`;
        }),
      ),
    );
    expect(lacking).toEqual([]);
  },
);

/** An operation of an OpenAPI document, as far as a test reads it. */
interface Documented {
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly $ref?: string;
        readonly headers?: Readonly<Record<string, unknown>>;
        readonly content?: Readonly<Record<string, object>>;
      }
    >
  >;
}

test('no schema of the OpenAPI document is untyped, and every entry of the glossary describes a member', () => {
  const documents = [openApiDocument(ROUTES), operatorDocument(ROUTES)];
  const text = JSON.stringify(documents);
  expect(/"(schema|items)":\{\}/.test(text)).toBe(false);
  const unused = Object.entries(GLOSSARY).filter(([, words]) => !text.includes(JSON.stringify(words)));
  expect(unused).toEqual([]);
});

test('the README shows the two commands as they are typed, and CI runs the second', async () => {
  const readme = await readFile('README.md', 'utf8');
  expect(readme).toContain('npm ci && npm start');
  expect(readme).toContain('npm ci && npm test');
  expect(await readFile('.ci/run', 'utf8')).toMatch(/^npm ci && npm test$/m);
});

test('the queue of jobs hands over one message at a time: each database has the calls of an invocation', () => {
  const consumer = config.queues.consumers?.find(({ queue }: { queue: string }) => queue === 'musette-jobs');
  expect(consumer?.max_batch_size).toBe(1);
});
