import { FIT_BASE_TYPES, fitChecksum } from '#platform/files/fit-profile.ts';

/** A field of a message that a test writes: number, base type, value. */
export type WrittenField = readonly [field: number, baseType: number, value: number | string];

export interface WrittenMessage {
  readonly number: number;
  readonly fields: readonly WrittenField[];
  /** Bytes of developer fields that follow the message's own. */
  readonly developerBytes?: number;
}

export interface WritingOptions {
  readonly isBigEndian?: boolean;
  readonly headerBytes?: 12 | 14;
  /** Messages after the first of their kind have a header with a compressed time. */
  readonly isTimeCompressed?: boolean;
}

const TEXT_TYPE = 7;
const TEXT_BYTES = 32;

/** Writes a FIT file, each message after its definition. */
export function fitFile(messages: readonly WrittenMessage[], options: WritingOptions = {}): Uint8Array {
  const { isBigEndian = false, headerBytes = 14, isTimeCompressed = false } = options;
  const body = messages.flatMap((message) => [
    ...definitionBytes(message, isBigEndian),
    isTimeCompressed ? 0x80 : 0,
    ...message.fields.flatMap((field) => fieldBytes(field, isBigEndian)),
    ...new Array<number>(message.developerBytes ?? 0).fill(0xab),
  ]);
  const header = [
    headerBytes,
    0x20,
    0x54,
    0x08,
    ...numberBytes(body.length, 4, false),
    0x2e,
    0x46,
    0x49,
    0x54,
  ];
  if (headerBytes === 14) header.push(...numberBytes(fitChecksum(Uint8Array.from(header)), 2, false));
  const whole = [...header, ...body];
  return Uint8Array.from([...whole, ...numberBytes(fitChecksum(Uint8Array.from(whole)), 2, false)]);
}

/** Gives a changed file the checksum that it needs to be read. */
export function withChecksum(file: Uint8Array): Uint8Array {
  const whole = file.slice(0, -2);
  return Uint8Array.from([...whole, ...numberBytes(fitChecksum(whole), 2, false)]);
}

function definitionBytes({ number, fields, developerBytes }: WrittenMessage, isBigEndian: boolean): number[] {
  const developer = developerBytes === undefined ? [] : [1, 0, developerBytes, 0];
  return [
    developerBytes === undefined ? 0x40 : 0x60,
    0,
    isBigEndian ? 1 : 0,
    ...numberBytes(number, 2, isBigEndian),
    fields.length,
    ...fields.flatMap(([field, baseType]) => [field, bytesOf(baseType), baseType]),
    ...developer,
  ];
}

function bytesOf(baseType: number): number {
  return baseType === TEXT_TYPE ? TEXT_BYTES : (FIT_BASE_TYPES[baseType]?.bytes ?? 1);
}

function fieldBytes([, baseType, value]: WrittenField, isBigEndian: boolean): number[] {
  if (typeof value === 'number') return numberBytes(value, bytesOf(baseType), isBigEndian);
  const text = [...new TextEncoder().encode(value)].slice(0, TEXT_BYTES - 1);
  return [...text, ...new Array<number>(TEXT_BYTES - text.length).fill(0)];
}

function numberBytes(value: number, count: number, isBigEndian: boolean): number[] {
  const unsigned = value < 0 ? value + 256 ** count : value;
  const bytes = Array.from({ length: count }, (_, index) => Math.floor(unsigned / 256 ** index) % 256);
  return isBigEndian ? bytes.reverse() : bytes;
}
