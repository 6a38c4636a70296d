import type * as oauth from 'oauth4webapi';
import { beforeAll, expect, test, vi } from 'vitest';
import { MCP, message, post } from '../support/assistant.ts';
import { failingBindings } from '../support/bindings.ts';
import { plainFetch } from '../support/browser.ts';
import { makeAthlete, makeCalculatedActivity } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { BASE, call, refusal } from '../support/client.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';

/** `POST /mcp` without a client of the protocol: credentials, challenges, and what is refused before any tool. */

let as: oauth.AuthorizationServer;
let partner: TestPartner;
let athleteId: string;
let token: string;

beforeAll(async () => {
  await loadTestCatalogue();
  as = await discover();
  partner = await makePartner();
  const email = newEmail();
  ({ id: athleteId } = await makeAthlete(partner.testKey, { email }));
  const client = await makeClient(partner.testKey, { isPublic: true });
  ({ accessToken: token } = await connect(as, client, { email, resource: MCP, scope: 'activities:read' }));
});

const list = () => message('tools/list');

test('RFC 9728 §5.1: a 401 names the metadata, without a credential, with a wrong one, with a token for the API and with a token of another end', async () => {
  const { accessToken } = await connect(as, await makeClient(partner.testKey));
  const metadata = `resource_metadata="${BASE}/.well-known/oauth-protected-resource/mcp"`;
  for (const [bearer, challenge] of [
    [null, `Bearer ${metadata}`],
    [`${partner.testKey}x`, `Bearer ${metadata}`],
    [accessToken, `Bearer error="invalid_token", ${metadata}`],
    [`${token.slice(0, -4)}AAAA`, `Bearer error="invalid_token", ${metadata}`],
  ] as const) {
    const refused = await post(bearer, list());
    expect(refused.status).toBe(401);
    expect(refused.headers.get('WWW-Authenticate')).toBe(challenge);
  }
});

test('RFC 8707: a token for /mcp is refused at /v1, also where it was known a moment ago', async () => {
  expect((await post(token, list())).status).toBe(200);
  const refused = await call('GET', `/v1/athletes/${athleteId}/activities`, { key: token });
  expect(refusal(refused)).toMatchObject({ status: 401, code: 'invalid_token' });
});

test('the log line names the tool and the code of its error, and nothing that was sent', async () => {
  const log = vi.spyOn(console, 'log');
  const athlete = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';
  await post(
    partner.testKey,
    message('tools/call', { name: 'get_learned', arguments: { athlete_id: athlete } }),
  );
  const line = log.mock.calls.map(([first]) => String(first)).find((text) => text.includes('/mcp'));
  log.mockRestore();
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    route: 'POST /mcp get_learned',
    status: 200,
    error_code: 'athlete_not_found',
    partner_id: partner.partnerId,
    key_id: partner.testKeyId,
  });
  expect(line).not.toContain(athlete);
});

test('arguments named like members of every object are refused as unknown', async () => {
  const body = message('tools/call', { name: 'infer_activity_type', arguments: {} }).replace(
    '"arguments":{}',
    '"arguments":{"title":"run","toString":"x","__proto__":{"title":"swim"}}',
  );
  const { result } = JSON.parse((await post(partner.testKey, body)).text);
  expect(Object.keys(result).sort()).toEqual(['content', 'isError']);
  expect(result.content[0].text).toMatch(/^validation_failed: .* Unknown arguments: 1\.\n/);
});

test('a tool error with a subscribe link of a teaser athlete requires attribution; one without such data does not', async () => {
  const { testKey: key } = await makePartner({ defaultTier: 'full' });
  const athlete = await makeAthlete(key, { tier: 'teaser' });
  const activity = await makeCalculatedActivity(key, athlete.id);
  const named = { athlete_id: athlete.id, activity_id: activity.id };
  const taken = { carb_g: 0, fluid_ml: 0, sodium_mg: 0 };
  const replan = { name: 'replan', arguments: { ...named, at_min: 30, taken } };
  const refused = await post(key, message('tools/call', replan));
  expect(refused.text).toContain('full_tier_required');
  expect(refused.headers.get('X-Service-Data-Attribution')).toBe('required');
  expect((await post(key, list())).headers.get('X-Service-Data-Attribution')).toBe('optional');
});

test('a foreign Origin is 403, its own is not', async () => {
  const refused = await post(partner.testKey, list(), { origin: 'https://elsewhere.example' });
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, 'foreign_origin']);
  expect((await post(partner.testKey, list(), { origin: 'null' })).status).toBe(403);
  expect((await post(partner.testKey, list(), { origin: BASE })).status).toBe(200);
});

test('the text of a 503 says after how many seconds to try again, as Retry-After does', async () => {
  const { testKey } = await makePartner();
  const refused = await plainFetch(
    MCP,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${testKey}` },
      body: list(),
    },
    failingBindings('guardCalls'),
  );
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
  expect((await refused.json<{ error: { message: string } }>()).error.message).toMatch(
    / Try again after 2 seconds\.$/,
  );
});

test('GET and DELETE are 405 with Allow', async () => {
  for (const method of ['GET', 'DELETE']) {
    const response = await plainFetch(MCP, { method });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
  }
});

test("JSON-RPC's errors are JSON-RPC's, with the form and the example of the document where it has one", async () => {
  const { responses } = (await call('GET', '/openapi.json')).json.paths['/mcp'].post;
  for (const [status, code, isExample, body, headers] of [
    [400, -32700, true, '{', {}],
    [400, -32600, false, `[${list()},${list()}]`, {}],
    [200, -32601, false, message('nothing/such'), {}],
    [404, -32601, true, message('subscriptions/listen'), {}],
    [406, -32000, true, list(), { accept: 'application/json' }],
  ] as const) {
    const reply = await post(partner.testKey, body, headers);
    const answer = JSON.parse(reply.text);
    expect([reply.status, answer.error.code], body).toEqual([status, code]);
    if (!isExample) continue;
    const { example, schema } = responses[status].content['application/json'];
    expect(Object.keys(schema.properties).sort()).toEqual(Object.keys(answer).sort());
    expect(answer.error).toEqual(example.error);
  }
});

test('a body that is not JSON by its media type is 415, and one above 256 KiB 413', async () => {
  expect((await post(partner.testKey, list(), { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post(partner.testKey, ' '.repeat(256 * 1024 + 1))).status).toBe(413);
});
