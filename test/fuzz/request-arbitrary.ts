import fc from 'fast-check';
import * as z from 'zod';
import type { Route } from '../../src/http/route.ts';
import { ROUTES } from '../../src/routes.ts';
import { hostileText, mutated } from './hostile.ts';
import { arbitraryOf } from './zod-arbitrary.ts';

export interface FuzzRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What a fuzzed client knows: its own keys and ids, and ids that it must never get anything out of. */
export interface FuzzWorld {
  readonly keys: readonly string[];
  readonly operatorToken: string | null;
  /** By the name of the path parameter. */
  readonly ownIds: Readonly<Record<string, readonly string[]>>;
  readonly foreignIds: Readonly<Record<string, readonly string[]>>;
}

/** Operations that would end the fuzzed world itself. */
const LEFT_OUT = new Set([
  'deleteKey',
  'rotateKey',
  'terminatePartner',
  'resetSandbox',
  'eraseAthlete',
  'deleteAthlete',
  'revokeApiKey',
  'rotateApiKey',
  'deleteApiKey',
]);

/** Requests made from the route values' schemas: most nearly right, some right, some nonsense. */
export function fuzzRequest(world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const routes = ROUTES.filter((route) => !LEFT_OUT.has(route.operationId));
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...routes).chain((route) => requestTo(route, world)) },
    { weight: 1, arbitrary: nonsense(world) },
  );
}

function requestTo(route: Route, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: mostly(route.method, fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'OPTIONS')),
      path: pathOf(route, world),
      query: queryOf(route, world),
      headers: headersOf(route, world),
      body: bodyOf(route, world),
    })
    .map(({ method, path, query, headers, body }) => ({
      method,
      path: path + query,
      headers,
      body: method === 'GET' || method === 'HEAD' ? null : body,
    }));
}

function pathOf(route: Route, world: FuzzWorld): fc.Arbitrary<string> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const ids = names.map((name) => idOf(name, world).map(encodeURIComponentSafely));
  return fc.tuple(...ids).map((values) => {
    let index = 0;
    return route.path.replace(/\{\w+\}/g, () => values[index++] || '-');
  });
}

function idOf(name: string, world: FuzzWorld): fc.Arbitrary<string> {
  const own = world.ownIds[name] ?? [];
  const foreign = world.foreignIds[name] ?? [];
  return fc.oneof(
    ...(own.length ? [{ weight: 12, arbitrary: fc.constantFrom(...own) }] : []),
    ...(foreign.length ? [{ weight: 2, arbitrary: fc.constantFrom(...foreign) }] : []),
    { weight: 1, arbitrary: hostileText },
  );
}

function queryOf(route: Route, world: FuzzWorld): fc.Arbitrary<string> {
  const shape = route.query instanceof z.ZodObject ? route.query : z.strictObject({});
  const right = arbitraryOf(shape).map((query) => withAthlete(query, world, route));
  const pairs = fc.oneof({ weight: 6, arbitrary: right }, { weight: 2, arbitrary: right.chain(mutated) });
  return fc.tuple(pairs, fc.boolean(), fc.nat(20)).map(([query, repeat, chance]) => {
    const entries = Object.entries((query ?? {}) as object).map(
      ([name, value]) => `${encodeURIComponentSafely(name)}=${encodeURIComponentSafely(String(value))}`,
    );
    const text = [...entries, ...(repeat && chance === 0 ? entries : [])].join('&');
    return text ? `?${text}` : '';
  });
}

/** A query that takes an athlete is given a real one, or nothing behind it would be reached. */
function withAthlete(query: unknown, world: FuzzWorld, route: Route): unknown {
  const takesAthlete = route.query instanceof z.ZodObject && 'athlete_id' in route.query.shape;
  const athlete = world.ownIds.athlete_id?.[0];
  return takesAthlete && athlete ? { ...(query as object), athlete_id: athlete } : query;
}

function bodyOf(route: Route, world: FuzzWorld): fc.Arbitrary<string | null> {
  if (!route.body) return mostly<string | null>(null, fc.constantFrom('{}', '{"a":1}', 'x', ''));
  const right = arbitraryOf(route.body).map((body) => withRealAthlete(body, world));
  return fc.oneof(
    { weight: 5, arbitrary: right.map(serialize) },
    { weight: 5, arbitrary: right.chain(mutated).map(serialize) },
    { weight: 1, arbitrary: right.map(serialize).chain(torn) },
  );
}

function withRealAthlete(body: unknown, world: FuzzWorld): unknown {
  const isScenario = typeof body === 'object' && body !== null && 'athlete_id' in body;
  return isScenario ? { ...body, athlete_id: world.ownIds.athlete_id?.[0] ?? null } : body;
}

function torn(text: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat({ max: text.length }).map((at) => text.slice(0, at)),
    fc.constant(`\ufeff${text}`),
    fc.constant(`${text}${text}`),
    fc.constant(text.replace('{', '{"duration_min":1,"duration_min":2,')),
    fc.constant('['.repeat(20_000)),
    fc.constant(`{"a":"${'x'.repeat(70_000)}"}`),
  );
}

function headersOf(route: Route, world: FuzzWorld): fc.Arbitrary<Record<string, string>> {
  const key =
    route.access === 'operator' && world.operatorToken !== null
      ? fc.constant(world.operatorToken)
      : fc.constantFrom(...world.keys);
  const authorization = fc.oneof(
    { weight: 30, arbitrary: key.map((secret) => `Bearer ${secret}`) },
    { weight: 1, arbitrary: fc.constantFrom('', 'Bearer', 'Basic eDp5', 'Bearer sk_test_x', 'bearer  ') },
  );
  const contentType = mostly(
    'application/json',
    fc.constantFrom(
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'application/json;charset=UTF-8',
    ),
  );
  const odd = fc.constantFrom<Record<string, string>>(
    {},
    {},
    {},
    { 'if-none-match': '*' },
    { 'if-none-match': 'W/"x", "y"' },
    { 'if-match': '"nope"' },
    { 'idempotency-key': 'fuzz' },
    { 'idempotency-key': 'x'.repeat(300) },
    { accept: 'image/svg+xml' },
    { accept: 'text/html;q=0' },
    { 'x-request-id': 'client-1' },
    { 'content-encoding': 'gzip' },
    { 'x-http-method-override': 'DELETE' },
    { range: 'bytes=0-1' },
    { host: 'evil.example' },
    { 'accept-encoding': 'identity' },
  );
  return fc.tuple(authorization, contentType, odd).map(([auth, type, more]) => ({
    ...(auth ? { authorization: auth } : {}),
    ...(type ? { 'content-type': type } : {}),
    ...more,
  }));
}

function nonsense(world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc
    .tuple(
      fc.constantFrom('GET', 'POST', 'DELETE'),
      fc.array(hostileText, { maxLength: 4 }),
      fc.constantFrom(...world.keys),
    )
    .map(([method, parts, key]) => ({
      method,
      path: `/${['v1', ...parts.map((part) => encodeURIComponentSafely(part.slice(0, 200)))].join('/')}`,
      headers: { authorization: `Bearer ${key}` },
      body: null,
    }));
}

function mostly<T>(usual: T, odd: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 20, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd });
}

/** JSON cannot hold what `undefined` and `-0` are; everything else goes as it is. */
function serialize(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}

/** Percent-encoding that takes half surrogates too: they go as the bytes that a careless client would send. */
function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed()).replaceAll('.', '%2E');
}
