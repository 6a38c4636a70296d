import type { components } from './api-types.ts';
import type { CallOptions } from './calls.ts';
import { DeadlineError, MusetteError, refusalOf, UnreachableError } from './errors.ts';
import {
  type RateLimit,
  rateLimitsOf,
  retryAfterSecondsOf,
  SharedPause,
  type wait,
  waitMs,
} from './retries.ts';

interface Stored {
  readonly entityTag: string;
  readonly text: string;
}

/** Caches recent responses with their entity tags, so unchanged ones are not sent again. Limited by characters. */
class AnswerCache {
  readonly #stored = new Map<string, Stored>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  find(url: string): Stored | undefined {
    const stored = this.#stored.get(url);
    if (stored === undefined) return undefined;
    // A map keeps insertion order, so a response that was just used moves to the end.
    this.#stored.delete(url);
    this.#stored.set(url, stored);
    return stored;
  }

  store(url: string, stored: Stored): void {
    this.forget(url);
    if (stored.text.length > this.#maxCharacters) return;
    this.#stored.set(url, stored);
    this.#characters += stored.text.length;
    for (const oldest of this.#stored.keys()) {
      if (this.#characters <= this.#maxCharacters) break;
      this.forget(oldest);
    }
  }

  forget(url: string): void {
    this.#characters -= this.#stored.get(url)?.text.length ?? 0;
    this.#stored.delete(url);
  }
}

/** Options of a transport. */
export interface TransportOptions {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  readonly maxRetries: number;
  readonly deadlineMs: number;
  readonly timeout: number;
  /** Headers for every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly onRequest: ((sent: SentRequest) => void | Promise<void>) | undefined;
  readonly onResponse: ((received: ReceivedResponse) => void | Promise<void>) | undefined;
  readonly cacheCharacters: number;
  readonly wait: typeof wait;
  readonly random: () => number;
  readonly now: () => number;
}

/** An attempt about to be sent. */
export interface SentRequest {
  /** The operation's name in the reference. */
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  /** 1 for the first attempt of a call, 2 for its first retry. */
  readonly attempt: number;
}

/** A finished attempt, with or without a response. */
export interface ReceivedResponse extends SentRequest {
  /** Null if there was no response. `error` then has the reason. */
  readonly status: number | null;
  readonly error: unknown;
  /** Quote it when you contact support. */
  readonly requestId: string | null;
  /** From sending the attempt to the last byte of the response. */
  readonly durationMs: number;
  /** The budgets in the response, such as `standard` and `athlete-products`. */
  readonly rateLimits: readonly RateLimit[];
}

/** A request before it is sent. */
export interface Request {
  readonly operation: string;
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: BodyInit | null;
  /** Whether sending it twice has the same effect as sending it once. */
  readonly isRepeatable: boolean;
  readonly hasEntityTag: boolean;
  /** A success is a 204 without a body. */
  readonly hasNoBody: boolean;
  /** The media type of a file response, or null for JSON. */
  readonly form: string | null;
}

type Attempt =
  | { readonly outcome: 'answered'; readonly response: Response; readonly body: Blob }
  | { readonly outcome: 'lost'; readonly cause: unknown };

/**
 * Sends a request until the response is final, the retries are used up, or the deadline passes. A 429 uses up no retry. It
 * pauses all calls.
 */
export class Transport {
  readonly #options: TransportOptions;
  readonly #cache: AnswerCache;
  readonly #pause: SharedPause;

  constructor(options: TransportOptions) {
    this.#options = options;
    this.#pause = new SharedPause(options.now, options.wait);
    this.#cache = new AnswerCache(options.cacheCharacters);
  }

  /** Returns the response's JSON, or its file if the request has a form. Undefined if it has no body. */
  async send(
    request: Request,
    {
      signal,
      deadlineMs = this.#options.deadlineMs,
      maxRetries = this.#options.maxRetries,
      timeout = this.#options.timeout,
    }: CallOptions,
  ): Promise<unknown> {
    const deadline = AbortSignal.timeout(deadlineMs);
    const ended = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const endsAtMs = this.#options.now() + deadlineMs;
    const call = this.#pause.join();
    const attemptNow = async (attempt: number) => {
      await this.#pause.over(call, endsAtMs, ended);
      return this.#observed(request, attempt, timeout, ended);
    };
    let mayHaveActed = false;
    let [failures, refusals] = [0, 0];
    for (;;) {
      const tried = await attemptNow(failures + refusals + 1).catch((reason: unknown) => {
        throw deadline.aborted && signal?.aborted !== true
          ? new DeadlineError(`no final answer within ${deadlineMs} ms`, { cause: reason })
          : reason;
      });
      const isRateLimited = tried.outcome === 'answered' && tried.response.status === 429;
      const isLast = !isRateLimited && failures >= maxRetries;
      if (tried.outcome === 'answered' && (isLast || !isTransient(tried.response, request))) {
        return this.#conclude(request, tried.response, tried.body, mayHaveActed);
      }
      if (tried.outcome === 'lost' && (isLast || !request.isRepeatable)) {
        throw new UnreachableError(`no answer to ${request.method} ${request.url}`, { cause: tried.cause });
      }
      mayHaveActed ||= tried.outcome === 'lost' || tried.response.status >= 500;
      const named =
        tried.outcome === 'answered'
          ? retryAfterSecondsOf(tried.response.headers, this.#options.now())
          : null;
      const pauseMs = waitMs(isRateLimited ? refusals++ : failures++, named, this.#options.random);
      if (this.#options.now() + pauseMs >= endsAtMs) {
        if (tried.outcome === 'answered')
          return this.#conclude(request, tried.response, tried.body, mayHaveActed);
        throw new DeadlineError(`no answer within ${deadlineMs} ms`, { cause: tried.cause });
      }
      if (isRateLimited && isLimitOfKey(tried.response)) this.#pause.extend(this.#options.now() + pauseMs);
      else await this.#options.wait(pauseMs, ended);
    }
  }

  /** Sends an attempt between the calls of the hooks. */
  async #observed(request: Request, attempt: number, timeout: number, ended: AbortSignal): Promise<Attempt> {
    const { onRequest, onResponse, now } = this.#options;
    const { operation, method, url } = request;
    const sent: SentRequest = { operation, method, url, attempt };
    await onRequest?.(sent);
    const sentAtMs = now();
    const tried = await this.#attempt(request, timeout, ended);
    const answer = tried.outcome === 'answered' ? tried.response : null;
    await onResponse?.({
      ...sent,
      status: answer?.status ?? null,
      error: tried.outcome === 'lost' ? tried.cause : null,
      requestId: answer?.headers.get('x-request-id') ?? null,
      durationMs: now() - sentAtMs,
      rateLimits: answer ? rateLimitsOf(answer.headers) : [],
    });
    return tried;
  }

  async #attempt(request: Request, timeout: number, ended: AbortSignal): Promise<Attempt> {
    ended.throwIfAborted();
    const stored = request.hasEntityTag ? this.#cache.find(request.url) : undefined;
    const { fetch, apiKey, headers } = this.#options;
    try {
      const response = await fetch(request.url, {
        method: request.method,
        headers: {
          ...headers,
          ...request.headers,
          Authorization: `Bearer ${apiKey}`,
          ...(stored ? { 'If-None-Match': stored.entityTag } : {}),
        },
        body: request.body,
        // A redirect would send the key to another address.
        redirect: 'manual',
        signal: AbortSignal.any([ended, AbortSignal.timeout(timeout)]),
      });
      const body = await response.blob();
      if (response.status === 304 && stored) {
        return { outcome: 'answered', response, body: new Blob([stored.text]) };
      }
      return { outcome: 'answered', response, body };
    } catch (cause) {
      ended.throwIfAborted();
      return { outcome: 'lost', cause };
    }
  }

  async #conclude(request: Request, response: Response, body: Blob, mayHaveActed: boolean): Promise<unknown> {
    const { status, headers } = response;
    const requestId = headers.get('x-request-id');
    if (response.ok && request.form !== null)
      return withRequestId(fileOf(request, response, body), requestId);
    const text = await body.text();
    if (response.ok || status === 304) {
      const entityTag = headers.get('etag');
      if (request.hasEntityTag && entityTag !== null && text !== '')
        this.#cache.store(request.url, { entityTag, text });
      return text === '' ? undefined : withRequestId(JSON.parse(text), requestId);
    }
    // An earlier attempt deleted it, and the response was lost.
    if (status === 404 && request.method === 'DELETE' && request.hasNoBody && mayHaveActed) return undefined;
    this.#cache.forget(request.url);
    const details = detailsOf(text);
    if (details === null) throw new MusetteError(`unexpected answer ${status} from ${request.url}`);
    throw refusalOf(details, status, retryAfterSecondsOf(headers, this.#options.now()));
  }
}

/** Adds the request identifier to a response, hidden from `JSON.stringify` and spreads. */
function withRequestId(answer: unknown, requestId: string | null): unknown {
  if (typeof answer !== 'object' || answer === null) return answer;
  return Object.defineProperty(answer, 'requestId', { value: requestId, configurable: true });
}

/** Returns the file in a response, unless its form differs from the requested one. */
function fileOf({ form, url }: Request, { headers }: Response, body: Blob): Blob {
  const received = headers.get('content-type')?.split(';')[0];
  if (received !== form) throw new MusetteError(`${url} answered with ${received} in place of ${form}`);
  return body;
}

/** Returns whether to retry: the request had no effect (408, 429) or is safe to repeat. */
function isTransient({ status }: Response, { isRepeatable }: Request): boolean {
  return status === 408 || status === 429 || (isRepeatable && status >= 500);
}

/** Returns whether a 429 is of the key's own budget, and not of one athlete's or webhook's. */
function isLimitOfKey({ headers }: Response): boolean {
  return rateLimitsOf(headers).every(({ policy }) => policy === 'standard');
}

function detailsOf(text: string): components['schemas']['ErrorDetails'] | null {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null || !('error' in body)) return null;
    return isDetails(body.error) ? body.error : null;
  } catch {
    return null;
  }
}

function isDetails(value: unknown): value is components['schemas']['ErrorDetails'] {
  return typeof value === 'object' && value !== null && 'code' in value && 'request_id' in value;
}
