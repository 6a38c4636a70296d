import { ownProductInputExample } from '#nutrition/own-products/own-product-shape.ts';
import { recordingFileExample } from '#nutrition/recordings/recording-shape.ts';
import { type Ask, LIMIT, type WalkWorld } from './ask.ts';
import { accessForm } from './templates.ts';

const PLAIN = { 'content-type': 'text/plain' };
/** One hour in three steps, as ERG and MRC write them. */
const ERG = `[COURSE HEADER]
MINUTES WATTS
[END COURSE HEADER]
[COURSE DATA]
0 150
10 150
10 240
50 240
50 140
60 140
[END COURSE DATA]
`;

const GPX = `<gpx version="1.1" creator="growth"><trk><trkseg>
<trkpt lat="47.0" lon="11.0"><ele>600</ele></trkpt><trkpt lat="47.1" lon="11.0"><ele>650</ele></trkpt>
</trkseg></trk></gpx>`;

/** Forms sent: each comes from an address of its own, since an address may send few. */
let forms = 0;

/** Walks the operations other than athletes' plans: events, webhooks, usage, recalculations, files, own products, pages, access. */
export async function walkPlatform(ask: Ask, world: WalkWorld, lightId: string): Promise<void> {
  await walkEvents(ask, world, lightId);
  await walkWebhooks(ask, world);
  await ask('getAccount', '', 'GET', '/v1/partner');
  await ask('updateAccount', '', 'PATCH', '/v1/partner', { body: { allowed_origins: [] } });
  await ask('listUsage', 'a week by hours', 'GET', '/v1/partner/usage?granularity=hour');
  await walkRecalculations(ask, lightId);
  await ask('parseWorkout', '', 'POST', '/v1/workouts/parse', { body: ERG, headers: PLAIN });
  await ask('parseCourse', '', 'POST', '/v1/courses/parse', { body: GPX, headers: PLAIN });
  const recording = { body: recordingFileExample, headers: PLAIN };
  await ask('parseRecording', '', 'POST', '/v1/recordings/parse', recording);
  for (const athleteId of [lightId, world.heavyAthleteId]) {
    const who = athleteId === lightId ? 'light' : 'heavy';
    await walkOwnProducts(ask, who, `/v1/athletes/${athleteId}/products`);
    await walkPageSessions(ask, who, `/v1/athletes/${athleteId}/sessions`);
  }
  await walkAccessRequests(ask, world);
}

async function walkOwnProducts(ask: Ask, who: string, list: string): Promise<void> {
  const made = await ask('createOwnProduct', who, 'POST', list, { body: ownProductInputExample });
  await ask('listOwnProducts', who, 'GET', list);
  await ask('getOwnProduct', who, 'GET', `${list}/${made.id}`);
  await ask('updateOwnProduct', who, 'PATCH', `${list}/${made.id}`, { body: { name: 'Saltier' } });
  // It looks for the product among all that are attached to the athlete's activities.
  await ask('deleteOwnProduct', who, 'DELETE', `${list}/${made.id}`, { growsWith: 'own history' });
}

async function walkPageSessions(ask: Ask, who: string, list: string): Promise<void> {
  const made = await ask('createPageSession', who, 'POST', list, { body: { pages: ['plan', 'feedback'] } });
  await ask('listPageSessions', who, 'GET', list);
  await ask('getPageSession', who, 'GET', `${list}/${made.id}`);
  await ask('deletePageSession', who, 'DELETE', `${list}/${made.id}`);
}

async function walkEvents(ask: Ask, { heavyAthleteId, nowMs }: WalkWorld, lightId: string): Promise<void> {
  const list = `/v1/events?limit=${LIMIT}`;
  const first = await ask('listEvents', 'oldest', 'GET', list);
  await ask('listEvents', 'next page', 'GET', `${list}&cursor=${first.next_cursor}`);
  // A page examines so many rows of a store and no more, however many there are.
  const growsWith = 'steps' as const;
  await ask('listEvents', 'of a rare type', 'GET', `${list}&types=athlete.erased`, { growsWith });
  const from = new Date(nowMs).toISOString();
  const newest = await ask('listEvents', 'from a time', 'GET', `${list}&from=${from}`, { growsWith });
  const next = `${list}&from=${from}&cursor=${newest.next_cursor}`;
  await ask('listEvents', 'from a time, next page', 'GET', next, { growsWith });
  await ask('listEvents', 'of the light athlete', 'GET', `${list}&athlete_id=${lightId}`);
  await ask('listEvents', 'of the heavy athlete', 'GET', `${list}&athlete_id=${heavyAthleteId}`);
}

