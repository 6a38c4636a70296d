import type { RequestContext } from './context.ts';
import { describeFault } from './log.ts';

/**
 * A body that is made while it is sent: the next piece is asked for only when the caller has taken the last,
 * so that memory does not grow with the length. A fault while it is made cuts the connection, for the status
 * has left by then, and is logged; a caller who goes away ends the making.
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
          writeCutLog(ctx, fault);
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

function writeCutLog(ctx: RequestContext, fault: unknown): void {
  const line = {
    event: 'answer_cut',
    request_id: ctx.requestId,
    route: ctx.log.route,
    partner_id: ctx.log.partnerId,
    fault: describeFault(fault),
  };
  // biome-ignore lint/suspicious/noConsole: the platform collects the log from the console
  console.log(JSON.stringify(line));
}

/** Whether the caller asks for gzip (RFC 9110 §12.5.3). */
export function acceptsGzip(request: Request): boolean {
  return askedEncoding(request)
    .split(',')
    .some((coding) => {
      const [name, ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return name === 'gzip' && (weight === undefined || Number(weight.slice(2)) > 0);
    });
}

/** The network in front of a Worker writes a header of its own and keeps the caller's beside it. */
function askedEncoding(request: Request): string {
  const cf: unknown = Reflect.get(request, 'cf');
  const isKept = typeof cf === 'object' && cf !== null && 'clientAcceptEncoding' in cf;
  if (isKept && typeof cf.clientAcceptEncoding === 'string') return cf.clientAcceptEncoding;
  return request.headers.get('accept-encoding') ?? '';
}
