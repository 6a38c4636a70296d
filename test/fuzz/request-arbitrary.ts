import fc from 'fast-check';
import * as z from 'zod/mini';
import { ROUTES } from '#delivery/app/routes.ts';
import type { Route } from '#platform/http/route.ts';
import { hostileText, mutated } from './hostile.ts';
import { oauthRequest } from './oauth-request.ts';
import type { FuzzWorld, Ids } from './world.ts';
import { arbitraryOf } from './zod-arbitrary.ts';

export interface FuzzRequest {
  /** The operation that it is near to; null for none. */
  readonly operationId: string | null;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** The encoding of the body. Default: UTF-8. */
  readonly encoding?: BodyEncoding;
}

type BodyEncoding = 'utf-8' | 'latin-1' | 'utf-16';

/** As much of a query as platforms take in an address; Cloudflare refuses addresses over 16 KB itself. */
const QUERY_CHARACTERS_MAX = 6000;

/** The body as it goes over the wire, lone surrogates and bytes that are no UTF-8 included. */
export function bytesOf({ body, encoding = 'utf-8' }: FuzzRequest): Uint8Array<ArrayBuffer> | null {
  if (body === null) return null;
  if (encoding === 'utf-8') return Uint8Array.from(new TextEncoder().encode(body));
  const units = Array.from({ length: body.length }, (_, index) => body.charCodeAt(index));
  return encoding === 'latin-1'
    ? Uint8Array.from(units)
    : Uint8Array.from(units.flatMap((unit) => [unit & 255, unit >> 8]));
}

/** Requests made from the route values' schemas and documented examples: most nearly right, some right, some nonsense. */
export function fuzzRequest(world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const routes = ROUTES.map((route) => ({
    // A sandbox is some 2,600 rows; and what is deleted no other request finds.
    weight: route.operationId === 'resetSandbox' ? 1 : route.method === 'DELETE' ? 5 : 15,
    // Made once a world: texts of all scripts take fast-check milliseconds to make.
    arbitrary: requestTo(route, world),
  }));
  return fc.oneof(
    { weight: 16, arbitrary: fc.oneof(...routes) },
    { weight: 3, arbitrary: oauthRequest(world) },
    { weight: 1, arbitrary: nonsense(world) },
  );
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND', 'QUERY'];

function requestTo(route: Route, world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  // The athlete whom all else hangs on stays.
  const methods = route.path === '/v1/athletes/{athlete_id}' ? METHODS : [...METHODS, 'DELETE'];
  return fc
    .record({
      method: mostly(route.method, fc.constantFrom(...methods)),
      path: pathOf(route, world),
      query: queryOf(route, world),
      headers: headersOf(route, world),
      body: bodyOf(route, world),
      encoding: mostly<BodyEncoding>('utf-8', fc.constantFrom('latin-1', 'utf-16')),
    })
    .map(({ method, path, query, headers, body, encoding }) => ({
      operationId: route.operationId,
      method,
      path: path + query,
      headers,
      body: method === 'GET' || method === 'HEAD' ? null : body,
      encoding,
    }));
}

function pathOf(route: Route, world: FuzzWorld): fc.Arbitrary<string> {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const ids = names.map((name) => idOf(name, route, world).map(encodeURIComponentSafely));
  return fc.tuple(...ids).map((values) => {
    let index = 0;
    return route.path.replace(/\{\w+\}/g, () => values[index++] || '-');
  });
}

function idOf(name: string, route: Route, world: FuzzWorld): fc.Arbitrary<string> {
  const own = ownIdsFor(name, route, world);
  const kind = name === 'product_id' && route.operationId.endsWith('OwnProduct') ? 'own_product_id' : name;
  const weighted = (ids: Ids, weight: number) => {
    const known = ids[kind] ?? [];
    return known.length > 0 ? [{ weight, arbitrary: fc.constantFrom(...known) }] : [];
  };
  // The operator may do anything to anyone; it is kept to what may be destroyed.
  const others = route.access === 'operator' ? [] : weighted(world.foreignIds, 2);
  return fc.oneof(...weighted(own, 14), ...weighted(world.liveIds, 1), ...others, {
    weight: 1,
    arbitrary: hostileText,
  });
}

/** Returns the identifiers that an operation may be given: what would end the rest of the run has its own. */
function ownIdsFor(name: string, { operationId }: Route, world: FuzzWorld): Ids {
  if (operationId === 'suspendPartner' || operationId === 'resumePartner') return world.resettable.ids;
  const isFatal = operationId === 'eraseAthlete' || operationId === 'terminatePartner' || name === 'key_id';
  return isFatal ? world.spare.ids : world.ownIds;
}

function queryOf(route: Route, world: FuzzWorld): fc.Arbitrary<string> {
  const shape = route.query instanceof z.ZodMiniObject ? route.query : z.strictObject({});
  const right = fc
    .tuple(arbitraryOf(shape), athleteFor(route, world), cursorFor(world), fc.nat(3))
    .map(([query, athlete, cursor, filtered]) => {
      // A cursor is bound to its filters, and most known ones came without.
      const members: Record<string, unknown> =
        cursor !== null && filtered > 0 ? {} : { ...(query as object) };
      if ('athlete_id' in shape.shape) Object.assign(members, { athlete_id: athlete });
      // Two random days are never within two weeks.
      if ('athlete_ids' in shape.shape) Object.assign(members, { athlete_ids: athlete, to: members.from });
      // A random cursor never passes its seal: most requests go without one.
      const { cursor: _random, ...others } = { cursor: undefined, ...members };
      return wholeNumbers('cursor' in shape.shape && cursor !== null ? { ...others, cursor } : others);
    });
  const pairs = fc.oneof({ weight: 6, arbitrary: right }, { weight: 2, arbitrary: right.chain(mutated) });
  return fc.tuple(pairs, fc.boolean(), fc.nat(20)).map(([query, repeat, chance]) => {
    const entries = Object.entries((query ?? {}) as object).map(
      ([name, value]) => `${encodeURIComponentSafely(name)}=${encodeURIComponentSafely(queryText(value))}`,
    );
    const text = [...entries, ...(repeat && chance === 0 ? entries : [])].join('&');
    return text ? `?${text.slice(0, QUERY_CHARACTERS_MAX)}` : '';
  });
}

/** Not `String`: a generated object may have a member `toString` that is no function. */
function queryText(value: unknown): string {
  return typeof value === 'object' ? serialize(value) : String(value);
}

/** No number in a query of ours has a fraction; the mutations make some. */
function wholeNumbers(query: object): object {
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'number' ? Math.trunc(value) : value,
    ]),
  );
}

