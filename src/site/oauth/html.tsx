import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { html } from 'hono/html';
import { toSeconds } from '../../clock.ts';
import { ERRORS, type ErrorStatus, type Failure, headersOf } from '../../http/errors.ts';
import { failureWords } from '../../http/failure-words.ts';
import type { ServiceEnv } from '../../http/service.ts';
import { toBase64Url } from '../../storage/base64url.ts';
import { MessagePage } from './pages/message-page.tsx';

export type PageContext = Context<ServiceEnv>;
type Page = (nonce: string) => Parameters<PageContext['html']>[0];
type Status = 200 | ErrorStatus;

/** The browser's proof of a sign-in under way, and of a sign-in done. `__Host-`: this host's, over TLS only. */
export const SIGN_IN_COOKIE = '__Host-musette-sign-in';
export const SESSION_COOKIE = '__Host-musette-session';
/** Remembers which addresses this browser has proved, so that strangers cannot keep it from asking for a code. */
export const KNOWN_BROWSER_COOKIE = '__Host-musette-known';

/**
 * A page for athletes. Its policy forbids script, frames and everything foreign. Browsers hold the redirect
 * after a form to `form-action` too, so a consent page names where its answer may go.
 */
export function page(
  c: PageContext,
  content: Page,
  options: { readonly status?: Status; readonly formTargets?: readonly string[] } = {},
): Response | Promise<Response> {
  const nonce = toBase64Url(crypto.getRandomValues(new Uint8Array(16)));
  const targets = ["'self'", ...(options.formTargets ?? [])].join(' ');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
  );
  c.header('X-Frame-Options', 'DENY');
  c.header('Cache-Control', 'no-store');
  return c.html(html`<!doctype html>${content(nonce)}`, options.status ?? 200);
}

/** A page that tells why it does not go on. */
export function messagePage(
  c: PageContext,
  status: Status,
  title: string,
  message: string,
  next?: { readonly href: string; readonly label: string },
): Response | Promise<Response> {
  const { requestId } = c.env;
  return page(
    c,
    (nonce) => (
      <MessagePage
        nonce={nonce}
        title={title}
        message={message}
        requestId={requestId}
        {...(next ? { next } : {})}
      />
    ),
    { status },
  );
}

/** Whether a failure at this path is told to an athlete, by a page like those around it. */
export function isAthletesPath(path: string): boolean {
  return /^\/(oauth|account|dev)\//.test(path);
}

/** Answers a failure with a page for athletes, under the failure's own status and headers. */
export function athletesFailurePage(c: PageContext, failure: Failure): Response | Promise<Response> {
  for (const [name, value] of headersOf(failure)) if (name !== 'content-type') c.header(name, value);
  const { title, message } = failureWords(failure);
  return messagePage(c, ERRORS[failure.failure].status, title, message);
}

/**
 * The fields of a form that was sent from a page of ours, or the answer to anything else. Cookies are
 * SameSite=Lax, so a form on another site carries none of them; this refuses it before that matters.
 */
export async function readForm(c: PageContext): Promise<URLSearchParams | Response> {
  if (/^(cross-site|same-site)$/.test(c.req.header('sec-fetch-site') ?? '')) {
    return messagePage(c, 403, 'That did not come from here', 'The form was sent from another site.');
  }
  if (!/^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')) {
    return messagePage(c, 415, 'That is no form', 'Send the form of the page before.');
  }
  return new URLSearchParams(await formText(c));
}

/** The body of a form. Its media type is no text type, and the runtime warns of `text()` on it. */
export async function formText(c: PageContext): Promise<string> {
  return new TextDecoder().decode(await c.req.arrayBuffer());
}

export function readCookie(c: PageContext, name: string): string | undefined {
  return getCookie(c, name);
}

export function keepCookie(c: PageContext, name: string, value: string, livesMs: number): void {
  setCookie(c, name, value, {
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: toSeconds(livesMs),
  });
}

/** After a form, GET what comes next (303: the form's content never travels on, RFC 9700 §4.12). */
export function seeOther(c: PageContext, location: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(location, 303);
}

/** The address of an authorization request, from its query; the query is re-encoded, so it fits a header. */
export function authorizationAddress(query: string): string {
  return `/oauth/authorize?${new URLSearchParams(query).toString()}`;
}
