import { type Failure, fail } from './errors.ts';
import { finish, type Work } from './heavy-work.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Time to parse a character of JSON, or to count what was parsed (measured, rounded up). */
const CHARACTER_US = 0.01;

/**
 * Rejects invalid UTF-8, which the platform's own decoding would replace by U+FFFD. Drops one leading byte
 * order mark.
 */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

type ParsedJson = { readonly value: unknown } | Failure;

/** A request body, read once and parsed at most once, for every step that needs its value. */
export interface RequestBody {
  readonly sizeBytes: number;
  readonly isEmpty: boolean;
  /** Returns the JSON value, or the failure of a body that is not valid JSON, such as an empty one. */
  parse(): ParsedJson;
  /** Returns the bytes of a file, for its parser. They can be taken once. */
  takeFile(): Uint8Array<ArrayBuffer>;
}

/** Bytes that arrived, and the note that a parser has them. */
interface Received {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly release?: () => void;
}

/** Wraps the bytes of a body. They are parsed at the first call of `parse`, so a refused caller costs no parsing. */
export function newRequestBody(received: Received): RequestBody {
  const { sizeBytes, takeFile } = newFileBody(received);
  let parsed: ParsedJson | null = null;
  return {
    sizeBytes,
    isEmpty: sizeBytes === 0,
    parse: () => {
      parsed ??= parseJsonBody(takeFile());
      return parsed;
    },
    takeFile,
  };
}

/** Wraps a body that is a file: it is never parsed as JSON, so members such as `athlete_id` in it mean nothing. */
export function newFileBody({ bytes, release }: Received): RequestBody {
  let left = bytes;
  return {
    sizeBytes: bytes.length,
    isEmpty: bytes.length === 0,
    parse: () => fail('malformed_json'),
    takeFile: () => {
      const taken = left;
      left = new Uint8Array();
      release?.();
      return taken;
    },
  };
}

export const EMPTY_BODY = newRequestBody({ bytes: new Uint8Array() });

/**
 * Parses a body as JSON. Rejects what two readers could understand differently: invalid UTF-8, and an object with two
 * members of one name, of which `JSON.parse` keeps the last (RFC 8259 §4). One leading byte order mark is ignored, as
 * RFC 8259 §8.1 allows; anywhere else it is not valid JSON.
 */
export function parseJsonBody(bytes: Uint8Array): ParsedJson {
  return finish(parseJsonInSteps(bytes));
}

/** Parses a large body as JSON, as `parseJsonBody` does. */
export function* parseJsonInSteps(bytes: Uint8Array): Work<ParsedJson> {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return fail('malformed_json', { message: 'The body is not valid UTF-8.' });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return fail('malformed_json');
  }
  yield text.length * CHARACTER_US;
  const written = countWrittenMembers(text);
  yield text.length * CHARACTER_US;
  if (written === countParsedMembers(value)) return { value };
  return fail('malformed_json', { message: 'An object in the body has two members of the same name.' });
}

/**
 * Counts the members in a JSON text: each has one colon outside of strings. Comparing this with the members that
 * `JSON.parse` returned finds duplicates at any depth and in any spelling, since the parser itself compares the names;
 * a second parser could disagree with it.
 */
function countWrittenMembers(json: string): number {
  let count = 0;
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at);
    if (code === COLON) count += 1;
    else if (code === QUOTE) at = endOfString(json, at);
  }
  return count;
}

/** Finds the quote that ends the string which the quote at `start` begins. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === BACKSLASH) first -= 1;
  return (at - first) % 2 === 1;
}

/** Counts the members of every object in a parsed value. Keeps its own stack, so that deep nesting cannot overflow it. */
function countParsedMembers(parsed: unknown): number {
  let count = 0;
  const open: unknown[] = [parsed];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    const children: readonly unknown[] = isList ? value : Object.values(value);
    if (!isList) count += children.length;
    for (const child of children) if (typeof child === 'object' && child !== null) open.push(child);
  }
  return count;
}
