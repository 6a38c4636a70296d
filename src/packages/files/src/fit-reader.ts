import type { Work } from '@musette/basics/work';
import {
  FIT_BASE_TYPES,
  FIT_CHECKSUM_BYTES,
  FIT_HEADER_BYTES,
  FIT_SHORT_HEADER_BYTES,
  fitChecksum,
} from './fit-profile.ts';
import { UnreadableFile } from './text-reader.ts';

/** A data message with its set fields. An array is read as its first value. */
export interface FitMessage {
  /** The global number of its kind. */
  readonly number: number;
  /** Returns a number without its scale, or null if the field is missing, not set or a text. */
  readonly numberOf: (field: number) => number | null;
  readonly textOf: (field: number) => string | null;
  /** Stops reading at this message. Throws UnreadableFile. */
  readonly refuse: (reason: string) => never;
}

interface FieldDefinition {
  readonly field: number;
  readonly offset: number;
  readonly bytes: number;
  readonly baseType: number;
}

interface MessageDefinition {
  readonly number: number;
  readonly isLittleEndian: boolean;
  readonly fields: readonly FieldDefinition[];
  /** Includes developer fields, which are skipped. */
  readonly bytes: number;
}

/** Bounds the time for a file of messages without content. A ride of a day has 86,400 records. */
const MESSAGES_MAX = 500_000;
/** Messages read before other requests get a turn, and the time per message (measured, rounded up). */
const MESSAGES_AT_ONCE = 1000;
const MESSAGE_US = 3;
/** Bytes whose checksum is added at once, and the time for one (measured, rounded up). */
const CHECKED_BYTES = 64 * 1024;
const CHECKED_BYTE_US = 0.02;

/**
 * Reads a single-part FIT file message by message, after checking its header, length and checksum. Skips developer fields
 * and the time in compressed headers. Yields only messages of the kinds in `wanted`.
 */
export function* readFit(
  bytes: Uint8Array,
  wanted: ReadonlySet<number>,
  visit: (message: FitMessage) => void,
): Work<void> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = yield* checkEnvelope(bytes, view);
  const definitions = new Map<number, MessageDefinition>();
  let at = view.getUint8(0);
  for (let count = 0; at < end; count++) {
    if (count % MESSAGES_AT_ONCE === 0) yield MESSAGES_AT_ONCE * MESSAGE_US;
    if (count >= MESSAGES_MAX) refuseAt(at, `the file has more than ${MESSAGES_MAX} messages.`);
    const header = view.getUint8(at);
    const isCompressed = (header & 0x80) !== 0;
    if (!isCompressed && (header & 0x40) !== 0) {
      const { definition, next } = readDefinition(view, at, end);
      definitions.set(header & 0x0f, definition);
      at = next;
      continue;
    }
    const local = isCompressed ? (header >> 5) & 0x03 : header & 0x0f;
    const definition = definitions.get(local) ?? refuseAt(at, 'a message comes before its definition.');
    const next = at + 1 + definition.bytes;
    if (next > end) refuseAt(at, 'a message is cut off.');
    if (wanted.has(definition.number)) visit(messageAt(view, at + 1, definition));
    at = next;
  }
}

/** Checks header, length and checksums. Returns the end of the messages. */
function* checkEnvelope(bytes: Uint8Array, view: DataView): Work<number> {
  const headerBytes = bytes[0] ?? 0;
  if (headerBytes !== FIT_HEADER_BYTES && headerBytes !== FIT_SHORT_HEADER_BYTES) {
    refuseAt(0, 'the header of a FIT file has 12 or 14 bytes.');
  }
  if (bytes.length < headerBytes + FIT_CHECKSUM_BYTES) refuseAt(bytes.length, 'the FIT header is cut off.');
  const end = headerBytes + view.getUint32(4, true);
  if (end + FIT_CHECKSUM_BYTES > bytes.length) {
    refuseAt(
      bytes.length,
      `the FIT file is cut off; its header announces ${end + FIT_CHECKSUM_BYTES} bytes.`,
    );
  }
  const headerChecksum = headerBytes === FIT_HEADER_BYTES ? view.getUint16(FIT_SHORT_HEADER_BYTES, true) : 0;
  // Zero means that the header has no checksum.
  const header = bytes.subarray(0, FIT_SHORT_HEADER_BYTES);
  if (headerChecksum !== 0 && headerChecksum !== fitChecksum(header)) {
    refuseAt(FIT_SHORT_HEADER_BYTES, 'the checksum of the FIT header is wrong.');
  }
  if (view.getUint16(end, true) !== (yield* checksumOf(bytes.subarray(0, end)))) {
    refuseAt(end, 'the checksum of the FIT file is wrong.');
  }
  return end;
}

