import { UnreadableFile } from './unreadable-file.ts';

export type FileKind = 'fit' | 'xml' | 'json' | 'text';

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
  return first === '{' ? 'json' : 'text';
}
