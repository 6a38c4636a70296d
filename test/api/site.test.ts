import { env } from 'cloudflare:workers';
import { ENGLISH } from '@musette/languages/english';
import { LANGUAGES, textsOf } from '@musette/languages/languages';
import { getTableName } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import { DATA_MAP } from '#delivery/site/data-map.ts';
import { GUIDES, LISTS, SAMPLE_URL } from '#delivery/site/documents.ts';
import { ATHLETE_TABLES } from '#partner/privacy/athlete-tables.ts';
import { ERRORS } from '#platform/http/error-codes.ts';
import { post } from '../support/assistant.ts';
import { BASE, call } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

describe('the public surface needs no key', () => {
  test.each([
    ['/', 'text/html'],
    ['/docs', 'text/html'],
    ['/docs/errors', 'text/html'],
    ['/docs/data', 'text/html'],
    ['/docs/guides/', 'text/html'],
    ['/llms.txt', 'text/plain'],
    ['/openapi.json', 'application/json'],
    ['/.well-known/security.txt', 'text/plain'],
    ['/assets/site.css', 'text/css'],
    ['/assets/icon.svg', 'image/svg+xml'],
    ['/assets/reference.js', 'text/javascript'],
    ['/health', 'application/json'],
    ['/health/ready', 'application/json'],
  ])('%s answers %s', async (path, mediaType) => {
    const reply = await call('GET', path);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toContain(mediaType);
    expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
  });

  test('static assets answer 304 with the data headers', async () => {
    const etag = (await call('GET', '/assets/site.css')).headers.get('ETag') ?? '';
    const again = await call('GET', '/assets/site.css', { headers: { 'if-none-match': etag } });
    expect(again.status).toBe(304);
    expect(again.headers.get('X-Service-Data-License')).toBe('display-only');
  });

  test('nothing but the assets is served from /assets', async () => {
    for (const path of [
      '/assets/nope.js',
      '/assets/../wrangler.toml',
      '/assets/%2e%2e/package.json',
      '/assets/',
    ]) {
      expect((await call('GET', path)).status, path).toBe(404);
    }
  });
});

test('the errors page has an anchor for every code', async () => {
  const { text } = await call('GET', '/docs/errors');
  for (const code of Object.keys(ERRORS)) expect(text).toContain(`id="${code}"`);
  expect(text).toContain('<!doctype html>');
});

