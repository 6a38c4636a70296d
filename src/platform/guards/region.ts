import type { Env } from '../env.ts';
import { type GuardRegion, type Region, regionOfShard } from '../regions.ts';
import { parseAthleteId } from '../storage/ids.ts';

/**
 * The name and region of a Durable Object. Neither ever changes. A different address is a different object.
 */
export interface ObjectAddress {
  readonly name: string;
  readonly region: GuardRegion;
}

/**
 * Returns the Durable Object at this address. The first call creates it near the region, or inside it if the region is a
 * jurisdiction. Only this function chooses the jurisdiction `eu`. Local runs lack jurisdictions and use names instead.
 */
export function objectAt<Kind extends Rpc.DurableObjectBranded | undefined>(
  { isLocal }: Pick<Env, 'isLocal'>,
  objects: DurableObjectNamespace<Kind>,
  { name, region }: ObjectAddress,
): DurableObjectStub<Kind> {
  if (region !== 'eu') return objects.get(objects.idFromName(name), { locationHint: region });
  const locationHint = 'weur';
  if (isLocal) return objects.get(objects.idFromName(`eu:${name}`), { locationHint });
  const inside = objects.jurisdiction('eu');
  return inside.get(inside.idFromName(name), { locationHint });
}

/** Returns the region that stores an athlete and the objects of the athlete and its connections. */
export function regionOfAthlete(athleteId: string): Region {
  const address = parseAthleteId(athleteId);
  const region = address && regionOfShard(address.shard);
  if (!region) throw new Error('the identifier of an athlete must name its region');
  return region;
}
