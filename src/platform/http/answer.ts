import type { Work } from '@musette/basics/work';
import type { Units } from '@musette/languages/languages';
import { parseAccept } from 'hono/utils/accept';
import { logLine } from '../log-line.ts';
import { isObject, memberOf } from '../members.ts';
import { shortDigest } from '../storage/cryptography.ts';
import type { RequestContext, Tier } from './context.ts';
import { inTurn, LIGHT_US, type WorkOwner } from './heavy-work.ts';
import { describeFault } from './log.ts';

export type SuccessStatus = 200 | 201 | 202 | 204;

/**
 * A success as a value, before headers and caching rules are added. `Body` is the output of the schema that the route
 * documents for the status, so the compiler checks every response against its documentation.
 */
export interface Answer<Body = unknown, Status extends SuccessStatus = SuccessStatus> {
  readonly status: Status;
  /** Wire-shaped; absent for 204. */
  readonly body?: Body;
  /**
   * Replaces `body` for a response too long to hold in memory: JSON text in pieces, produced while they are sent.
   */
  readonly pieces?: AsyncGenerator<string>;
  /** Replaces `body` if it is not JSON. */
  readonly content?: { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> };
  readonly headers?: Readonly<Record<string, string>>;
  /** Identifies the state of the resource. Only in responses with a single athlete, activity or prescription. */
  readonly entityTag?: string;
  /**
   * The languages and units of the body's texts (`Texts.tag`), as BCP 47 tags. Each of several athletes may have its own. Empty
   * if the response can have texts but has none. Absent if `Accept-Language` has no effect.
   */
  readonly languages?: readonly string[];
  /** The athlete's BCP 47 tag if the body has no texts, for texts made from the body. Null if not provided. */
  readonly locale?: string | null;
  /** The athlete's units for such texts. Null follows the locale. */
  readonly units?: Units | null;
  /** The tiers of all athletes with data in the body, or empty. */
  readonly tiers?: readonly Tier[];
}

type More = Omit<Answer, 'status' | 'body' | 'pieces' | 'content'>;

/** The member names of a body, or of each of its variants. */
type MemberOf<Body> = Body extends unknown ? keyof Body : never;

/**
 * Forbids excess members in a body. The compiler already does so for a plain literal; this also covers spreads and
 * variables.
 */
export type Only<Actual, Body> = {
  readonly [Name in keyof Actual]?: Name extends MemberOf<Body> ? unknown : never;
};

/**
 * Returns a 200. `Body` is inferred from the destination: the return type of a verb, or the route. A variable needs its own
 * type: `const answer: Answer<Key, 200> = ok(…)`.
 */
export function ok<Body, Actual extends object>(
  body: NoInfer<Body> & Only<Actual, Body>,
  more: More = {},
): Answer<Body, 200> {
  return { status: 200, body, ...more };
}

/** Returns a 201 with the address of the new resource. */
export function created<Body, Actual extends object>(
  location: string,
  body: NoInfer<Body> & Only<Actual, Body>,
  more: More = {},
): Answer<Body, 201> {
  return { status: 201, body, ...more, headers: { Location: location, ...more.headers } };
}

/** Returns a 200 whose JSON is produced while it is sent. */
export function streamed(pieces: AsyncGenerator<string>, more: More = {}): Answer<never, 200> {
  return { status: 200, pieces, ...more };
}

/** Returns a 202. The work is done after the response. */
export function accepted<Body, Actual extends object>(
  body: NoInfer<Body> & Only<Actual, Body>,
  more: More = {},
): Answer<Body, 202> {
  return { status: 202, body, ...more };
}

export function noContent(): Answer<never, 204> {
  return { status: 204 };
}

/**
 * Returns a value with exactly the members of a schema's output, for a mapper that uses a spread, where the compiler would
 * accept additional members. `Body` is the return type of the mapper.
 */
export function exactly<Body, Actual extends object>(body: NoInfer<Body> & Only<Actual, Body>): Body {
  return body;
}

export type TagPart = string | number | null;

/**
 * Computes the entity tag of a state from its parts alone. Parts are revisions, fingerprints and tiers, never the body,
 * which may contain a link that changes every minute.
 */
export async function entityTag(parts: readonly TagPart[]): Promise<string> {
  return `"${await shortDigest(JSON.stringify(parts))}"`;
}

/** Separates a state from languages in a tag. Never occurs in a state's digest. */
const BESIDE_STATE = '.';

/** Adds the languages of a response to its entity tag, because each language has a different body. */
export function tagInLanguages(tag: string, languages: readonly string[]): string {
  return languages.length === 0 ? tag : `${tag.slice(0, -1)}${BESIDE_STATE}${languages.join(BESIDE_STATE)}"`;
}

