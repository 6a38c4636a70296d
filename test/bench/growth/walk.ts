import { SCHEDULE } from '#partner/retention/schedule.ts';
import {
  BrowserWalk,
  type Client,
  consent,
  exchangeForm,
  makeClientWith,
  refreshForm,
  tokensFor,
} from '../../support/connect-over-http.ts';
import {
  type Ask,
  beginAsking,
  type CursorAt,
  LIMIT,
  type Measurement,
  type Note,
  type WalkWorld,
} from './ask.ts';
import type { MeteredReply } from './meter.ts';
import { walkPlatform, walkPrivacy, walkSandbox } from './walk-platform.ts';

const DAY_MS = 86_400_000;
let massKg = 60;
const RUN = { type: 'run', duration_min: 90, intensity_level: 6, thermal_stress_level: 3 };
const WEIGHED = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 60,
  body_mass_after_kg: 59.2,
  fluid_ml: 300,
};

/** Every operation of the service, some in several forms, against whatever is stored by now. */
export async function walk(world: WalkWorld): Promise<readonly Measurement[]> {
  const { send, key, operatorToken } = world;
  const { taken, ask, note, at } = beginAsking(world);
  // The isolate's copy of the catalogue is read once, not by an operation.
  await send({
    method: 'GET',
    path: `/v1/products?athlete_id=${world.heavyAthleteId}`,
    headers: { authorization: `Bearer ${key}` },
    body: null,
  });

  const lightId = await walkAthletes(ask, at, world);
  await walkActivities(ask, at, world, lightId, 'light');
  await walkActivities(ask, at, world, world.heavyAthleteId, 'heavy');
  await walkActivitiesOfAthletes(ask, world, lightId);
  await walkLearning(ask, at, world, lightId, 'light');
  await walkLearning(ask, at, world, world.heavyAthleteId, 'heavy');
  await walkProducts(ask, at, world, lightId);
  await walkConnections(ask, note, at, world);
  await walkKeys(ask, at);
  for (const [operation, method, path, body] of [
    ['inferActivityType', 'POST', '/v1/inference/activity-type', { title: 'Easy run' }],
    ['inferBrick', 'POST', '/v1/inference/activity-type/brick', { title: '2 h bike then 30 min run' }],
    ['tryCalculation', 'POST', '/try/calculate', { profile: { body_mass_kg: 60 }, activity: RUN }],
    ['listActivityTypes', 'GET', '/v1/activity-types', undefined],
    ['listGenericFoods', 'GET', '/v1/generic-foods', undefined],
    ['getHealth', 'GET', '/health', undefined],
    ['getReadiness', 'GET', '/health/ready', undefined],
  ] as const) {
    await ask(operation, '', method, path, body ? { body } : {});
  }
  await walkPlatform(ask, world, lightId);
  await walkPrivacy(ask, world, lightId);
  await walkOperator(ask, world);
  await walkSandbox(ask, operatorToken);
  for (const cron of Object.keys(SCHEDULE)) {
    await ask(`cron ${cron}`, '', 'GET', '/', { headers: { 'x-meter-cron': cron }, growsWith: 'steps' });
  }
  return taken;
}

/** @returns an athlete with as small a history at every size */
async function walkAthletes(ask: Ask, at: CursorAt, world: WalkWorld): Promise<string> {
  const { heavyAthleteId } = world;
  const body = { sex: 'female', body_mass_kg: 60, external_id: `light-${crypto.randomUUID()}` };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const made = await ask('createAthlete', 'with Idempotency-Key', 'POST', '/v1/athletes', { body, headers });
  await ask('createAthlete', 'repeated', 'POST', '/v1/athletes', { body, headers });
  const list = '/v1/athletes';
  await ask('listAthletes', 'first page', 'GET', `${list}?limit=${LIMIT}`);
  const deep = await at(['01k00000000000000000000009'], list);
  await ask('listAthletes', 'last page', 'GET', `${list}?limit=${LIMIT}&cursor=${deep}`);
  await ask('listAthletes', 'by external_id', 'GET', `${list}?external_id=external-2`);
  await ask('getAthlete', '', 'GET', `${list}/${heavyAthleteId}`);
  const race = { wanted_carb_g_per_hr: 90, race_at: new Date(world.nowMs + 60 * DAY_MS).toISOString() };
  for (const [who, id] of [
    ['light', made.id],
    ['heavy', heavyAthleteId],
  ]) {
    await ask('planGutTraining', who, 'POST', `${list}/${id}/gut-training`, { body: race });
  }
  await ask('updateAthlete', 'name', 'PATCH', `${list}/${heavyAthleteId}`, { body: { name: 'Changed' } });
  const athletes = [{ external_id: 'external-2', name: 'Synced' }, { external_id: `synced-${world.nowMs}` }];
  await ask('upsertAthletes', 'one known, one new', 'POST', `${list}/batch`, { body: { athletes } });
  return made.id;
}

