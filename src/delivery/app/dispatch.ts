import type { Hono } from 'hono';
import { credentialsOf } from '#platform/access/authenticate.ts';
import { type RequestContext, untilAdmitted } from '#platform/http/context.ts';
import { fail, isFailure } from '#platform/http/errors.ts';
import { beginHeavy } from '#platform/http/heavy-work.ts';
import { newFileBody, newRequestBody } from '#platform/http/json-body.ts';
import type { FileDocumentation, ServedRoute } from '#platform/http/route.ts';
import { respondWith, type ServiceEnv, type Step } from '#platform/http/service.ts';
import { ABORTED, abortedAnswer, type BodyOwner, tooLarge, Upload } from '#platform/http/upload.ts';
import { answer } from './answer.ts';
import { identify, refuseCredential, refuseForeignEnvironment, refuseKeyOnlyMembers } from './identify.ts';
import {
  checkLargeBody,
  OPERATOR,
  refuseRepeatedParameters,
  validateBody,
  validateQuery,
} from './validate.ts';

const BODY_LIMIT_BYTES = 64 * 1024;

/** The members of a route that determine the bodies it accepts. */
type BodyRules = Pick<ServedRoute, 'access' | 'bodyLimitBytes' | 'file' | 'isBodyOptional'> & {
  readonly body?: unknown;
};

/**
 * Mounts every route behind the checks of CONTRACT §2, in this order: route and method, form of the credential, announced
 * size and media type, authentication and admission, body, environment, shape. Handlers check existence and stored state.
 */
export function mountRoutes(app: Hono<ServiceEnv>, routes: readonly ServedRoute[]): void {
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const hasBody = route.method !== 'GET';
    app.on(
      route.method,
      path,
      nameOperation(route),
      ...(hasBody ? [openBody(route)] : []),
      identify(route),
      ...(hasBody ? [receiveBody(route)] : []),
      ...(isHeavy(route) ? [beginInTurn] : []),
      ...(hasBody && !route.file ? [checkLargeBody(route)] : []),
      refuseKeyOnlyMembers(route),
      refuseForeignEnvironment,
      refuseRepeatedParameters,
      ...(hasBody && !route.file ? [validateBody(route)] : []),
      validateQuery(route),
      (c) => answer(route, c),
    );
  }
  for (const path of new Set(routes.map((route) => route.path))) {
    if (!path.includes('{')) app.all(path, refuseMethod(routes, path));
  }
}

/**
 * Returns the step that rejects other methods of a fixed path. Otherwise Hono would match `/v1/athletes/batch` as
 * `/v1/athletes/{athlete_id}` and answer that the route does not exist.
 */
function refuseMethod(routes: readonly ServedRoute[], path: string): Step {
  const allowed = routes
    .filter((route) => route.path === path)
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const refusal = fail('method_not_allowed', { headers: { Allow: allowed.join(', ') } });
  return async function refuseMethod(c) {
    return respondWith(c, refusal);
  };
}

/** Returns the step that records a route in the log line and in the partner's usage. */
export function nameOperation(route: Pick<ServedRoute, 'operationId' | 'method' | 'path'>): Step {
  return async function nameOperation(c, next) {
    c.env.operationId = route.operationId;
    c.env.log.route = `${route.method} ${route.path}`;
    await next();
  };
}

/**
 * Returns the step that rejects a request with a body by its headers: a credential that cannot be one, then a body that is
 * too long for the route or has the wrong media type. Finally, it discards any unread body.
 */
export function openBody(route: BodyRules): Step {
  const requireMediaType = mediaTypeStep(route);
  return async function openBody(c, next) {
    const upload = new Upload(c.req.raw);
    c.env.upload = upload;
    // Otherwise the platform would stop a request whose caller disconnects before its cleanup runs.
    const over = Promise.withResolvers<void>();
    c.env.waitUntil(over.promise);
    try {
      const malformed = await refuseCredential(route, c.env, credentialsOf(c.req));
      if (malformed) return respondWith(c, malformed);
      if ((upload.announcedBytes ?? 0) > limitOf(route)) return respondWith(c, tooLarge(limitOf(route)));
      // Without a length, only reading the body shows whether it is empty.
      if (mayBeEmpty(route) && upload.announcedBytes === null) return await next();
      return await requireMediaType(c, next);
    } finally {
      await upload.end();
      over.resolve();
    }
  };
}

/** Returns the step that receives the body of an admitted caller into the request's context. */
export function receiveBody(route: BodyRules): Step {
  const newBody = route.file ? newFileBody : newRequestBody;
  const requireMediaType = mediaTypeStep(route);
  return async function receiveBody(c, next) {
    const ctx = c.env;
    const { upload, principal } = ctx;
    const admitted = untilAdmitted(ctx);
    // The outer step handles a refusal. Prevents an unhandled rejection if nothing awaits it here.
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

/** Returns the owner of a body. The operator has no key, so it has a separate owner. */
function ownerOf({ access }: BodyRules, principal: RequestContext['principal']): BodyOwner | null {
  return principal ?? (access === 'operator' ? OPERATOR : null);
}

function mayBeEmpty({ file, body, isBodyOptional }: BodyRules): boolean {
  return file === undefined && (body === undefined || isBodyOptional === true);
}

/**
 * Rejects a body that is not uncompressed UTF-8 JSON, or, on file routes, not one of the route's media types. An empty
 * body passes if the route needs none.
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

/** Returns whether a route takes files or batches, which an isolate processes one at a time. */
function isHeavy(route: ServedRoute): boolean {
  return route.access === 'partner' && (route.file !== undefined || route.unitsOfBody !== undefined);
}

/** Waits for the isolate's turn for heavy work, before the body is parsed into a larger value. */
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

/** Returns whether the route accepts a media type. Parameters are ignored: files are UTF-8 or binary. */
function isOneOf({ mediaTypes }: FileDocumentation, mediaType: string | undefined): boolean {
  return mediaTypes.includes(mediaType?.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

function messageOf({ mediaTypes }: FileDocumentation): string {
  return `Send the file as one of these types: ${mediaTypes.join(', ')}.`;
}
