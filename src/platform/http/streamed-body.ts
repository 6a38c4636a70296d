import { logLine } from '../log-line.ts';
import type { RequestContext } from './context.ts';
import { describeFault } from './log.ts';

/**
 * Returns a body that is produced while it is sent. Each piece is requested only after the caller received the previous
 * one, so memory does not grow with length. As the status has already been sent, a fault is logged and breaks the
 * connection. The work ends if the caller disconnects.
 */
export function streamedBody(
  ctx: RequestContext,
  pieces: AsyncGenerator<string>,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await pieces.next();
          if (next.done) controller.close();
          else controller.enqueue(encoder.encode(next.value));
        } catch (fault) {
          logCutAnswer(ctx, fault);
          controller.error(fault);
        }
      },
      async cancel() {
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

function logCutAnswer(ctx: RequestContext, fault: unknown): void {
  logLine('answer_cut', {
    request_id: ctx.requestId,
    route: ctx.log.route,
    partner_id: ctx.log.partnerId,
    fault: describeFault(fault),
  });
}

/** Returns whether the caller accepts gzip (RFC 9110 §12.5.3). */
export function acceptsGzip(request: Request): boolean {
  return askedEncoding(request)
    .split(',')
    .some((coding) => {
      const [name, ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return name === 'gzip' && (weight === undefined || Number(weight.slice(2)) > 0);
    });
}

/** Returns the caller's `Accept-Encoding`. Cloudflare's network replaces the header and keeps the original in `cf`. */
function askedEncoding(request: Request): string {
  const cf: unknown = Reflect.get(request, 'cf');
  const isKept = typeof cf === 'object' && cf !== null && 'clientAcceptEncoding' in cf;
  if (isKept && typeof cf.clientAcceptEncoding === 'string') return cf.clientAcceptEncoding;
  return request.headers.get('accept-encoding') ?? '';
}
