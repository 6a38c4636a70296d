import fc from 'fast-check';
import { hostileText } from './hostile.ts';
import type { FuzzRequest } from './request-arbitrary.ts';
import type { FuzzWorld } from './world.ts';

const PAGES = [
  'GET /oauth/authorize',
  'POST /oauth/authorize',
  'POST /oauth/login/start',
  'POST /oauth/login/verify',
  'POST /oauth/logout',
  'GET /account/connections',
  'POST /account/connections/con_01k00000000000000000000000/disconnect',
  'GET /subscribe',
  'POST /subscribe',
  'GET /.well-known/oauth-authorization-server',
  'GET /dev/outbox',
  'GET /',
  'GET /docs',
  'GET /docs/errors',
  'GET /openapi.json',
  'GET /.well-known/security.txt',
] as const;

/** The fields of the pages' forms, in addition to those of the protocol. */
const FIELDS = [
  'authorization_query',
  'email',
  'code',
  'handle',
  'seal',
  'record',
  'scope',
  'decision',
  'athlete',
  'expires',
  'signature',
];

/** Requests of athletes' browsers and of clients of the authorization server: right ones with something changed. */
export function oauthRequest(world: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc.oneof({ weight: 3, arbitrary: protocol(world) }, { weight: 2, arbitrary: browser(world) });
}

function protocol({ oauth }: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      path: fc.constantFrom('/oauth/token', '/oauth/revoke'),
      form: fc.constantFrom(...oauth.forms).chain(changedForm),
      headers: fc.constantFrom<Record<string, string>>(
        {},
        {},
        { authorization: oauth.basic },
        { authorization: 'Basic !!!' },
        { authorization: `Basic ${btoa('a%zz:b')}` },
        { authorization: 'Bearer x' },
      ),
      type: formType,
    })
    .map(({ path, form, headers, type }) => ({
      operationId: path.slice('/oauth/'.length),
      method: 'POST',
      path,
      headers: { ...type, ...headers },
      body: form,
    }));
}

function browser({ oauth }: FuzzWorld): fc.Arbitrary<FuzzRequest> {
  const fields = fc
    .array(
      fc.tuple(
        fc.constantFrom(...FIELDS),
        fc.oneof(
          hostileText,
          fc.constantFrom('allow', 'not-me', 'none', 'profile:read', '12345678', 'a@b.example'),
        ),
      ),
      {
        maxLength: 5,
      },
    )
    .map((pairs) =>
      new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()])).toString(),
    );
  const form = fc.oneof(
    fields,
    changedForm(oauth.authorizationQuery),
    changedForm(
      `authorization_query=${encodeURIComponent(oauth.authorizationQuery)}&email=fuzzed%40example.test`,
    ),
  );
  const cookie = fc.oneof(
    fc.constantFrom<Record<string, string>>({}, { cookie: oauth.cookie }, { cookie: oauth.cookie }),
    fc.constantFrom('%', '"', 'x'.repeat(4000), 'e30', 'a.b.c').map((value) => ({
      cookie: oauth.cookie.replace(/=[^;]*/g, `=${value}`),
    })),
  );
  return fc
    .record({ page: fc.constantFrom(...PAGES), form, cookie, type: formType })
    .map(({ page, form: sent, cookie: held, type }) => {
      const [method = '', path = ''] = page.split(' ');
      const isRead = method === 'GET';
      return {
        operationId: null,
        method,
        path: isRead && sent !== '' ? `${path}?${sent.slice(0, 6000)}` : path,
        headers: isRead ? held : { ...type, ...held },
        body: isRead ? null : sent,
      };
    });
}

const formType = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constant<Record<string, string>>({ 'content-type': 'application/x-www-form-urlencoded' }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Record<string, string>>(
      {},
      { 'content-type': 'application/json' },
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'multipart/form-data' },
    ),
  },
);

/** A form with one field replaced, dropped, repeated or torn; or as it is. */
function changedForm(form: string): fc.Arbitrary<string> {
  const names = [...new URLSearchParams(form).keys()];
  const change = (edit: (fields: URLSearchParams, name: string, value: string) => void) =>
    fc.tuple(fc.constantFrom(...names), hostileText).map(([name, value]) => {
      const fields = new URLSearchParams(form);
      edit(fields, name, value.toWellFormed());
      return fields.toString();
    });
  return fc.oneof(
    { weight: 2, arbitrary: fc.constant(form) },
    { weight: 5, arbitrary: change((fields, name, value) => fields.set(name, value)) },
    { weight: 2, arbitrary: change((fields, name) => fields.delete(name)) },
    { weight: 2, arbitrary: change((fields, name, value) => fields.append(name, value)) },
    { weight: 1, arbitrary: change((fields, name, value) => fields.set(value, name)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        `${form}&%`,
        '%zz=%',
        '=&=',
        `${form}&${'a=b&'.repeat(2000)}`,
        `x=${'y'.repeat(70_000)}`,
      ),
    },
  );
}
