import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { outputSchemaOf } from '#delivery/agents/tool-schema.ts';
import { operationOf, TOOLS } from '#delivery/agents/tools.ts';
import { isApiPath } from '#delivery/app/handle-request.ts';
import { ROUTES } from '#delivery/app/routes.ts';
import { asBundled, bundledModules, bundleWorker } from '#tools/cli/bundle.ts';
import { runWrangler } from '#tools/cli/wrangler.ts';
import {
  BrowserWalk,
  consent,
  exchangeForm,
  makeClientWith,
  newPartner,
  poster,
  type SendRequest,
  sendTo,
  tokensFor,
} from '../support/connect-over-http.ts';
import {
  type InstalledService,
  installService,
  installWrapped,
  OPERATOR_TOKEN,
} from '../support/deployment.ts';

/** The bundle as it is deployed: minified, without the test pool's loader and wrangler's development proxy. */

let directory: string;
let bundleDir: string;
/** The folder of the modules that wrangler would send to Cloudflare. */
let outDir: string;
let service: InstalledService;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'musette-deployed-'));
  outDir = join(directory, 'sent');
  bundleDir = join(directory, 'bundle');
  await bundleWorker(bundleDir);
  await runWrangler(['deploy', ...asBundled(bundleDir), '--dry-run', `--outdir=${outDir}`]);
  service = await installService(outDir);
}, 120_000);

afterAll(async () => {
  await service?.miniflare.dispose();
  await rm(directory, { recursive: true, force: true });
});

const send: SendRequest = (request) => sendTo(service.baseUrl)(request);

function get(path: string, token?: string) {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return send({ method: 'GET', path, headers, body: null });
}

const newKey = async () => (await newPartner(poster(send, OPERATOR_TOKEN))).key;

test('the deployed bundle has no character beyond Latin-1: one makes the runtime read its whole module as two bytes each', async () => {
  const modules = await bundledModules(outDir);
  const found = modules.flatMap(({ path, contents }) => {
    const index = contents.search(/[^\0-\xff]/);
    return index < 0 ? [] : [`${path}: ${contents.slice(Math.max(0, index - 60), index + 20)}`];
  });
  expect(found).toEqual([]);
});

test('each piece of the deployed bundle names its source map, and a stack leads to its line of src', async () => {
  const marked = 'leaves nothing of the session';
  const foundIn: string[] = [];
  for (const { path, contents } of await bundledModules(bundleDir)) {
    const file = join(bundleDir, path);
    const payload = JSON.parse(await readFile(`${file}.map`, 'utf8'));
    expect(contents).toContain(`//# sourceMappingURL=${basename(path)}.map`);
    for (const [index, line] of contents.split('\n').entries()) {
      if (!line.includes(marked)) continue;
      const entry = new SourceMap(payload).findEntry(index, line.indexOf(marked));
      if (!('originalSource' in entry)) throw new Error(`${path} maps it nowhere`);
      const source = (await readFile(resolve(dirname(file), entry.originalSource), 'utf8')).split('\n');
      foundIn.push(source[entry.originalLine] ?? '');
    }
  }
  expect(foundIn).toEqual([expect.stringContaining(marked)]);
});

test('every piece of the deployed bundle is sent and loads', async () => {
  const paths = (await bundledModules(outDir)).map(({ path }) => `./${path}`);
  const wrapper = `import './index.js';
export * from './index.js';
const loads = async (path) => [path, await import(path).then(() => 'loads', String)];
export default {
  fetch: async () => Response.json(await Promise.all(${JSON.stringify(paths)}.map(loads))),
};`;
  const { baseUrl, miniflare } = await installWrapped(outDir, wrapper);
  try {
    const loaded: unknown = await (await fetch(baseUrl)).json();
    expect(loaded).toEqual(paths.map((path) => [path, 'loads']));
  } finally {
    await miniflare.dispose();
  }
  expect(paths).toEqual((await bundledModules(bundleDir)).map(({ path }) => `./${path}`));
});

test.each([
  ['/', 200, 'text/html'],
  ['/docs/errors', 200, 'text/html'],
  ['/openapi.json', 200, 'application/json'],
  ['/.well-known/oauth-authorization-server', 200, 'application/json'],
  ['/account/connections', 200, 'text/html'],
  ['/subscribe', 200, 'text/html'],
  ['/brand', 301, ''],
  ['/health', 200, 'application/json'],
  ['/health/ready', 200, 'application/json'],
  ['/v1/athletes', 401, 'application/json'],
  ['/mcp', 405, 'application/json'],
  ['/v1/unknown', 404, 'application/json'],
  ['/unknown', 404, 'application/json'],
])(
  'the deployed bundle answers pages and API with the common headers: %s is %i',
  async (path, status, type) => {
    const reply = await get(path);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('content-type') ?? '').toContain(type);
    expect(reply.headers.get('x-request-id')).toMatch(/^req_[0-9a-z]{26}$/);
    expect(reply.headers.get('x-service-data-license')).toBe('display-only');
  },
);

test('every operation is an API path: none waits for the pages to load', () => {
  expect(ROUTES.filter(({ path }) => !isApiPath(path))).toEqual([]);
});

