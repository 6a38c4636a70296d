import type { PageContext } from '../site-page.tsx';
import { messagePage } from './athlete-page.tsx';

/** Answers with a page that says why a form was refused. */
type Refuse = (
  c: PageContext,
  status: 403 | 415,
  name: 'foreignForm' | 'notForm',
) => Response | Promise<Response>;

/**
 * Reads the fields of a form that one of these pages sent, or returns the response that refuses any other
 * request. Cookies are SameSite=Lax, so a form on another site carries none of them; this refuses it before
 * that matters.
 *
 * @param refuse answers in the look of the form's page; by default that of the athletes' pages
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
 * Reads the body of a form as text, without the runtime's warning about `text()` on a media type like this.
 */
export async function readFormText(c: PageContext): Promise<string> {
  return new TextDecoder().decode(await c.req.arrayBuffer());
}

/**
 * Redirects after a form with 303, so that the browser does not repeat the form's content (RFC 9700 §4.12).
 */
export function seeOther(c: PageContext, location: string): Response {
  c.header('Cache-Control', 'no-store');
  return c.redirect(location, 303);
}

/** Returns the path of an authorization request with this query, re-encoded so that it fits a header. */
export function toAuthorizationPath(query: string): string {
  return `/oauth/authorize?${new URLSearchParams(query).toString()}`;
}
