import type { Context, Env, MiddlewareHandler } from 'hono';
import { isFailure, RequestRefused } from './errors.ts';
import { ABORTED, abortedAnswer, Upload } from './upload.ts';

/**
 * Receives the body of a form that needs no key. Responds with `refuse` if it is larger than `maxBytes`. Fails in the app's
 * usual form if it takes longer than 15 s or does not fit in the isolate's memory.
 */
export function limitBody<AppEnv extends Env>(
  maxBytes: number,
  refuse: (c: Context<AppEnv>) => Response | Promise<Response>,
): MiddlewareHandler<AppEnv> {
  return async function limitBody(c, next) {
    const upload = new Upload(c.req.raw);
    try {
      if (c.req.raw.body === null) return await next();
      const received = await upload.receive({ maxBytes, owner: null });
      if (received === ABORTED) return abortedAnswer();
      if (isFailure(received)) {
        if (received.failure === 'payload_too_large') return await refuse(c);
        throw new RequestRefused(received);
      }
      c.req.raw = new Request(c.req.raw, { body: received.bytes });
      received.release();
      return await next();
    } finally {
      await upload.end();
    }
  };
}