test('assistants are told the schemas of tools as the source has them, though the bundle lacks the documentation of routes', async () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const { text } = await send({
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization: `Bearer ${await newKey()}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    body: JSON.stringify(message),
  });
  const json = text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '');
  const { tools } = JSON.parse(json).result;
  expect(tools.map(({ name, outputSchema }: Tool) => [name, outputSchema])).toEqual(
    TOOLS.map((tool) => [tool.name, outputSchemaOf(tool, operationOf(tool, ROUTES))]),
  );
  const bundled = (await bundledModules(outDir)).map(({ contents }) => contents).join('');
  expect(ROUTES.filter(({ description }) => bundled.includes(description.slice(0, 60)))).toEqual([]);
});

interface Tool {
  readonly name: string;
  readonly outputSchema: unknown;
}

test('an access token that an athlete grants in the browser opens the API until the connection ends', async () => {
  const key = await newKey();
  const email = 'connected@athletes.example';
  const athlete = await poster(send, key)('/v1/athletes', { email, body_mass_kg: 70 });
  const client = await makeClientWith(send, key);
  const walk = new BrowserWalk(send);
  const code = await consent(walk, client, email);
  const { accessToken } = await tokensFor(send, exchangeForm(client, code));

  const me = await get('/v1/me', accessToken);
  expect([me.status, JSON.parse(me.text).id]).toEqual([200, athlete.id]);

  const shown = (await walk.get('/account/connections')).text;
  const action = /action="(\/account\/connections\/[^"]+\/disconnect)"/.exec(shown)?.[1] ?? 'no form';
  expect((await walk.post(action, [])).status).toBe(303);
  const refused = await get('/v1/me', accessToken);
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([401, 'invalid_token']);
});

test('inference loads its lexicon from the deployed bundle', async () => {
  const post = poster(send, await newKey());
  const inferred = await post('/v1/inference/activity-type', { title: 'Langer Lauf 28 km' });
  expect(inferred).toMatchObject({ inferred_type: 'run', intensity_hint: 'endurance' });
});

describe('in production', () => {
  let production: InstalledService;

  beforeAll(async () => {
    const vars = { ENVIRONMENT: 'production', BASE_URL: 'https://musette.test' };
    production = await installService(outDir, { vars });
  }, 60_000);
  afterAll(() => production.miniflare.dispose());

  test.each(['/v1/me', '/oauth/authorize', '/'])('plain http is refused: %s', async (path) => {
    const response = await fetch(production.baseUrl + path, { redirect: 'manual' });
    const { error } = JSON.parse(await response.text());
    expect([response.status, error.code]).toEqual([403, 'https_required']);
    expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=\d+/);
    expect(response.headers.get('x-request-id')).toBe(error.request_id);
  });

  test('the sign-in rate limit counts each caller address apart', async () => {
    const limited = await installService(outDir, { callsOfAddressPerMin: 2 });
    try {
      const askFrom = async (address: string) => {
        const response = await fetch(`${limited.baseUrl}/oauth/login/start`, {
          method: 'POST',
          headers: { 'cf-connecting-ip': address },
          body: new URLSearchParams({ email: `${address}@athletes.example` }),
        });
        await response.text();
        return response.status;
      };
      const first = [await askFrom('10.9.0.1'), await askFrom('10.9.0.1'), await askFrom('10.9.0.1')];
      expect(first).toEqual([200, 200, 429]);
      expect(await askFrom('10.9.0.2')).toBe(200);
    } finally {
      await limited.miniflare.dispose();
    }
  });
});

test('a subscribe link signed by the API is opened by its page', async () => {
  const post = poster(send, await newKey());
  const athlete = await post('/v1/athletes', { body_mass_kg: 70, tier: 'teaser' });
  const activities = `/v1/athletes/${athlete.id}/activities`;
  const activity = await post(activities, { type: 'run', duration_min: 90 });
  const envelope = await post(`${activities}/${activity.id}/prescription`, {});
  const { pathname, search } = new URL(envelope.subscribe_url);
  expect((await get(pathname + search)).status).toBe(200);
  expect((await get(`${pathname}${search}x`)).status).toBe(400);
});

const INFO = { name: 'test', version: '1' };
const sending = async () => ({ requestInit: { headers: { authorization: `Bearer ${await newKey()}` } } });
const address = () => new URL(`${service.baseUrl}/mcp`);

/**
 * The official MCP clients of both generations: each knows the schema of a tool's successes, and the first one compares
 * errors with it too.
 */
const CLIENTS = {
  '@modelcontextprotocol/sdk 1.x': async () => {
    const client = new FirstClient(INFO);
    const transport = new FirstTransport(address(), await sending());
    // Its declared type lacks `undefined` where this project's compiler options ask for it.
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return client;
  },
  '@modelcontextprotocol/client 2.x': async () => {
    const client = new Client(INFO);
    await client.connect(new StreamableHTTPClientTransport(address(), await sending()));
    return client;
  },
};

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('an assistant with %s', (name) => {
  test("reads a tool's error as text and a tool's success as structured content", async () => {
    const client = await CLIENTS[name]();
    // Reads the schemas of the tools' successes.
    expect((await client.listTools()).tools.length).toBeGreaterThan(5);
    const failed = await client.callTool({
      name: 'create_activity',
      arguments: { athlete_id: 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz', type: 'run', duration_min: -1 },
    });
    expect(failed).toMatchObject({
      isError: true,
      content: [
        { type: 'text', text: expect.stringMatching(/^validation_failed: .* \/duration_min must be /) },
      ],
    });
    expect(failed).not.toHaveProperty('structuredContent');
    const read = await client.callTool({ name: 'infer_activity_type', arguments: { title: 'Marathon' } });
    expect(read).toMatchObject({ structuredContent: { inferred_type: 'run' } });
    expect(read.isError ?? false).toBe(false);
    await client.close();
  });
});