/**
 * Returns whether `If-Match` names this state, in any language, because a write changes the state, not its wording.
 */
export function namesState(header: string, tag: string): boolean {
  return namesTag(header.replaceAll(/\.[a-z.-]+"/g, '"'), tag);
}

/**
 * Returns whether a condition header (`If-Match`, `If-None-Match`) names this tag. Weak and strong tags compare equal,
 * because the network weakens tags when it compresses.
 */
export function namesTag(header: string, tag: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}

/** Time to write one character of JSON (measured, rounded up). */
const CHARACTER_US = 0.004;
/** Members of a list are written together until they have about this many characters. */
const PIECE_CHARACTERS = 32 * 1024;
/** Long lists are at most this deep, such as the points of an activity's course. */
const DEPTH_MAX = 4;
const LONG_LIST = 10;

/**
 * Returns a value as JSON, as `JSON.stringify` does: in a turn once what is written took as long as ten calculations. A
 * caller without a key has no turn.
 */
export async function writeJson(owner: WorkOwner | null, value: unknown): Promise<string> {
  if (owner === null) return JSON.stringify(value);
  const parts: string[] = [];
  const work = writeInto(parts, value, 0);
  let us = 0;
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return parts.join('');
    us += step.value;
    // The request has already had its effect.
    if (us > LIGHT_US) {
      return inTurn(
        owner,
        async (pace) => {
          await pace.run(work);
          return parts.join('');
        },
        'as long as it takes',
      );
    }
  }
}

/** Writes a value piece by piece. Only long lists, and what is around them, are taken apart. */
function* writeInto(parts: string[], value: unknown, depth: number): Work<void> {
  const isLong = hasLongList(value, depth);
  if (isLong && Array.isArray(value)) yield* writeList(parts, value);
  else if (isLong && isPlain(value)) yield* writeMembers(parts, value, depth);
  else {
    const text = JSON.stringify(value) ?? 'null';
    parts.push(text);
    yield text.length * CHARACTER_US;
  }
}

function hasLongList(value: unknown, depth: number): boolean {
  if (depth >= DEPTH_MAX) return false;
  if (Array.isArray(value) && value.length > LONG_LIST) return true;
  const members = Array.isArray(value) ? value : isPlain(value) ? Object.values(value) : [];
  return members.some((member) => hasLongList(member, depth + 1));
}

function isPlain(value: unknown): value is object {
  return isObject(value) && Object.getPrototypeOf(value) === Object.prototype;
}

function* writeMembers(parts: string[], value: object, depth: number): Work<void> {
  let separator = '{';
  for (const [name, member] of Object.entries(value)) {
    if (member === undefined) continue;
    parts.push(`${separator}${JSON.stringify(name)}:`);
    separator = ',';
    yield* writeInto(parts, member, depth + 1);
  }
  parts.push(separator === '{' ? '{}' : '}');
}

function* writeList(parts: string[], list: readonly unknown[]): Work<void> {
  parts.push('[');
  let together = 1;
  for (let at = 0; at < list.length; ) {
    const text = JSON.stringify(list.slice(at, at + together)).slice(1, -1);
    parts.push(at === 0 ? text : `,${text}`);
    at += together;
    if (text.length < PIECE_CHARACTERS) together *= 2;
    else if (together > 1 && text.length > 2 * PIECE_CHARACTERS) together = Math.ceil(together / 2);
    yield text.length * CHARACTER_US;
  }
  parts.push(']');
}

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

/** Returns the media type of a list that `Accept` prefers, the first on ties, or null if it names none. */
export function preferredType<Type extends string>(
  accept: string | null,
  offered: readonly Type[],
): Type | null {
  const [preferred] = acceptedIn(accept ?? '').flatMap((name) => offered.filter((type) => type === name));
  return preferred ?? null;
}

/** Returns whether the caller accepts gzip (RFC 9110 §12.5.3). */
export function acceptsGzip(request: Request): boolean {
  return acceptedIn(askedEncoding(request)).includes('gzip');
}

/** Lists what a header like `Accept` accepts, most preferred first. */
function acceptedIn(header: string): readonly string[] {
  return parseAccept(header)
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase());
}

/** Returns the caller's `Accept-Encoding`. Cloudflare's network replaces the header and keeps the original in `cf`. */
function askedEncoding(request: Request): string {
  const original = memberOf(memberOf(request, 'cf'), 'clientAcceptEncoding');
  return typeof original === 'string' ? original : (request.headers.get('accept-encoding') ?? '');
}
