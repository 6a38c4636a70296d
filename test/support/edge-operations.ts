import { type Client, refreshForm } from './connect-over-http.ts';
import { roundsWithLease } from './remote-calls.ts';

/** The operations whose remote rounds are bounded, for the test of the rounds and the benchmark of their times. */

export interface EdgeRequest {
  readonly method: string;
  readonly path: string;
  readonly key: string | null;
  /** A text is sent as it is, everything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The keys and identifiers the operations work on. The keys must have been used before. */
export interface EdgeSetting {
  readonly key: string;
  /** An access token of the athlete with every scope. */
  readonly token: string;
  readonly athleteId: string;
  readonly activityId: string;
  /** An activity of two days, with its prescription. */
  readonly longActivityId: string;
  /** Another athlete, from whom is learned, with an activity. */
  readonly learnerId: string;
  readonly learnerActivityId: string;
  /** An activity of the token's athlete. */
  readonly tokenActivityPath: string;
  readonly productId: string;
  /** Makes a connection of its own, and returns the request that refreshes its token for the first time. */
  readonly newRefresh: () => Promise<EdgeRequest>;
  /** Creates a page session of the activity, whose views are limited, and returns its token. */
  readonly newPageToken: () => Promise<string>;
  /** Creates a key that was never used, and returns its identifier. */
  readonly newKeyId: () => Promise<string>;
}

/** Builds the request that exchanges a refresh token. */
export function refreshRequest(client: Client, refreshToken: string): EdgeRequest {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = refreshForm(client, refreshToken);
  return { method: 'POST', path: '/oauth/token', key: null, headers, body };
}

/** Operations that answer only when the leases of a key have ended: seconds later. */
export const WAITING_OPERATIONS: readonly string[] = ['key rotation', 'key revocation'];

interface EdgeOperation<Name extends string> {
  readonly name: Name;
  /** Builds a request that acts anew each time; `time` counts from 1. */
  readonly request: (setting: EdgeSetting, time: number) => EdgeRequest | Promise<EdgeRequest>;
}

export const RUN = { type: 'run', duration_min: 150, intensity_level: 6, thermal_stress_level: 3 };
/** Its plan costs more than a request's admission. */
export const TWO_DAYS = { type: 'hike', duration_min: 2880 };
const PROFILE = { sex: 'male', birth_year: 1990, body_mass_kg: 70, height_cm: 177, fitness_level: 4 };
const SCENARIO = { profile: PROFILE, activity: RUN };
const KEYS = '/v1/partner/api-keys';

const athletePath = ({ athleteId }: EdgeSetting) => `/v1/athletes/${athleteId}`;
const activityPath = (setting: EdgeSetting) => `${athletePath(setting)}/activities/${setting.activityId}`;

const get = <Name extends string>(
  name: Name,
  path: (setting: EdgeSetting) => string,
): EdgeOperation<Name> => ({
  name,
  request: (setting) => ({ method: 'GET', path: path(setting), key: setting.key }),
});

const send = <Name extends string>(
  name: Name,
  method: 'POST' | 'PATCH',
  path: (setting: EdgeSetting) => string,
  body: (setting: EdgeSetting, time: number) => unknown,
  headers?: (time: number) => Readonly<Record<string, string>>,
): EdgeOperation<Name> => ({
  name,
  request: (setting, time) => ({
    method,
    path: path(setting),
    key: setting.key,
    body: body(setting, time),
    ...(headers && { headers: headers(time) }),
  }),
});

const calculate = () => '/v1/nutrition/calculate';
const athletes = () => '/v1/athletes';
const unique = (time: number) => `edge-${time}-${crypto.randomUUID()}`;

export const EDGE_OPERATIONS = [
  send('calculate', 'POST', calculate, () => SCENARIO),
  send(
    'calculate, batch',
    'POST',
    () => '/v1/nutrition/calculate/batch',
    () => ({ scenarios: [SCENARIO, SCENARIO] }),
  ),
  send(
    'inference',
    'POST',
    () => '/v1/inference/activity-type',
    () => ({ title: 'Long run 2h' }),
  ),
  get('activity types', () => '/v1/activity-types'),
  send('calculate with athlete_id', 'POST', calculate, ({ athleteId }) => ({
    athlete_id: athleteId,
    activity: RUN,
  })),
  get('GET athlete', athletePath),
  get('GET activity', activityPath),
  get('GET prescription', (setting) => `${activityPath(setting)}/prescription`),
  get('list athletes', athletes),
  get('list activities', (setting) => `${athletePath(setting)}/activities`),
  get('access log', () => '/v1/partner/access-log'),
  send('create athlete', 'POST', athletes, () => ({ body_mass_kg: 70 })),
  send('create athlete with external_id', 'POST', athletes, (_, time) => ({ external_id: unique(time) })),
  send(
    'create activity',
    'POST',
    (setting) => `${athletePath(setting)}/activities`,
    () => RUN,
  ),
  send(
    'create activity with Idempotency-Key',
    'POST',
    (setting) => `${athletePath(setting)}/activities`,
    () => RUN,
    (time) => ({ 'idempotency-key': unique(time) }),
  ),
  send(
    'create activity with its prescription',
    'POST',
    (setting) => `${athletePath(setting)}/activities?calculate=true`,
    () => RUN,
  ),
  send(
    'PATCH activity with its prescription',
    'PATCH',
    (setting) => `${activityPath(setting)}?calculate=true`,
    (_, time) => ({ name: `Run ${time}` }),
  ),
  send(
    'batch of athletes, new',
    'POST',
    () => '/v1/athletes/batch',
    (_, time) => ({ athletes: [{ external_id: unique(time) }, { external_id: unique(time) }] }),
  ),
  send(
    'batch of athletes, known',
    'POST',
    () => '/v1/athletes/batch',
    () => ({ athletes: [{ external_id: 'edge' }] }),
  ),
  send(
    'batch of activities',
    'POST',
    () => '/v1/activities/batch',
    ({ athleteId }, time) => ({
      activities: [{ ...RUN, athlete_id: athleteId, external_id: unique(time) }],
      calculate: true,
    }),
  ),
  send(
    'batch of more than ten activities',
    'POST',
    () => '/v1/activities/batch',
    ({ athleteId }, time) => ({
      activities: Array.from({ length: 11 }, () => ({
        ...RUN,
        athlete_id: athleteId,
        external_id: unique(time),
      })),
    }),
  ),
  send(
    'batch of deletions',
    'POST',
    () => '/v1/activities/batch-delete',
    ({ athleteId }) => ({ activities: [{ athlete_id: athleteId, external_id: 'none' }] }),
  ),
  send(
    'POST prescription',
    'POST',
    (setting) => `${activityPath(setting)}/prescription`,
    () => undefined,
  ),
  send('PATCH athlete', 'PATCH', athletePath, (_, time) => ({ body_mass_kg: 70 + (time % 100) })),
  send('PATCH activity', 'PATCH', activityPath, (_, time) => ({ name: `Run ${time}` })),
  send(
    'feedback',
    'POST',
    ({ learnerId, learnerActivityId }) =>
      `/v1/athletes/${learnerId}/activities/${learnerActivityId}/feedback`,
    (_, time) => ({
      energy_level: 'low',
      notes: `Time ${time}`,
    }),
  ),
  send(
    'PATCH athlete with learned state',
    'PATCH',
    ({ learnerId }) => `/v1/athletes/${learnerId}`,
    (_, time) => ({ body_mass_kg: 70 + (time % 100) }),
  ),
  get('products page', ({ athleteId }) => `/v1/products?athlete_id=${athleteId}&q=gel`),
  get('product', ({ athleteId, productId }) => `/v1/products/${productId}?athlete_id=${athleteId}`),
  get('product categories', ({ athleteId }) => `/v1/products/categories?athlete_id=${athleteId}`),
  get('fuel plan', (setting) => `${activityPath(setting)}/fuel-plan`),
  get(
    'fuel plan of two days',
    (setting) => `${athletePath(setting)}/activities/${setting.longActivityId}/fuel-plan`,
  ),
  get('suggested fuel plan', (setting) => `${activityPath(setting)}/fuel-plan?suggest=true`),
  {
    name: 'plan page',
    request: async ({ newPageToken }) => ({
      method: 'POST',
      path: '/a/plan',
      key: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `token=${await newPageToken()}`,
    }),
  },
  {
    name: 'OAuth GET activity',
    request: ({ token, tokenActivityPath }) => ({ method: 'GET', path: tokenActivityPath, key: token }),
  },
  { name: 'token refresh', request: ({ newRefresh }) => newRefresh() },
  {
    name: 'assistant reads an activity',
    request: ({ key, athleteId, activityId }) => ({
      method: 'POST',
      path: '/mcp',
      key,
      headers: { accept: 'application/json, text/event-stream' },
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_prescription', arguments: { athlete_id: athleteId, activity_id: activityId } },
      },
    }),
  },
  send(
    'key creation',
    'POST',
    () => KEYS,
    () => ({ name: 'Edge' }),
  ),
  {
    name: 'key rotation',
    request: async ({ key, newKeyId }) => ({
      method: 'POST',
      path: `${KEYS}/${await newKeyId()}/rotate`,
      key,
    }),
  },
  {
    name: 'key revocation',
    request: async ({ key, newKeyId }) => ({ method: 'DELETE', path: `${KEYS}/${await newKeyId()}`, key }),
  },
] as const satisfies readonly EdgeOperation<string>[];