/** Days among the first that were seeded, which have as many activities at every size. */
async function walkActivitiesOfAthletes(ask: Ask, world: WalkWorld, lightId: string) {
  const oldest = world.nowMs - DAY_MS - 100_000 * 300_000;
  const day = (days: number) => new Date(oldest + days * DAY_MS).toISOString().slice(0, 10);
  const ids = [lightId, world.heavyAthleteId, 'ath_tc00001k00000000000000000000009'];
  const week = `/v1/activities?athlete_ids=${ids.join(',')}&from=${day(0)}&to=${day(2)}&limit=${LIMIT}`;
  const { next_cursor } = await ask('listActivitiesOfAthletes', 'first page', 'GET', week);
  await ask('listActivitiesOfAthletes', 'next page', 'GET', `${week}&cursor=${next_cursor}`);
  await ask('listActivitiesOfAthletes', 'newest first', 'GET', `${week}&order=desc`);
}

async function walkActivities(ask: Ask, at: CursorAt, world: WalkWorld, athleteId: string, who: string) {
  const list = `/v1/athletes/${athleteId}/activities`;
  const soon = new Date(world.nowMs + DAY_MS).toISOString();
  const made = await ask('createActivity', who, 'POST', list, { body: { ...RUN, scheduled_at: soon } });
  const item = `${list}/${made.id}`;
  await ask('calculatePrescription', who, 'POST', `${item}/prescription`);
  await ask('getPrescription', who, 'GET', `${item}/prescription?include=explanation`);
  await ask('getActivity', who, 'GET', item);
  await ask('updateActivity', `${who}, without feedback`, 'PATCH', item, { body: { duration_min: 100 } });
  const name = { athlete_id: athleteId, external_id: 'synced' };
  const batch = { activities: [{ ...RUN, ...name }], calculate: true };
  await ask('upsertActivities', who, 'POST', '/v1/activities/batch', { body: batch });
  const deletion = { activities: [name] };
  await ask('deleteActivities', who, 'POST', '/v1/activities/batch-delete', { body: deletion });
  const products = [{ product_id: world.productId, servings: 2 }];
  await ask('attachProducts', who, 'POST', `${item}/products`, { body: { products } });
  await ask('getFuelPlan', who, 'GET', `${item}/fuel-plan?suggest=true`);
  const taken = { carb_g: 40, fluid_ml: 300, sodium_mg: 200 };
  await ask('replanFuelPlan', who, 'POST', `${item}/fuel-plan/replan`, { body: { at_min: 40, taken } });
  await ask('detachProduct', who, 'DELETE', `${item}/products/${world.productId}`);
  const scenario = { athlete_id: athleteId, activity: RUN };
  await ask('calculateNutrition', who, 'POST', '/v1/nutrition/calculate', { body: scenario });
  const scenarios = Array.from({ length: 20 }, () => scenario);
  await ask('calculateNutritionBatch', who, 'POST', '/v1/nutrition/calculate/batch', { body: { scenarios } });
  await ask('listActivities', `${who}, first page`, 'GET', `${list}?limit=${LIMIT}`);
  if (who === 'heavy') {
    const year = new Date(world.nowMs - 360 * DAY_MS);
    const from = year.toISOString().slice(0, 10);
    // Ten minutes after the oldest of all: nearly the whole list lies before this page.
    const oldest = world.nowMs - DAY_MS - 100_000 * 300_000;
    const position = [oldest + 100 * 300_000, 'act_01k00000000000000000000100'];
    const deep = await at(position, list);
    await ask('listActivities', `${who}, last page`, 'GET', `${list}?limit=${LIMIT}&cursor=${deep}`);
    const deepOfType = await at(position, list, { type: 'run' });
    await ask(
      'listActivities',
      `${who}, last page of a type`,
      'GET',
      `${list}?limit=${LIMIT}&type=run&cursor=${deepOfType}`,
    );
    const byType = `${list}?limit=${LIMIT}&type=bike&from=${from}`;
    await ask('listActivities', `${who}, by type and day`, 'GET', byType);
    await ask('listActivities', `${who}, of a type it never did`, 'GET', `${list}?limit=${LIMIT}&type=swim`);
    const to = new Date(oldest + DAY_MS).toISOString().slice(0, 10);
    const upTo = new Date(world.nowMs).toISOString().slice(0, 10);
    const deepOfDay = await at(position, list, { to: upTo });
    await ask(
      'listActivities',
      `${who}, last page up to a day`,
      'GET',
      `${list}?limit=${LIMIT}&to=${upTo}&cursor=${deepOfDay}`,
    );
    await ask('listActivities', `${who}, up to a day long ago`, 'GET', `${list}?limit=${LIMIT}&to=${to}`);
  }
  await ask('deleteActivity', `${who}, without feedback`, 'DELETE', item);
}

