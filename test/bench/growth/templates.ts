import { SCHEDULE } from '#partner/retention/schedule.ts';
import { newId } from '#platform/storage/ids.ts';
import {
  BrowserWalk,
  consent,
  exchangeForm,
  makeClientWith,
  newPartner,
  poster,
  type SendRequest,
  tokensFor,
} from '../../support/connect-over-http.ts';
import { type InstalledService, OPERATOR_TOKEN } from '../../support/deployment.ts';
import type { SeedDatabase } from './clone-rows.ts';

/** The shard of all templates and of what is copied from them; the home shard of their partner. */
export const HOME = 'c000';

/** A partner, and what it may ask with. */
export interface TemplatePartner {
  readonly partnerId: string;
  readonly key: string;
}

/** Creates a partner through the service itself. */
export async function makePartner(send: SendRequest): Promise<TemplatePartner> {
  const { id: partnerId, key } = await newPartner(poster(send, OPERATOR_TOKEN));
  return { partnerId, key };
}

/** Writes one row of every table that hangs on an athlete's activities, through the service itself. */
export async function writeHistory(send: SendRequest, key: string, athleteId: string) {
  const post = (path: string, json: unknown) => postTo(send, key, path, json);
  const path = `/v1/athletes/${athleteId}`;
  const scheduled_at = new Date(Date.now() - 86_400_000).toISOString();
  const activity = await post(`${path}/activities`, {
    type: 'run',
    duration_min: 120,
    intensity_level: 6,
    scheduled_at,
  });
  const item = `${path}/activities/${activity.id}`;
  await post(`${item}/prescription`, {});
  const products = await send({
    method: 'GET',
    path: `/v1/products?q=gel&athlete_id=${athleteId}`,
    headers: { authorization: `Bearer ${key}` },
    body: null,
  });
  const productId: string = JSON.parse(products.text).data[0].id;
  await post(`${item}/products`, { products: [{ product_id: productId, servings: 2 }] });
  await post(`${item}/feedback`, { hydration_feel: 'dehydrated' });
  const masses = { body_mass_before_kg: 70, body_mass_after_kg: 69, fluid_ml: 200 };
  await post(`${path}/sweat-tests`, { type: 'run', duration_min: 60, ...masses });
  return { productId };
}

/** Writes one row of every table, through the service itself, for seeding to copy. */
export async function makeTemplates(send: SendRequest, { miniflare }: InstalledService) {
  const { partnerId, key } = await makePartner(send);
  const client = await makeClientWith(send, key);
  // The heavy athlete is the one that the sign-in finds by its address, so that every table knows it.
  const email = 'heavy@athletes.example';
  const heavyAthleteId = await makeAthlete(send, key, 'heavy', email);
  const { productId } = await writeHistory(send, key, heavyAthleteId);
  const code = await consent(new BrowserWalk(send), client, email);
  await tokensFor(send, exchangeForm(client, code));
  const athletes = await miniflare.getD1Database('ATHLETES_TEST_WEUR_0', 'musette');
  await athletes
    .prepare('INSERT INTO used_subscribe_links (athlete_id, expires_at_s, used_at) VALUES (?, 1, 1)')
    .bind(heavyAthleteId)
    .run();
  const { webhookId, deliveryId } = await makeDelivery(send, { partnerId, key });
  await makeRegistryRows(send, key, await miniflare.getD1Database('REGISTRY', 'musette'));
  // For the ledger, and for what jobs leave behind.
  const erased = await makeAthlete(send, key, 'erased');
  await send({
    method: 'DELETE',
    path: `/v1/athletes/${erased}`,
    headers: { authorization: `Bearer ${key}` },
    body: null,
  });
  for (const cron of Object.keys(SCHEDULE)) {
    await send({ method: 'GET', path: '/', headers: { 'x-meter-cron': cron }, body: null });
  }
  return {
    ...{ partnerId, key, client, heavyAthleteId, productId, webhookId, deliveryId },
    nowMs: Date.now(),
  };
}

/** Creates a webhook, and names an event that can be sent to it again. */
async function makeDelivery(
  send: SendRequest,
  { key }: TemplatePartner,
): Promise<{ readonly webhookId: string; readonly deliveryId: string }> {
  const url = 'https://receiver.example/hook';
  const { id: webhookId } = await postTo(send, key, '/v1/webhooks', { url, events: ['*'] });
  const headers = { authorization: `Bearer ${key}` };
  const { text } = await send({ method: 'GET', path: '/v1/events?limit=1', headers, body: null });
  return { webhookId: String(webhookId), deliveryId: JSON.parse(text).data[0].id };
}

/** Writes rows of the registry that requests or guards leave behind: an ended recalculation, a form, usage. */
async function makeRegistryRows(send: SendRequest, key: string, registry: SeedDatabase): Promise<void> {
  const { id } = await postTo(send, key, '/v1/recalculations', {});
  const authorization = `Bearer ${key}`;
  await send({ method: 'DELETE', path: `/v1/recalculations/${id}`, headers: { authorization }, body: null });
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await send({ method: 'POST', path: '/access', headers, body: accessForm('Template') });
  const now = Date.now();
  await registry.prepare(`INSERT INTO usage VALUES ('', 'test', ?, '', '2xx', 1)`).bind(now).run();
  await requestLiveAccess(registry, 'prt_template');
  await registry.prepare(`INSERT INTO usage_flushes VALUES ('', '', ?)`).bind(now).run();
}

/** Writes a request for live access, as a partner's page in the console does. */
export async function requestLiveAccess(registry: SeedDatabase, partnerId: string): Promise<void> {
  await registry
    .prepare(
      `INSERT INTO live_access_requests VALUES (?, ?, 'pending', 'full', 'privacy@platform.example', 1000, '[]', 'Growth', 'https://musette.example/terms', 'https://musette.example/dpa', ?, NULL, NULL)`,
    )
    .bind(newId('lar', Date.now()), partnerId, Date.now())
    .run();
}

/** Returns what a platform types to ask for access. */
export function accessForm(platform: string): string {
  const email = 'growth@platform.example';
  return new URLSearchParams({ platform, use_case: 'Growth', email }).toString();
}

/** Creates an athlete and returns its identifier. */
export async function makeAthlete(
  send: SendRequest,
  key: string,
  name: string,
  email?: string,
): Promise<string> {
  const { id } = await postTo(send, key, '/v1/athletes', {
    name,
    body_mass_kg: 70,
    sex: 'female',
    ...(email ? { email } : {}),
  });
  return String(id);
}

async function postTo(send: SendRequest, key: string, path: string, json: unknown) {
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
  };
  const reply = await send({ method: 'POST', path, headers, body: JSON.stringify(json) });
  if (reply.status >= 300)
    throw new Error(`POST ${path} answered ${reply.status}: ${reply.text.slice(0, 500)}`);
  return JSON.parse(reply.text);
}
