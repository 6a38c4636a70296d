import type { Work } from '@musette/basics/work';
import { parseStrictJson } from './parse-json.ts';
import { decodeText, UnreadableFile } from './text-reader.ts';

/** Reads a JSON file as strictly as a request body. Rejects a broken one with line and column. */
export function* readJson(bytes: Uint8Array): Work<unknown> {
  const parsed = yield* parseStrictJson(bytes);
  if ('value' in parsed) return parsed.value;
  const text = decodeText(bytes);
  const { at, reason } = (yield* faultOf(text)) ?? { at: text.length, reason: 'the file is not valid JSON.' };
  const lines = text.slice(0, at).split('\n');
  throw new UnreadableFile(`Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}: ${reason}`);
}

/** Tokens read before other requests get a turn, and the time per token (measured, rounded up). */
const TOKENS_AT_ONCE = 2000;
const TOKEN_US = 1;

/** A position where a text stops being JSON. */
interface Fault {
  readonly at: number;
  readonly reason: string;
}

/** The parts of the grammar that may come next (RFC 8259). */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

const WORDS: Readonly<Record<Expected, string>> = {
  value: 'a value is expected.',
  'value or end': 'a value or ] is expected.',
  name: 'a name in quotes is expected.',
  'name or end': 'a name in quotes or } is expected.',
  colon: 'a colon is expected.',
  'comma or end': 'a comma or the end of the list or object is expected.',
  nothing: 'nothing is expected after the value.',
};

const SPACE = /[ \t\n\r]*/y;
const PLAIN_VALUE = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const CONTROL_MAX = 0x1f;

/** Finds the first fault in a JSON text, or null. */
function* faultOf(text: string): Work<Fault | null> {
  const search = new FaultSearch(text);
  let fault: Fault | null = null;
  for (let count = 0; fault === null && search.hasMore(); count++) {
    if (count % TOKENS_AT_ONCE === 0) yield TOKENS_AT_ONCE * TOKEN_US;
    fault = search.readToken();
  }
  return fault ?? search.faultAtEnd();
}

/** Reads a JSON text token by token. Uses its own stack, so nesting cannot overflow. */
class FaultSearch {
  readonly #text: string;
  #at = 0;
  #expected: Expected = 'value';
  /** The names of each open object, or null for an open list. */
  readonly #open: (Set<string> | null)[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Skips white space. Returns false at the end of the text. */
  hasMore(): boolean {
    this.#at = endOf(SPACE, this.#text, this.#at);
    return this.#at < this.#text.length;
  }

  /** Reads one bracket, separator, name or value. Returns a fault if it is not allowed here. */
  readToken(): Fault | null {
    const character = this.#text[this.#at] ?? '';
    const isList = this.#open.at(-1) === null;
    if (this.#expected.endsWith('or end') && character === (isList ? ']' : '}')) return this.#close();
    if (this.#wants('comma') && character === ',') return this.#goOn(this.#at + 1, isList ? 'value' : 'name');
    if (this.#wants('colon') && character === ':') return this.#goOn(this.#at + 1, 'value');
    if (this.#wants('name') && character === '"') return this.#readName();
    if (this.#wants('value')) return this.#readValue(character);
    return this.#refused();
  }

  /** Returns the fault of a text that ends before its value. */
  faultAtEnd(): Fault | null {
    return this.#expected === 'nothing' ? null : { at: this.#text.length, reason: 'the file is cut off.' };
  }

  #wants(part: 'value' | 'name' | 'colon' | 'comma'): boolean {
    return this.#expected.startsWith(part);
  }

  #refused(): Fault {
    return { at: this.#at, reason: WORDS[this.#expected] };
  }

  #goOn(at: number, expected: Expected): null {
    this.#at = at;
    this.#expected = expected;
    return null;
  }

  #goOnAfterValue(at: number): null {
    return this.#goOn(at, this.#open.length === 0 ? 'nothing' : 'comma or end');
  }

  #close(): null {
    this.#open.pop();
    return this.#goOnAfterValue(this.#at + 1);
  }

  #readName(): Fault | null {
    const end = endOfString(this.#text, this.#at);
    if (typeof end !== 'number') return end;
    const names = this.#open.at(-1);
    const name = String(JSON.parse(this.#text.slice(this.#at, end)));
    if (names?.has(name)) return { at: this.#at, reason: 'the object has this name already.' };
    names?.add(name);
    return this.#goOn(end, 'colon');
  }

  #readValue(character: string): Fault | null {
    if (character === '{') {
      this.#open.push(new Set());
      return this.#goOn(this.#at + 1, 'name or end');
    }
    if (character === '[') {
      this.#open.push(null);
      return this.#goOn(this.#at + 1, 'value or end');
    }
    const end =
      character === '"' ? endOfString(this.#text, this.#at) : endOf(PLAIN_VALUE, this.#text, this.#at);
    if (typeof end !== 'number') return end;
    return end === this.#at ? this.#refused() : this.#goOnAfterValue(end);
  }
}

/** Returns the end of the pattern's match at this position, or the position itself if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Returns the position after the closing quote of the string that starts here. */
function endOfString(text: string, start: number): number | Fault {
  for (let at = start + 1; at < text.length; ) {
    if (text[at] === '"') return at + 1;
    if (text.charCodeAt(at) <= CONTROL_MAX) return { at, reason: 'a control character must be escaped.' };
    const end = text[at] === '\\' ? endOf(ESCAPE, text, at) : at + 1;
    if (end === at) return { at, reason: 'this escape does not exist.' };
    at = end;
  }
  return { at: text.length, reason: 'the file is cut off.' };
}
