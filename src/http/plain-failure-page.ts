import type { AnyContext } from './context.ts';
import { ERRORS, type Failure, headersOf } from './errors.ts';
import { failureWords } from './failure-words.ts';

/** Answers a failure with a page that needs nothing else: for when the Worker that has the pages does not answer. */
export function plainFailurePage(ctx: AnyContext, failure: Failure): Response {
  const { status } = ERRORS[failure.failure];
  const { title, message } = failureWords(failure);
  const headers = headersOf(failure);
  headers.set('Content-Type', 'text/html; charset=UTF-8');
  headers.set('Content-Security-Policy', "default-src 'none'; base-uri 'none'; frame-ancestors 'none'");
  ctx.log.errorCode = failure.failure;
  // Constants and an identifier of ours: nothing needs escaping.
  return new Response(
    `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · Musette</title></head>
<body><main><h1>${title}</h1><p>${message}</p><p>Reference: <code>${ctx.requestId}</code></p></main></body></html>
`,
    { status, headers },
  );
}
