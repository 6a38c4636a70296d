import { ownProductInputExample } from '#nutrition/own-products/own-product-shape.ts';
import { type CallOptions, call, type Reply } from './client.ts';

/**
 * One builder for each resource that a test needs before it begins. Each sends one request through the whole Worker and
 * throws if it is refused, so a test never continues without its preconditions. What a test is about, it calls itself.
 */

type Json = Reply['json'];
type Fields = Readonly<Record<string, unknown>>;
type Options = Omit<CallOptions, 'key' | 'body'>;

/** The body of the answer that created a resource, and the path at which the resource is read. */
export interface Resource {
  readonly id: string;
  readonly path: string;
  readonly [field: string]: Json;
}

/** Sends a request and returns its answer's body. Throws with status and body if it is refused. */
export async function succeed(method: string, path: string, options: CallOptions): Promise<Json> {
  const reply = await call(method, path, options);
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
  return reply.json;
}

/** Creates an athlete, by default one of which nothing is known. */
export function makeAthlete(key: string, fields: Fields = {}, options: Options = {}): Promise<Resource> {
  return create('/v1/athletes', key, fields, options);
}

/** Creates an activity, by default a run of 90 minutes. */
export function makeActivity(
  key: string,
  athleteId: string,
  fields: Fields = {},
  options: Options = {},
): Promise<Resource> {
  return create(`/v1/athletes/${athleteId}/activities`, key, { ...RUN, ...fields }, options);
}

/** Creates an activity and calculates its prescription in the same request. */
export async function makeCalculatedActivity(
  key: string,
  athleteId: string,
  fields: Fields = {},
  options: Options = {},
): Promise<Resource> {
  const list = `/v1/athletes/${athleteId}/activities`;
  const body = { ...RUN, ...fields };
  const json = await succeed('POST', `${list}?calculate=true`, { ...options, key, body });
  return { ...json, path: `${list}/${json.id}` };
}

const RUN = { type: 'run', duration_min: 90 };

/** Calculates and stores the prescription of an activity. */
export function makePrescription(key: string, activityPath: string, options: Options = {}): Promise<Json> {
  return succeed('POST', `${activityPath}/prescription`, { ...options, key });
}

/** Gives feedback on an activity. */
export function makeFeedback(
  key: string,
  activityPath: string,
  fields: Fields,
  options: Options = {},
): Promise<Json> {
  return succeed('POST', `${activityPath}/feedback`, { ...options, key, body: fields });
}

/** Attaches products to an activity: servings by the identifier of the product. */
export function attachProducts(
  key: string,
  activityPath: string,
  servingsById: Readonly<Record<string, number>>,
  options: Options = {},
): Promise<Json> {
  const products = Object.entries(servingsById).map(([product_id, servings]) => ({ product_id, servings }));
  return succeed('POST', `${activityPath}/products`, { ...options, key, body: { products } });
}

/** Creates a sweat test, by default of a run that cost 1.2 litres. */
export function makeSweatTest(
  key: string,
  athleteId: string,
  fields: Fields = {},
  options: Options = {},
): Promise<Resource> {
  return create(`/v1/athletes/${athleteId}/sweat-tests`, key, { ...WEIGHED_RUN, ...fields }, options);
}

const WEIGHED_RUN = {
  type: 'run',
  duration_min: 60,
  body_mass_before_kg: 70,
  body_mass_after_kg: 69,
  fluid_ml: 200,
};

/** Creates a product of the athlete's own, by default a gel. Fields replace the default as a whole. */
export function makeOwnProduct(key: string, athleteId: string, fields: Fields = DATE_GEL): Promise<Resource> {
  return create(`/v1/athletes/${athleteId}/products`, key, fields);
}

/** An own product with figures. */
export const DATE_GEL = {
  name: 'Date gel',
  format: 'gel',
  serving_g: 45,
  carb_g: 28,
  sodium_mg: 60,
  caffeine_mg: 0,
};

/** An own product with a recipe. */
export const KITCHEN_MIX = {
  name: 'Kitchen mix',
  format: 'drink',
  recipe: ownProductInputExample.recipe,
};

/** Creates a page session, by default for the pages of the plan and of feedback. */
export function makePageSession(
  key: string,
  athleteId: string,
  fields: Fields = {},
  options: Options = {},
): Promise<Resource> {
  return create(
    `/v1/athletes/${athleteId}/sessions`,
    key,
    { pages: ['plan', 'feedback'], ...fields },
    options,
  );
}

/** Creates another key of this key's partner and environment. */
export function makeKey(key: string, fields: Fields = {}, options: Options = {}): Promise<Resource> {
  return create('/v1/partner/api-keys', key, { name: 'Another key', ...fields }, options);
}

/** Creates a webhook, by default for every event. */
export function makeWebhook(key: string, fields: Fields = {}, options: Options = {}): Promise<Resource> {
  const body = { url: 'https://platform.example/hooks', events: ['*'], ...fields };
  return create('/v1/webhooks', key, body, options);
}

async function create(list: string, key: string, body: Fields, options: Options = {}): Promise<Resource> {
  const json = await succeed('POST', list, { ...options, key, body });
  return { ...json, path: `${list}/${json.id}` };
}
