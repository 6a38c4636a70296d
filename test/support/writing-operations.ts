import { env } from 'cloudflare:workers';
import {
  attachProducts,
  makeActivity,
  makeAthlete,
  makeFeedback,
  makeKey,
  makeOwnProduct,
  makePageSession,
  makePrescription,
  makeSweatTest,
  makeWebhook,
  succeed,
} from './builders.ts';
import { productNamed } from './catalogue.ts';
import { call } from './client.ts';
import { newAccessRequest } from './console.ts';
import { skipWaitForLeases } from './guards.ts';
import { connectDirectly } from './oauth.ts';
import { makePartner } from './partners.ts';
import type { Identifiers } from './route-calls.ts';
import { runAlarms } from './webhooks.ts';

/** The input of an operation, in a setting that was just made for it. */
export interface Setting {
  readonly key: string;
  readonly ids: Identifiers;
  /** The body, instead of the route's example. */
  readonly body?: unknown;
  /** Vars that the operation needs. */
  readonly vars?: Partial<Cloudflare.Env>;
}

export interface WritingOperation {
  readonly operationId: string;
  readonly prepare: () => Promise<Setting>;
  /**
   * Why what is written may lie half done after a 503, for an act across several stores, which share no
   * transaction. What lies there must be part of the whole act, and a repetition must finish it.
   */
  readonly mayStopHalfWay?: string;
  /** Reserves its Idempotency-Key in the partner's home shard before it acts elsewhere; that alone may lie there. */
  readonly reservesItsKey?: true;
  /** A retry may block the identifier that an earlier attempt reserved, leaving a hash in addition to the act's own rows. */
  readonly mayForbidIdentifier?: true;
  /**
   * Jobs of the ten-minute cron that finish the act; the state is compared after them. Without a fault all jobs of the
   * cron run, so the others must leave what these leave.
   */
  readonly finishedBy?: readonly string[];
  /** The dispatchers of webhooks take part: their alarms run after the jobs. */
  readonly hasDispatchers?: true;
  /** The answer is streamed, so a late fault cuts it off. */
  readonly isStreamed?: true;
}

const RUN = { type: 'run', duration_min: 120, intensity_level: 6 };
const operator = env.OPERATOR_TOKEN;
const ERASING = ['finish-erasures', 'reapply-erasures'];
const OF_WEBHOOKS = { finishedBy: ['fan-out-webhooks'], hasDispatchers: true } as const;

