import { textsFor, textsOf } from '#core/languages/languages.ts';
import type { PageTexts } from '#core/languages/page-texts.ts';
import type { Texts } from '#core/languages/texts.ts';
import { ERRORS, type ErrorStatus } from '#platform/http/error-codes.ts';
import { type Failure, headersOf } from '#platform/http/errors.ts';
import { failureWords } from '#platform/http/failure-words.ts';
import { toBase64Url } from '#platform/storage/base64url.ts';
import { document, type PageContext } from '../site-page.tsx';
import type { Frame } from './pages/layout.tsx';
import { MessagePage } from './pages/message-page.tsx';

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