async function walkLearning(ask: Ask, at: CursorAt, world: WalkWorld, athleteId: string, who: string) {
  const list = `/v1/athletes/${athleteId}/activities`;
  const ofAll = who === 'heavy' ? ('own history' as const) : ('nothing' as const);
  const soon = new Date(world.nowMs - 3_600_000).toISOString();
  const made = await ask('createActivity', `${who}, today`, 'POST', list, {
    body: { ...RUN, scheduled_at: soon },
  });
  const feedback = `${list}/${made.id}/feedback`;
  const body = { hydration_feel: 'dehydrated' };
  // Looks for a calculation among the events since prescriptions were last reported as stale.
  await ask('giveFeedback', `${who}, on the newest`, 'POST', feedback, { body, growsWith: ofAll });
  await ask('giveFeedback', `${who}, in its place`, 'POST', feedback, { body: { energy_level: 'low' } });
  await ask('getFeedback', who, 'GET', feedback);
  await ask('getLearned', who, 'GET', `/v1/athletes/${athleteId}/learned`);
  await ask('updateActivity', `${who}, newest with feedback`, 'PATCH', `${list}/${made.id}`, {
    body: { duration_min: 95 },
  });
  const tests = `/v1/athletes/${athleteId}/sweat-tests`;
  const test = await ask('createSweatTest', `${who}, newest`, 'POST', tests, { body: WEIGHED });
  await ask('getSweatTest', who, 'GET', `${tests}/${test.id}`);
  await ask('listSweatTests', `${who}, first page`, 'GET', `${tests}?limit=${LIMIT}`);
  const oldest = world.nowMs - DAY_MS - 100_000 * 300_000;
  const deep = await at([oldest + 100 * 300_000, 'swt_01k00000000000000000000100'], tests);
  if (who === 'heavy') {
    await ask('listSweatTests', `${who}, last page`, 'GET', `${tests}?limit=${LIMIT}&cursor=${deep}`);
  }
  await ask('deleteSweatTest', `${who}, newest`, 'DELETE', `${tests}/${test.id}`);
  await ask('deleteFeedback', `${who}, newest`, 'DELETE', feedback);
  await ask('giveFeedback', `${who}, again`, 'POST', feedback, { body });
  // Another mass each time: what is the same to the engine is not folded again.
  massKg += 1;
  await ask('updateAthlete', `${who}, body mass`, 'PATCH', `/v1/athletes/${athleteId}`, {
    body: { body_mass_kg: massKg },
    growsWith: ofAll,
  });
  if (who === 'heavy') {
    const first = `${list}/act_01k00000000000000000000015/feedback`;
    // Another amount each time: what is as it was is not written.
    const drunk = { actual_intake: { fluid_ml: 300 + Math.floor(Math.random() * 1000) } };
    await ask('giveFeedback', `${who}, on the oldest`, 'POST', first, { body: drunk, growsWith: ofAll });
  }
  await ask('deleteActivity', `${who}, with feedback`, 'DELETE', `${list}/${made.id}`);
}

async function walkProducts(ask: Ask, at: CursorAt, world: WalkWorld, lightId: string) {
  const { heavyAthleteId, productId } = world;
  for (const id of [lightId, heavyAthleteId]) {
    const who = id === lightId ? 'light' : 'heavy';
    await ask('listProducts', who, 'GET', `/v1/products?q=gel&athlete_id=${id}&limit=${LIMIT}`);
    await ask('listProductCategories', who, 'GET', `/v1/products/categories?athlete_id=${id}`);
    await ask('getProduct', who, 'GET', `/v1/products/${productId}?athlete_id=${id}`);
    const own = `/v1/partner/access-log?limit=2&athlete_id=${id}`;
    await ask('listProductAccesses', `of the ${who} athlete`, 'GET', own);
  }
  const log = '/v1/partner/access-log';
  await ask('listProductAccesses', 'first page', 'GET', `${log}?limit=${LIMIT}`);
  const oldest = world.nowMs - DAY_MS - 100_000 * 300_000;
  const position = [oldest + 100 * 300_000, 'acc_01k00000000000000000000100'];
  await ask(
    'listProductAccesses',
    'last page',
    'GET',
    `${log}?limit=${LIMIT}&cursor=${await at(position, log)}`,
  );
  const filters = { athlete_id: heavyAthleteId };
  const deep = await at(position, log, filters);
  await ask(
    'listProductAccesses',
    'last page of the heavy athlete',
    'GET',
    `${log}?limit=${LIMIT}&athlete_id=${heavyAthleteId}&cursor=${deep}`,
  );
  const day = new Date(oldest + DAY_MS).toISOString().slice(0, 10);
  await ask('listProductAccesses', 'up to a day long ago', 'GET', `${log}?limit=${LIMIT}&to=${day}`);
}

