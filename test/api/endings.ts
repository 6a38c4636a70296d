import { env } from 'cloudflare:workers';
import * as oauth from 'oauth4webapi';
import { expect } from 'vitest';
import { makeAthlete, makeKey, makeWebhook } from '../support/builders.ts';
import { call } from '../support/client.ts';
import { addMember, makeConsole, newAddress, signInToConsole, submit } from '../support/console.ts';
import { skipWaitForLeases } from '../support/guards.ts';
import { newIsolate } from '../support/isolates.ts';
import { connect, discover, makeClient, newEmail, tokenError, toWorker } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { DATABASES } from '../support/stores.ts';

const OPERATOR = { key: env.OPERATOR_TOKEN };

/** Something that is made, ends, and must not come back; `isEnded` asks the service. */
export interface Ending {
  readonly end: () => Promise<unknown>;
  readonly isEnded: () => Promise<boolean>;
}

/** Returns the status that an isolate answers which knows nothing. */
export const statusOf = async (method: string, path: string, key: string) =>
  (await call(method, path, { key, bindings: newIsolate() })).status;

/** An athlete who is erased, and one who stays. */
export async function erasure(key: string): Promise<Ending> {
  const [gone, kept] = [await makeAthlete(key), await makeAthlete(key)];
  return {
    end: () => call('DELETE', gone.path, { key }),
    isEnded: async () => {
      expect(await statusOf('GET', kept.path, key)).toBe(200);
      return (await statusOf('GET', gone.path, key)) === 404;
    },
  };
}

type Act = (key: string, connection: { readonly id: string; readonly clientId: string }) => Promise<unknown>;

/** A connection that ends in some way, asked by its tokens. */
export async function connection(key: string, act: Act): Promise<Ending> {
  const client = await makeClient(key);
  const { accessToken, refreshToken } = await connect(await discover(), client, { email: newEmail() });
  const me = await call('GET', '/v1/me', { key: accessToken });
  const path = `/v1/connections?athlete_id=${me.json.id}`;
  const { json } = await call('GET', path, { key });
  const [{ id }] = json.data;
  expect([me.status, json.data.length]).toEqual([200, 1]);
  return {
    end: () => act(key, { id, clientId: client.client.client_id }),
    isEnded: async () => {
      const refreshed = await oauth.refreshTokenGrantRequest(
        await discover(),
        client.client,
        client.auth,
        refreshToken,
        toWorker,
      );
      const isRefused = refreshed.status >= 400 && (await tokenError(refreshed))[0] >= 400;
      const answer = await statusOf('GET', '/v1/me', accessToken);
      return answer === 401 && isRefused;
    },
  };
}

/** A connection that got another grant: the tokens of the first one are over. */
export async function replacedGrant(key: string): Promise<Ending> {
  const client = await makeClient(key);
  const email = newEmail();
  const as = await discover();
  const { accessToken } = await connect(as, client, { email });
  return {
    end: () => connect(as, client, { email }),
    isEnded: async () => (await statusOf('GET', '/v1/me', accessToken)) === 401,
  };
}

/** A key that is revoked, after its leases. */
export async function revokedKey(key: string): Promise<Ending> {
  const { id, path, secret } = await makeKey(
    key,
    {},
    { headers: { 'idempotency-key': crypto.randomUUID() } },
  );
  return {
    end: async () => {
      await call('DELETE', path, { key });
      await skipWaitForLeases(id);
    },
    isEnded: async () => {
      const { json: listed } = await call('GET', path, { key });
      return listed.status === 'revoked' && (await statusOf('GET', '/v1/athletes', secret)) === 401;
    },
  };
}

/** A webhook that is deleted, with its subscribers. */
export async function deletedWebhook(key: string): Promise<Ending> {
  const { id, path } = await makeWebhook(key);
  return {
    end: () => call('DELETE', path, { key }),
    isEnded: async () => {
      const isKnown = (await statusOf('GET', path, key)) !== 404;
      const active = await Promise.all(
        DATABASES.map((name) =>
          env[name]
            .prepare("SELECT 1 FROM subscribers WHERE webhook_id = ? AND status <> 'deleted'")
            .bind(id)
            .first(),
        ),
      );
      return !isKnown && active.every((row) => row === null);
    },
  };
}

