import { html } from 'hono/html';
import { ERRORS, type ErrorStatus, type Failure, headersOf } from '../../http/errors.ts';
import { failureWords } from '../../http/failure-words.ts';
import { toBase64Url } from '../../storage/base64url.ts';
import type { PageContext } from '../site-page.tsx';
import { MessagePage } from './pages/message-page.tsx';

type Content = (nonce: string) => Parameters<PageContext['html']>[0];
type Status = 200 | ErrorStatus;

/** Words of a page that explains a failure, and a link to continue. */
export interface Message {
  readonly title: string;
  readonly message: string;
  readonly next?: { readonly href: string; readonly label: string };
}

/**
 * Answers with a page for athletes. Its content security policy forbids script, frames and everything
 * foreign. Browsers apply `form-action` to the redirect after a form too, so a consent page lists the origins
 * its answer may go to.
 */
export function athletePage(
  c: PageContext,
  content: Content,
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

/** Answers with a page that explains a failure. */
export function messagePage(c: PageContext, status: Status, message: Message): Response | Promise<Response> {
  const { requestId } = c.env;
  return athletePage(c, (nonce) => <MessagePage nonce={nonce} requestId={requestId} {...message} />, {
    status,
  });
}

/** Answers a failure with a page for athletes, under the failure's own status and headers. */
export function athleteFailurePage(c: PageContext, failure: Failure): Response | Promise<Response> {
  for (const [name, value] of headersOf(failure)) if (name !== 'content-type') c.header(name, value);
  return messagePage(c, ERRORS[failure.failure].status, failureWords(failure));
}
