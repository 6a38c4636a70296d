import { REGIONS, regionOfShard, shardName } from '#platform/regions.ts';
import { shortDigest } from '#platform/storage/cryptography.ts';
import type { Position } from '#platform/storage/cursor.ts';
import { REGISTRY_STORE } from '#platform/storage/event-id.ts';
import { EVENTS_RETAINED_MS } from '#platform/storage/record-events.ts';

/** The position in each store: everything up to this sequence has been read. */
export type StorePositions = ReadonlyMap<string, number>;

/**
 * A reader's position in the feed. If a partner has few shards, every page reads all of them. Otherwise pages
 * read the shards with change hints in rounds, in the order of their names. Each round stores its start time and
 * reads the shards with change hints since the previous round began.
 */
export interface FeedPosition {
  /** Identifies the epochs of the positions. Null if there are no positions. */
  readonly epochs: string | null;
  readonly positions: StorePositions;
  /** The start of this round and of the previous one. */
  readonly roundAtMs: number;
  readonly lastRoundAtMs: number;
  /** The next shard of this round. Empty if the next page begins a round. */
  readonly next: string;
  /** Whether that shard is known to have more events. */
  readonly isNextPending: boolean;
  /** The next shard without a change hint to check for events. */
  readonly checked: string;
}

export const BEGINNING: FeedPosition = {
  epochs: null,
  positions: new Map(),
  roundAtMs: 0,
  lastRoundAtMs: 0,
  next: '',
  isNextPending: false,
  checked: '',
};

/** Encodes a position for a cursor, with the time at which it was read. */
export function toCursorPosition(feed: FeedPosition, nowMs: number): Position {
  const { epochs, roundAtMs, lastRoundAtMs, next, isNextPending, checked, positions } = feed;
  return [
    nowMs,
    nowMs - roundAtMs,
    nowMs - lastRoundAtMs,
    next,
    isNextPending ? 1 : 0,
    checked,
    epochs ?? '',
    `\0${String.fromCharCode(...packPositions(positions))}`,
  ];
}

/** Reads the position of a cursor. Returns null if it is older than events are retained. */
export function fromCursorPosition(position: Position, nowMs: number): FeedPosition | null {
  const [readAt, round, lastRound, next, isPending, checked, epochs, packed] = position;
  if (typeof readAt !== 'number' || readAt < nowMs - EVENTS_RETAINED_MS) return null;
  if (typeof packed !== 'string') return null;
  return {
    epochs: String(epochs),
    positions: unpackPositions(Uint8Array.from(packed.slice(1), (character) => character.charCodeAt(0))),
    roundAtMs: readAt - Number(round),
    lastRoundAtMs: readAt - Number(lastRound),
    next: String(next),
    isNextPending: isPending === 1,
    checked: String(checked),
  };
}

/** Identifies the epochs of these stores in eleven characters. */
export async function identifyEpochs(epochs: ReadonlyMap<string, string>): Promise<string> {
  const sorted = [...epochs].sort(([one], [other]) => (one < other ? -1 : 1));
  return (await shortDigest(JSON.stringify(sorted))).slice(0, 11);
}

/** Bit widths of the numbers in a header: a count or an ordinal of shards, and a sequence. */
const COUNT_BITS = 16;
const SEQUENCE_BITS = 48;
const WIDTH_BITS = 6;

/**
 * Packs positions into bytes. Stores the ordinals of each region's shards as a bitmap or a list, whichever is
 * shorter, then the sequences, each in as many bits as their differences need. 168 positions with sequences up
 * to 67 million take 600 bytes.
 */
function packPositions(positions: StorePositions): Uint8Array<ArrayBuffer> {
  const bits = new BitWriter();
  const registry = positions.get(REGISTRY_STORE);
  const sequences = registry === undefined ? [] : [registry];
  bits.write(sequences.length, 1);
  for (const region of REGIONS) {
    const own = [...positions].filter(([store]) => regionOfShard(store) === region);
    const sorted = own.map(([store, sequence]) => [ordinalOf(store), sequence] as const);
    sorted.sort(([one], [other]) => one - other);
    sequences.push(...sorted.map(([, sequence]) => sequence));
    writeOrdinals(
      bits,
      sorted.map(([ordinal]) => ordinal),
    );
  }
  const base = sequences.length === 0 ? 0 : Math.min(...sequences);
  const width = (Math.max(base, ...sequences) - base).toString(2).length;
  bits.write(base, SEQUENCE_BITS);
  bits.write(width, WIDTH_BITS);
  for (const sequence of sequences) bits.write(sequence - base, width);
  return bits.bytes();
}

function unpackPositions(bytes: Uint8Array): StorePositions {
  const bits = new BitReader(bytes);
  const stores = bits.read(1) === 1 ? [REGISTRY_STORE] : [];
  for (const region of REGIONS) {
    stores.push(...readOrdinals(bits).map((ordinal) => shardName(region, ordinal)));
  }
  const base = bits.read(SEQUENCE_BITS);
  const width = bits.read(WIDTH_BITS);
  return new Map(stores.map((store) => [store, base + bits.read(width)]));
}

function ordinalOf(shard: string): number {
  return Number.parseInt(shard.slice(1), 36);
}

function writeOrdinals(bits: BitWriter, ordinals: readonly number[]): void {
  const first = ordinals[0] ?? 0;
  const span = (ordinals.at(-1) ?? first) - first + 1;
  const isMap = span < ordinals.length * COUNT_BITS;
  bits.write(ordinals.length, COUNT_BITS);
  if (ordinals.length === 0) return;
  bits.write(isMap ? 1 : 0, 1);
  if (!isMap) for (const ordinal of ordinals) bits.write(ordinal, COUNT_BITS);
  else {
    const present = new Set(ordinals);
    bits.write(first, COUNT_BITS);
    for (let offset = 0; offset < span; offset++) bits.write(present.has(first + offset) ? 1 : 0, 1);
  }
}

function readOrdinals(bits: BitReader): readonly number[] {
  const count = bits.read(COUNT_BITS);
  if (count === 0) return [];
  if (bits.read(1) === 0) return Array.from({ length: count }, () => bits.read(COUNT_BITS));
  const ordinals: number[] = [];
  for (let ordinal = bits.read(COUNT_BITS); ordinals.length < count; ordinal++) {
    if (bits.read(1) === 1) ordinals.push(ordinal);
  }
  return ordinals;
}

/** Writes numbers of a given width, highest bit first. */
class BitWriter {
  readonly #bits: number[] = [];

  write(value: number, width: number): void {
    for (let bit = width - 1; bit >= 0; bit--) this.#bits.push(Math.floor(value / 2 ** bit) % 2);
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(Math.ceil(this.#bits.length / 8));
    for (const [index, bit] of this.#bits.entries()) {
      const byte = Math.floor(index / 8);
      bytes[byte] = (bytes[byte] ?? 0) + bit * 2 ** (7 - (index % 8));
    }
    return bytes;
  }
}

class BitReader {
  readonly #bytes: Uint8Array;
  #readBits = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  read(width: number): number {
    let value = 0;
    for (let bit = 0; bit < width; bit++) {
      const byte = this.#bytes[Math.floor(this.#readBits / 8)] ?? 0;
      value = value * 2 + (Math.floor(byte / 2 ** (7 - (this.#readBits % 8))) % 2);
      this.#readBits += 1;
    }
    return value;
  }
}