/** A member who is removed, and an invitation that is withdrawn. */
async function membership(): Promise<Ending> {
  const { partnerId, browser } = await makeConsole();
  const member = await addMember(partnerId, 'viewer');
  const theirs = await signInToConsole(member.email);
  const invited = newAddress('invited');
  await submit(browser, '/console/members', { email: invited, role: 'viewer' });
  const { html } = await browser.get('/console/members');
  const invitationId = /\/console\/invitations\/([^/]+)\/withdraw/.exec(html)?.[1] ?? '';
  expect((await theirs.get('/console')).status).toBe(200);
  return {
    end: async () => {
      await submit(browser, `/console/members/${member.id}/remove`);
      await submit(browser, `/console/invitations/${invitationId}/withdraw`);
    },
    isEnded: async () => {
      const page = await browser.get('/console/members');
      const row = await env.REGISTRY.prepare('SELECT removed_at FROM members WHERE id = ?')
        .bind(member.id)
        .first();
      return !page.html.includes(invited) && !page.html.includes(member.email) && row?.removed_at !== null;
    },
  };
}

async function termination(): Promise<Ending> {
  const { partnerId, testKey } = await makePartner();
  const connected = await connection(testKey, () =>
    call('POST', `/operator/v1/partners/${partnerId}/terminate`, OPERATOR),
  );
  return {
    end: connected.end,
    isEnded: async () => {
      const { json } = await call('GET', `/operator/v1/partners/${partnerId}`, OPERATOR);
      return json.status === 'terminated' && (await connected.isEnded());
    },
  };
}

/** A suspended partner, asked with its key and with an athlete's token. */
async function suspension(): Promise<Ending> {
  const { partnerId, testKey } = await makePartner();
  const { accessToken } = await connect(await discover(), await makeClient(testKey), { email: newEmail() });
  const path = `/operator/v1/partners/${partnerId}`;
  return {
    end: () => call('POST', `${path}/suspend`, OPERATOR),
    isEnded: async () => {
      const { json } = await call('GET', path, OPERATOR);
      const answers = [
        await statusOf('GET', '/v1/me', accessToken),
        await statusOf('GET', '/v1/webhooks', testKey),
      ];
      return json.status === 'suspended' && answers.every((answer) => answer === 403);
    },
  };
}

/** Ends a connection itself. */
export const endConnection: Act = (key, { id }) => call('DELETE', `/v1/connections/${id}`, { key });
const deleteClient: Act = (key, { clientId }) => call('DELETE', `/v1/oauth/clients/${clientId}`, { key });

/** Everything that can end, in both environments and in two shards of production. */
export async function makeEndings(): Promise<Readonly<Record<string, Ending>>> {
  const [partner, second] = [await makePartner(), await makePartner({ liveShard: 'c001' })];
  const { testKey, liveKey } = partner;
  return {
    'erased athlete of the sandbox': await erasure(testKey),
    'erased athlete': await erasure(liveKey),
    'erased athlete of the second shard': await erasure(second.liveKey),
    'ended connection': await connection(testKey, endConnection),
    'ended connection of production': await connection(liveKey, endConnection),
    'ended connection of the second shard': await connection(second.liveKey, endConnection),
    'connection of a deleted client': await connection(testKey, deleteClient),
    'replaced grant': await replacedGrant(testKey),
    'revoked key': await revokedKey(testKey),
    'deleted webhook': await deletedWebhook(testKey),
    'removed member': await membership(),
    'terminated partner': await termination(),
    'suspended partner': await suspension(),
  };
}

/** Names those that are there again. */
export const restoredOf = async (endings: Readonly<Record<string, Ending>>): Promise<string[]> => {
  const restored: string[] = [];
  for (const [name, { isEnded }] of Object.entries(endings)) if (!(await isEnded())) restored.push(name);
  return restored;
};

/** Ends all of them. */
export const endAll = async (endings: Readonly<Record<string, Ending>>): Promise<void> => {
  for (const { end } of Object.values(endings)) await end();
};
