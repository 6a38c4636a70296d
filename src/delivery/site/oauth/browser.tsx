import { textsFor, textsOf } from '@musette/languages/languages';
import type { PageTexts, Texts } from '@musette/languages/texts';
import { getCookie, setCookie } from 'hono/cookie';
import { toSeconds } from '#platform/clock.ts';
import { ERRORS, type ErrorStatus } from '#platform/http/error-codes.ts';
import { type Failure, headersOf } from '#platform/http/errors.ts';
import type { ServiceEnv } from '#platform/http/service.ts';
import { limitBody } from '#platform/http/upload.ts';
import { toBase64Url } from '#platform/storage/cryptography.ts';
import { document, failureWords, type PageContext } from '../site-page.tsx';
import { type Frame, MessagePage } from './pages/layout.tsx';

type Content = (frame: Frame) => Parameters<PageContext['html']>[0];
type Status = 200 | ErrorStatus;

interface Options {
  readonly status?: Status;
  readonly formTargets?: readonly string[];
  /** Overrides the texts that the browser's languages choose. */
  readonly texts?: Texts;
}

/**
 * Answers with a page for athletes, in the browser's language. Its content security policy forbids scripts, frames and
 * foreign content. Browsers also apply `form-action` to the redirect after a form, so a consent page lists the origins
 * that its answer may go to.
 */
export async function athletePage(
  c: PageContext,
  content: Content,
  options: Options = {},
): Promise<Response> {
  const texts = options.texts ?? (await textsFor(c.req.raw.headers, null));
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const targets = ["'self'", ...(options.formTargets ?? [])].join(' ');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
  );
  c.header('X-Frame-Options', 'DENY');
  c.header('Cache-Control', 'no-store');
  c.header('Content-Language', texts.language);
  c.header('Vary', 'Accept-Language');
  return c.html(document(c, content({ texts, nonce })), options.status ?? 200);
}

/** Answers with a page that explains a failure. With `leadsOn` it links to the connections page. */
export function messagePage(
  c: PageContext,
  status: Status,
  name: keyof PageTexts['messages'],
  leadsOn = false,
): Promise<Response> {
  const { requestId } = c.env;
  const content = (frame: Frame) => {
    const { messages, connections } = frame.texts.pages;
    const next = leadsOn ? { next: { href: '/account/connections', label: connections.title } } : {};
    return <MessagePage frame={frame} requestId={requestId} {...messages[name]} {...next} />;
  };
  return athletePage(c, content, { status });
}

/** Renders a failure as an athlete-facing page, keeping its status and headers. Always in English. */
export async function athleteFailurePage(c: PageContext, failure: Failure): Promise<Response> {
  for (const [name, value] of headersOf(failure)) if (name !== 'content-type') c.header(name, value);
  const { title, message } = failureWords(failure);
  const content = (frame: Frame) => (
    <MessagePage frame={frame} requestId={c.env.requestId} title={title} text={message} />
  );
  return athletePage(c, content, { status: ERRORS[failure.failure].status, texts: await textsOf('en') });
}

/** Twice the size of the longest valid form in its longest encoding. */
const FORM_LIMIT_BYTES = 64 * 1024;

/** Rejects a form that is too large. `refuse` answers it. */
export function limitForm(refuse: (c: PageContext) => Response | Promise<Response>) {
  return limitBody<ServiceEnv>(FORM_LIMIT_BYTES, refuse);
}

/** Answers with a page that explains why a form was rejected. */
type Refuse = (
  c: PageContext,
  status: 403 | 415,
  name: 'foreignForm' | 'notForm',
) => Response | Promise<Response>;

/**
 * Reads the fields of a form sent by one of our pages, or returns the response that rejects the request. A form on
 * another site carries no cookies anyway, because they are SameSite=Lax. This check does not rely on that.
 *
 * @param refuse answers in the style of the form's page, by default that of the athletes' pages
 */
export async function readForm(
  c: PageContext,
  refuse: Refuse = messagePage,
): Promise<URLSearchParams | Response> {
  if (/^(cross-site|same-site)$/.test(c.req.header('sec-fetch-site') ?? '')) {
    return refuse(c, 403, 'foreignForm');
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    return refuse(c, 415, 'notForm');
  }
  return new URLSearchParams(await readFormText(c));
}

/**
 * Returns whether a browser says that a page or form is for something other than a tab, such as a script or a frame. A
 * script of this origin could otherwise read the token of a form and send it. Browsers set the header, not the script.
 *
 * @param also another destination that may load the path
 */
export function isForScript(c: PageContext, also?: string): boolean {
  const destination = c.req.header('sec-fetch-dest');
  return destination !== undefined && destination !== 'document' && destination !== also;
}

/** Reads a form's body as text. `text()` would make the runtime warn about the media type. */
export async function readFormText(c: PageContext): Promise<string> {
  return new TextDecoder().decode(await c.req.arrayBuffer());
}

/** Redirects after a form with 303, so that the browser does not resend its content (RFC 9700 §4.12). */
export function seeOther(c: PageContext, location: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(location, 303);
}

/** Returns the path of an authorization request with this query, re-encoded to be valid in a header. */
export function toAuthorizationPath(query: string): string {
  return `/oauth/authorize?${new URLSearchParams(query).toString()}`;
}

// The prefix `__Host-` binds a cookie to this host and to TLS.

/** Cookie of a browser whose sign-in awaits its code. */
export const SIGN_IN_COOKIE = '__Host-musette-sign-in';
/** Cookie of a browser that is signed in. */
export const SESSION_COOKIE = '__Host-musette-session';
/** Cookie that remembers the addresses this browser has verified, so that strangers cannot block its codes. */
export const KNOWN_BROWSER_COOKIE = '__Host-musette-known';

export function readCookie(c: PageContext, name: string): string | undefined {
  return getCookie(c, name);
}

/** Sets a cookie for `livesMs`. Zero deletes it. */
export function keepCookie(
  c: PageContext,
  { name, value, livesMs }: { readonly name: string; readonly value: string; readonly livesMs: number },
): void {
  setCookie(c, name, value, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: toSeconds(livesMs),
  });
}

/** Deletes a cookie. */
export function dropCookie(c: PageContext, name: string): void {
  keepCookie(c, { name, value: '', livesMs: 0 });
}

/** Copies every cookie from another response's headers to this one. */
export function copyCookies(c: PageContext, headers: Headers): void {
  for (const cookie of headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true });
}