async function walkConnections(ask: Ask, note: Note, at: CursorAt, world: WalkWorld) {
  const { send, key } = world;
  const list = '/v1/oauth/clients';
  await ask('getAuthorizationServerMetadata', '', 'GET', '/.well-known/oauth-authorization-server', {
    token: null,
  });
  const client = await makeClientWith(send, key);
  const made = await ask('createOAuthClient', '', 'POST', list, {
    body: { name: 'Second', redirect_uris: ['https://platform.example/x'], allowed_scopes: ['profile:read'] },
  });
  const item = `${list}/${made.client_id}`;
  await ask('listOAuthClients', 'first page', 'GET', `${list}?limit=2`);
  await ask(
    'listOAuthClients',
    'last page',
    'GET',
    `${list}?limit=2&cursor=${await at(['cli_01k99999999999999999999999'], list)}`,
  );
  await ask('getOAuthClient', '', 'GET', item);
  await ask('updateOAuthClient', '', 'PATCH', item, { body: { allowed_scopes: ['profile:read'] } });
  await ask('rotateOAuthClientSecret', '', 'POST', `${item}/rotate-secret`);
  await ask('deleteOAuthClient', '', 'DELETE', item);
  const tokens = await walkSignIn(ask, note, world, client);
  const me = await ask('getMe', '', 'GET', '/v1/me', { token: tokens.accessToken });
  const connections = '/v1/connections';
  const deep = await at(['con_01k00000000000000000000009'], connections);
  const found = await ask('listConnections', 'first page', 'GET', `${connections}?limit=2`);
  await ask('listConnections', 'last page', 'GET', `${connections}?limit=2&cursor=${deep}`);
  await ask('listConnections', 'of an athlete', 'GET', `${connections}?limit=2&athlete_id=${me.id}`);
  await ask(
    'listConnections',
    'of an athlete, active',
    'GET',
    `${connections}?limit=2&athlete_id=${me.id}&status=active`,
  );
  await ask('listConnections', 'of a client', 'GET', `${connections}?limit=2&client_id=${client.id}`);
  await ask(
    'listConnections',
    'of a client, revoked',
    'GET',
    `${connections}?limit=2&client_id=${client.id}&status=revoked`,
  );
  await ask(
    'listConnections',
    'of an athlete and a client, active',
    'GET',
    `${connections}?limit=2&athlete_id=${me.id}&client_id=${client.id}&status=active`,
  );
  await ask('listConnections', 'revoked', 'GET', `${connections}?limit=1&status=revoked`);
  await ask('getConnection', '', 'GET', `${connections}/${found.data[0].id}`);
  await ask('deleteConnection', '', 'DELETE', `${connections}/${found.data[0].id}`);
}

/** The pages and the protocol, step by step as a browser and a client take them. */
async function walkSignIn(ask: Ask, note: Note, world: WalkWorld, client: Client) {
  const { send } = world;
  const walked: { path: string; reply: MeteredReply }[] = [];
  const browser = new BrowserWalk(async (request) => {
    const reply = await send(request);
    walked.push({ path: `${request.method} ${request.path.split('?')[0]}`, reply });
    return reply;
  });
  const code = await consent(browser, client, `signs-in-${crypto.randomUUID()}@athletes.example`);
  await browser.get('/account/connections');
  for (const [index, { path, reply }] of walked.entries()) note(path, `step ${index + 1}`, reply);
  const exchanged = await ask('token', 'code', 'POST', '/oauth/token', {
    token: null,
    body: exchangeForm(client, code),
  });
  const refreshed = await ask('token', 'refresh', 'POST', '/oauth/token', {
    token: null,
    body: refreshForm(client, exchanged.refresh_token),
  });
  const again = await tokensFor(
    send,
    exchangeForm(client, await consent(browser, client, `x-${crypto.randomUUID()}@athletes.example`)),
  );
  const form = new URLSearchParams({
    token: again.refreshToken,
    client_id: client.id,
    client_secret: client.secret,
  });
  await ask('revoke', '', 'POST', '/oauth/revoke', { token: null, body: form.toString() });
  return { accessToken: String(refreshed.access_token) };
}

