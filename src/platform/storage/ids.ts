import { encodeTime, ulid } from 'ulid';
import type { Environment } from '../env.ts';

/** Prefixes of identifiers, one per kind of resource. */
export type IdPrefix =
  | 'prt'
  | 'key'
  | 'act'
  | 'fbk'
  | 'swt'
  | 'prd'
  | 'cpr'
  | 'con'
  | 'cli'
  | 'req'
  | 'aud'
  | 'job'
  | 'acc'
  | 'evt'
  | 'acr'
  | 'whk'
  | 'dlv'
  | 'rcl'
  | 'mbr'
  | 'inv'
  | 'lar'
  | 'ses';

const ULID = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const ATHLETE_ID = new RegExp(`^ath_([tl])([a-g][0-9a-z]{3})(${ULID})$`);
/** The letter of an environment in identifiers and links. */
export const LETTERS: Readonly<Record<Environment, string>> = { test: 't', live: 'l' };
/** The digits of a ULID in order. Letters that look like digits are left out. */
export const ULID_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

const RANDOM_POOL_BYTES = 1024;
const randomPool = new Uint8Array(RANDOM_POOL_BYTES);
let randomUsed = RANDOM_POOL_BYTES;

/**
 * Returns a number in [0, 1) from a pool that is filled by the platform's secure source, to avoid a call per letter.
 */
function secureRandom(): number {
  if (randomUsed === RANDOM_POOL_BYTES) {
    crypto.getRandomValues(randomPool);
    randomUsed = 0;
  }
  const byte = randomPool[randomUsed] ?? 0;
  // Cleared after use, so it cannot be read from the pool later.
  randomPool[randomUsed] = 0;
  randomUsed += 1;
  return byte / 256;
}

function newUlid(atMs: number): string {
  return ulid(atMs, secureRandom).toLowerCase();
}

/** Creates an identifier: a prefix and a lower-case ULID of `atMs`, so that identifiers sort by creation. */
export function newId(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${newUlid(atMs)}`;
}

/**
 * Returns the text that sorts before every identifier created at this time or later, and after all earlier ones. No
 * identifier is older than 1970.
 */
export function idsFrom(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${ulidFrom(atMs)}`;
}

/** Returns the text that sorts after every identifier with this prefix. */
export function afterEveryId(prefix: IdPrefix): string {
  return `${prefix}_~`;
}

/** Returns the text that sorts before every ULID of this time or later. */
export function ulidFrom(atMs: number): string {
  return encodeTime(Math.max(0, atMs)).toLowerCase();
}

/** Creates an athlete's identifier, which includes its address: environment letter and the shard's four characters. */
export function newAthleteId(environment: Environment, shard: string, atMs: number): string {
  return athleteIdOf({ environment, shard }, newUlid(atMs));
}

/** An athlete database, identified by environment and the shard's four characters. */
export interface AthleteAddress {
  readonly environment: Environment;
  readonly shard: string;
}

/** Reads the address from an athlete's identifier, or returns null for other text. */
export function parseAthleteId(id: string): AthleteAddress | null {
  const match = ATHLETE_ID.exec(id);
  if (!match?.[1] || !match[2]) return null;
  return { environment: match[1] === LETTERS.test ? 'test' : 'live', shard: match[2] };
}

const EXAMPLE_ULID = '01kajz8w3t5v9c2b7n4m6q8r0s';

/** Returns an identifier for examples: well-formed, and nobody's. */
export function exampleIdOf(prefix: IdPrefix): string {
  return `${prefix}_${EXAMPLE_ULID}`;
}

const OTHER_ID = new RegExp(`^[a-z]{3}_${ULID}$`);

/** Returns whether an identifier is one of an athlete's own product. */
export function isOwnProductId(id: string): boolean {
  return id.startsWith('cpr_');
}

/**
 * Describes the format of an identifier of this kind, or returns null if the text matches it. A product may be of the
 * catalogue or the athlete's own.
 */
export function explainForm(prefix: IdPrefix | 'ath', id: string): string | null {
  if (prefix === 'ath') {
    if (ATHLETE_ID.test(id)) return null;
    const example = athleteIdOf({ environment: 'test', shard: 'c000' }, EXAMPLE_ULID);
    return `An athlete's identifier looks like ${example}: ath_, then t (sandbox) or l (production), four characters for the database, and 26 lower-case letters and digits.`;
  }
  if (OTHER_ID.test(id) && (id.startsWith(`${prefix}_`) || (prefix === 'prd' && isOwnProductId(id))))
    return null;
  const form = `Its identifier looks like ${exampleIdOf(prefix)}: ${prefix}_ and 26 lower-case letters and digits.`;
  return prefix === 'prd' ? `${form} An athlete's own product begins with cpr_ instead.` : form;
}

/** Reads the address from the identifier of a stored athlete. Throws Error if the text is not one. */
export function requireAddressOfAthlete(id: string): AthleteAddress {
  const address = parseAthleteId(id);
  if (!address) throw new Error('a stored athlete must have the identifier of one');
  return address;
}

/** Returns the part of an athlete's identifier that sorts by creation across shards, or null for other text. */
export function ulidOfAthlete(id: string): string | null {
  return ATHLETE_ID.exec(id)?.[3] ?? null;
}

/** Returns the identifier of the athlete with this ULID in this database. */
export function athleteIdOf({ environment, shard }: AthleteAddress, ulid: string): string {
  return `ath_${LETTERS[environment]}${shard}${ulid}`;
}