/** The allowed sequential remote rounds of each operation. The test of the rounds and `npm run bench:edge` enforce them. */

type OperationName = (typeof EDGE_OPERATIONS)[number]['name'];

/**
 * The stores that a request waits for, round by round; those of one round are asked at the same time. The first round
 * asks the key's guard; with a lease it does not.
 */
export const ROUNDS: Readonly<Record<OperationName, readonly string[]>> = {
  calculate: ['guard'],
  'calculate, batch': ['guard'],
  inference: ['guard'],
  'activity types': ['guard'],
  'calculate with athlete_id': ['guard + shard'],
  'GET athlete': ['guard + shard'],
  'GET activity': ['guard + shard'],
  'GET prescription': ['guard + shard'],
  'list athletes': ['guard + shard'],
  'list activities': ['guard + shard'],
  'access log': ['guard + shard'],
  'create athlete': ['guard', 'shard'],
  'create athlete with external_id': ['guard', 'directory', 'shard'],
  'create activity': ['guard', 'shard'],
  'create activity with Idempotency-Key': ['guard + shard', 'shard'],
  'create activity with its prescription': ['guard + shard', 'shard'],
  'PATCH activity with its prescription': ['guard + shard', 'shard'],
  'batch of athletes, new': ['guard + shard', 'directory', 'shard'],
  'batch of athletes, known': ['guard + shard'],
  'batch of activities': ['guard + shard', 'shard'],
  // A batch's cost beyond its admission is charged while it is read. A lease may pay for it.
  'batch of more than ten activities': ['guard + shard', 'guard', 'shard'],
  'batch of deletions': ['guard + shard'],
  'POST prescription': ['guard + shard', 'shard'],
  'PATCH athlete': ['guard + shard', 'shard'],
  'PATCH activity': ['guard + shard', 'shard'],
  feedback: ['guard + shard', 'shard'],
  'PATCH athlete with learned state': ['guard + shard', 'shard'],
  'products page': ['guard', 'limiter + shard'],
  product: ['guard', 'limiter + shard'],
  'product categories': ['guard', 'limiter + shard'],
  // Whether the athlete may be shown products at all is asked before the work.
  'fuel plan': ['guard + limiter + shard', 'limiter + shard'],
  // What a plan costs beyond its admission is known once it is read. A lease may pay for it.
  'fuel plan of two days': ['guard + limiter + shard', 'guard', 'limiter + shard'],
  'suggested fuel plan': ['guard + limiter + shard', 'limiter + shard'],
  // The session is read with its data. Its token names the key, so that no registry is asked. The page pays with its second
  // round, once its session has said that it may be shown.
  'plan page': ['guard + limiter + shard', 'guard + limiter + shard'],
  'OAuth GET activity': ['guard + shard'],
  // No guard: the limit of a token is that of its use.
  'token refresh': ['registry + shard', 'shard'],
  'assistant reads an activity': ['guard + shard'],
  'key creation': ['guard + registry', 'registry'],
  'key rotation': ['guard + registry', 'guard', 'registry'],
  // The guard itself brings the end to registry and KV.
  'key revocation': ['guard + registry', 'guard'],
};

