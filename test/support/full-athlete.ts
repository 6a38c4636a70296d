import { env } from 'cloudflare:workers';
import { subscribeUrl } from '#nutrition/records/subscribe-link.ts';
import { parseEnv } from '#platform/env.ts';
import { productNamed } from './catalogue.ts';
import { call } from './client.ts';
import { connect, discover, makeClient } from './oauth.ts';
import { TEST_HOME } from './shards.ts';

let made = 0;

export interface FullAthlete {
  readonly id: string;
  readonly path: string;
  readonly email: string;
  readonly externalId: string;
  /** Texts that would identify the athlete if an erasure left them anywhere. */
  readonly texts: readonly string[];
}

/**
 * Makes an athlete with rows in every table that can hold any, through the API. Needs the catalogue. A test of the
 * erasure receipt fails if a table has no row.
 */
export async function makeFullAthlete(
  key: string,
  given: { readonly email?: string } = {},
): Promise<FullAthlete> {
  made += 1;
  const externalId = `full-${made}-${crypto.randomUUID()}`;
  const email = given.email ?? `${externalId}@athletes.example`;
  const name = `Name of ${externalId}`;
  const send = async (method: string, path: string, body?: object, headers = {}) => {
    const reply = await call(method, path, { key, headers, ...(body ? { body } : {}) });
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.json;
  };
  const profile = { external_id: externalId, name, email, body_mass_kg: 70, sex: 'female', locale: 'de' };
  const { id } = await send('POST', '/v1/athletes', profile, { 'idempotency-key': externalId });
  const path = `/v1/athletes/${id}`;
  const activity = await send('POST', `${path}/activities`, {
    type: 'run',
    duration_min: 120,
    name: `Run of ${externalId}`,
    scheduled_at: new Date().toISOString(),
    course: {
      distance_km: 24,
      points: [{ km: 12, lat: 47.3769, lon: 8.5417 }],
      aid_stations: [{ km: 12, name: `Station of ${externalId}`, offers: ['water'] }],
    },
  });
  const activityPath = `${path}/activities/${activity.id}`;
  await send('POST', `${activityPath}/prescription`);
  await send('POST', `${path}/activities`, { type: 'swim', duration_min: 40 });
  await send('GET', `/v1/products?athlete_id=${id}&q=gel`);
  const gel = productNamed('Maurten', 'Gel 100');
  const mix = await send('POST', `${path}/products`, {
    name: `Mix of ${externalId}`.slice(0, 60),
    external_id: `mix-${externalId}`,
    format: 'drink',
    recipe: { water_ml: 500, parts: [{ component: 'sucrose', grams: 30 }] },
  });
  await send('POST', `${activityPath}/products`, {
    products: [
      { product_id: gel.id, servings: 2 },
      { product_id: mix.id, servings: 1 },
    ],
  });
  await send('POST', `${activityPath}/feedback`, {
    hydration_feel: 'dehydrated',
    notes: `Notes of ${externalId}`,
    actual_intake: { carbs_grams: 80, fluid_ml: 600 },
  });
  await send('POST', `${path}/sessions`, { pages: ['plan', 'feedback'] });
  await send('POST', `${path}/sweat-tests`, {
    type: 'run',
    duration_min: 60,
    body_mass_before_kg: 70,
    body_mass_after_kg: 69,
    fluid_ml: 200,
  });
  const { accessToken } = await connect(await discover(), await makeClient(key), { email });
  const me = await call('GET', '/v1/me', { key: accessToken });
  if (me.json?.id !== id) throw new Error(`the token is of ${me.text}`);
  const [connection] = (await send('GET', `/v1/connections?athlete_id=${id}`)).data;
  await useSubscribeLink(id);
  const { id: partnerId } = await send('GET', '/v1/partner');
  // The name of the athlete's product limiter, whose state does not name the athlete.
  const limiter = `${partnerId}:${id}`;
  const texts = [id, email, externalId, name, activity.id, connection.id, limiter, mix.id];
  return { id, path, email, externalId, texts };
}

/** Uses a subscribe link, which acts on sandbox athletes only. */
async function useSubscribeLink(athleteId: string): Promise<void> {
  if (!athleteId.startsWith('ath_t')) return;
  const link = new URL(await subscribeUrl(parseEnv(env), Date.now(), athleteId));
  await TEST_HOME.prepare("UPDATE athletes SET tier = 'teaser' WHERE id = ?").bind(athleteId).run();
  const used = await call('POST', '/subscribe', {
    rawBody: link.searchParams.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  if (used.status !== 200) throw new Error(`the subscribe link answered ${used.status}`);
}
