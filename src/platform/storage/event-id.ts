import { type SQL, sql } from 'drizzle-orm';
import { decodeTime, encodeTime } from 'ulid';
import { MINUTE_MS } from '../clock.ts';
import { regionOfShard } from '../regions.ts';
import type { EventRow, StoredEvent } from './events-schema.ts';
import { ULID_DIGITS } from './ids.ts';

/** The store of events that belong to no athlete. No shard has this name. */
export const REGISTRY_STORE = 'registry';

const STORE_DIGITS = 4;
const SEQUENCE_DIGITS = 12;
const EVENT_ID = /^evt_([0-7][0-9a-hjkmnp-tv-z]{9})([0-9a-hjkmnp-tv-z]{4})([0-9a-hjkmnp-tv-z]{12})$/;

/** A shard's name is a number in base 36. Minus the first one's, it fits in four digits of a ULID. */
const SHARD_BASE = 36;
const FIRST_SHARD = Number.parseInt('a000', SHARD_BASE);
/** The largest number of four digits, which no shard has. */
const REGISTRY_NUMBER = ULID_DIGITS.length ** STORE_DIGITS - 1;

interface EventLocation {
  readonly store: string;
  readonly sequence: number;
  readonly createdAt: number;
}

/**
 * Returns the identifier of an event, which consists of its time, the number of its store and its sequence there. It needs
 * neither storage nor an index. It sorts by time, and within a millisecond of a store by sequence. A restored store reuses
 * sequences, but never with the same times.
 */
export function eventIdAt({ store, sequence, createdAt }: EventLocation): string {
  const number =
    store === REGISTRY_STORE ? REGISTRY_NUMBER : Number.parseInt(store, SHARD_BASE) - FIRST_SHARD;
  const digits = toDigits(number, STORE_DIGITS) + toDigits(sequence, SEQUENCE_DIGITS);
  return `evt_${encodeTime(Math.max(0, createdAt)).toLowerCase()}${digits}`;
}

/** Reads the location of an event from its identifier, or returns null for other text. */
export function locationOfEvent(id: string): EventLocation | null {
  const [, time, storeDigits, sequenceDigits] = EVENT_ID.exec(id) ?? [];
  if (time === undefined || storeDigits === undefined || sequenceDigits === undefined) return null;
  const number = fromDigits(storeDigits);
  const store = number === REGISTRY_NUMBER ? REGISTRY_STORE : (number + FIRST_SHARD).toString(SHARD_BASE);
  const sequence = fromDigits(sequenceDigits);
  if ((store !== REGISTRY_STORE && regionOfShard(store) === null) || !Number.isSafeInteger(sequence))
    return null;
  return {
    store,
    sequence,
    createdAt: decodeTime(`${time}${'0'.repeat(16)}`.toUpperCase()),
  };
}

/** Returns the public identifier of an event of this store. */
export function namedEvent(store: string, stored: StoredEvent): EventRow {
  return { ...stored, id: eventIdAt({ ...stored, store }) };
}

function toDigits(number: number, length: number): string {
  let digits = '';
  for (let rest = number; digits.length < length; rest = Math.floor(rest / ULID_DIGITS.length)) {
    digits = ULID_DIGITS.charAt(rest % ULID_DIGITS.length) + digits;
  }
  return digits;
}

function fromDigits(digits: string): number {
  return [...digits].reduce((number, digit) => number * ULID_DIGITS.length + ULID_DIGITS.indexOf(digit), 0);
}

/**
 * Exceeds both the clock difference between two writers and the time from a request's clock reading to its commit. Events
 * this far apart in time are in commit order.
 */
export const CLOCK_SKEW_MS = MINUTE_MS;
/** The first step of the search, more than a store ever counts. A literal, because a bound number would not be whole. */
const LARGEST_STEP = sql.raw(String(2 ** 40));

/**
 * Builds a subquery for a position in a store that is guaranteed to come before every event recorded at this time or later, or
 * 0. Positions are in time order except for clock differences, so bisection finds it, reading one row per doubling of the
 * events and without a time index.
 */
export function positionBefore(atMs: number): SQL<number> {
  const latest = atMs - CLOCK_SKEW_MS;
  return sql`(WITH RECURSIVE halves(position, step) AS (
      SELECT 0, ${LARGEST_STEP}
      UNION
      SELECT iif((SELECT created_at FROM events WHERE sequence >= position + step ORDER BY sequence LIMIT 1) < ${latest},
        position + step, position), step / 2 FROM halves)
    SELECT position FROM halves WHERE step = 0)`;
}