test.each([...GUIDES, ...LISTS])(
  '$path is a page and Markdown, with this installation as its address',
  async ({ path, title }) => {
    const page = await call('GET', path);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    expect(page.text).toContain(`${path}.md`);
    const twin = await call('GET', `${path}.md`);
    expect([twin.status, twin.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=UTF-8']);
    expect(twin.text).toContain(`# ${title}`);
    expect(page.text + twin.text).not.toContain(SAMPLE_URL);
    expect((await call('GET', '/llms.txt')).text).toContain(`${path}.md)`);
  },
);

test.each([
  ['/', '/index.md', '# Fuel and fluids for every session'],
  ['/access', '/access.md', '# Get a key for your platform'],
  ['/docs', '/docs/reference.md', '# Reference as text'],
  ['/brand/', '/brand/index.md', '# Logos and how to use them'],
])('%s has a Markdown twin at %s that llms.txt lists', async (path, twinPath, title) => {
  expect((await call('GET', path)).text).toContain(`type="text/markdown" href="${twinPath}"`);
  const twin = await call('GET', twinPath);
  expect([twin.status, twin.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=UTF-8']);
  expect(twin.text).toContain(title);
  expect((await call('GET', '/llms.txt')).text).toContain(`${BASE}${twinPath})`);
});

test.each([
  ['/docs', '/docs/reference.md'],
  ['/docs/guides', '/docs/guides/index.md'],
  ['/brand', '/brand/index.md'],
])('%s has its Markdown at the same path with .md too', async (path, twinPath) => {
  const [reply, twin] = [await call('GET', `${path}.md`), await call('GET', twinPath)];
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/markdown; charset=UTF-8']);
  expect(reply.text).toBe(twin.text);
});

test('the Markdown of the home page has the numbers of its request, each with its ceiling', async () => {
  const { text } = await call('GET', '/index.md');
  const body = /-d '([\s\S]*?)'\n```/.exec(text)?.[1];
  const { json } = await call('POST', '/try/calculate', { body: JSON.parse(body ?? '') });
  const { prescription, safety } = json;
  expect(text).toContain(
    `${prescription.fluid_ml_per_hr} ml per hour. **Max ${safety.max_safe_fluid_ml_per_hr} ml per hour`,
  );
  expect(text).toContain(
    `${prescription.sodium_mg_per_hr} mg per hour. **Max ${safety.max_safe_sodium_mg_per_hr} mg per hour`,
  );
  for (const { message } of safety.warnings) expect(text).toContain(message);
});

describe('the home page', () => {
  /** Reads the code of a page without its colours. */
  const codeOf = (html: string, id: string) =>
    html
      .slice(html.indexOf(`<code id="${id}">`), html.indexOf('</code>', html.indexOf(`<code id="${id}">`)))
      .replace(/<[^>]*>/g, '')
      .replaceAll('&quot;', '"');

  test.each([
    '',
    '?type=bike&duration_min=300&age_years=62&sex=male&body_mass_kg=81&height_cm=186&average_power_w=170',
    '?type=triathlon&duration_min=330&temperature_c=33&is_race_event=true&sweat_level=&gi_history=true&sex=unspecified',
  ])("the planner's numbers are those of the API for the same person: /%s", async (query) => {
    const { testKey } = await makePartner({ defaultTier: 'full' });
    const { text } = await call('GET', `/${query}`, { headers: { 'cf-connecting-ip': '192.0.2.244' } });
    const request = codeOf(text, 'request');
    expect(request).toContain('POST /v1/nutrition/calculate');
    const body = JSON.parse(request.slice(request.indexOf('{')));
    const { json } = await call('POST', '/v1/nutrition/calculate', { key: testKey, body });
    const { prescription, safety } = json;
    const reply = JSON.parse(codeOf(text, 'reply').replace(/^[^{]*/, ''));
    expect(reply.prescription).toEqual({
      carb_g_per_hr: prescription.carb_g_per_hr,
      fluid_ml_per_hr: prescription.fluid_ml_per_hr,
      sodium_mg_per_hr: prescription.sodium_mg_per_hr,
    });
    expect(reply.safety.max_safe_fluid_ml_per_hr).toBe(safety.max_safe_fluid_ml_per_hr);
    const amounts = [...text.matchAll(/<strong>(\d+)<\/strong> (g|ml|mg)/g)].map(
      ([, value, unit]) => `${value} ${unit}`,
    );
    expect(amounts).toEqual([
      `${prescription.carb_g_per_hr} g`,
      `${prescription.fluid_ml_per_hr} ml`,
      `${prescription.sodium_mg_per_hr} mg`,
    ]);
    expect(text).toContain(`Max ${safety.max_safe_fluid_ml_per_hr} ml per hour`);
    for (const { message } of safety.warnings) expect(text).toContain(message.slice(0, 12));
  });

  test('is in the language that the reader accepts, or that the address names, and says so', async () => {
    const accepted = await call('GET', '/', { headers: { 'accept-language': 'de-AT,en;q=0.5' } });
    expect(accepted.text).toContain('<html lang="de">');
    expect(accepted.text).toContain('Anleitungen');
    expect([accepted.headers.get('Content-Language'), accepted.headers.get('Vary')]).toEqual([
      'de',
      expect.stringContaining('Accept-Language'),
    ]);
    for (const language of LANGUAGES) {
      const { text } = await call('GET', `/?lang=${language}`);
      const { landing } = await textsOf(language);
      expect(text).toContain(`<html lang="${language}">`);
      expect(text).toContain(`/assets/planner-${language}.js`);
      expect(text).toContain(landing.headline);
    }
    expect((await call('GET', '/?lang=tlh')).text).toContain('<html lang="en">');
  });

  test('describes itself to search engines and shared links, with addresses of this installation only', async () => {
    const { text } = await call('GET', '/');
    for (const tag of [
      'name="description"',
      'property="og:title"',
      'property="og:description"',
      'name="twitter:card"',
    ])
      expect(text).toContain(tag);
    expect(text).toContain(`property="og:image" content="${BASE}/brand/musette-share.png"`);
    const picture = await call('GET', '/brand/musette-share.png');
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
    const hosts = [...text.matchAll(/https?:\/\/[^/"'\s<]+/g)].map(([host]) => host);
    expect([...new Set(hosts)]).toEqual([BASE]);
  });

  test('says that a duration beyond its bounds was replaced by the nearest', async () => {
    const { text } = await call('GET', '/?duration_min=4000', {
      headers: { 'cf-connecting-ip': '192.0.2.245' },
    });
    expect(text).toContain('This page plans from 20 min to 15 h.');
    expect(text).toContain('value="900"');
    expect((await call('GET', '/')).text).not.toContain('This page plans from');
  });
});

test('the page of warnings has every code, under its anchor', async () => {
  const { text } = await call('GET', '/docs/warnings');
  for (const code of Object.keys(ENGLISH.warnings)) expect(text).toContain(`id="${code}"`);
});

test('the data map names every table that holds something of an athlete', async () => {
  const named = DATA_MAP.flatMap(({ tables }) => tables).sort();
  const known = ATHLETE_TABLES.map(({ table }) => getTableName(table));
  const others = [
    'access_requests',
    'applied_erasures',
    'athlete_sessions',
    'athletes',
    'audit_log',
    'consents',
    'console_audit',
    'console_sessions',
    'ends',
    'erasure_ledger',
    'invitations',
    'live_access_requests',
    'login_codes',
    'members',
    'recalculations',
  ];
  expect(named).toEqual([...known, ...others].sort());
});

test('the data page shows each of them, the rules for partners and the disclaimer', async () => {
  const { text } = await call('GET', '/docs/data');
  for (const { what } of DATA_MAP) expect(text).toContain(`>${what}</h3>`);
  for (const words of [
    'storing data temporarily',
    'fine-tuning',
    'competing prescription algorithms',
    'aggregating data',
    'reverse engineering',
    'redistributing data',
    'derivative databases',
    'Powered by Musette',
    'not a substitute for professional',
    'strip, hide or downplay',
  ]) {
    expect(text.replace(/\s+/g, ' '), words).toContain(words);
  }
});

test('the OpenAPI document has every operation with a success and, for all but pages, an error', async () => {
  const { json } = await call('GET', '/openapi.json');
  expect(json.openapi).toBe('3.1.0');
  for (const route of ROUTES.filter(({ access }) => access !== 'operator')) {
    const operation = json.paths[route.path]?.[route.method.toLowerCase()];
    expect(operation?.operationId, route.path).toBe(route.operationId);
    expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true);
  }
  expect(new Set(ROUTES.map((route) => route.operationId)).size).toBe(ROUTES.length);
});

test('the OpenAPI document has the addresses of this installation, and no route of the operator', async () => {
  const { json, text } = await call('GET', '/openapi.json');
  expect(json.servers[0].url).toBe('https://musette.test');
  expect(text).not.toContain('musette.example');
  expect(Object.keys(json.paths).filter((path) => path.startsWith('/operator'))).toEqual([]);
  expect((await call('GET', new URL(json.info.license.url).pathname)).text).toContain('All rights reserved');
});

test.each(['/.well-known/oauth-authorization-server', '/.well-known/oauth-protected-resource/mcp'])(
  'the OpenAPI document shows %s as it is',
  async (path) => {
    const { json: document } = await call('GET', '/openapi.json');
    const { example } = document.paths[path].get.responses[200].content['application/json'];
    expect((await call('GET', path)).json).toEqual(example);
  },
);

test("the OpenAPI document shows the answer of an assistant's message as it is", async () => {
  const { post: operation } = (await call('GET', '/openapi.json')).json.paths['/mcp'];
  const sent = operation.requestBody.content['application/json'].example;
  const { testKey } = await makePartner();
  const { text } = await post(testKey, JSON.stringify(sent));
  expect(JSON.parse(text)).toEqual(operation.responses[200].content['application/json'].example);
});

test("the operator's OpenAPI document is the operator's alone", async () => {
  const { status, json } = await call('GET', '/operator/openapi.json', { key: env.OPERATOR_TOKEN });
  expect(status).toBe(200);
  expect(json.paths['/operator/v1/partners'].get.operationId).toBe('listPartners');
  expect(json.servers[0].url).toBe('https://musette.test');
  expect((await call('GET', '/operator/openapi.json')).status).toBe(401);
  expect((await call('GET', '/assets/operator/openapi.json')).status).toBe(404);
});

test('security.txt names a contact and an end less than a year off', async () => {
  const { text } = await call('GET', '/.well-known/security.txt');
  expect(text).toMatch(/^Contact: mailto:security@musette\.test$/m);
  const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
  expect(expires).toBeGreaterThan(Date.now());
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000);
});

test('readiness reports coarsely that a store is unavailable, and health does not depend on it', async () => {
  const bindings = {
    // Another environment object than the other tests', so that no kept answer is found.
    CLOCK_OFFSET_S: '86400',
    REGISTRY: { prepare: () => ({ run: () => Promise.reject(new Error('down')) }), batch: () => {} } as never,
  };
  const ready = await call('GET', '/health/ready', { bindings });
  expect([ready.status, ready.json.error.code]).toEqual([503, 'temporarily_unavailable']);
  expect(ready.text).not.toContain('down');
  expect((await call('GET', '/health', { bindings })).status).toBe(200);
  expect(env.REGISTRY).toBeDefined();
});