/** Operations for which a lease spares more than the question for admission. */
const ROUNDS_WITH_LEASE: Partial<typeof ROUNDS> = {
  'batch of more than ten activities': ['shard', 'shard'],
  'fuel plan of two days': ['limiter + shard', 'limiter + shard'],
  'plan page': ['limiter + shard', 'limiter + shard'],
};

/** Rounds more that the first request in an isolate may wait for, where it is not one: it looks up the key, or verifies a token that it does not know. Products need the catalogue, too. */
const ROUNDS_OF_NEW_ISOLATE: Partial<Readonly<Record<OperationName, number>>> = {
  'token refresh': 0,
  'products page': 2,
  product: 2,
  'product categories': 2,
  'fuel plan': 2,
  'fuel plan of two days': 2,
  'suggested fuel plan': 2,
  'plan page': 2,
};

/** Returns the stores that a request with a lease waits for, round by round. */
export function expectedWithLease(name: OperationName): readonly string[] {
  return ROUNDS_WITH_LEASE[name] ?? roundsWithLease(ROUNDS[name]);
}

/** Returns the most rounds of the first request in an isolate. */
export function roundsInNewIsolate(name: OperationName): number {
  return ROUNDS[name].length + (ROUNDS_OF_NEW_ISOLATE[name] ?? 1);
}
