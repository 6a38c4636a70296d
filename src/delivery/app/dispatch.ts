import type { Hono, MiddlewareHandler } from 'hono';
import { type RequestContext, untilAdmitted } from '#platform/http/context.ts';
import { fail, isFailure } from '#platform/http/errors.ts';
import { beginHeavy } from '#platform/http/heavy-work.ts';
import type { BodyOwner } from '#platform/http/held-bytes.ts';
import { newFileBody, newRequestBody } from '#platform/http/json-body.ts';
import type { FileDocumentation, Route } from '#platform/http/route.ts';
import { respondWith, type ServiceEnv } from '#platform/http/service.ts';
import { ABORTED, abortedAnswer, tooLarge, Upload } from '#platform/http/upload.ts';
import { answer } from './answer.ts';
import { identify, refuseForeignEnvironment, refuseKeyOnlyMembers } from './identify.ts';
import { refuseRepeatedParameters, validateBody, validateQuery } from './validate.ts';

export type Step = MiddlewareHandler<ServiceEnv>;

const BODY_LIMIT_BYTES = 64 * 1024;

/** The part of a route that says what bodies it takes. */
type BodyRules = Pick<Route, 'access' | 'bodyLimitBytes' | 'file' | 'isBodyOptional'> & {
  readonly body?: unknown;
};

/**
 * Adds every route to the app, each after the checks of CONTRACT §2 in their fixed order: route and method,
 * announced size and media type, authentication and admission, the body itself, environment, shape. Existence and stored
 * state are left to the verb.
 */
export function mountRoutes(app: Hono<ServiceEnv>, routes: readonly Route[]): void {
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const hasBody = route.method !== 'GET';
    app.on(
      route.method,
      path,
      nameOperation(route),
      ...(hasBody ? [openBody(route)] : []),
      identify(route, (c) => app.fetch(c.req.raw, c.env)),
      ...(hasBody ? [receiveBody(route)] : []),
      ...(isHeavy(route) ? [beginInTurn] : []),
      refuseKeyOnlyMembers(route),
      refuseForeignEnvironment,
      refuseRepeatedParameters,
      ...(hasBody && !route.file ? validateBody(route) : []),
      validateQuery(route),
      (c) => answer(route, c),
    );
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    if (!path.includes('{')) app.all(path, refuseMethod(routes, path));
  }
}

/**
 * Returns the step that rejects the other methods of a fixed path. Hono's own would take those of `/v1/athletes/batch` for
 * methods of `/v1/athletes/{athlete_id}`, and answer that the route is not there.
 */
function refuseMethod(routes: readonly Route[], path: string): Step {
  const allowed = routes
    .filter((route) => route.path === path)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const refusal = fail('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  return async function refuseMethod(c) {
    return respondWith(c, refusal);
  };
}

/** Returns the step that names a route in the log line of a request and in the partner's usage. */
export function nameOperation(route: Pick<Route, 'operationId' | 'method' | 'path'>): Step {
  return async function nameOperation(c, next) {
    c.env.operationId = route.operationId;
    c.env.log.route = `${route.method} ${route.path}`;
    await next();
  };
}

/**
 * Returns the step that rejects a body by its headers alone: a length above the limit of the route, or a media type that the
 * route does not take. In the end it discards what nobody has received.
 */
export function openBody(route: BodyRules): Step {
  const requireMediaType = mediaTypeStep(route);
  return async function openBody(c, next) {
    const upload = new Upload(c.req.raw);
    c.env.upload = upload;
    // Otherwise the platform ends a request whose caller disconnects without running what follows it.
    const over = Promise.withResolvers<void>();
    c.env.waitUntil(over.promise);
    try {
      if ((upload.announcedBytes ?? 0) > limitOf(route)) return respondWith(c, tooLarge(limitOf(route)));
      // Without a length the body may be empty, which only its end tells.
      if (mayBeEmpty(route) && upload.announcedBytes === null) return await next();
      return await requireMediaType(c, next);
    } finally {
      await upload.end();
      over.resolve();
    }
  };
}

