import { type Failure, fail } from './errors.ts';

const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Refuses what is no UTF-8, where the platform's own reading would put U+FFFD in its place. Drops one leading BOM. */
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });

/**
 * Reads a request's body as JSON and refuses what two readers may take for two things: bytes that are no UTF-8,
 * and an object with two members of one name, of which `JSON.parse` keeps the last (RFC 8259 §4). One byte order
 * mark at the beginning is ignored, as RFC 8259 §8.1 allows; anywhere else it is no JSON.
 */
export function readJsonBody(bytes: ArrayBuffer): { readonly value: unknown } | Failure {
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
  if (countWrittenMembers(text) === countKeptMembers(value)) return { value };
  return fail('malformed_json', { message: 'An object in the body has two members of the same name.' });
}

/**
 * Counts the members that a text spells out: in valid JSON each has one colon outside of strings. Comparing this
 * with what `JSON.parse` kept finds duplicates at any depth and in any spelling, since names are compared by the
 * parser itself; no second parser can disagree with it.
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

/** Counts the members of every object in a parsed value. Keeps its own stack, so that no nesting is too deep for it. */
function countKeptMembers(parsed: unknown): number {
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