/** Every operation except GETs; a test compares them with the routes. */
export const WRITING_OPERATIONS: readonly WritingOperation[] = [
  { operationId: 'createAthlete', prepare: partner, reservesItsKey: true, mayForbidIdentifier: true },
  { operationId: 'updateAthlete', prepare: athleteToRename },
  { operationId: 'upsertAthletes', prepare: athletesToSync, mayForbidIdentifier: true },
  {
    operationId: 'upsertActivities',
    prepare: activitiesToSync,
    mayStopHalfWay: 'an activity with feedback is changed after the others, in a batch of its own',
  },
  {
    operationId: 'deleteActivities',
    prepare: activitiesToDelete,
    mayStopHalfWay: 'an activity with feedback is deleted after the others, in a batch of its own',
  },
  { operationId: 'createActivity', prepare: rider },
  { operationId: 'updateActivity', prepare: feedback },
  { operationId: 'deleteActivity', prepare: feedback },
  { operationId: 'calculatePrescription', prepare: activity },
  { operationId: 'calculateNutrition', prepare: rider },
  { operationId: 'calculateNutritionBatch', prepare: partner },
  { operationId: 'tryCalculation', prepare: nobody },
  { operationId: 'planGutTraining', prepare: rider },
  { operationId: 'giveFeedback', prepare: prescription },
  { operationId: 'deleteFeedback', prepare: feedback },
  { operationId: 'createSweatTest', prepare: rider },
  { operationId: 'deleteSweatTest', prepare: athleteWhoLearned },
  { operationId: 'attachProducts', prepare: productChoice },
  { operationId: 'detachProduct', prepare: attachedProduct },
  { operationId: 'createOwnProduct', prepare: rider },
  { operationId: 'updateOwnProduct', prepare: ownProduct },
  { operationId: 'deleteOwnProduct', prepare: ownProduct },
  { operationId: 'replanFuelPlan', prepare: attachedProduct },
  { operationId: 'exportAthlete', prepare: feedback, isStreamed: true },
  { operationId: 'eraseAthlete', prepare: connection, finishedBy: ERASING },
  { operationId: 'createPageSession', prepare: rider },
  { operationId: 'deletePageSession', prepare: pageSession },
  { operationId: 'updateAccount', prepare: partner },
  { operationId: 'createApiKey', prepare: partner, reservesItsKey: true },
  { operationId: 'rotateApiKey', prepare: secondKey },
  { operationId: 'revokeApiKey', prepare: secondKey },
  { operationId: 'createRecalculation', prepare: partner, reservesItsKey: true },
  { operationId: 'cancelRecalculation', prepare: recalculation },
  { operationId: 'createOAuthClient', prepare: partner, reservesItsKey: true },
  {
    operationId: 'updateOAuthClient',
    prepare: narrowerClient,
    mayStopHalfWay: "the client's scopes are narrowed before those of its connections",
  },
  { operationId: 'rotateOAuthClientSecret', prepare: connection },
  {
    operationId: 'deleteOAuthClient',
    prepare: connection,
    mayStopHalfWay: 'the connections end before the client does',
  },
  { operationId: 'deleteConnection', prepare: connection },
  { operationId: 'createWebhook', prepare: partner, reservesItsKey: true, ...OF_WEBHOOKS },
  { operationId: 'updateWebhook', prepare: webhook, ...OF_WEBHOOKS },
  {
    operationId: 'deleteWebhook',
    prepare: webhookWithDelivery,
    mayStopHalfWay: 'the webhook ends in its stores before it is deleted',
    ...OF_WEBHOOKS,
    finishedBy: ['fan-out-webhooks', 'wake-dispatchers'],
  },
  { operationId: 'rotateWebhookSecret', prepare: webhook, ...OF_WEBHOOKS },
  { operationId: 'testWebhook', prepare: webhook },
  { operationId: 'redeliverWebhookDelivery', prepare: webhookWithDelivery, ...OF_WEBHOOKS },
  { operationId: 'parseWorkout', prepare: partner },
  { operationId: 'parseCourse', prepare: partner },
  { operationId: 'parseRecording', prepare: partner },
  { operationId: 'inferActivityType', prepare: partner },
  { operationId: 'inferBrick', prepare: partner },
  { operationId: 'grantLiveAccess', prepare: newPartner },
  {
    operationId: 'terminatePartner',
    prepare: partnerToEnd,
    // The registry is updated first; the cron notifies the guards that could not be reached then.
    finishedBy: ['finish-terminations', 'end-tokens-of-partners'],
  },
  {
    operationId: 'suspendPartner',
    prepare: partnerToEnd,
    // The registry comes first; the cron tells the keys and databases that could not be reached then.
    finishedBy: ['fan-out-suspensions'],
  },
  {
    operationId: 'resumePartner',
    prepare: suspendedPartner,
    // The registry comes first; the cron tells the keys and databases that could not be reached then.
    finishedBy: ['fan-out-suspensions'],
  },
  {
    operationId: 'revokePartnerApiKey',
    prepare: keyOfPartner,
    mayStopHalfWay: 'the key ends before the audits record it',
  },
  {
    operationId: 'rebuildDirectory',
    prepare: partnerWithDirectory,
    mayStopHalfWay: 'the audit row is written before the act',
  },
  {
    operationId: 'setPartnerRegions',
    prepare: newPartner,
    mayStopHalfWay: 'a shard is named in the home shard before the registry has it, and KV comes last',
  },
  { operationId: 'setPartnerContact', prepare: newPartner },
  {
    operationId: 'approveLiveAccess',
    prepare: partnerAskingForLive,
    mayStopHalfWay: 'the records of keys come after the registry',
  },
  {
    operationId: 'setPartnerBudgets',
    prepare: newPartner,
    mayStopHalfWay: 'the registry comes first, KV last',
  },
  { operationId: 'approveAccessRequest', prepare: accessRequest },
  { operationId: 'declineAccessRequest', prepare: accessRequest },
  {
    operationId: 'setAthleteTier',
    prepare: teaserAthlete,
    mayStopHalfWay: 'the audit row is written before the act',
  },
];

/** Walked in a file of their own: they are as large as all the others together. */
export const SANDBOX_FILLS: readonly WritingOperation[] = [
  {
    operationId: 'resetSandbox',
    prepare: namelessAthlete,
    mayStopHalfWay: 'the standard athletes are written one by one, each whole',
    finishedBy: ERASING,
  },
  {
    operationId: 'createPartner',
    prepare: anOperator,
    mayStopHalfWay: 'the sandbox is filled after the partner is there and before its key',
  },
];

/** GETs that write: their records count against a rate limit and are logged. */
export const LOGGED_READS: readonly WritingOperation[] = [
  { operationId: 'listProducts', prepare: rider },
  { operationId: 'getProduct', prepare: productToRead },
  { operationId: 'listProductCategories', prepare: rider },
  { operationId: 'getFuelPlan', prepare: attachedProduct },
];

