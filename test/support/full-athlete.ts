import { env } from 'cloudflare:workers';
import { subscribeUrl } from '#nutrition/records/subscribe-link.ts';
import { parseEnv } from '#platform/env.ts';
import {
  attachProducts,
  makeActivity,
  makeAthlete,
  makeFeedback,
  makeOwnProduct,
  makePageSession,
  makePrescription,
  makeSweatTest,
  succeed,
} from './builders.ts';
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
  const profile = { external_id: externalId, name, email, body_mass_kg: 70, sex: 'female', locale: 'de' };
  const { id, path } = await makeAthlete(key, profile, { headers: { 'idempotency-key': externalId } });
  const activity = await makeActivity(key, id, {
    duration_min: 120,
    name: `Run of ${externalId}`,
    scheduled_at: new Date().toISOString(),
    course: {
      distance_km: 24,
      points: [{ km: 12, lat: 47.3769, lon: 8.5417 }],
      aid_stations: [{ km: 12, name: `Station of ${externalId}`, offers: ['water'] }],
    },
  });
  await makePrescription(key, activity.path);
  await makeActivity(key, id, { type: 'swim', duration_min: 40 });
  await succeed('GET', `/v1/products?athlete_id=${id}&q=gel`, { key });
  const gel = productNamed('Maurten', 'Gel 100');
  const mix = await makeOwnProduct(key, id, {
    name: `Mix of ${externalId}`.slice(0, 60),
    external_id: `mix-${externalId}`,
    format: 'drink',
    recipe: { water_ml: 500, parts: [{ component: 'sucrose', grams: 30 }] },
  });
  await attachProducts(key, activity.path, { [gel.id]: 2, [mix.id]: 1 });
  await makeFeedback(key, activity.path, {
    hydration_feel: 'dehydrated',
    notes: `Notes of ${externalId}`,
    actual_intake: { carbs_grams: 80, fluid_ml: 600 },
  });
  await makePageSession(key, id);
  await makeSweatTest(key, id);
  const { accessToken } = await connect(await discover(), await makeClient(key), { email });
  const me = await call('GET', '/v1/me', { key: accessToken });
  if (me.json?.id !== id) throw new Error(`the token is of ${me.text}`);
  const [connection] = (await succeed('GET', `/v1/connections?athlete_id=${id}`, { key })).data;
  await useSubscribeLink(id);
  const { id: partnerId } = await succeed('GET', '/v1/partner', { key });
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
