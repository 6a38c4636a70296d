import type { PageContext } from '../site-page.tsx';
import { messagePage } from './browser.tsx';

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
