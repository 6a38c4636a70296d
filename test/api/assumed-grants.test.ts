import { beforeAll, describe, expect, test } from 'vitest';
import { call, refusal } from '../support/client.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { databaseOf } from '../support/shards.ts';

/**
 * An isolate that knows a token starts its reads with the grant that the token had a moment ago. Each test reads once to
 * make the isolate know it, then changes what stands behind the token.
 */

let as: Awaited<ReturnType<typeof discover>>;
beforeAll(async () => {
  as = await discover();
});

async function knownToken() {
  const { testKey } = await makePartner();
  const client = await makeClient(testKey);
  const scope = 'profile:read activities:read activities:write';
  const { accessToken } = await connect(as, client, { scope, email: newEmail() });
  const { json: me } = await call('GET', '/v1/me', { key: accessToken });
  const created = await call('POST', `/v1/athletes/${me.id}/activities`, {
    key: accessToken,
    body: { type: 'run', duration_min: 60 },
  });
  const path = `/v1/athletes/${me.id}/activities/${created.json.id}`;
  const read = () => call('GET', path, { key: accessToken });
  expect((await read()).json).toMatchObject({ tier: 'full' });
  return { athleteId: String(me.id), read };
}

async function change(sql: string, athleteId: string): Promise<void> {
  const { meta } = await databaseOf(athleteId).prepare(sql).bind(athleteId).run();
  expect(meta.changes).toBeGreaterThan(0);
}

describe('a read that starts with a remembered grant', () => {
  test('revocation: a connection that has ended is invalid_token at once', async () => {
    const { athleteId, read } = await knownToken();
    await change("UPDATE connections SET status = 'revoked' WHERE athlete_id = ?", athleteId);
    const reply = await read();
    expect(refusal(reply)).toMatchObject({ status: 401, code: 'invalid_token' });
    expect(reply.headers.has('ETag')).toBe(false);
  });

  test('revocation: the refusal is one to nobody, without attribution, limits or waiting of the partner', async () => {
    const { athleteId, read } = await knownToken();
    expect((await read()).headers.get('X-Service-Data-Attribution')).toBe('optional');
    await change("UPDATE connections SET status = 'revoked' WHERE athlete_id = ?", athleteId);
    const { headers } = await read();
    expect(headers.get('X-Service-Data-Attribution')).toBe('required');
    for (const name of ['RateLimit', 'RateLimit-Policy', 'Server-Timing'])
      expect(headers.has(name)).toBe(false);
  });

  test('scopes: one that was taken away is insufficient_scope at once', async () => {
    const { athleteId, read } = await knownToken();
    await change(`UPDATE connections SET scopes = '["profile:read"]' WHERE athlete_id = ?`, athleteId);
    expect(refusal(await read())).toMatchObject({ status: 403, code: 'insufficient_scope' });
  });

  test('tier: a changed one is answered as it is now, with its attribution', async () => {
    const { athleteId, read } = await knownToken();
    await change("UPDATE athletes SET tier = 'teaser' WHERE id = ?", athleteId);
    const reply = await read();
    expect(reply.json).toMatchObject({ tier: 'teaser' });
    expect(reply.headers.get('X-Service-Data-Attribution')).toBe('required');
    expect(reply.headers.get('RateLimit')).toMatch(/^"standard";r=\d+/);
  });

  test('erasure: an athlete that is going has no valid token', async () => {
    const { athleteId, read } = await knownToken();
    await change("UPDATE athletes SET status = 'erasing' WHERE id = ?", athleteId);
    expect(refusal(await read())).toMatchObject({ status: 401, code: 'invalid_token' });
  });
});
