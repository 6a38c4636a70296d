import type { Context, Env, MiddlewareHandler } from 'hono';
import { MINUTE_MS, machineNowMs, SECOND_MS } from '../clock.ts';
import type { Environment } from '../env.ts';
import { type Failure, fail, isFailure, RequestRefused } from './errors.ts';

const BODY_TIMEOUT_MS = 15 * SECOND_MS;
/** Bytes that may be received before the caller is admitted, enough for an ordinary request. */
const BEFORE_ADMISSION_BYTES = 64 * 1024;
/** More than a caller sends by mistake. With a larger body, the connection breaks before the response is read. */
const DRAIN_BYTES_MAX = 32 * 1024 * 1024;
const DRAIN_MS_MAX = 5 * SECOND_MS;
const PIECE_BYTES = 64 * 1024;

const LATE = Symbol('late');

/** A received body. Its bytes count as held until released. */
interface ReceivedBody {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly release: () => void;
}

/** The caller disconnected before the body was complete. */
export const ABORTED = Symbol('aborted');

/** Returns the response to a disconnected caller. Nobody receives it; only its status in the log matters. */
export function abortedAnswer(): Response {
  return new Response(null, { status: 499 });
}

interface Terms {
  readonly maxBytes: number;
  readonly owner: BodyOwner | null;
  /** Resolves once the caller is admitted and rejects if it is not. Defaults to admitted. */
  readonly admitted?: Promise<void>;
}

/** The body of one request, received at most once, within limits of size, time and memory. */
export class Upload {
  /** The length announced in the headers, or null. */
  readonly announcedBytes: number | null;
  readonly #body: ReadableStream<Uint8Array> | null;
  #source: Source | null = null;
  #isOver: boolean;
  #release: () => void = () => undefined;

  constructor({ body, headers }: Request) {
    const length = headers.get('content-length');
    const isAnnounced = length !== null && /^\d+$/.test(length) && !headers.has('transfer-encoding');
    this.announcedBytes = body === null ? 0 : isAnnounced ? Number(length) : null;
    this.#body = body;
    this.#isOver = body === null;
  }

