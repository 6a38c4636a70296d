import { ulid } from 'ulid';
import type { Environment } from '../env.ts';

/** Every kind of thing that has an identifier, by the prefix its identifier carries. */
export type IdPrefix =
  | 'prt'
  | 'key'
  | 'act'
  | 'fbk'
  | 'swt'
  | 'prd'
  | 'con'
  | 'cli'
  | 'req'
  | 'aud'
  | 'job'
  | 'acc';

const ULID = '[0-7][0-9a-hjkmnp-tv-z]{25}';
const ATHLETE_ID = new RegExp(`^ath_([tl])([0-9a-z])${ULID}$`);
const LETTER: Readonly<Record<Environment, string>> = { test: 't', live: 'l' };

const RANDOM_POOL_BYTES = 1024;
const randomPool = new Uint8Array(RANDOM_POOL_BYTES);
let randomUsed = RANDOM_POOL_BYTES;

/** A number of [0, 1) from the platform's secure source, asked a thousand times less often than once a letter. */
function secureRandom(): number {
  if (randomUsed === RANDOM_POOL_BYTES) {
    crypto.getRandomValues(randomPool);
    randomUsed = 0;
  }
  const byte = randomPool[randomUsed] ?? 0;
  // Used once and gone: what was handed out cannot be read from here again.
  randomPool[randomUsed] = 0;
  randomUsed += 1;
  return byte / 256;
}

function newUlid(atMs: number): string {
  return ulid(atMs, secureRandom).toLowerCase();
}

/** A new identifier: its prefix and a lower-case ULID of `atMs`, so that identifiers sort by creation. */
export function newId(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${newUlid(atMs)}`;
}

/** An athlete's identifier also says where the athlete lives: environment letter and shard character. */
export function newAthleteId(environment: Environment, shard: string, atMs: number): string {
  return `ath_${LETTER[environment]}${shard}${newUlid(atMs)}`;
}

export interface AthleteAddress {
  readonly environment: Environment;
  readonly shard: string;
}

/** Where the athlete of this identifier lives, or null where the text is no athlete identifier. */
export function parseAthleteId(id: string): AthleteAddress | null {
  const match = ATHLETE_ID.exec(id);
  if (!match?.[1] || !match[2]) return null;
  return { environment: match[1] === 't' ? 'test' : 'live', shard: match[2] };
}
