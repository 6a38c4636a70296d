import type { Work } from '@musette/basics/work';

/**
 * The size of the pieces in which a text is decoded, so a large file and its text are never both in memory, and parsing a
 * piece takes a few milliseconds at most.
 */
const PIECE_BYTES = 8 * 1024;

/**
 * Decodes a text piece by piece, as UTF-8 unless another encoding is named. Drops one leading byte order mark and rejects
 * invalid bytes with their position.
 */
export function* decodePieces(bytes: Uint8Array, encoding = 'utf-8'): Generator<string> {
  const decoder = strictDecoder(encoding);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const end = Math.min(bytes.length, start + PIECE_BYTES);
    let piece: string;
    try {
      piece = decoder.decode(bytes.subarray(start, end), { stream: end < bytes.length });
    } catch {
      if (encoding !== 'utf-8') throw new UnreadableFile(`Byte ${start}: the text is not valid ${encoding}.`);
      throw new UnreadableFile(`Byte ${invalidByte(bytes, start, end)}: the text is not valid UTF-8.`);
    }
    yield piece;
  }
}

/** Decodes a whole text as UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  return [...decodePieces(bytes)].join('');
}

function strictDecoder(encoding = 'utf-8'): TextDecoder {
  return new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
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
/** Enough for a byte order mark and the beginning of a declaration. */
const SNIFFED_BYTES = 256;
const BYTE_ORDER_MARK_16 = /^(\xfe\xff|\xff\xfe)/;

/**
 * Returns the kind of a file from its first bytes, because many tools send a generic media type. White space at the
 * beginning has no meaning.
 */
export function sniff(bytes: Uint8Array): FileKind {
  if (bytes.length === 0) throw new UnreadableFile('Byte 0: the file is empty.');
  const start = startOf(bytes, 0);
  if (start.startsWith(FIT_SIGNATURE, FIT_SIGNATURE_OFFSET)) return 'fit';
  if (encodingOf(bytes)?.startsWith('utf-16')) return 'xml';
  if (BYTE_ORDER_MARK_16.test(start) || /^.?\0/s.test(start)) {
    throw new UnreadableFile('Byte 0: the text must be UTF-8, not UTF-16 or UTF-32.');
  }
  const first = startOf(bytes, endOfBlank(bytes))[0];
  if (first === '<') return 'xml';
  // A list of objects, not the heading of an ERG file.
  return first === '{' || /^\s*\[\s*[{\]]/.test(start.replace(/^\xef\xbb\xbf/, '')) ? 'json' : 'text';
}

/** Returns the bytes from here on, each as one character, so this also works if they are not valid UTF-8. */
function startOf(bytes: Uint8Array, from: number): string {
  return String.fromCharCode(...bytes.subarray(from, from + SNIFFED_BYTES));
}

/** Returns the position behind white space and byte order marks. */
function endOfBlank(bytes: Uint8Array): number {
  let at = 0;
  for (;;) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)) at += 1;
    else if (byte === 0xef && bytes[at + 1] === 0xbb && bytes[at + 2] === 0xbf) at += 3;
    else return at;
  }
}

const XML_ENCODING = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']/;

/**
 * Returns the encoding of an XML file: that of its byte order mark, else the one that its declaration names. Null if none is
 * named. A text that is not UTF-16 cannot name UTF-16, but some tools write so.
 */
export function encodingOf(bytes: Uint8Array): string | null {
  const start = startOf(bytes, 0);
  for (const encoding of ['utf-16le', 'utf-16be']) {
    const mark = encoding === 'utf-16le' ? '\xff\xfe' : '\xfe\xff';
    const wide = new TextDecoder(encoding).decode(bytes.subarray(0, SNIFFED_BYTES)).trimStart();
    if (start.startsWith(mark)) return wide.startsWith('<') ? encoding : null;
    if (/^utf-?16/i.test(XML_ENCODING.exec(wide)?.[1] ?? '')) return encoding;
  }
  const named = XML_ENCODING.exec(startOf(bytes, endOfBlank(bytes)))?.[1] ?? null;
  return named === null || /^(utf-?8|utf-?16(le|be)?|us-ascii)$/i.test(named) ? null : named;
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
