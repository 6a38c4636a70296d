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
  /** The part of a chained file to which it belongs, from 0. */
  readonly part: number;
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

/** How a file is read that is more or less than one whole part. */
export interface FitOptions {
  /** Reads each part of a chained file, a part whose header states a wrong size, and what is there of a part that is cut off. */
  readonly isLenient?: boolean;
}

/** What became of a file. */
export interface FitOutcome {
  /** Whether the file ends inside a message or before its checksum, or has bytes behind its parts that are no part. */
  readonly isTruncated: boolean;
}

/** The extent of a part. */
interface Part {
  readonly index: number;
  /** Where its header begins. */
  readonly at: number;
  readonly from: number;
  /** Where its messages end. */
  readonly end: number;
  /** Where the next part may begin. */
  readonly next: number;
  readonly isWhole: boolean;
}

/** Bounds the parts of a chained file; a multi-sport recording has fewer than ten. */
const PARTS_MAX = 64;

/**
 * Reads a FIT file message by message, after checking its header, length and checksum. Skips developer fields and the time in
 * compressed headers. Yields only messages of the kinds in `wanted`.
 */
export function* readFit(
  bytes: Uint8Array,
  wanted: ReadonlySet<number>,
  visit: (message: FitMessage) => void,
  { isLenient = false }: FitOptions = {},
): Work<FitOutcome> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const budget = { messages: MESSAGES_MAX };
  let at = 0;
  for (let index = 0; index < PARTS_MAX; index++) {
    const part = yield* partAt(bytes, view, { index, at, isLenient });
    const isCut = yield* readMessages(view, part, wanted, visit, budget);
    if (!isLenient) return { isTruncated: false };
    if (isCut || !part.isWhole) return { isTruncated: true };
    at = part.next;
    if (at >= bytes.length) return { isTruncated: false };
    // Some devices fill the rest of a block with zeros.
    if (!isHeader(bytes, at)) return { isTruncated: bytes.subarray(at).some((byte) => byte !== 0) };
  }
  return refuseAt(at, `the file has more than ${PARTS_MAX} parts.`);
}

/** Reads the messages of a part. Returns whether it ends inside one, which is refused if the part is whole. */
function* readMessages(
  view: DataView,
  { index, from, end, isWhole }: Part,
  wanted: ReadonlySet<number>,
  visit: (message: FitMessage) => void,
  budget: { messages: number },
): Work<boolean> {
  const definitions = new Map<number, MessageDefinition>();
  for (let at = from, count = 0; at < end; count++) {
    if (count % MESSAGES_AT_ONCE === 0) yield MESSAGES_AT_ONCE * MESSAGE_US;
    if (budget.messages-- <= 0) refuseAt(at, `the file has more than ${MESSAGES_MAX} messages.`);
    const header = view.getUint8(at);
    const isCompressed = (header & 0x80) !== 0;
    if (!isCompressed && (header & 0x40) !== 0) {
      if (!isWhole && endOfDefinition(view, at, end) > end) return true;
      const { definition, next } = readDefinition(view, at, end);
      definitions.set(header & 0x0f, definition);
      at = next;
      continue;
    }
    const local = isCompressed ? (header >> 5) & 0x03 : header & 0x0f;
    const definition = definitions.get(local);
    if (!definition) {
      // Behind a cut there may be the remains of a checksum.
      if (!isWhole && end - at <= FIT_CHECKSUM_BYTES) return true;
      return refuseAt(at, 'a message comes before its definition.');
    }
    const next = at + 1 + definition.bytes;
    if (next > end && !isWhole) return true;
    if (next > end) refuseAt(at, 'a message is cut off.');
    if (wanted.has(definition.number)) visit(messageAt(view, at + 1, definition, index));
    at = next;
  }
  return false;
}

/** Returns where a definition ends; beyond the end of the part if it is cut off. */
function endOfDefinition(view: DataView, at: number, end: number): number {
  if (at + 6 > end) return end + 1;
  const fieldsEnd = at + 6 + 3 * view.getUint8(at + 5);
  if ((view.getUint8(at) & 0x20) === 0) return fieldsEnd;
  return fieldsEnd < end ? fieldsEnd + 1 + 3 * view.getUint8(fieldsEnd) : end + 1;
}

