/**
 * Regions that store athletes, each with its letter in identifiers. All except `eu` are location hints of D1; `eu` is a
 * jurisdiction. Identifiers never change, so a letter is never reassigned to another region.
 */
const LETTERS = { wnam: 'a', enam: 'b', weur: 'c', eeur: 'd', apac: 'e', oc: 'f', eu: 'g' } as const;

export type Region = keyof typeof LETTERS;

export const REGIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc', 'eu'] as const satisfies Region[];

/** Regions of Durable Objects, including the guards of keys. Includes regions without D1 storage. */
export const GUARD_REGIONS = [
  'wnam',
  'enam',
  'sam',
  'weur',
  'eeur',
  'apac',
  'oc',
  'afr',
  'me',
  'eu',
] as const;

export type GuardRegion = (typeof GUARD_REGIONS)[number];

/** A shard's name is its region's letter and its ordinal in base 36, padded to three digits. */
const SHARD = /^([a-g])[0-9a-z]{3}$/;
const ORDINAL_DIGITS = 3;
const ORDINALS = 36 ** ORDINAL_DIGITS;

/** Returns whether a text is a region's name. */
export function isRegion(text: string): text is Region {
  return Object.hasOwn(LETTERS, text);
}

/**
 * Returns the four characters of a shard in identifiers: its region's letter and its ordinal, 0 to 46,655. The name is
 * virtual; the configuration maps it to a binding. Throws Error if the ordinal is out of range.
 */
export function shardName(region: Region, ordinal: number): string {
  if (!Number.isInteger(ordinal) || ordinal < 0 || ordinal >= ORDINALS) {
    throw new Error(`a region has ${ORDINALS} shards at most`);
  }
  return `${LETTERS[region]}${ordinal.toString(36).padStart(ORDINAL_DIGITS, '0')}`;
}

/** Returns the region of a shard, or null if the text is not a shard's name. */
export function regionOfShard(shard: string): Region | null {
  const letter = SHARD.exec(shard)?.[1];
  return REGIONS.find((region) => LETTERS[region] === letter) ?? null;
}

/** Returns the region of an athlete shard. Throws Error if the text is not a shard's name. */
export function requireRegionOfShard(shard: string): Region {
  const region = regionOfShard(shard);
  if (region === null) throw new Error(`there is no region of the shard ${shard}`);
  return region;
}