/** An athlete where a query or a body takes one: a real one, or nothing behind it would be reached. */
function athleteFor(route: Route, world: FuzzWorld): fc.Arbitrary<string> {
  return idOf('athlete_id', route, world);
}

function cursorFor(world: FuzzWorld): fc.Arbitrary<string | null> {
  const known = world.cursors.length > 0 ? fc.constantFrom(...world.cursors) : fc.constant('x');
  const changed = fc
    .tuple(known, fc.nat(200))
    .map(([cursor, at]) => `${cursor.slice(0, at)}A${cursor.slice(at + 1)}`);
  return fc.oneof(
    { weight: 8, arbitrary: fc.constant(null) },
    { weight: 3, arbitrary: known },
    { weight: 1, arbitrary: changed },
    { weight: 1, arbitrary: hostileText },
  );
}

function bodyOf(route: Route, world: FuzzWorld): fc.Arbitrary<string | null> {
  if (route.file) return fileOf(route.file.example.text);
  if (!route.body) return mostly<string | null>(null, fc.constantFrom('{}', '{"a":1}', 'x', ''));
  const made = arbitraryOf(route.body);
  // The example satisfies what no schema says alone: which masses can be, which addresses may be redirected to.
  const meant = route.bodyExample === undefined ? made : fc.oneof(made, fc.constant(route.bodyExample));
  const products = [...(world.ownIds.product_id ?? []), ...(world.ownIds.own_product_id ?? [])];
  const right = fc
    .tuple(meant, athleteFor(route, world), fc.constantFrom(...products, 'prd_none'))
    .map(([body, athlete, product]) => withRealIds(body, athlete, product));
  return fc.oneof(
    { weight: 6, arbitrary: right.map(serialize) },
    { weight: 5, arbitrary: right.chain(mutated).map(serialize) },
    { weight: 2, arbitrary: right.map(serialize).chain(torn) },
  );
}

function fileOf(text: string): fc.Arbitrary<string> {
  return fc.oneof(fc.constant(text), torn(text), hostileText);
}

function withRealIds(body: unknown, athlete: string, product: string): unknown {
  if (Array.isArray(body)) return body.map((item) => withRealIds(item, athlete, product));
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, member]) => {
      if (name === 'athlete_id') return [name, athlete];
      if (name === 'product_id') return [name, product];
      return [name, withRealIds(member, athlete, product)];
    }),
  );
}

/** Numbers as JSON can write them and no program should have to take them. */
const ODD_NUMBERS = [
  '1e400',
  '-1e400',
  '-0',
  '1e-400',
  '9007199254740993',
  '0.1e1',
  '1E+2',
  '1'.repeat(400),
  '01',
  '+1',
  'NaN',
  '0x10',
];