function isHeader(bytes: Uint8Array, at: number): boolean {
  const isSize = bytes[at] === FIT_HEADER_BYTES || bytes[at] === FIT_SHORT_HEADER_BYTES;
  return isSize && String.fromCharCode(...bytes.subarray(at + 8, at + 12)) === '.FIT';
}

interface PartStart {
  readonly index: number;
  readonly at: number;
  readonly isLenient: boolean;
}

/** Checks header, length and checksums of the part that begins here. */
function* partAt(bytes: Uint8Array, view: DataView, { index, at, isLenient }: PartStart): Work<Part> {
  const headerBytes = bytes[at] ?? 0;
  if (headerBytes !== FIT_HEADER_BYTES && headerBytes !== FIT_SHORT_HEADER_BYTES) {
    refuseAt(at, 'the header of a FIT file has 12 or 14 bytes.');
  }
  const from = at + headerBytes;
  if (bytes.length < from + FIT_CHECKSUM_BYTES) refuseAt(bytes.length, 'the FIT header is cut off.');
  const end = from + view.getUint32(at + 4, true);
  const part = { index, at, from, end, next: end + FIT_CHECKSUM_BYTES, isWhole: true };
  const isInside = part.next <= bytes.length;
  if (isInside && view.getUint16(end, true) === (yield* checksumOf(bytes.subarray(at, end)))) {
    const checksum = headerBytes === FIT_HEADER_BYTES ? view.getUint16(at + FIT_SHORT_HEADER_BYTES, true) : 0;
    // Zero means that the header has no checksum.
    if (checksum !== 0 && checksum !== fitChecksum(bytes.subarray(at, at + FIT_SHORT_HEADER_BYTES))) {
      refuseAt(at + FIT_SHORT_HEADER_BYTES, 'the checksum of the FIT header is wrong.');
    }
    return part;
  }
  if (isLenient && part.next !== bytes.length) return yield* unsizedPart(bytes, view, part);
  if (!isInside) {
    refuseAt(bytes.length, `the FIT file is cut off; its header announces ${part.next} bytes.`);
  }
  return refuseAt(end, 'the checksum of the FIT file is wrong.');
}

/**
 * Takes a part whose header states another size than it has as the rest of the file. It is whole if the checksum at its end
 * is right, for the header as it is or as it should be.
 */
function* unsizedPart(bytes: Uint8Array, view: DataView, part: Part): Work<Part> {
  const end = bytes.length - FIT_CHECKSUM_BYTES;
  const isWhole = end > part.from && (yield* isSummed(bytes, view, part, end));
  return { ...part, end: isWhole ? end : bytes.length, next: bytes.length, isWhole };
}

function* isSummed(bytes: Uint8Array, view: DataView, { at, from }: Part, end: number): Work<boolean> {
  const stated = view.getUint16(end, true);
  if (stated === (yield* checksumOf(bytes.subarray(at, end)))) return true;
  const header = bytes.slice(at, from);
  const fixed = new DataView(header.buffer);
  fixed.setUint32(4, end - from, true);
  if (header.length === FIT_HEADER_BYTES && fixed.getUint16(FIT_SHORT_HEADER_BYTES, true) !== 0) {
    fixed.setUint16(FIT_SHORT_HEADER_BYTES, fitChecksum(header.subarray(0, FIT_SHORT_HEADER_BYTES)), true);
  }
  return stated === (yield* checksumOf(bytes.subarray(from, end), fitChecksum(header)));
}

function* checksumOf(bytes: Uint8Array, before = 0): Work<number> {
  let checksum = before;
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

function messageAt(view: DataView, at: number, definition: MessageDefinition, part: number): FitMessage {
  const fieldValue = (field: number) => {
    const found = definition.fields.find((each) => each.field === field);
    return found ? readValue(view, at + found.offset, found, definition.isLittleEndian) : null;
  };
  return {
    number: definition.number,
    part,
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