  /**
   * Receives the whole body. Returns a failure if it is too large, takes longer than 15 s or does not fit in this isolate's
   * memory, and ABORTED if the caller disconnected. Rejects with the caller's refusal if it is not admitted.
   */
  async receive(terms: Terms): Promise<ReceivedBody | Failure | typeof ABORTED> {
    if (this.#isOver || this.#body === null) return NOTHING;
    if ((this.announcedBytes ?? 0) > terms.maxBytes) return tooLarge(terms.maxBytes);
    this.#source ??= sourceOf(this.#body, this.announcedBytes);
    const late = Promise.withResolvers<typeof LATE>();
    const timer = setTimeout(() => late.resolve(LATE), BODY_TIMEOUT_MS);
    const refused = terms.admitted?.then(() => new Promise<never>(() => undefined));
    // Awaited below. Later steps handle a refusal that comes after the body.
    refused?.catch(() => undefined);
    try {
      const stops = refused === undefined ? [late.promise] : [late.promise, refused];
      return await this.#receive(this.#source, terms, stops);
    } finally {
      clearTimeout(timer);
    }
  }

  /**
   * Ends the request's use of the body. Receives and discards the rest, up to 32 MiB or 5 seconds, because a caller that
   * gets a response while still sending sees a broken connection instead.
   */
  async end(): Promise<void> {
    this.#release();
    if (this.#isOver || this.#body === null) return;
    this.#source ??= sourceOf(this.#body, this.announcedBytes);
    this.#isOver = true;
    await drain(this.#source);
  }

  async #receive(
    source: Source,
    terms: Terms,
    stops: readonly Promise<typeof LATE>[],
  ): Promise<ReceivedBody | Failure | typeof ABORTED> {
    const { maxBytes, owner, admitted } = terms;
    const hold = new Hold(owner, maxBytes);
    this.#release = () => hold.release();
    if ((this.announcedBytes ?? 0) > BEFORE_ADMISSION_BYTES) await admitted;
    if (!hold.make(this.announcedBytes ?? 0)) return noCapacity();
    for (;;) {
      const piece = await Promise.race([source.next(), ...stops]);
      if (piece === ABORTED || piece === LATE) return this.#giveUp(source, hold, piece);
      if (piece === null) break;
      const size = hold.size + piece.length;
      if (size > maxBytes) return tooLarge(maxBytes);
      if (size > BEFORE_ADMISSION_BYTES) await admitted;
      if (!hold.add(piece)) return noCapacity();
      // Waiting for the end of the stream would cost another round to its sender.
      if (hold.size === this.announcedBytes) break;
    }
    this.#isOver = true;
    return { bytes: hold.bytes(), release: this.#release };
  }

  #giveUp(source: Source, hold: Hold, why: typeof LATE | typeof ABORTED): Failure | typeof ABORTED {
    this.#isOver = true;
    hold.release();
    source.cancel();
    return why === ABORTED ? ABORTED : fail('body_timeout');
  }
}

const NOTHING: ReceivedBody = { bytes: new Uint8Array(), release: () => undefined };

/** Returns the failure for a body above this limit. */
export function tooLarge(maxBytes: number): Failure {
  return fail('payload_too_large', { message: `The body may be at most ${maxBytes / 1024} KiB.` });
}

function noCapacity(): Failure {
  return fail('temporarily_unavailable', { retryAfterSeconds: 1 });
}

/** The received bytes of one body, counted in this isolate. */
class Hold {
  readonly #held: HeldBody;
  readonly #maxBytes: number;
  #buffer = new Uint8Array();
  #size = 0;

  constructor(owner: BodyOwner | null, maxBytes: number) {
    this.#held = { owner, sinceMs: machineNowMs(), bytes: 0 };
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** Reserves space for this many bytes in total. Returns false if the isolate has too little. */
  make(capacity: number): boolean {
    if (capacity <= this.#buffer.length) return true;
    if (!heldBytes.make(this.#held, capacity, machineNowMs())) return false;
    const larger = new Uint8Array(capacity);
    larger.set(this.#buffer.subarray(0, this.#size));
    this.#buffer = larger;
    return true;
  }

  /** Appends a piece. Returns false if the isolate has no space for it. */
  add(piece: Uint8Array): boolean {
    const needed = this.#size + piece.length;
    const isFull = needed > this.#buffer.length;
    // Doubles, so a body without an announced length is copied only a few times.
    if (isFull && !this.make(Math.min(this.#maxBytes, Math.max(needed, 2 * this.#buffer.length))))
      return false;
    this.#buffer.set(piece, this.#size);
    this.#size = needed;
    return true;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#buffer.subarray(0, this.#size);
  }

  /** Drops the bytes and stops counting them. Current users keep their references. */
  release(): void {
    heldBytes.drop(this.#held);
    this.#buffer = new Uint8Array();
    this.#size = 0;
  }
}

/** Reads a body piece by piece. */
interface Source {
  /** Returns the next piece, valid until the next call. Null at the end, ABORTED if the caller disconnected. */
  readonly next: () => Promise<Uint8Array | null | typeof ABORTED>;
  readonly cancel: () => void;
}

function sourceOf(body: ReadableStream<Uint8Array>, announcedBytes: number | null): Source {
  const { read, cancel } = intoOneBuffer(body, announcedBytes ?? PIECE_BYTES) ?? asTheyCome(body);
  let pending: ReturnType<Source['next']> | null = null;
  const readNext = async () => {
    try {
      return await read();
    } catch {
      return ABORTED;
    } finally {
      pending = null;
    }
  };
  return {
    // A reader that stopped waiting leaves its piece to the reader that discards the rest.
    next: () => {
      const next = pending ?? readNext();
      pending = next;
      return next;
    },
    cancel: () => void cancel().catch(() => undefined),
  };
}

/**
 * Reads into one buffer, which creates no garbage and is no larger than the body. Null if it is not a byte stream.
 */
function intoOneBuffer(body: ReadableStream<Uint8Array>, expectedBytes: number) {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: 'byob' });
  } catch {
    return null;
  }
  let buffer = new ArrayBuffer(Math.max(1, Math.min(expectedBytes, PIECE_BYTES)));
  const read = async () => {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done || value === undefined) return null;
    buffer = value.buffer;
    return value;
  };
  return { read, cancel: () => reader.cancel() };
}

function asTheyCome(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  const read = async () => (await reader.read()).value ?? null;
  return { read, cancel: () => reader.cancel() };
}

async function drain(source: Source): Promise<void> {
  const late = Promise.withResolvers<typeof LATE>();
  const timer = setTimeout(() => late.resolve(LATE), DRAIN_MS_MAX);
  try {
    for (let drainedBytes = 0; drainedBytes < DRAIN_BYTES_MAX; ) {
      const piece = await Promise.race([source.next(), late.promise]);
      if (piece === LATE || piece === ABORTED || piece === null) return;
      drainedBytes += piece.length;
    }
  } finally {
    clearTimeout(timer);
  }
}

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

const MIB = 1024 * 1024;

/** The maximum bytes of bodies received but not yet passed to a parser, per isolate. */
const ALL_MAX = 32 * MIB;
/** The part that routes without a key may use, because anybody can call them. */
const OPEN_MAX = 4 * MIB;
/** The part that the sandbox may use, so a greedy test key leaves space for production. */
const SANDBOX_MAX = 16 * MIB;
/** The part that one key may use, so one partner's files do not block another's. */
const KEY_MAX = 16 * MIB;
/** Space reserved for small bodies, so file uploads do not block ordinary requests. */
const LEFT_TO_SMALL = 4 * MIB;
const LARGE_BYTES = 512 * 1024;

/** The caller of the body, or null if the route needs no key. */
export interface BodyOwner {
  readonly keyId: string;
  readonly environment: Environment;
}

interface HeldBody {
  readonly owner: BodyOwner | null;
  readonly sinceMs: number;
  bytes: number;
}

/** A request that takes longer was terminated by the platform without notice. */
const HELD_MS_MAX = 2 * MINUTE_MS;

/** Counts the body bytes that an isolate holds, and rejects more than it can hold safely. */
export class HeldBytes {
  readonly #bodies = new Set<HeldBody>();

  /** Counts the total bytes that a body needs. Returns false if a limit would be exceeded. */
  make(body: HeldBody, bytes: number, nowMs: number): boolean {
    for (const other of this.#bodies) if (nowMs - other.sinceMs > HELD_MS_MAX) this.#bodies.delete(other);
    const others = [...this.#bodies].filter((other) => other !== body);
    const fits = boundsOf(body.owner, bytes).every(([max, counts]) => bytesOf(others, counts) + bytes <= max);
    if (!fits) return false;
    body.bytes = bytes;
    this.#bodies.add(body);
    return true;
  }

  /** Stops counting a body that was passed to a parser or dropped. */
  drop(body: HeldBody): void {
    this.#bodies.delete(body);
  }

  /** The bytes currently held. */
  get total(): number {
    return bytesOf([...this.#bodies], () => true);
  }
}

type Bound = readonly [max: number, counts: (owner: BodyOwner | null) => boolean];

function boundsOf(owner: BodyOwner | null, bytes: number): readonly Bound[] {
  const all: Bound = [bytes > LARGE_BYTES ? ALL_MAX - LEFT_TO_SMALL : ALL_MAX, () => true];
  if (owner === null) return [all, [OPEN_MAX, (other) => other === null]];
  const ofKey: Bound = [KEY_MAX, (other) => other?.keyId === owner.keyId];
  if (owner.environment === 'live') return [all, ofKey];
  return [all, ofKey, [SANDBOX_MAX, (other) => other?.environment === 'test']];
}

function bytesOf(bodies: readonly HeldBody[], counts: Bound[1]): number {
  return bodies.reduce((sum, { owner, bytes }) => (counts(owner) ? sum + bytes : sum), 0);
}

/** The bodies held by this isolate. */
export const heldBytes = new HeldBytes();
