import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import { objectAt, regionOfAthlete } from '#platform/guards/call-object.ts';
import { REGIONS } from '#platform/regions.ts';
import { newAthleteId } from '#platform/storage/ids.ts';

/** Records how an object is reached: in which jurisdiction, by which name, with which hint. */
function recordingObjects(jurisdiction: string | null, reached: unknown[]): typeof env.KEY_GUARD {
  return new Proxy(env.KEY_GUARD, {
    get(target, member) {
      if (member === 'jurisdiction') return (name: string) => recordingObjects(name, reached);
      if (member === 'idFromName') return (name: string) => name;
      if (member !== 'get') return Reflect.get(target, member);
      return (name: string, { locationHint }: DurableObjectNamespaceGetDurableObjectOptions) => {
        reached.push([jurisdiction, name, locationHint]);
        return {};
      };
    },
  });
}

test('every Durable Object is reached with the location hint of its region, and eu as a jurisdiction', () => {
  const reached: unknown[] = [];
  const objects = recordingObjects(null, reached);
  for (const region of REGIONS) objectAt({ isLocal: false }, objects, { name: 'key_1', region });
  objectAt({ isLocal: true }, objects, { name: 'key_1', region: 'eu' });
  expect(reached).toEqual([
    ...['wnam', 'enam', 'weur', 'eeur', 'apac', 'oc'].map((region) => [null, 'key_1', region]),
    ['eu', 'key_1', 'weur'],
    [null, 'eu:key_1', 'weur'],
  ]);
});

test('the objects of an athlete are in the region that its identifier names', () => {
  expect(regionOfAthlete(newAthleteId('live', 'f003', 1))).toBe('oc');
  expect(() => regionOfAthlete('ath_1')).toThrow('must name its region');
});
