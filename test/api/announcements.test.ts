import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import { runJobs } from '#partner/retention/run-jobs.ts';
import { Browser } from '../support/browser.ts';
import { runSchedule } from '../support/crons.ts';
import { connect, discover, makeClient, newEmail } from '../support/oauth.ts';
import { makePartner } from '../support/partners.ts';
import { DeliveryWorld } from '../support/webhooks.ts';

const DAY_S = 86_400;
const RUN = { type: 'run', duration_min: 90, intensity_level: 6 };

/** A partner with a webhook for these events, whose receiver accepts everything. No cron runs. */
async function subscribed(events: readonly string[]) {
  const world = new DeliveryWorld();
  const { testKey: key } = await makePartner();
  const send = async (method: string, path: string, body?: unknown) => {
    const reply = await world.send(method, path, { key, ...(body === undefined ? {} : { body }) });
    expect(reply.status, reply.text).toBeLessThan(300);
    return reply.json;
  };
  await send('POST', '/v1/webhooks', { url: 'https://platform.example/hooks', events });
  /** Lists the types of events delivered since the last time. */
  const arrived = async () => {
    const before = world.received.length;
    await world.settle();
    return world.received.slice(before).map(({ event }) => event.type);
  };
  return { world, key, send, arrived };
}

async function connected(key: string, world: DeliveryWorld) {
  const email = newEmail();
  const browser = new Browser(world.bindings);
  const scope = 'profile:read activities:read activities:write';
  const tokens = await connect(await discover(), await makeClient(key), { email, browser, scope });
  return { ...tokens, browser };
}

describe('webhooks are notified without the cron', () => {
  test('of an athlete who connects and disconnects on our pages', async () => {
    const { world, key, arrived } = await subscribed(['athlete.*']);
    const { browser } = await connected(key, world);
    expect(await arrived()).toEqual(['athlete.created', 'athlete.connected']);
    const page = await browser.get('/account/connections');
    const action = /action="(\/account\/connections\/[^"]+)"/.exec(page.html)?.[1] ?? '';
    expect((await browser.post(action, [])).status).toBe(303);
    expect(await arrived()).toEqual(['athlete.disconnected']);
  });

  test('of connections that the partner ends, alone and with their client', async () => {
    const { world, key, send, arrived } = await subscribed(['athlete.disconnected']);
    for (const pathOf of [
      ({ id }: { id: string }) => `/v1/connections/${id}`,
      ({ client_id }: { client_id: string }) => `/v1/oauth/clients/${client_id}`,
    ]) {
      await connected(key, world);
      const { data } = await send('GET', '/v1/connections?status=active');
      expect(data).toHaveLength(1);
      await send('DELETE', pathOf(data[0]));
      expect(await arrived()).toEqual(['athlete.disconnected']);
    }
  });

  test('of a tier that the operator or a subscribe link sets', async () => {
    const { world, key, send, arrived } = await subscribed(['athlete.tier_changed']);
    const { id } = await send('POST', '/v1/athletes', { body_mass_kg: 70, tier: 'teaser' });
    const asked = { athlete_id: id, activity: RUN };
    const { subscribe_url } = await send('POST', '/v1/nutrition/calculate', asked);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const rawBody = new URL(subscribe_url).searchParams.toString();
    expect((await world.send('POST', '/subscribe', { rawBody, headers: form })).status).toBe(200);
    expect(await arrived()).toEqual(['athlete.tier_changed']);
    const tier = { key: env.OPERATOR_TOKEN, body: { tier: 'teaser' } };
    for (const expected of [['athlete.tier_changed'], []]) {
      expect((await world.send('PUT', `/operator/v1/athletes/${id}/tier`, tier)).status).toBe(200);
      expect(await arrived()).toEqual(expected);
    }
    expect((await world.send('GET', `/v1/athletes/${id}`, { key })).json.tier).toBe('teaser');
  });

  test('of a key that is revoked by its guard', async () => {
    const { send, arrived } = await subscribed(['key.*']);
    const { id } = await send('POST', '/v1/partner/api-keys', { name: 'second' });
    await send('DELETE', `/v1/partner/api-keys/${id}`);
    expect(await arrived()).toEqual(['key.created', 'key.revoked']);
  });

  test('of what a recalculation calculates, by each of its steps, and of its end', async () => {
    const { world, send, arrived } = await subscribed(['prescription.calculated', 'recalculation.finished']);
    const { id } = await send('POST', '/v1/athletes', {});
    await send('POST', `/v1/athletes/${id}/activities`, RUN);
    await send('POST', '/v1/recalculations', {});
    expect(await arrived()).toEqual([]);
    await runJobs({ database: 'registry', jobs: ['recalculate'] }, { ...env, ...world.bindings });
    expect((await arrived()).sort()).toEqual(['prescription.calculated', 'recalculation.finished']);
    const again = await send('POST', '/v1/recalculations', {});
    await send('DELETE', `/v1/recalculations/${again.id}`);
    expect(await arrived()).toEqual(['recalculation.finished']);
  });

  test('of what the nightly jobs report, in the same night', async () => {
    const { world, arrived } = await subscribed(['key.rotation_due']);
    await world.pass(77 * DAY_S);
    await runSchedule('23 3 * * *', { ...env, ...world.bindings });
    expect(await arrived()).toEqual(['key.rotation_due']);
    expect(await arrived()).toEqual([]);
  });
});

describe('a change with an athlete’s token', () => {
  test('wakes a dispatcher only where a webhook wants its event', async () => {
    for (const [events, expected] of [
      [['key.*'], []],
      [['activity.created'], ['activity.created']],
    ] as const) {
      const { world, key, arrived } = await subscribed(events);
      const { accessToken } = await connected(key, world);
      await arrived();
      const before = await world.alarms();
      const { json: me } = await world.send('GET', '/v1/me', { key: accessToken });
      const path = `/v1/athletes/${me.id}/activities`;
      const made = await world.send('POST', path, { key: accessToken, body: RUN });
      expect(made.status, made.text).toBe(201);
      expect((await world.alarms()).length - before.length).toBe(expected.length);
      expect(await arrived()).toEqual(expected);
    }
  });
});
