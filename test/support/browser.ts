import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect } from 'vitest';
import worker from '../../src/index.ts';
import { BASE } from './client.ts';
import { asTyped, newestCode } from './page-fields.ts';

export { fieldOf, tickedScopes } from './page-fields.ts';

let requests = 0;

/** One request to the Worker as a plain `fetch`: redirects are answers, and every answer has our headers. */
export async function plainFetch(
  url: string,
  init: RequestInit = {},
  bindings: Partial<Cloudflare.Env> = {},
): Promise<Response> {
  requests += 1;
  const headers = new Headers(init.headers);
  if (!headers.has('cf-connecting-ip')) {
    headers.set('cf-connecting-ip', `10.1.${Math.floor(requests / 250) % 250}.${requests % 250}`);
  }
  const request = new Request<unknown, IncomingRequestCfProperties>(url, {
    ...init,
    headers,
    redirect: 'manual',
  } as RequestInit<IncomingRequestCfProperties>);
  const execution = createExecutionContext();
  const response = await worker.fetch(request, { ...env, ...bindings }, execution);
  const copy = new Response(response.status === 204 ? null : await response.arrayBuffer(), response);
  await waitOnExecutionContext(execution);
  expect(copy.headers.get('X-Service-Data-License')).toBe('display-only');
  expect(copy.headers.get('X-Service-Data-Training')).toBe('prohibited');
  expect(copy.headers.get('X-Service-Data-Attribution')).toMatch(/^(required|optional)$/);
  expect(copy.headers.get('X-Request-Id')).toMatch(/^req_/);
  return copy;
}

export interface PageReply {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  readonly location: string | null;
}

/** A browser as far as our pages need one: it keeps cookies and sends forms. It follows no redirect unasked. */
export class Browser {
  readonly cookies = new Map<string, string>();
  readonly #bindings: Partial<Cloudflare.Env>;

  /** `bindings` replace those of the test environment, to move its clock or break its parts. */
  constructor(bindings: Partial<Cloudflare.Env> = {}) {
    this.#bindings = bindings;
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<PageReply> {
    return this.#send(path, { headers });
  }

  post(
    path: string,
    fields: readonly (readonly [string, string])[],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<PageReply> {
    const body = new URLSearchParams(fields.map(([name, value]) => [name, value])).toString();
    return this.#send(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  }

  async #send(path: string, init: RequestInit): Promise<PageReply> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) {
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    }
    const url = path.startsWith('http') ? path : BASE + path;
    const response = await plainFetch(url, { ...init, headers }, this.#bindings);
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie);
    return {
      status: response.status,
      headers: response.headers,
      html: asTyped(await response.text()),
      location: response.headers.get('location'),
    };
  }

  #keep(cookie: string): void {
    expect(cookie, 'cookies are bound to this host, to TLS and to the server').toMatch(
      /^__Host-[^;]+;(?=.*Path=\/)(?=.*HttpOnly)(?=.*Secure)(?=.*SameSite=Lax)/i,
    );
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (/Max-Age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The newest code that was sent to an address, as a developer reads it in the local outbox. */
export async function codeFor(email: string): Promise<string> {
  return newestCode(await (await plainFetch(`${BASE}/dev/outbox`)).text(), email);
}

/** Asks for the code of an athlete's sign-in, before an authorization request or else to the account page. */
export function startSignIn(
  browser: Browser,
  email: string,
  authorizationQuery: string | null = null,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageReply> {
  const query = authorizationQuery === null ? [] : [['authorization_query', authorizationQuery] as const];
  return browser.post('/oauth/login/start', [...query, ['email', email]], headers);
}

/** Enters the code of an athlete's sign-in. */
export function enterCode(browser: Browser, code: string): Promise<PageReply> {
  return browser.post('/oauth/login/verify', [['code', code]]);
}

/** Returns another code than this one. */
export function wrongCode(code: string): string {
  return code === '00000000' ? '00000001' : '00000000';
}
