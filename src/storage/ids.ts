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

/** A new identifier: its prefix and a lower-case ULID of `atMs`, so that identifiers sort by creation. */
export function newId(prefix: IdPrefix, atMs: number): string {
  return `${prefix}_${ulid(atMs).toLowerCase()}`;
}

/** An athlete's identifier also says where the athlete lives: environment letter and shard character. */
export function newAthleteId(environment: Environment, shard: string, atMs: number): string {
  return `ath_${LETTER[environment]}${shard}${ulid(atMs).toLowerCase()}`;
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
