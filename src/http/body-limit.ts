import type { Context, Env, MiddlewareHandler } from 'hono';
import { SECOND_MS } from '../clock.ts';

/** More than a caller sends by mistake. Of an even larger body the connection breaks before the answer is read. */
const DRAIN_BYTES_MAX = 32 * 1024 * 1024;
const DRAIN_MS_MAX = 5 * SECOND_MS;

type BodyReader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Answers with `refuse` if the body is larger than `maxBytes`, after receiving the rest of it: a caller that
 * is answered while it is still sending sees a broken connection instead of the refusal.
 */
export function limitBody<AppEnv extends Env>(
  maxBytes: number,
  refuse: (c: Context<AppEnv>) => Response | Promise<Response>,
): MiddlewareHandler<AppEnv> {
  return async function limitBody(c, next) {
    const { raw } = c.req;
    if (raw.body === null) return next();
    const length = raw.headers.get('content-length');
    if (length !== null && !raw.headers.has('transfer-encoding')) {
      if (Number.parseInt(length, 10) <= maxBytes) return next();
      await drain(raw.body.getReader());
      return refuse(c);
    }
    const reader = raw.body.getReader();
    const body = await readUpTo(reader, maxBytes);
    if (body === null) {
      await drain(reader);
      return refuse(c);
    }
    c.req.raw = new Request(raw, { body });
    return next();
  };
}

/** Reads a whole body, or returns null as soon as it is larger. */
async function readUpTo(reader: BodyReader, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let { done, value } = await reader.read(); !done && value; { done, value } = await reader.read()) {
    size += value.length;
    if (size > maxBytes) return null;
    chunks.push(value);
  }
  const body = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    body.set(chunk, offset);
    offset += chunk.length;
  }
  return body;
}

/** Receives and discards the rest of a body: at most 32 MiB of it, and for at most 5 seconds. */
export async function drain(reader: BodyReader): Promise<void> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), DRAIN_MS_MAX);
  try {
    for (let drainedBytes = 0; drainedBytes < DRAIN_BYTES_MAX; ) {
      const read = await Promise.race([reader.read(), late.promise]);
      if (read === 'late' || read.done) return;
      drainedBytes += read.value.length;
    }
  } catch {
    // The caller has disconnected; the refusal only reaches the log.
  } finally {
    clearTimeout(timer);
  }
}
