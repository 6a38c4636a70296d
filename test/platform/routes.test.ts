import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, test } from 'vitest';
import { ROUTES } from '#delivery/app/routes.ts';
import type { Route } from '#platform/http/route.ts';
import type { Calls } from '#platform/storage/job.ts';
import { makeActivity, makeAthlete, makePrescription, makeWebhook } from '../support/builders.ts';
import { loadTestCatalogue } from '../support/catalogue.ts';
import { call, refusal } from '../support/client.ts';
import { makePartner } from '../support/partners.ts';
import { callOf, type Identifiers } from '../support/route-calls.ts';
import { Invocation, invoke, PLATFORM_LIMITS, platformBindings, platformFetch } from './simulator.ts';

/** Every route on the simulator that says no, as one invocation each. */

let partner: Awaited<ReturnType<typeof makePartner>>;
let ids: Identifiers;

beforeAll(async () => {
  await loadTestCatalogue();
  partner = await makePartner();
  const key = partner.testKey;
  const athlete = await makeAthlete(key, { body_mass_kg: 70 });
  const activity = await makeActivity(key, athlete.id, { duration_min: 120 });
  await makePrescription(key, activity.path);
  const webhook = await makeWebhook(key, { events: ['athlete.*'] });
  ids = { athlete_id: athlete.id, activity_id: activity.id, webhook_id: webhook.id };
});

const named = ROUTES.map((route): [string, Route] => [`${route.method} ${route.path}`, route]);
/** The rest of a limit is for what a request may need beyond the example of its route. */
const SHARE = 0.9;

describe('as one invocation on the platform', () => {
  test.each(named)('%s stays within its limits', async (_name, route) => {
    const invocation = new Invocation();
    const key = route.access === 'operator' ? env.OPERATOR_TOKEN : partner.testKey;
    const { path, options } = callOf(route, ids);
    const bindings = platformBindings(env);
    const reply = await invoke(invocation, () => call(route.method, path, { key, ...options, bindings }));
    expect(reply.status, reply.text).not.toBe(500);
    for (const name of Object.keys(PLATFORM_LIMITS) as (keyof Calls)[]) {
      expect(invocation.made[name], name).toBeLessThanOrEqual(SHARE * PLATFORM_LIMITS[name]);
    }
  });
});

describe('the simulator', () => {
  test.each([
    ['d1Queries', { d1Queries: 0 }],
    ['subrequests', { subrequests: 1 }],
  ] as const)('refuses what exceeds the limit of %s, and the request is 500', async (_name, limit) => {
    const { testKey: key } = await makePartner();
    const invocation = new Invocation({ ...PLATFORM_LIMITS, ...limit });
    const bindings = platformBindings(env);
    const reply = await invoke(invocation, () => call('GET', '/v1/athletes', { key, bindings }));
    expect(refusal(reply)).toMatchObject({ status: 500, code: 'internal_error' });
  });

  test('answers 530 for a server that cannot be reached, and leaves a caller that gives up its own error', async () => {
    const broken = platformFetch(() => Promise.reject(new TypeError('fetch failed')));
    const reply = await broken('https://nowhere.invalid/');
    expect([reply.status, reply.headers.get('server')]).toEqual([530, 'cloudflare']);
    const refused = platformFetch(broken, (host) => (host === 'down.example' ? 521 : null));
    expect((await refused('https://down.example/')).status).toBe(521);
    const abort = new AbortController();
    abort.abort();
    await expect(broken('https://nowhere.invalid/', { signal: abort.signal })).rejects.toThrow(
      'fetch failed',
    );
  });
});
