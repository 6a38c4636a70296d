import type { Tier } from './context.ts';

/** A success as a value, before headers and caching rules are added. */
export interface Answer {
  readonly status: 200 | 201 | 202 | 204;
  /** Wire-shaped; absent for 204. */
  readonly body?: unknown;
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

export function ok(body: unknown, more: Omit<Answer, 'status' | 'body'> = {}): Answer {
  return { status: 200, body, ...more };
}

/** Returns a 201 with the address at which the new resource can be read. */
export function created(location: string, body: unknown, more: Omit<Answer, 'status' | 'body'> = {}): Answer {
  return { status: 201, body, ...more, headers: { Location: location, ...more.headers } };
}

/** Returns a 200 whose JSON is produced while it is sent. */
export function streamed(
  pieces: AsyncGenerator<string>,
  more: Omit<Answer, 'status' | 'body' | 'pieces'> = {},
): Answer {
  return { status: 200, pieces, ...more };
}

/** Returns a 202: the work is done after the answer. */
export function accepted(body: unknown, more: Omit<Answer, 'status' | 'body'> = {}): Answer {
  return { status: 202, body, ...more };
}

export function noContent(): Answer {
  return { status: 204 };
}
