import {
  authorizationQuery,
  BrowserWalk,
  type Client,
  consent,
  exchangeForm,
  makeClientWith,
  poster,
  refreshForm,
  type SendRequest,
  tokensFor,
} from '../support/connect-over-http.ts';

/** Sends one request; the fuzz command goes over the network, the test suite to the Worker itself. */
export type Send = SendRequest;

/** Identifiers by the name of the path parameter that takes them; `own_product_id` are those of the athlete's own products. */
export type Ids = Readonly<Record<string, readonly string[]>>;

/** Whoever calls: which key, and what must never come back to it. */
export interface Caller {
  readonly key: string;
  readonly environment: 'test' | 'live';
}

/** A fuzzed client's knowledge: its own keys and ids, and ids that must never give it anything. */
export interface FuzzWorld {
  /** Those that come more often are used more often. */
  readonly callers: readonly Caller[];
  readonly operatorToken: string | null;
  /** In the sandbox. */
  readonly ownIds: Ids;
  /** Identifiers of the same partner in production. No answer in the sandbox may contain one. */
  readonly liveIds: Ids;
  readonly foreignIds: Ids;
  /** May be erased, revoked and reset: nothing else hangs on it. */
  readonly spare: { readonly ids: Ids };
  /** A separate partner, whose sandbox may be replaced, and which may be suspended. */
  readonly resettable: { readonly key: string; readonly ids: Ids };
  /** From lists of the own partner and of the other. */
  readonly cursors: readonly string[];
  readonly oauth: OAuthWorld;
}

/** A client of the authorization server and a signed-in browser. */
export interface OAuthWorld {
  readonly authorizationQuery: string;
  readonly forms: readonly string[];
  readonly basic: string;
  readonly cookie: string;
}

const RUN = {
  type: 'run',
  duration_min: 210,
  intensity_level: 7,
  thermal_stress_level: 4,
  is_race_event: true,
};

const WEIGHED = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 60,
  body_mass_after_kg: 59.2,
  fluid_ml: 300,
};

const GEL = { name: 'Date gel', format: 'gel', serving_g: 45, carb_g: 28, sodium_mg: 60, caffeine_mg: 0 };

/** Enough that the requests which delete one leave something for the others. */
const ACTIVITIES = 12;
const SWEAT_TESTS = 4;
const OWN_PRODUCTS = 4;
const PAGE_SESSIONS = 4;
const KEYS = 8;
const CLIENTS = 8;
const WEBHOOKS = 6;
const ACCESS_REQUESTS = 4;

/**
 * An athlete with calculated activities, some with feedback and products, sweat tests, own products and page sessions, made
 * with this key as any partner would.
 */
export async function populate(send: Send, key: string): Promise<Ids> {
  const post = poster(send, key);
  const { id: athleteId } = await post('/v1/athletes', { body_mass_kg: 60, sex: 'female', name: 'Fuzzed' });
  const products = await send({
    method: 'GET',
    path: `/v1/products?athlete_id=${athleteId}&limit=5`,
    headers: { authorization: `Bearer ${key}` },
    body: null,
  });
  const productIds: string[] = JSON.parse(products.text).data.map(({ id }: { id: string }) => id);
  const activityIds: string[] = [];
  for (let index = 0; index < ACTIVITIES; index++) {
    const { id } = await post(`/v1/athletes/${athleteId}/activities`, RUN);
    const item = `/v1/athletes/${athleteId}/activities/${id}`;
    await post(`${item}/prescription`, {});
    if (index % 3 === 0) await post(`${item}/feedback`, { hydration_feel: 'dehydrated' });
    if (index % 3 === 1) {
      await post(`${item}/products`, {
        products: productIds.map((product_id) => ({ product_id, servings: 2 })),
      });
    }
    activityIds.push(String(id));
  }
  const sweatTestIds: string[] = [];
  for (let index = 0; index < SWEAT_TESTS; index++) {
    sweatTestIds.push(String((await post(`/v1/athletes/${athleteId}/sweat-tests`, WEIGHED)).id));
  }
  const ownProductIds: string[] = [];
  for (let index = 0; index < OWN_PRODUCTS; index++) {
    ownProductIds.push(String((await post(`/v1/athletes/${athleteId}/products`, GEL)).id));
  }
  const sessionIds: string[] = [];
  for (let index = 0; index < PAGE_SESSIONS; index++) {
    const { id } = await post(`/v1/athletes/${athleteId}/sessions`, { pages: ['plan', 'feedback'] });
    sessionIds.push(String(id));
  }
  return {
    athlete_id: [String(athleteId)],
    activity_id: activityIds,
    sweat_test_id: sweatTestIds,
    product_id: productIds,
    own_product_id: ownProductIds,
    session_id: sessionIds,
  };
}

