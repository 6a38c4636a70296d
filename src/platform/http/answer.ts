import type { Tier } from './context.ts';

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
   * The languages of the body's texts, as BCP 47 tags. Each of several athletes may have its own. Empty if the response can
   * have texts but has none. Absent if `Accept-Language` has no effect.
   */
  readonly languages?: readonly string[];
  /** The athlete's BCP 47 tag if the body has no texts, for texts made from the body. Null if not provided. */
  readonly locale?: string | null;
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
export type Only<Given, Body> = {
  readonly [Name in keyof Given]?: Name extends MemberOf<Body> ? unknown : never;
};

/**
 * Returns a 200. `Body` is inferred from the destination: the return type of a verb, or the route. A variable needs its own
 * type: `const answer: Answer<Key, 200> = ok(…)`.
 */
export function ok<Body, Given extends object>(
  body: NoInfer<Body> & Only<Given, Body>,
  more: More = {},
): Answer<Body, 200> {
  return { status: 200, body, ...more };
}

/** Returns a 201 with the address of the new resource. */
export function created<Body, Given extends object>(
  location: string,
  body: NoInfer<Body> & Only<Given, Body>,
  more: More = {},
): Answer<Body, 201> {
  return { status: 201, body, ...more, headers: { Location: location, ...more.headers } };
}

/** Returns a 200 whose JSON is produced while it is sent. */
export function streamed(pieces: AsyncGenerator<string>, more: More = {}): Answer<never, 200> {
  return { status: 200, pieces, ...more };
}

/** Returns a 202. The work is done after the response. */
export function accepted<Body, Given extends object>(
  body: NoInfer<Body> & Only<Given, Body>,
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
export function exactly<Body, Given extends object>(body: NoInfer<Body> & Only<Given, Body>): Body {
  return body;
}
