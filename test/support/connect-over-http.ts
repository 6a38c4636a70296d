import { toBase64Url } from '#platform/storage/cryptography.ts';
import { fieldOf, newestCode, tickedScopes } from './page-fields.ts';

/** The answer to a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Sends one request to a service, wherever it runs, and follows no redirect. */
export type SendRequest = (request: {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}) => Promise<Reply>;

/** Returns what sends requests to the service at an address. */
export function sendTo(baseUrl: string): SendRequest {
  return async ({ method, path, headers, body }) => {
    const response = await fetch(baseUrl + path, { method, headers, body, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
}

/** Posts JSON and returns the JSON of the answer. Throws if the request is refused. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape; a member that is missing fails the next request
export type Post = (path: string, body: object) => Promise<any>;

/** Returns what posts JSON with a key. */
export function poster(send: SendRequest, key: string): Post {
  return async (path, body) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const reply = await send({ method: 'POST', path, headers, body: JSON.stringify(body) });
    if (reply.status >= 300) throw new Error(`POST ${path} answered ${reply.status}: ${reply.text}`);
    return JSON.parse(reply.text);
  };
}

/** A partner with its key of the sandbox. */
export interface NewPartner {
  readonly id: string;
  readonly key: string;
  readonly keyId: string;
}

/** Creates a partner as the operator, by default one of tier full. `operate` posts with the operator's token. */
export async function newPartner(
  operate: Post,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<NewPartner> {
  const { partner, sandbox_key } = await operate('/operator/v1/partners', {
    name: 'Platform',
    use_case: 'Tests',
    contact_email: 'api@platform.example',
    default_tier: 'full',
    ...fields,
  });
  return { id: partner.id, key: sandbox_key.secret, keyId: sandbox_key.id };
}

/** Opens production to a partner as the operator, and returns its new key. */
export async function newLiveKey(operate: Post, partnerId: string): Promise<string> {
  const { live_key } = await operate(`/operator/v1/partners/${partnerId}/live-access`, {});
  return live_key.secret;
}

export interface Client {
  readonly id: string;
  readonly secret: string;
}

const CALLBACK = 'https://platform.example/oauth/callback';
const VERIFIER = 'a-verifier-that-is-long-enough-for-rfc-7636-and-nothing-else';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** A client of this key's partner, with every scope. */
export async function makeClientWith(send: SendRequest, key: string): Promise<Client> {
  const reply = await send({
    method: 'POST',
    path: '/v1/oauth/clients',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Platform',
      redirect_uris: [CALLBACK],
      allowed_scopes: ['profile:read', 'activities:read', 'activities:write', 'prescriptions:read'],
    }),
  });
  if (reply.status !== 201) throw new Error(`a client was answered with ${reply.status}: ${reply.text}`);
  const { client_id: id, client_secret: secret } = JSON.parse(reply.text);
  return { id, secret };
}

/** The query with which a client sends an athlete's browser. */
export async function authorizationQuery(client: Client): Promise<string> {
  const challenge = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER));
  return new URLSearchParams({
    response_type: 'code',
    client_id: client.id,
    redirect_uri: CALLBACK,
    scope: 'profile:read activities:read activities:write prescriptions:read',
    state: 'state-of-the-browser',
    code_challenge: toBase64Url(new Uint8Array(challenge)),
    code_challenge_method: 'S256',
  }).toString();
}

/** Builds the form with which a client exchanges a code. */
export function exchangeForm(client: Client, code: string): string {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    client_id: client.id,
    client_secret: client.secret,
  }).toString();
}

export function refreshForm(client: Client, refreshToken: string): string {
  return new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    client_id: client.id,
    client_secret: client.secret,
  }).toString();
}

/** One step of a sign-in and a consent, to be sent or to be looked at. */
export class BrowserWalk {
  #cookies = '';
  readonly #send: SendRequest;

  constructor(send: SendRequest) {
    this.#send = send;
  }

  get cookie(): string {
    return this.#cookies;
  }

  async get(path: string): Promise<Reply> {
    return this.#keep(await this.#send({ method: 'GET', path, headers: this.#headers(), body: null }));
  }

  async post(path: string, fields: readonly (readonly [string, string])[]): Promise<Reply> {
    const body = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
    return this.#keep(
      await this.#send({ method: 'POST', path, headers: { ...FORM, ...this.#headers() }, body }),
    );
  }

  #headers(): Record<string, string> {
    return this.#cookies ? { cookie: this.#cookies } : {};
  }

  #keep(reply: Reply): Reply {
    const cookies = new Map(this.#cookies.split('; ').flatMap((pair) => (pair ? [pairOf(pair)] : [])));
    for (const line of reply.headers.getSetCookie()) {
      const [name, value] = pairOf(line.split(';')[0] ?? '');
      if (/Max-Age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    this.#cookies = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return reply;
  }
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Signs in with an address and allows everything that is asked for. @returns the code in the client's hands */
export async function consent(walk: BrowserWalk, client: Client, email: string): Promise<string> {
  const callback = await allow(walk, await authorizationQuery(client), email);
  return callback.searchParams.get('code') ?? '';
}

/** Signs in and allows everything that this query asks for. @returns the address that the athlete comes back to */
export async function allow(walk: BrowserWalk, query: string, email: string): Promise<URL> {
  await walk.get(`/oauth/authorize?${query}`);
  await walk.post('/oauth/login/start', [
    ['authorization_query', query],
    ['email', email],
  ]);
  const outbox = await walk.get('/dev/outbox');
  await walk.post('/oauth/login/verify', [['code', newestCode(outbox.text, email)]]);
  const { text } = await walk.get(`/oauth/authorize?${query}`);
  const answer = await walk.post('/oauth/authorize', [
    ['handle', fieldOf(text, 'handle')],
    ['record', fieldOf(text, 'record')],
    ['seal', fieldOf(text, 'seal')],
    ...tickedScopes(text).map((scope) => ['scope', scope] as const),
    ['decision', 'allow'],
  ]);
  const callback = new URL(answer.headers.get('location') ?? 'x:');
  if (callback.searchParams.has('code')) return callback;
  throw new Error(`the consent was answered with ${answer.status}: ${answer.text.slice(0, 400)}`);
}

export interface Tokens {
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** Exchanges a code, or refreshes, by the form of `exchangeForm` or `refreshForm`. */
export async function tokensFor(send: SendRequest, form: string): Promise<Tokens> {
  const reply = await send({ method: 'POST', path: '/oauth/token', headers: FORM, body: form });
  const json = JSON.parse(reply.text);
  if (reply.status !== 200) throw new Error(`the token endpoint answered ${reply.status}: ${reply.text}`);
  return { accessToken: json.access_token, refreshToken: json.refresh_token };
}