/** Returns the step that receives the body of an admitted caller; later steps take it from the request's context. */
export function receiveBody(route: BodyRules): Step {
  const newBody = route.file ? newFileBody : newRequestBody;
  const requireMediaType = mediaTypeStep(route);
  return async function receiveBody(c, next) {
    const ctx = c.env;
    const { upload, principal } = ctx;
    const admitted = untilAdmitted(ctx);
    // A refusal also ends the step that runs this one; where nothing waits for it here, it must not count as unhandled.
    admitted.catch(() => undefined);
    const terms = { maxBytes: limitOf(route), owner: ownerOf(route, principal), admitted };
    const received = (await upload?.receive(terms)) ?? ABORTED;
    if (received === ABORTED) {
      ctx.log.errorCode = 'upload_aborted';
      return abortedAnswer();
    }
    if (isFailure(received)) return respondWith(c, received);
    ctx.body = newBody(received);
    return requireMediaType(c, next);
  };
}

function limitOf({ bodyLimitBytes = BODY_LIMIT_BYTES }: BodyRules): number {
  return bodyLimitBytes;
}

/** Returns who a body is held for. The operator has no key, and is nobody else either. */
function ownerOf({ access }: BodyRules, principal: RequestContext['principal']): BodyOwner | null {
  return principal ?? (access === 'operator' ? OPERATOR : null);
}

const OPERATOR: BodyOwner = { keyId: 'operator', environment: 'live' };

function mayBeEmpty({ file, body, isBodyOptional }: BodyRules): boolean {
  return file === undefined && (body === undefined || isBodyOptional === true);
}

/**
 * Rejects a body that is not uncompressed UTF-8 JSON, or on a route that takes a file not of its media types. An empty
 * one passes if the route takes no fields.
 */
function mediaTypeStep(route: BodyRules): Step {
  const { file } = route;
  if (mayBeEmpty(route)) {
    return (c, next) => {
      const { body, upload } = c.env;
      return body.isEmpty && (upload?.announcedBytes ?? 0) === 0 ? next() : requireJson(c, next);
    };
  }
  if (!file) return requireJson;
  const refusal = fail('unsupported_media_type', { message: messageOf(file) });
  return async function requireFile(c, next) {
    if (!isOneOf(file, c.req.header('content-type'))) return respondWith(c, refusal);
    return requireUncompressed(c, next);
  };
}

/** Rejects a body that is not uncompressed UTF-8 JSON. */
const requireJson: Step = async function requireJson(c, next) {
  if (!isJson(c.req.header('content-type'))) return respondWith(c, fail('unsupported_media_type'));
  return requireUncompressed(c, next);
};

const requireUncompressed: Step = async function requireUncompressed(c, next) {
  const encoding = c.req.header('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return next();
  const message = 'Compressed bodies are not accepted.';
  return respondWith(c, fail('unsupported_media_type', { message }));
};

/** Returns whether a route takes files or batches: an isolate works on one at a time. */
function isHeavy(route: Route): boolean {
  return route.access === 'partner' && (route.file !== undefined || route.furtherUnits !== undefined);
}

/** Has the request wait until the isolate may begin its heavy work, before its body becomes a larger value. */
const beginInTurn: Step = async function beginInTurn(c, next) {
  const { principal } = c.env;
  if (principal === null) return next();
  const end = await beginHeavy(principal);
  if (typeof end !== 'function') return respondWith(c, end);
  try {
    return await next();
  } finally {
    end();
  }
};

function isJson(mediaType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(mediaType ?? '');
}

/** Returns whether a media type is one of the route's. Its parameters are ignored: files are UTF-8 or binary. */
function isOneOf({ mediaTypes }: FileDocumentation, mediaType: string | undefined): boolean {
  return mediaTypes.includes(mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

function messageOf({ mediaTypes }: FileDocumentation): string {
  return `The file must be sent as one of: ${mediaTypes.join(', ')}.`;
}