/** Creates everything of the partner that belongs to no athlete of `populate`. */
async function populatePartner(
  send: Send,
  key: string,
): Promise<{ ids: Ids; oauth: OAuthWorld; accessToken: string }> {
  const clients: Client[] = [];
  for (let index = 0; index < CLIENTS; index++) clients.push(await makeClientWith(send, key));
  const [client, , lasting] = clients;
  if (!client || !lasting) throw new Error('too few clients were made');
  const browser = new BrowserWalk(send);
  const signIn = () => consent(browser, client, `fuzzed-${crypto.randomUUID()}@example.test`);
  const tokens = await tokensFor(send, exchangeForm(client, await signIn()));
  // Its own client and connection: the others' tokens are revoked, reused and torn.
  const address = `fuzzed-${crypto.randomUUID()}@example.test`;
  const caller = await tokensFor(
    send,
    exchangeForm(lasting, await consent(new BrowserWalk(send), lasting, address)),
  );
  const unusedCode = await consent(
    new BrowserWalk(send),
    client,
    `fuzzed-${crypto.randomUUID()}@example.test`,
  );
  const connections = await send({
    method: 'GET',
    path: `/v1/connections?client_id=${client.id}`,
    headers: { authorization: `Bearer ${key}` },
    body: null,
  });
  const connectionIds: string[] = JSON.parse(connections.text).data.map(({ id }: { id: string }) => id);
  const revocation = new URLSearchParams({
    token: tokens.refreshToken,
    client_id: client.id,
    client_secret: client.secret,
  });
  return {
    ids: {
      client_id: clients.filter((one) => one !== lasting).map(({ id }) => id),
      connection_id: connectionIds,
    },
    accessToken: caller.accessToken,
    oauth: {
      authorizationQuery: await authorizationQuery(client),
      forms: [
        exchangeForm(client, unusedCode),
        refreshForm(client, tokens.refreshToken),
        revocation.toString(),
      ],
      basic: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      cookie: browser.cookie,
    },
  };
}

/** Webhooks and a recalculation. Deliveries come out of the queue, which nothing consumes here. */
async function populateSync(send: Send, key: string): Promise<Ids> {
  const post = poster(send, key);
  const webhookIds: string[] = [];
  for (let index = 0; index < WEBHOOKS; index++) {
    const { id } = await post('/v1/webhooks', { url: 'https://receiver.example/events', events: ['*'] });
    webhookIds.push(String(id));
  }
  const recalculation = await post('/v1/recalculations', {});
  return { webhook_id: webhookIds, recalculation_id: [String(recalculation.id)] };
}

/** Requests for access that wait for the operator, asked for in the form of the page. */
async function populateAccessRequests(send: Send, operatorToken: string): Promise<Ids> {
  for (let index = 0; index < ACCESS_REQUESTS; index++) {
    const form = new URLSearchParams({
      platform: 'Fuzzed',
      use_case: 'Fuzzing',
      email: `fuzzed-${crypto.randomUUID()}@platform.example`,
    });
    // An address may ask a few times an hour, and a run makes many worlds.
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'cf-connecting-ip': `2001:db8:${crypto.randomUUID().slice(0, 4)}:${index}::1`,
    };
    const reply = await send({ method: 'POST', path: '/access', headers, body: form.toString() });
    if (reply.status >= 400) throw new Error(`POST /access answered ${reply.status}: ${reply.text}`);
  }
  const listed = await send({
    method: 'GET',
    path: '/operator/v1/access-requests',
    headers: { authorization: `Bearer ${operatorToken}` },
    body: null,
  });
  const ids: string[] = JSON.parse(listed.text).data.map(({ id }: { id: string }) => id);
  return { access_request_id: ids };
}

