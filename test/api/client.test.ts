import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';
import worker from '../../src/index.ts';
import { InvalidRequestError, Musette, NotFoundError } from '../../src/packages/client/src/index.ts';
import { BASE } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';

/** Returns a client whose requests the whole Worker answers, in this isolate. */
async function newClient(): Promise<Musette> {
  const { testKey } = await makePartner({ defaultTier: 'full' });
  return new Musette({
    apiKey: testKey,
    baseUrl: BASE,
    async fetch(input, init) {
      const execution = createExecutionContext();
      const { url, method, headers, body } = new Request(input, init);
      const request = new Request<unknown, IncomingRequestCfProperties>(url, { method, headers, body });
      const response = await worker.fetch(request, { ...env }, execution);
      await waitOnExecutionContext(execution);
      return response;
    },
  });
}

test('the client syncs athletes and activities, and reads the prescription, its pages and its events', async () => {
  const musette = await newClient();
  const riders = Array.from({ length: 3 }, (_, index) => ({
    external_id: `rider-${index}`,
    body_mass_kg: 60,
  }));
  const ids: string[] = [];
  for await (const { result } of musette.syncAthletes(riders)) {
    if ('athlete' in result) ids.push(result.athlete.id);
  }
  expect(ids).toHaveLength(3);
  const sessions = [
    { athlete_external_id: 'rider-0', external_id: 'run-1', type: 'run', duration_min: 120 } as const,
    { athlete_external_id: 'nobody', external_id: 'run-2', type: 'run', duration_min: 120 } as const,
  ];
  const outcomes: string[] = [];
  for await (const { result } of musette.syncActivities(sessions, { calculate: true })) {
    if ('error' in result) outcomes.push(result.error.code);
    else if (result.activity.tier === 'full')
      outcomes.push(typeof result.activity.prescription?.carb_g_per_hr);
  }
  expect(outcomes).toEqual(['number', 'athlete_not_found']);

  const listed: string[] = [];
  for await (const { id } of musette.each('listAthletes', { limit: 1 })) listed.push(id);
  expect(listed.toSorted()).toEqual(ids.toSorted());

  const feed = musette.events({ limit: 2 });
  const types: string[] = [];
  for await (const { type } of feed) types.push(type);
  expect(types.filter((type) => type === 'athlete.created')).toHaveLength(3);
  expect(feed.cursor).not.toBeNull();
});

test('the client reads an unchanged athlete by its ETag, and throws refusals as errors with code and request id', async () => {
  const musette = await newClient();
  const { id } = await musette.createAthlete({ body: { external_id: 'rider-1' } });
  const first = await musette.getAthlete({ athlete_id: id });
  expect(await musette.getAthlete({ athlete_id: id })).toEqual(first);
  await musette.updateAthlete({ athlete_id: id, body: { body_mass_kg: 61 } });
  expect((await musette.getAthlete({ athlete_id: id })).body_mass_kg).toBe(61);

  const refused = await musette
    .updateAthlete({ athlete_id: id, body: { body_mass_kg: 6100 } })
    .catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(InvalidRequestError);
  expect(refused).toMatchObject({
    code: 'validation_failed',
    requestId: expect.stringMatching(/^req_/),
    problems: [{ pointer: '/body_mass_kg' }],
  });
  await musette.eraseAthlete({ athlete_id: id });
  await expect(musette.getAthlete({ athlete_id: id })).rejects.toBeInstanceOf(NotFoundError);
});
