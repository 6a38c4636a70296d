import { UnreadableFile } from './unreadable-file.ts';

/**
 * Size of the pieces in which a text is decoded, so that a large file and its text are never both in memory, and that
 * parsing one takes a few milliseconds at most.
 */
const PIECE_BYTES = 8 * 1024;

/** Decodes UTF-8 piece by piece. Drops one leading byte order mark, and refuses invalid bytes by their position. */
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

/** Steps back over the bytes of a character that began in the piece before; it has at most three more. */
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
