import type { Tier } from './context.ts';

export type SuccessStatus = 200 | 201 | 202 | 204;

/**
 * A success as a value, before headers and caching rules are added. `Body` is the output of the schema that the route
 * documents for the status, so that the compiler holds every answer to its documentation.
 */
export interface Answer<Body = unknown, Status extends SuccessStatus = SuccessStatus> {
  readonly status: Status;
  /** Wire-shaped; absent for 204. */
  readonly body?: Body;
  /**
   * In place of `body`: JSON text in pieces that are produced while they are sent, for an answer too long to
   * hold in memory.
   */
  readonly pieces?: AsyncGenerator<string>;
  /** A body that is not JSON, in place of `body`. */
  readonly content?: { readonly type: string; readonly body: string | Uint8Array<ArrayBuffer> };
  readonly headers?: Readonly<Record<string, string>>;
  /** Identifies the state of the resource. Only answers with one athlete, activity or prescription carry it. */
  readonly entityTag?: string;
  /**
   * The languages of the texts in the body, as BCP 47 tags: of several athletes each in its own. Empty if the answer can
   * have texts but has none; absent if `Accept-Language` changes nothing.
   */
  readonly languages?: readonly string[];
  /** The athlete's BCP 47 tag where the body has no texts, for a text that is made of it; null if it was not provided. */
  readonly locale?: string | null;
  /** The tiers of all athletes whose data is in the body; empty if there is none. */
  readonly tiers?: readonly Tier[];
}

type More = Omit<Answer, 'status' | 'body' | 'pieces' | 'content'>;

/** The names of the members of a body, of each variant if it has several. */
type MemberOf<Body> = Body extends unknown ? keyof Body : never;

/**
 * Forbids members that a body does not have. The compiler does so by itself for a literal; this does it for one with a
 * spread and for a variable as well.
 */
export type Only<Given, Body> = {
  readonly [Name in keyof Given]?: Name extends MemberOf<Body> ? unknown : never;
};

/**
 * Returns a 200. `Body` comes from where the answer goes: the return type of a verb, or the route that it answers. A
 * variable that holds an answer says so itself: `const answer: Answer<Key, 200> = ok(…)`.
 */
export function ok<Body, Given extends object>(
  body: NoInfer<Body> & Only<Given, Body>,
  more: More = {},
): Answer<Body, 200> {
  return { status: 200, body, ...more };
}

/** Returns a 201 with the address at which the new resource can be read. */
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

/** Returns a 202: the work is done after the answer. */
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
 * Returns a value whose members are exactly those of a schema's output, for a mapper that puts it together with a spread:
 * the compiler lets additional members of such a literal pass. `Body` is the return type of the mapper.
 */
export function exactly<Body, Given extends object>(body: NoInfer<Body> & Only<Given, Body>): Body {
  return body;
}
