import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ACTIVITY_BODY_LIMIT_BYTES } from '#nutrition/records/activity-fields.ts';
import type { Environment } from '#platform/env.ts';
import { BATCH_BODY_BYTES } from '#platform/http/batch.ts';
import { ERRORS } from '#platform/http/error-codes.ts';
import { errorBody, type Failure, fail, headersOf, isFailure } from '#platform/http/errors.ts';
import { parseJsonBody } from '#platform/http/json-body.ts';
import { refuseOtherEnvironment } from '#platform/http/request-identifiers.ts';
import { newId } from '#platform/storage/ids.ts';
import type { KeyRecord } from '#platform/storage/key-projection.ts';
import { Admission } from './admission.ts';
import {
  calculate,
  calculateBatch,
  calculatePrescription,
  charge,
  getActivity,
  listActivities,
  type Names,
  type Operation,
  type Shown,
} from './operations.ts';
import { openStore } from './store.ts';

/**
 * The peer: five operations of the service as one would build them on one server, with Fastify and SQLite. Engine,
 * schemas, texts and SQL schema are the service's own; storage, keys and budgets are what one process has.
 */

export interface PeerOptions {
  /** The directory of its two databases. Created if missing. */
  readonly directory: string;
  readonly baseUrl: string;
  readonly signingSecret: string;
  readonly budgetsPerMin: Readonly<Record<Environment, number>>;
  /** Whether it writes one line a request to standard output. */
  readonly isLogged: boolean;
}

const LIST_PATH = '/v1/athletes/:athlete_id/activities';

const COMMON_HEADERS = {
  'X-Service-Data-License': 'display-only',
  'X-Service-Data-Training': 'prohibited',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

/** Builds the peer without listening. */
export async function buildPeer(options: PeerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.isLogged,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId('req', Date.now()),
  });
  app.decorateRequest('key', null);
  readJson(app);
  writeLogLines(app);
  const { baseUrl } = options;
  app.setErrorHandler((fault, request, reply) => {
    request.log.error(fault);
    return refuse(request, reply, fail('internal_error'), baseUrl);
  });
  app.setNotFoundHandler((request, reply) => refuse(request, reply, fail('route_not_found'), baseUrl));
  const serve = server(app, options);
  const [calculation, batch] = [ACTIVITY_BODY_LIMIT_BYTES, BATCH_BODY_BYTES];
  app.post('/v1/nutrition/calculate', { bodyLimit: calculation }, serve(calculate));
  app.post('/v1/nutrition/calculate/batch', { bodyLimit: batch }, serve(calculateBatch));
  app.get(LIST_PATH, serve(listActivities));
  app.get(`${LIST_PATH}/:activity_id`, serve(getActivity));
  app.post(`${LIST_PATH}/:activity_id/prescription`, serve(calculatePrescription));
  return app;
}

/** Opens the store, and returns what makes a handler of an operation. */
function server(app: FastifyInstance, { directory, budgetsPerMin, ...env }: PeerOptions) {
  const store = openStore(directory);
  app.addHook('onClose', () => store.close());
  const admission = new Admission(store, budgetsPerMin);
  return (operation: Operation) =>
    async (request: FastifyRequest<{ Params: Names }>, reply: FastifyReply) => {
      const nowMs = Date.now();
      reply.headers(COMMON_HEADERS).header('X-Request-Id', request.id);
      const key = admission.identify(request.headers.authorization, nowMs);
      if (isFailure(key)) return refuse(request, reply, key, env.baseUrl);
      request.setDecorator('key', key);
      const call = { store, admission, request, reply, key, env, nowMs };
      const refusal = charge(call, 1) ?? refuseRequest(request, key);
      const outcome = refusal ?? (await operation(call));
      return isFailure(outcome) ? refuse(request, reply, outcome, env.baseUrl) : sendShown(reply, outcome);
    };
}

/** Rejects a malformed body, and a test key on a live athlete or the reverse. */
function refuseRequest({ body, params }: FastifyRequest<{ Params: Names }>, key: KeyRecord): Failure | null {
  if (isFailure(body)) return body;
  const ofBody = typeof body === 'object' && body !== null && 'athlete_id' in body ? body.athlete_id : null;
  return refuseOtherEnvironment(key.environment, [params.athlete_id, ofBody]);
}

/** Reads bodies as strictly as the service: UTF-8, and each member of an object once. */
function readJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    // Clients name the type also where an operation takes no body.
    if (bytes.length === 0) return done(null, {});
    const parsed = parseJsonBody(new Uint8Array(Buffer.from(bytes)).buffer);
    return done(null, isFailure(parsed) ? parsed : parsed.value);
  });
}

/** Writes one line a request, as the service does. */
function writeLogLines(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const key = request.getDecorator<KeyRecord | null>('key');
    request.log.info({
      event: 'request',
      method: request.method,
      route: request.routeOptions.url,
      status: reply.statusCode,
      partner_id: key?.partnerId,
      key_id: key?.keyId,
      environment: key?.environment,
      duration_ms: Math.round(reply.elapsedTime),
    });
    done();
  });
}

function refuse(request: FastifyRequest, reply: FastifyReply, failure: Failure, baseUrl: string) {
  const { status } = ERRORS[failure.failure];
  const { partner } = request.getDecorator<KeyRecord | null>('key') ?? {};
  reply.header('X-Service-Data-Attribution', partner?.defaultTier === 'full' ? 'optional' : 'required');
  if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
  reply.code(status).headers(Object.fromEntries(headersOf(failure)));
  return reply.send(JSON.stringify(errorBody(failure, request.id, baseUrl)));
}

function sendShown(reply: FastifyReply, { body, languages, tiers }: Shown) {
  const isOptional = tiers.every((tier) => tier === 'full');
  reply.header('X-Service-Data-Attribution', isOptional ? 'optional' : 'required');
  if (languages.length > 0) {
    reply.headers({ Vary: 'Accept-Language', 'Content-Language': languages.join(', ') });
  }
  if (reply.statusCode === 304) return reply.send();
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body));
}