function torn(text: string): fc.Arbitrary<string> {
  return fc.oneof(
    fc.nat({ max: text.length }).map((at) => text.slice(0, at)),
    fc.constant(`\ufeff${text}`),
    fc.constant(`${text}${text}`),
    fc.constant(text.replace('{', '{"duration_min":1,"duration_min":2,')),
    fc.constant(text.replace(/"(\w+)":/, '"$1":null,"$1":')),
    fc.constant(
      text.replace('{', '{"__proto__":{"duration_min":9},"constructor":{"prototype":{"tier":"full"}},'),
    ),
    fc.constantFrom(...ODD_NUMBERS).map((number) => text.replace(/:-?\d[\d.]*/, () => `:${number}`)),
    fc
      .constantFrom('\u00ff\u00fe', '\\ud800', '\\u0000', '\u0000')
      .map((odd) => text.replace(/":"/, () => `":"${odd}`)),
    fc.constant(`{"a":${'{"a":'.repeat(8000)}1${'}'.repeat(8000)}}`),
    fc.constant('['.repeat(20_000)),
    fc.constant(`{"a":"${'x'.repeat(70_000)}"}`),
  );
}

function headersOf(route: Route, world: FuzzWorld): fc.Arbitrary<Record<string, string>> {
  const key =
    route.access === 'operator' && world.operatorToken !== null
      ? fc.constant(world.operatorToken)
      : route.operationId === 'resetSandbox'
        ? fc.constant(world.resettable.key)
        : fc.constantFrom(...world.callers.map((caller) => caller.key));
  const authorization = fc.oneof(
    { weight: 40, arbitrary: key.map((secret) => `Bearer ${secret}`) },
    {
      weight: 1,
      arbitrary: fc.oneof(
        fc.constantFrom(
          '',
          'Bearer',
          'Basic eDp5',
          'Bearer sk_test_x',
          'bearer  ',
          `Bearer ${'x'.repeat(3000)}`,
        ),
        key.map((secret) => `bearer   ${secret} `),
        key.map((secret) => `Bearer ${secret}, Bearer ${secret}`),
        key.map((secret) => `Bearer ${secret.slice(0, -1)}`),
        key.map((secret) => `Bearer ${secret.replace('test', 'live')}`),
        key.map((secret) => secret),
      ),
    },
  );
  const contentType = mostly(
    route.file?.example.mediaType ?? 'application/json',
    fc.constantFrom(
      '',
      'text/plain',
      'application/json; charset=utf-16',
      'multipart/form-data',
      'application/json;charset=UTF-8',
      'application/x-www-form-urlencoded',
      'application/merge-patch+json',
      'APPLICATION/JSON',
      'application/json; charset=utf-8; charset=utf-8',
      ';',
    ),
  );
  const odd = fc.constantFrom<Record<string, string>>(
    {},
    {},
    {},
    { 'if-none-match': '*' },
    { 'if-none-match': 'W/"x", "y"' },
    { 'if-none-match': '"' },
    { 'if-match': '"nope"' },
    { 'if-match': '*' },
    { 'if-match': '' },
    { 'idempotency-key': 'fuzz' },
    { 'idempotency-key': 'fuzz-2' },
    { 'idempotency-key': '' },
    { 'idempotency-key': '\u00e9' },
    { 'idempotency-key': 'x'.repeat(300) },
    { accept: 'image/svg+xml' },
    { accept: 'text/html;q=0' },
    { 'x-request-id': 'client-1' },
    { 'content-encoding': 'gzip' },
    { 'content-encoding': 'identity' },
    { 'accept-encoding': 'gzip;q=0, *' },
    { cookie: '__Host-x=%00; a=b' },
    { origin: 'https://evil.example' },
    { 'x-forwarded-proto': 'http' },
    { 'cf-connecting-ip': '::1' },
    { 'x-odd': 'x'.repeat(6000) },
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
      fc.constantFrom(...world.callers.map((caller) => caller.key)),
      fc.constantFrom(
        'v1',
        '',
        'operator/v1',
        'docs',
        'assets',
        'brand',
        '.well-known',
        'v1/athletes',
        'V1',
        'v1/',
      ),
    )
    .map(([method, parts, key, room]) => ({
      operationId: null,
      method,
      path: `/${[room, ...parts.map((part) => encodeURIComponentSafely(part.slice(0, 200)))].join('/')}`,
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
export function encodeURIComponentSafely(text: string): string {
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed()).replaceAll('.', '%2E');
}