/** Makes a key that is in KV and was used, so that a request makes the usual calls. */
async function partner(): Promise<Setting> {
  const { partnerId, testKey: key } = await makePartner();
  await call('GET', '/v1/athletes', { key });
  return { key, ids: { partner_id: partnerId } };
}

/** Makes an athlete with the first request of a key, so that the next one makes the usual calls. */
async function athlete(profile: Parameters<typeof makeAthlete>[1]): Promise<Setting> {
  const { partnerId, testKey: key } = await makePartner();
  const { id } = await makeAthlete(key, profile);
  return { key, ids: { partner_id: partnerId, athlete_id: id } };
}

function rider(): Promise<Setting> {
  const email = 'rider@athletes.example';
  return athlete({ external_id: 'rider', email, body_mass_kg: 70, sex: 'female' });
}

/** An athlete without an email address, so that no sign-in is possible. */
function namelessAthlete(): Promise<Setting> {
  return athlete({});
}

async function pageSession(): Promise<Setting> {
  const { key, ids } = await rider();
  const { id } = await makePageSession(key, ids.athlete_id ?? '', { pages: ['plan'] });
  return { key, ids: { ...ids, session_id: id } };
}

async function athleteWhoLearned(): Promise<Setting> {
  const { key, ids } = await rider();
  const { id } = await makeSweatTest(key, ids.athlete_id ?? '');
  return { key, ids: { ...ids, sweat_test_id: id } };
}

/** A product of the athlete's own that is attached and preferred. */
async function ownProduct(): Promise<Setting> {
  const setting = await activity();
  const { key, ids } = setting;
  const { id } = await makeOwnProduct(key, ids.athlete_id ?? '');
  await attachProducts(key, activityPath(setting), { [id]: 2 });
  const body = { fuel_preferences: { owns: [id] } };
  await succeed('PATCH', `/v1/athletes/${ids.athlete_id}`, { key, body });
  return { key, ids: { ...ids, product_id: id } };
}

/** An athlete with learned values, whose `external_id` and profile change together. */
async function athleteToRename(): Promise<Setting> {
  const setting = await athleteWhoLearned();
  return { ...setting, body: { external_id: 'rider-renamed', body_mass_kg: 57.2 } };
}

/** An athlete who learned and one that is new, both in one shard. */
async function athletesToSync(): Promise<Setting> {
  const setting = await athleteWhoLearned();
  return {
    ...setting,
    body: { athletes: [{ external_id: 'rider', body_mass_kg: 57.2 }, { external_id: 'new rider' }] },
  };
}

/** An activity with feedback, one without, and one that is new. */
async function activitiesToSync(): Promise<Setting> {
  const { named, ...setting } = await namedActivities();
  const activities = [...named, { athlete_external_id: 'rider', external_id: 'new' }];
  return {
    ...setting,
    body: { activities: activities.map((each) => ({ ...RUN, ...each })), calculate: true },
  };
}

async function activitiesToDelete(): Promise<Setting> {
  const { named, ...setting } = await namedActivities();
  return { ...setting, body: { activities: named } };
}

async function namedActivities() {
  const setting = await feedback();
  const { key, ids } = setting;
  const rated = { external_id: 'rated', duration_min: 90 };
  await succeed('PATCH', activityPath(setting), { key, body: rated });
  await makeActivity(key, ids.athlete_id ?? '', { ...RUN, external_id: 'plain', duration_min: 90 });
  const named = ['rated', 'plain'].map((external_id) => ({ athlete_external_id: 'rider', external_id }));
  return { ...setting, named };
}

/** A webhook whose receiver does not listen. */
async function webhook(): Promise<Setting> {
  const { key, ids } = await partner();
  const { id } = await makeWebhook(key, { url: 'http://127.0.0.1:9/' });
  return { key, ids: { ...ids, webhook_id: id } };
}

async function webhookWithDelivery(): Promise<Setting> {
  const setting = await webhook();
  await makeAthlete(setting.key);
  await runAlarms();
  const { json } = await call('GET', `/v1/webhooks/${setting.ids.webhook_id}/deliveries`, {
    key: setting.key,
  });
  return { ...setting, ids: { ...setting.ids, delivery_id: json.data[0].id } };
}

async function activity(): Promise<Setting> {
  const { key, ids } = await rider();
  const { id } = await makeActivity(key, ids.athlete_id ?? '', RUN);
  return { key, ids: { ...ids, activity_id: id } };
}

async function prescription(): Promise<Setting> {
  const setting = await activity();
  await makePrescription(setting.key, activityPath(setting));
  return setting;
}