function* checksumOf(bytes: Uint8Array): Work<number> {
  let checksum = 0;
  for (let start = 0; start < bytes.length; start += CHECKED_BYTES) {
    const piece = bytes.subarray(start, start + CHECKED_BYTES);
    checksum = fitChecksum(piece, checksum);
    yield piece.length * CHECKED_BYTE_US;
  }
  return checksum;
}

function readDefinition(
  view: DataView,
  at: number,
  end: number,
): { readonly definition: MessageDefinition; readonly next: number } {
  const byteAt = (offset: number): number =>
    offset < end ? view.getUint8(offset) : refuseAt(at, 'a definition is cut off.');
  const isLittleEndian = byteAt(at + 2) === 0;
  byteAt(at + 4);
  const number = view.getUint16(at + 3, isLittleEndian);
  const fields: FieldDefinition[] = [];
  let offset = 0;
  let next = at + 6;
  for (let left = byteAt(at + 5); left > 0; left--, next += 3) {
    const bytes = byteAt(next + 1);
    fields.push({ field: byteAt(next), offset, bytes, baseType: byteAt(next + 2) });
    offset += bytes;
  }
  if ((byteAt(at) & 0x20) !== 0) {
    const count = byteAt(next);
    next += 1;
    for (let left = count; left > 0; left--, next += 3) {
      offset += byteAt(next + 1);
      byteAt(next + 2);
    }
  }
  return { definition: { number, isLittleEndian, fields, bytes: offset }, next };
}

function messageAt(view: DataView, at: number, definition: MessageDefinition): FitMessage {
  const fieldValue = (field: number) => {
    const found = definition.fields.find((each) => each.field === field);
    return found ? readValue(view, at + found.offset, found, definition.isLittleEndian) : null;
  };
  return {
    number: definition.number,
    numberOf: (field) => {
      const value = fieldValue(field);
      return typeof value === 'number' ? value : null;
    },
    textOf: (field) => {
      const value = fieldValue(field);
      return typeof value === 'string' ? value : null;
    },
    refuse: (reason) => refuseAt(at - 1, reason),
  };
}

/** Reads the first value of a field. Null if it is not set or its size does not match its type. */
function readValue(
  view: DataView,
  at: number,
  { bytes, baseType }: FieldDefinition,
  isLittleEndian: boolean,
): number | string | null {
  const type = FIT_BASE_TYPES[baseType];
  if (!type || bytes < type.bytes || bytes % type.bytes !== 0) return null;
  if (type.kind === 'string') return readText(view, at, bytes);
  const value = readNumber(view, at, type.kind, type.bytes, isLittleEndian);
  return value === type.unset || !Number.isFinite(value) ? null : value;
}

function readNumber(
  view: DataView,
  at: number,
  kind: 'uint' | 'sint' | 'float',
  bytes: number,
  isLittleEndian: boolean,
): number {
  if (kind === 'float') {
    return bytes === 8 ? view.getFloat64(at, isLittleEndian) : view.getFloat32(at, isLittleEndian);
  }
  const isSigned = kind === 'sint';
  if (bytes === 1) return isSigned ? view.getInt8(at) : view.getUint8(at);
  if (bytes === 2) return isSigned ? view.getInt16(at, isLittleEndian) : view.getUint16(at, isLittleEndian);
  return isSigned ? view.getInt32(at, isLittleEndian) : view.getUint32(at, isLittleEndian);
}

/** Reads a text up to its zero byte. Devices cut names in the middle of a character, so a broken end is replaced. */
function readText(view: DataView, at: number, bytes: number): string | null {
  const all = new Uint8Array(view.buffer, view.byteOffset + at, bytes);
  const end = all.indexOf(0);
  const text = new TextDecoder().decode(end === -1 ? all : all.subarray(0, end)).replace(/\ufffd+$/, '');
  return text === '' ? null : text;
}

function refuseAt(at: number, reason: string): never {
  throw new UnreadableFile(`Byte ${at}: ${reason}`);
}