async function walkWebhooks(ask: Ask, { webhookId, deliveryId }: WalkWorld): Promise<void> {
  const list = '/v1/webhooks';
  const body = { url: 'https://other.example/hook', events: ['athlete.*'] };
  const made = await ask('createWebhook', '', 'POST', list, { body });
  await ask('listWebhooks', '', 'GET', list);
  const item = `${list}/${made.id}`;
  await ask('getWebhook', '', 'GET', item);
  await ask('updateWebhook', '', 'PATCH', item, { body: { events: ['activity.*'] } });
  await ask('rotateWebhookSecret', '', 'POST', `${item}/rotate-secret`);
  await ask('testWebhook', '', 'POST', `${item}/test`);
  await ask('deleteWebhook', 'without deliveries', 'DELETE', item);
  const sent = `${list}/${webhookId}/deliveries`;
  await ask('listWebhookDeliveries', 'first page', 'GET', `${sent}?limit=${LIMIT}`);
  await ask('listWebhookDeliveries', 'failed', 'GET', `${sent}?limit=${LIMIT}&status=failed`);
  await ask('listWebhookDeliveries', 'pending', 'GET', `${sent}?limit=${LIMIT}&status=pending`);
  await ask('redeliverWebhookDelivery', '', 'POST', `${sent}/${deliveryId}/redeliver`);
}

async function walkRecalculations(ask: Ask, lightId: string): Promise<void> {
  const list = '/v1/recalculations';
  const made = await ask('createRecalculation', '', 'POST', list, { body: { athlete_ids: [lightId] } });
  await ask('getRecalculation', '', 'GET', `${list}/${made.id}`);
  await ask('cancelRecalculation', '', 'DELETE', `${list}/${made.id}`);
}

async function walkAccessRequests(ask: Ask, { operatorToken: token }: WalkWorld) {
  const list = '/operator/v1/access-requests';
  for (const decision of ['approve', 'decline'] as const) {
    forms += 1;
    const headers = { 'cf-connecting-ip': `10.9.0.${forms}` };
    await ask('POST /access', decision, 'POST', '/access', {
      token: null,
      body: accessForm(decision),
      headers,
    });
    const { data } = await ask('listAccessRequests', decision, 'GET', `${list}?limit=${LIMIT}`, { token });
    await ask(`${decision}AccessRequest`, '', 'POST', `${list}/${data[0].id}/${decision}`, { token });
  }
  await ask('listJobs', '', 'GET', '/operator/v1/jobs', { token });
  await ask('listFailingWebhooks', '', 'GET', '/operator/v1/webhooks', { token, growsWith: 'webhooks' });
  await ask('listAlerts', '', 'GET', '/operator/v1/alerts', { token });
  await ask('readMetrics', '', 'GET', '/operator/v1/metrics', { token });
  await ask('getOperatorDocument', '', 'GET', '/operator/openapi.json', { token });
}

/** Walks the export and the erasure of two athletes. */
export async function walkPrivacy(ask: Ask, world: WalkWorld, lightId: string) {
  const { doomedAthleteId } = world;
  const growsWith = 'own history' as const;
  await ask('exportAthlete', 'light', 'POST', `/v1/athletes/${lightId}/export`);
  await ask('exportAthlete', 'large', 'POST', `/v1/athletes/${doomedAthleteId}/export`, { growsWith });
  await ask('eraseAthlete', 'light', 'DELETE', `/v1/athletes/${lightId}`);
  await ask('eraseAthlete', 'large', 'DELETE', `/v1/athletes/${doomedAthleteId}`, { growsWith });
}

/** Measures a separate partner's sandbox, because the standard athletes replace all others. */
export async function walkSandbox(ask: Ask, token: string) {
  const body = { name: 'x', use_case: 'x', contact_email: 'a@platform.example', default_tier: 'full' };
  const made = await ask('createPartner', 'again', 'POST', '/operator/v1/partners', { token, body });
  const key = { token: made.sandbox_key.secret };
  await ask('resetSandbox', 'first', 'POST', '/v1/sandbox/reset', key);
  await ask('resetSandbox', 'second', 'POST', '/v1/sandbox/reset', key);
}
