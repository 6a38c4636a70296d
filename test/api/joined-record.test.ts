import { beforeAll, describe, expect, test } from 'vitest';
import { Browser, codeFor, fieldOf, type PageReply, tickedScopes } from '../support/browser.ts';
import { makeAthlete } from '../support/builders.ts';
import { call } from '../support/client.ts';
import {
  connect,
  decide,
  discover,
  makeClient,
  newEmail,
  newFlow,
  signIn,
  type TestClient,
} from '../support/oauth.ts';
import { makePartner, type TestPartner } from '../support/partners.ts';
import { databaseOf } from '../support/shards.ts';

beforeAll(async () => {
  await discover();
});

interface World {
  readonly partner: TestPartner;
  readonly client: TestClient;
  readonly email: string;
}

async function world(): Promise<World> {
  const partner = await makePartner();
  return { partner, client: await makeClient(partner.testKey), email: newEmail() };
}

async function addRecord({ partner }: World, body: object): Promise<string> {
  return (await makeAthlete(partner.testKey, { ...body })).id;
}

async function consentPage({ client, email }: World, browser = new Browser()) {
  return { browser, html: await signIn(browser, await newFlow(client, 'profile:read'), email) };
}

const refuse = (
  browser: Browser,
  html: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<PageReply> =>
  browser.post(
    '/oauth/authorize',
    ['handle', 'record', 'seal', 'authorization_query']
      .map((name) => [name, changes[name] ?? fieldOf(html, name)] as const)
      .concat([['decision', 'not-me']]),
  );
const plain = (html: string) => html.replaceAll(/<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
const refusals = async ({ partner }: World) => {
  const { json } = await call('GET', '/v1/events?types=athlete.connection_refused', { key: partner.testKey });
  return json.data.map((event: { data: object }) => event.data);
};
const connectionsOf = async ({ partner }: World) =>
  (await call('GET', '/v1/connections', { key: partner.testKey })).json.data;
const answer = (browser: Browser, html: string, record: string) =>
  browser.post('/oauth/authorize', [
    ['handle', fieldOf(html, 'handle')],
    ['record', record],
    ['seal', fieldOf(html, 'seal')],
    ...tickedScopes(html).map((scope) => ['scope', scope] as const),
    ['decision', 'allow'],
  ]);

describe('the consent page says which record is joined', () => {
  test('with an initial, the partner and the month, and nothing else of it', async () => {
    const mine = await world();
    const id = await addRecord(mine, { email: mine.email, name: '  \u202e"Anna" Berg', body_mass_kg: 61.7 });
    await databaseOf(id)
      .prepare('UPDATE athletes SET created_at = ? WHERE id = ?')
      .bind(Date.UTC(2026, 4, 31, 23, 59), id)
      .run();
    const { html, browser } = await consentPage(mine);
    expect(plain(html)).toContain('A…, added by A partner in May 2026.');
    expect(plain(html)).not.toMatch(/Anna|nna|Berg|\u202e/);
    expect(fieldOf(html, 'record')).toBe(id);
    const german = await browser.get(
      `/oauth/authorize?${(await newFlow(mine.client, 'profile:read')).query}`,
      {
        'accept-language': 'de',
      },
    );
    expect(plain(german.html)).toContain('A…, von A partner hinzugefügt im Mai 2026.');
    await decide(browser, html, 'allow');
    expect(await connectionsOf(mine)).toMatchObject([{ athlete_id: id }]);
  });

  test.each([
    ['no name', undefined],
    ['a name without a letter', '— …'],
  ])('a record with %s is called one without a name', async (_, name) => {
    const mine = await world();
    await addRecord(mine, { email: mine.email, ...(name === undefined ? {} : { name }) });
    expect(plain((await consentPage(mine)).html)).toContain(
      'A record without a name, added by A partner in ',
    );
  });

  test('says that a new one is made if there is none, and offers no refusal then', async () => {
    const mine = await world();
    const { html } = await consentPage(mine);
    expect(plain(html)).toContain('If you allow this, we’ll create a new record for you at A partner.');
    expect(html).not.toContain('This isn’t me');
  });

  test('what was shown is what is joined: a record that appears or changes meanwhile is not (pre-registered email)', async () => {
    const mine = await world();
    const first = await consentPage(mine);
    const late = await addRecord(mine, { email: mine.email });
    expect((await answer(first.browser, first.html, fieldOf(first.html, 'record'))).status).toBe(400);
    const second = await consentPage(mine, first.browser);
    expect(fieldOf(second.html, 'record')).toBe(late);
    await call('PATCH', `/v1/athletes/${late}`, { key: mine.partner.testKey, body: { email: newEmail() } });
    const stranger = await addRecord(mine, { email: mine.email });
    expect((await answer(second.browser, second.html, late)).status).toBe(400);
    // The record is sealed: no other one can be named.
    const third = await consentPage(mine, second.browser);
    expect((await answer(third.browser, third.html, late)).status).toBe(400);
    expect(fieldOf(third.html, 'record')).toBe(stranger);
    expect(await connectionsOf(mine)).toEqual([]);
  });
});

describe('This isn’t me', () => {
  test('connects nothing, tells the partner, and offers a new record to consent with (pre-registered email)', async () => {
    const mine = await world();
    const strangers = await addRecord(mine, { email: mine.email, name: 'Stranger', external_id: 'stranger' });
    const { browser, html } = await consentPage(mine);
    const refused = await refuse(browser, html);
    expect(refused.status).toBe(200);
    expect(plain(refused.html)).toContain('Nothing was connected. We told A partner');
    expect(await connectionsOf(mine)).toEqual([]);
    expect(await refusals(mine)).toEqual([{ athlete_id: strangers, external_id: 'stranger' }]);
    // The page before is used up.
    expect((await answer(browser, html, strangers)).status).toBe(400);

    const location = await decide(browser, refused.html, 'allow');
    expect(location.searchParams.get('code')).not.toBeNull();
    const [connection, ...others] = await connectionsOf(mine);
    expect(others).toEqual([]);
    expect(connection.athlete_id).not.toBe(strangers);
    const { json } = await call('GET', `/v1/athletes/${connection.athlete_id}`, {
      key: mine.partner.testKey,
    });
    expect(json).toMatchObject({ email: mine.email, name: null, external_id: null });
    // From now on two records have the address: the athlete's is the one that this address has consented with.
    const again = await consentPage(mine);
    expect(fieldOf(again.html, 'record')).toBe(connection.athlete_id);
  });

  test('can be followed by Deny, which tells the client and connects nothing', async () => {
    const mine = await world();
    await addRecord(mine, { email: mine.email });
    const { browser, html } = await consentPage(mine);
    const location = await decide(browser, (await refuse(browser, html)).html, 'deny');
    expect(location.searchParams.get('error')).toBe('access_denied');
    expect(await connectionsOf(mine)).toEqual([]);
  });

  test('is reported once a day for a record, however often it is pressed or sent again', async () => {
    const mine = await world();
    const strangers = await addRecord(mine, { email: mine.email });
    const browser = new Browser();
    for (let pressed = 0; pressed < 3; pressed++) {
      const { html } = await consentPage(mine, browser);
      expect((await refuse(browser, html)).status).toBe(200);
      expect((await refuse(browser, html)).status).toBe(400);
    }
    expect(await refusals(mine)).toEqual([{ athlete_id: strangers, external_id: null }]);
  });

  test('reports no record of another partner, whatever the form says', async () => {
    const mine = await world();
    await addRecord(mine, { email: mine.email });
    const foreign = await world();
    await addRecord(foreign, { email: mine.email });
    const { browser, html } = await consentPage(mine);
    const query = (await newFlow(foreign.client, 'profile:read')).query;
    await refuse(browser, html, { authorization_query: query });
    expect(await refusals(foreign)).toEqual([]);
    expect(await refusals(mine)).toEqual([]);
    const forged = await consentPage(mine, browser);
    expect((await refuse(browser, forged.html, { record: 'ath_x' })).status).toBe(400);
  });
});

test('of several records with the address, the one that this address has connected is joined, not one that another did', async () => {
  const mine = await world();
  const as = await discover();
  await connect(as, mine.client, { email: mine.email });
  const [own] = await connectionsOf(mine);
  // A stranger connects later, and then the partner gives that record the address.
  const strangersEmail = newEmail();
  await connect(as, mine.client, { email: strangersEmail });
  const strangers = (await connectionsOf(mine)).find(
    ({ athlete_id: id }: { athlete_id: string }) => id !== own.athlete_id,
  );
  await call('PATCH', `/v1/athletes/${strangers.athlete_id}`, {
    key: mine.partner.testKey,
    body: { email: mine.email },
  });
  expect(fieldOf((await consentPage(mine)).html, 'record')).toBe(own.athlete_id);
  expect(await codeFor(mine.email)).toMatch(/^\d{8}$/);
});