async function walkKeys(ask: Ask, at: CursorAt) {
  const list = '/v1/partner/api-keys';
  const made = await ask('createApiKey', '', 'POST', list, { body: { name: 'Growth' } });
  await ask('listApiKeys', 'first page', 'GET', `${list}?limit=2`);
  await ask(
    'listApiKeys',
    'last page',
    'GET',
    `${list}?limit=2&cursor=${await at(['key_01k00000000000000000000005'], list)}`,
  );
  await ask('getApiKey', '', 'GET', `${list}/${made.id}`);
  const rotated = await ask('rotateApiKey', '', 'POST', `${list}/${made.id}/rotate`);
  await ask('revokeApiKey', '', 'DELETE', `${list}/${made.id}`);
  await ask('revokeApiKey', 'its successor', 'DELETE', `${list}/${rotated.id}`);
}

async function walkOperator(ask: Ask, world: WalkWorld) {
  const token = world.operatorToken;
  const list = '/operator/v1/partners';
  const body = { name: 'x', use_case: 'x', contact_email: 'a@platform.example', default_tier: 'teaser' };
  const { partner, sandbox_key } = await ask('createPartner', '', 'POST', list, { token, body });
  for (let index = 0; index < 3; index++) {
    await ask('createAthlete', 'another partner', 'POST', '/v1/athletes', {
      token: sandbox_key.secret,
      body: {},
    });
  }
  await ask('listPartners', '', 'GET', `${list}?limit=2`, { token });
  await ask('getPartner', '', 'GET', `${list}/${partner.id}`, { token });
  const regions = { token, body: { regions: ['weur', 'enam'] } };
  await ask('setPartnerRegions', '', 'PUT', `${list}/${partner.id}/regions`, regions);
  const contact = { token, body: { email: 'other@platform.example' } };
  await ask('setPartnerContact', '', 'PUT', `${list}/${partner.id}/contact`, contact);
  await world.requestLiveAccess(partner.id);
  const waiting = '/operator/v1/live-access-requests';
  const page = await ask('listLiveAccessRequests', 'first page', 'GET', `${waiting}?limit=${LIMIT}`, {
    token,
  });
  const next = `${waiting}?limit=${LIMIT}&cursor=${page.next_cursor}`;
  await ask('listLiveAccessRequests', 'next page', 'GET', next, { token });
  const approved = { token, body: { tier: 'full' } };
  await ask('approveLiveAccess', '', 'POST', `${list}/${partner.id}/approve-live`, approved);
  const budgets = { token, body: { requests_per_min: 900 } };
  await ask('setPartnerBudgets', '', 'PATCH', `${list}/${partner.id}`, budgets);
  const directory = { token, body: { environment: 'test' } };
  await ask('rebuildDirectory', '', 'POST', `${list}/${partner.id}/directory/rebuild`, directory);
  await ask('listShards', '', 'GET', '/operator/v1/shards', { token });
  await ask('grantLiveAccess', '', 'POST', `${list}/${partner.id}/live-access`, { token });
  const tier = { token, body: { tier: 'full' } };
  await ask('setAthleteTier', '', 'PUT', `/operator/v1/athletes/${world.heavyAthleteId}/tier`, tier);
  // A day without usage: the walk itself uses more the longer it takes.
  const day = new Date(world.nowMs - 200 * DAY_MS).toISOString().slice(0, 10);
  const ofDay = `${list}/${world.partnerId}/usage?from=${day}&to=${day}`;
  await ask('listPartnerUsage', 'of a day', 'GET', ofDay, { token });
  const own = `${list}/${partner.id}`;
  await ask('listPartnerMembers', '', 'GET', `${own}/members`, { token });
  await ask('countPartnerAthletes', '', 'GET', `${own}/athlete-counts`, { token });
  const { data: keys } = await ask('listPartnerApiKeys', '', 'GET', `${own}/api-keys`, { token });
  await ask('suspendPartner', '', 'POST', `${own}/suspend`, { token });
  await ask('resumePartner', '', 'POST', `${own}/resume`, { token });
  await ask('revokePartnerApiKey', '', 'POST', `/operator/v1/api-keys/${keys[0].id}/revoke`, { token });
  await ask('terminatePartner', '', 'POST', `${own}/terminate`, { token });
}
