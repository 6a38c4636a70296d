import type { Work } from '@musette/basics/work';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Time to parse one character of JSON (measured with unknown members, and rounded up so that a pause follows 256 KiB). */
const PARSED_CHARACTER_US = 0.035;
/** Time to count the members of an object, or the items of a list, for each of them (measured, rounded up). */
const COUNTED_US = 0.2;
const COUNTED_AT_ONCE = 10_000;

/**
 * Rejects invalid UTF-8, which the platform's own decoding would replace with U+FFFD. Drops one leading byte order mark.
 */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/** A parsed value, or why the text is none, if there is more to say than that. */
type StrictJson = { readonly value: unknown } | { readonly message?: string };

/** Parses JSON in steps, for a large text. Rejects invalid UTF-8 and objects with duplicate members. */
export function* parseStrictJson(bytes: Uint8Array): Work<StrictJson> {
  let text: string;
  try {
    text = strictUtf8.decode(bytes);
  } catch {
    return { message: 'The body is not valid UTF-8.' };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {};
  }
  yield text.length * PARSED_CHARACTER_US;
  const written = countWrittenMembers(text);
  if (written === (yield* countParsedMembers(value))) return { value };
  return { message: 'An object in the body has duplicate members.' };
}

/**
 * Counts the members in a JSON text by the colons outside strings. Comparing this with the members that `JSON.parse`
 * returned finds duplicates at any depth and in any spelling, because the parser itself compares the names. A second
 * parser could disagree with it.
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

/** Finds the closing quote of the string that starts at `start`. */
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

/** Counts the members of every object in a parsed value. Uses its own stack, so deep nesting cannot overflow. */
function* countParsedMembers(parsed: unknown): Work<number> {
  let [count, looked] = [0, 0];
  const open = isObject(parsed) ? [parsed] : [];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    looked += 1;
    if (Array.isArray(value)) {
      for (const child of value) if (isObject(child)) open.push(child);
      looked += value.length;
    } else {
      // Not Object.values, which takes several times as long for thousands of members.
      const names = Object.keys(value);
      for (const name of names) {
        const child = value[name];
        if (isObject(child)) open.push(child);
      }
      count += names.length;
      looked += names.length;
    }
    if (looked < COUNTED_AT_ONCE) continue;
    yield looked * COUNTED_US;
    looked = 0;
  }
  return count;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
