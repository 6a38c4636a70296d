/**
 * Regions in which athletes are stored, each with its letter in identifiers. All but `eu` are location hints of D1;
 * `eu` is a jurisdiction. Identifiers never change, so a letter is never given to another region.
 */
const LETTERS = { wnam: 'a', enam: 'b', weur: 'c', eeur: 'd', apac: 'e', oc: 'f', eu: 'g' } as const;

export type Region = keyof typeof LETTERS;

export const REGIONS = ['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc', 'eu'] as const satisfies Region[];

const ORDINALS = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Returns whether a text is the name of a region. */
export function isRegion(text: string): text is Region {
  return Object.hasOwn(LETTERS, text);
}

/** Returns the two characters that name a shard in identifiers: its region's letter and its ordinal, 0 to 35. */
export function shardName(region: Region, ordinal: number): string {
  const character = ORDINALS[ordinal];
  if (character === undefined) throw new Error('a region has 36 shards at most');
  return `${LETTERS[region]}${character}`;
}

/** Returns the region of a shard; null if the text is not the name of a shard. */
export function regionOfShard(shard: string): Region | null {
  if (shard.length !== 2 || !ORDINALS.includes(shard.charAt(1))) return null;
  return REGIONS.find((region) => LETTERS[region] === shard.charAt(0)) ?? null;
}

/** Returns the region of a shard that holds athletes. Throws Error if the text is not the name of a shard. */
export function requireRegionOfShard(shard: string): Region {
  const region = regionOfShard(shard);
  if (region === null) throw new Error(`there is no region of the shard ${shard}`);
  return region;
}
