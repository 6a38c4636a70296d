import { isFailure } from '../http/errors.ts';
import { parseJsonBody } from '../http/json-body.ts';
import { UnreadableFile } from './unreadable-file.ts';
import { decodeText } from './utf8.ts';

/** Reads a JSON file as strictly as the body of a request. Rejects a broken one by line and column. */
export function readJson(bytes: Uint8Array): unknown {
  const parsed = parseJsonBody(Uint8Array.from(bytes).buffer);
  if (!isFailure(parsed)) return parsed.value;
  const text = decodeText(bytes);
  const { at, reason } = faultOf(text) ?? { at: text.length, reason: 'the file is not valid JSON.' };
  const lines = text.slice(0, at).split('\n');
  throw new UnreadableFile(`Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}: ${reason}`);
}

/** A place at which a text stops being JSON. */
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

/** Finds the first fault of a JSON text; null if it has none. Keeps its own stack, so that nesting cannot overflow it. */
function faultOf(text: string): Fault | null {
  /** The names of each open object; null for an open list. */
  const open: (Set<string> | null)[] = [];
  let expected: Expected = 'value';
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  for (let at = endOf(SPACE, text, 0); at < text.length; at = endOf(SPACE, text, at)) {
    const character = text[at] ?? '';
    const isList = open.at(-1) === null;
    const wants = (some: string) => expected.startsWith(some);
    const refused = { at, reason: WORDS[expected] };
    if (expected.endsWith('or end') && character === (isList ? ']' : '}')) {
      open.pop();
      expected = afterValue();
      at += 1;
    } else if (wants('comma') && character === ',') {
      expected = isList ? 'value' : 'name';
      at += 1;
    } else if (wants('colon') && character === ':') {
      expected = 'value';
      at += 1;
    } else if (wants('value') && (character === '{' || character === '[')) {
      open.push(character === '{' ? new Set() : null);
      expected = character === '{' ? 'name or end' : 'value or end';
      at += 1;
    } else if ((wants('value') || wants('name')) && character === '"') {
      const end = endOfString(text, at);
      if (typeof end !== 'number') return end;
      const names = open.at(-1);
      if (wants('name') && names) {
        const name = String(JSON.parse(text.slice(at, end)));
        if (names.has(name)) return { at, reason: 'the object has this name already.' };
        names.add(name);
      }
      expected = wants('name') ? 'colon' : afterValue();
      at = end;
    } else {
      const end = wants('value') ? endOf(PLAIN_VALUE, text, at) : at;
      if (end === at) return refused;
      expected = afterValue();
      at = end;
    }
  }
  return expected === 'nothing' ? null : { at: text.length, reason: 'the file is cut off.' };
}

/** Returns where a match of the pattern at this place ends; the place itself if there is none. */
function endOf(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return at + (pattern.exec(text)?.[0].length ?? 0);
}

/** Returns where the string that begins here ends, behind its quote. */
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