async function feedback(): Promise<Setting> {
  const setting = await prescription();
  await makeFeedback(setting.key, activityPath(setting), { hydration_feel: 'dehydrated' });
  return setting;
}

function activityPath({ ids }: Setting): string {
  return `/v1/athletes/${ids.athlete_id}/activities/${ids.activity_id}`;
}

async function productChoice(): Promise<Setting> {
  const setting = await prescription();
  const product_id = productNamed('Maurten', 'Gel 100').id;
  return {
    ...setting,
    ids: { ...setting.ids, product_id },
    body: { products: [{ product_id, servings: 2 }] },
  };
}

async function attachedProduct(): Promise<Setting> {
  const { body, ...setting } = await productChoice();
  await attachProducts(setting.key, activityPath(setting), { [setting.ids.product_id ?? '']: 2 });
  return setting;
}

async function productToRead(): Promise<Setting> {
  const { key, ids } = await rider();
  return { key, ids: { ...ids, product_id: productNamed('Maurten', 'Gel 100').id } };
}

async function secondKey(): Promise<Setting> {
  const { key, ids } = await partner();
  const { id, secret } = await makeKey(key);
  await call('GET', '/v1/athletes', { key: secret });
  return { key, ids: { ...ids, key_id: id } };
}

async function recalculation(): Promise<Setting> {
  const { key, ids } = await partner();
  const { id } = await succeed('POST', '/v1/recalculations', { key, body: {} });
  return { key, ids: { ...ids, recalculation_id: id } };
}

async function connection(): Promise<Setting> {
  const { key, ids } = await rider();
  const client = {
    name: 'Client',
    redirect_uris: ['https://platform.example/callback'],
    allowed_scopes: ['profile:read', 'activities:read'],
  };
  const { client_id } = await succeed('POST', '/v1/oauth/clients', { key, body: client });
  const connectionId = await connectDirectly({ ...ids, client_id }, ['profile:read', 'activities:read']);
  return { key, ids: { ...ids, client_id, connection_id: connectionId } };
}

async function narrowerClient(): Promise<Setting> {
  return { ...(await connection()), body: { allowed_scopes: ['profile:read'] } };
}

async function nobody(): Promise<Setting> {
  return { key: '', ids: {} };
}

async function anOperator(): Promise<Setting> {
  return { key: operator, ids: {} };
}

async function accessRequest(): Promise<Setting> {
  const id = await newAccessRequest({ platform: 'A', use_case: 'B', email: 'api@platform.example' });
  // Each form comes from an address of its own; the states of two settings are compared.
  await env.REGISTRY.prepare('UPDATE access_requests SET address_hash = NULL WHERE id = ?').bind(id).run();
  return { key: operator, ids: { access_request_id: id } };
}

async function newPartner(): Promise<Setting> {
  const { partnerId } = await makePartner({ regions: ['weur'] });
  return { key: operator, ids: { partner_id: partnerId } };
}

async function partnerAskingForLive(): Promise<Setting> {
  const { partnerId } = await makePartner({ regions: ['weur'] });
  await env.REGISTRY.prepare(
    "INSERT INTO live_access_requests VALUES ('lar_x', ?, 'pending', 'full', 'a@b.example', 1, '[]', 'a@b.example', 'x', 'y', 1, NULL, NULL)",
  )
    .bind(partnerId)
    .run();
  const vars = { TERMS_URL: 'https://musette.example/terms', DPA_URL: 'https://musette.example/dpa' };
  return { key: operator, ids: { partner_id: partnerId }, vars };
}

/** Makes a partner whose keys end at once; test/guards shows that an end waits for leases. */
async function partnerToEnd(): Promise<Setting> {
  const { ids } = await connection();
  const { results } = await env.REGISTRY.prepare('SELECT id FROM api_keys WHERE partner_id = ?')
    .bind(ids.partner_id)
    .all<{ id: string }>();
  for (const { id } of results) await skipWaitForLeases(id);
  return { key: operator, ids };
}

async function suspendedPartner(): Promise<Setting> {
  const { ids } = await partnerToEnd();
  await succeed('POST', `/operator/v1/partners/${ids.partner_id}/suspend`, { key: operator, body: {} });
  return { key: operator, ids };
}

/** The operator's view of a partner's second key. */
async function keyOfPartner(): Promise<Setting> {
  const { ids } = await secondKey();
  await skipWaitForLeases(ids.key_id ?? '');
  return { key: operator, ids };
}

async function partnerWithDirectory(): Promise<Setting> {
  const { ids } = await rider();
  return { key: operator, ids, body: { environment: 'test' } };
}

async function teaserAthlete(): Promise<Setting> {
  const { ids } = await athlete({ tier: 'teaser' });
  return { key: operator, ids };
}
