import type { Work } from '@musette/basics/work';

/**
 * The size of the pieces in which a text is decoded, so a large file and its text are never both in memory, and parsing a
 * piece takes a few milliseconds at most.
 */
const PIECE_BYTES = 8 * 1024;

/** Decodes UTF-8 piece by piece. Drops one leading byte order mark and rejects invalid bytes with their position. */
export function* decodePieces(bytes: Uint8Array): Generator<string> {
  const decoder = strictDecoder();
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const end = Math.min(bytes.length, start + PIECE_BYTES);
    let piece: string;
    try {
      piece = decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length });
    } catch {
      throw new UnreadableFile(`Byte ${invalidByte(bytes, start, end)}: the text is not valid UTF-8.`);
    }
    yield piece;
  }
}

/** Decodes a whole text as UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  return [...decodePieces(bytes)].join('');
}

function strictDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
}

/**
 * Finds the first invalid byte of a piece by bisection: a prefix decodes only if it ends before that byte.
 */
function invalidByte(bytes: Uint8Array, start: number, end: number): number {
  const from = startOfCharacter(bytes, start);
  let valid = from;
  let invalid = end;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (decodes(bytes.subarray(from, middle))) valid = middle;
    else invalid = middle;
  }
  return valid;
}

/** Steps back over the bytes of a character that started in the previous piece, at most three. */
function startOfCharacter(bytes: Uint8Array, at: number): number {
  let start = at;
  while (start > at - 3 && start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

function decodes(bytes: Uint8Array): boolean {
  try {
    strictDecoder().decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?$/;

/**
 * Reads a decimal number. Returns null for other text, even if `Number` accepts it (hexadecimal, empty text).
 */
export function readDecimal(text: string | undefined): number | null {
  if (text === undefined || text.length > 40 || !DECIMAL.test(text.trim())) return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : null;
}

/** Longer names are truncated to the maximum length of an activity's name. */
const NAME_CHARACTERS_MAX = 200;
/** Spaces, controls, and the two other characters not allowed in XML and therefore in drawings (XML 1.0 §2.2). */
const NOT_PLAIN = /[\p{Cc}\p{Zl}\p{Zp}\s\ufffe\uffff]+/gu;

/**
 * Returns a name from a file as one line of well-formed text without control characters, or null if nothing remains.
 */
export function plainName(
  text: string | null | undefined,
  charactersMax = NAME_CHARACTERS_MAX,
): string | null {
  if (!text) return null;
  const line = text
    .slice(0, 4 * NAME_CHARACTERS_MAX)
    .toWellFormed()
    .replace(NOT_PLAIN, ' ')
    .trim();
  const cut = line.slice(0, charactersMax);
  // The cut may have split a surrogate pair.
  const name = (cut.isWellFormed() ? cut : cut.slice(0, -1)).trim();
  return name === '' ? null : name;
}

type FileKind = 'fit' | 'xml' | 'json' | 'text';

const FIT_SIGNATURE = '.FIT';
const FIT_SIGNATURE_OFFSET = 8;
/** Enough for a byte order mark and the blank lines that some tools write first. */
const SNIFFED_BYTES = 256;

/**
 * Returns the kind of a file from its first bytes, because many tools send a generic media type.
 */
export function sniff(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) throw new UnreadableFile('Byte 0: the file is empty.');
  // Each byte becomes one character, so this also works if the start is not valid UTF-8.
  const start = String.fromCharCode(...bytes.subarray(0, SNIFFED_BYTES));
  if (start.startsWith(FIT_SIGNATURE, FIT_SIGNATURE_OFFSET)) return 'fit';
  if (/^(\xfe\xff|\xff\xfe)/.test(start) || /^.?\0/s.test(start)) {
    throw new UnreadableFile('Byte 0: the text must be UTF-8, not UTF-16 or UTF-32.');
  }
  const first = start.replace(/^\xef\xbb\xbf/, '').trimStart()[0];
  if (first === '<') return 'xml';
  // A list of objects, not the heading of an ERG file.
  return first === '{' || /^\s*\[\s*[{\]]/.test(start.replace(/^\xef\xbb\xbf/, '')) ? 'json' : 'text';
}

/** The maximum length of a message, and of its end if truncated. Names in a file can be as long as the file. */
const MESSAGE_MAX = 400;
const END_MAX = 150;

/**
 * Reports that a file cannot be read, with location and reason. This is a normal response, not a fault.
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';

  constructor(message: string) {
    super(message.length <= MESSAGE_MAX ? message : shortened(message));
  }
}

function shortened(message: string): string {
  return `${message.slice(0, MESSAGE_MAX - END_MAX)}…${message.slice(-END_MAX)}`.toWellFormed();
}

/** The failure of a file that cannot be read. */
export interface Unreadable {
  readonly failure: 'unreadable_file';
  readonly message: string;
}

/** Returns whether a reader refused its file. */
export function isUnreadable<T extends object>(read: T | Unreadable): read is Unreadable {
  return 'failure' in read;
}

/** Returns the result of a reader, or `unreadable_file` if it threw UnreadableFile. Other errors are bugs. */
export function* readOrFail<T>(read: () => Work<T>): Work<T | Unreadable> {
  try {
    return yield* read();
  } catch (fault) {
    if (fault instanceof UnreadableFile) return { failure: 'unreadable_file', message: fault.message };
    throw fault;
  }
}
