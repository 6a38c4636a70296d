import {
  FIT_BASE_TYPES,
  FIT_CHECKSUM_BYTES,
  FIT_HEADER_BYTES,
  FIT_SHORT_HEADER_BYTES,
  fitChecksum,
} from './fit-profile.ts';

/** Base types that the writer uses, by the number that a field definition names. */
export const FIT_TYPE = { enum: 0, text: 7, uint16: 132, sint32: 133, uint32: 134, uint32z: 140 } as const;

/** A field of a message to write; its value is already scaled. Null writes the value that means "not set". */
export interface FitField {
  readonly field: number;
  readonly type: (typeof FIT_TYPE)[keyof typeof FIT_TYPE];
  readonly value: number | string | null;
}

/** A message to write, by its global number. */
export interface FitData {
  readonly number: number;
  readonly fields: readonly FitField[];
}

/** Protocol 1.0 and profile 21.00: every device of the last decade reads them. */
const PROTOCOL_VERSION = 0x10;
const PROFILE_VERSION = 2100;
const DEFINITION_HEADER = 0x40;
/** A field has at most this many bytes; a text ends with a zero byte. */
const FIELD_BYTES_MAX = 255;

/** Writes a FIT file: each message after its definition, which is repeated only if it changes. */
export function writeFit(messages: readonly FitData[]): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  let defined = '';
  for (const { number, fields } of messages) {
    const values = fields.map((field) => ({ ...field, bytes: bytesOf(field) }));
    const definition = [
      ...[DEFINITION_HEADER, 0, 0, number & 0xff, number >> 8, values.length],
      ...values.flatMap(({ field, type, bytes: value }) => [field, value.length, type]),
    ];
    if (defined !== definition.join()) bytes.push(...definition);
    defined = definition.join();
    bytes.push(0, ...values.flatMap(({ bytes: value }) => value));
  }
  return inEnvelope(bytes);
}

function inEnvelope(data: readonly number[]): Uint8Array<ArrayBuffer> {
  const end = FIT_HEADER_BYTES + data.length;
  const file = new Uint8Array(end + FIT_CHECKSUM_BYTES);
  const view = new DataView(file.buffer);
  view.setUint8(0, FIT_HEADER_BYTES);
  view.setUint8(1, PROTOCOL_VERSION);
  view.setUint16(2, PROFILE_VERSION, true);
  view.setUint32(4, data.length, true);
  file.set(new TextEncoder().encode('.FIT'), 8);
  view.setUint16(FIT_SHORT_HEADER_BYTES, fitChecksum(file.subarray(0, FIT_SHORT_HEADER_BYTES)), true);
  file.set(data, FIT_HEADER_BYTES);
  view.setUint16(end, fitChecksum(file.subarray(0, end)), true);
  return file;
}

function bytesOf({ type, value }: FitField): readonly number[] {
  if (type === FIT_TYPE.text || typeof value === 'string') {
    return [...new TextEncoder().encode(cutText(String(value ?? ''), FIELD_BYTES_MAX - 1)), 0];
  }
  const known = FIT_BASE_TYPES[type];
  if (known === undefined) throw new Error(`FIT base type ${type} is not known`);
  const number = value ?? known.unset;
  return Array.from({ length: known.bytes }, (_, index) => (number >> (8 * index)) & 0xff);
}

/** Cuts a text to at most this many bytes of UTF-8, at a whole character. */
export function cutText(text: string, bytesMax: number): string {
  let bytes = 0;
  let cut = '';
  for (const character of text.toWellFormed()) {
    bytes += new TextEncoder().encode(character).length;
    if (bytes > bytesMax) break;
    cut += character;
  }
  return cut;
}