/** Creates things to destroy: keys of the own partner, athletes, and a partner. */
async function populateSpare(send: Send, key: string, sparePartnerId: string): Promise<FuzzWorld['spare']> {
  const keyIds: string[] = [];
  const made = poster(send, key);
  for (let index = 0; index < KEYS; index++) {
    keyIds.push(String((await made('/v1/partner/api-keys', { name: 'Spare' })).id));
  }
  const athletes = [await made('/v1/athletes', {}), await made('/v1/athletes', {})];
  const ids = {
    key_id: keyIds,
    athlete_id: athletes.map(({ id }) => String(id)),
    partner_id: [sparePartnerId],
  };
  return { ids };
}

/** Cursors of several lists, as a client would hold them. */
async function cursorsOf(send: Send, key: string, ids: Ids): Promise<string[]> {
  const [athleteId] = ids.athlete_id ?? [];
  const lists = [
    '/v1/athletes',
    `/v1/athletes/${athleteId}/activities`,
    `/v1/athletes/${athleteId}/sweat-tests`,
    `/v1/athletes/${athleteId}/products`,
    `/v1/athletes/${athleteId}/sessions`,
    '/v1/partner/access-log',
    '/v1/partner/api-keys',
    '/v1/oauth/clients',
    '/v1/connections',
  ];
  const cursors: string[] = [];
  for (const list of [
    ...lists.map((path) => `${path}?limit=1`),
    `/v1/products?limit=1&athlete_id=${athleteId}`,
  ]) {
    const headers = { authorization: `Bearer ${key}` };
    const reply = await send({ method: 'GET', path: list, headers, body: null });
    const { next_cursor: cursor } = JSON.parse(reply.text);
    if (typeof cursor === 'string') cursors.push(cursor);
  }
  return cursors;
}

/** The keys of a partner. */
export interface PartnerKeys {
  readonly partnerId: string;
  readonly testKey: string;
  readonly liveKey: string;
}

/** A fresh world of a client of `own`, in which the things of `foreign` must stay out of sight. */
export async function makeWorld(
  send: Send,
  operatorToken: string | null,
  {
    own,
    foreign,
    spare,
    resettable,
  }: Readonly<Record<'own' | 'foreign' | 'spare' | 'resettable', PartnerKeys>>,
): Promise<FuzzWorld> {
  const ownIds = await populate(send, own.testKey);
  const partner = await populatePartner(send, own.testKey);
  const sync = await populateSync(send, own.testKey);
  const foreignSync = await populateSync(send, foreign.testKey);
  const requests = operatorToken === null ? {} : await populateAccessRequests(send, operatorToken);
  const foreignPartner = await populatePartner(send, foreign.testKey);
  const foreignTest = await populate(send, foreign.testKey);
  const foreignLive = await populate(send, foreign.liveKey);
  const test = { key: own.testKey, environment: 'test' as const };
  return {
    callers: [
      test,
      test,
      test,
      test,
      { key: own.liveKey, environment: 'live' },
      { key: partner.accessToken, environment: 'test' },
    ],
    operatorToken,
    ownIds: { ...ownIds, ...partner.ids, ...sync, ...requests, partner_id: [own.partnerId] },
    liveIds: withoutShared(await populate(send, own.liveKey)),
    foreignIds: withoutShared(
      merged(merged(foreignTest, foreignLive), { ...foreignPartner.ids, ...foreignSync }),
    ),
    spare: await populateSpare(send, own.testKey, spare.partnerId),
    resettable: { key: resettable.testKey, ids: { partner_id: [resettable.partnerId] } },
    cursors: [
      ...(await cursorsOf(send, own.testKey, ownIds)),
      ...(await cursorsOf(send, foreign.testKey, foreignTest)),
    ],
    oauth: partner.oauth,
  };
}

/** Products of the catalogue are everybody's. */
function withoutShared({ product_id: _products, ...ids }: Ids): Ids {
  return ids;
}

function merged(left: Ids, right: Ids): Ids {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return Object.fromEntries(
    [...names].map((name) => [name, [...(left[name] ?? []), ...(right[name] ?? [])]]),
  );
}
