import type { Hono, MiddlewareHandler } from 'hono';
import { limitBody } from '../http/body-limit.ts';
import { fail } from '../http/errors.ts';
import { newFileBody, newRequestBody } from '../http/json-body.ts';
import type { FileDocumentation, Route } from '../http/route.ts';
import { respondWith, type ServiceEnv } from '../http/service.ts';
import { answer } from './answer.ts';
import { identify, refuseForeignEnvironment, refuseKeyOnlyMembers } from './identify.ts';
import { refuseRepeatedParameters, validateBody, validateQuery } from './validate.ts';

export type Step = MiddlewareHandler<ServiceEnv>;

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Adds every route to the app, each after the checks of CONTRACT §2 in their fixed order: route and method,
 * size and media type, authentication and admission, environment, shape. Existence and stored state are left
 * to the verb.
 */
export function mountRoutes(app: Hono<ServiceEnv>, routes: readonly Route[]): void {
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const hasBody = route.method !== 'GET';
    app.on(
      route.method,
      path,
      nameOperation(route),
      ...(hasBody ? [limitSize(route), readBody(route), requireMediaType(route)] : []),
      identify(route, (c) => app.fetch(c.req.raw, c.env)),
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

/** Returns the step that rejects a body above the limit of a route. */
export function limitSize(route: Pick<Route, 'bodyLimitBytes'>): Step {
  const maxBytes = route.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  const message = `The body may have at most ${maxBytes / 1024} KiB.`;
  return limitBody<ServiceEnv>(maxBytes, (c) => respondWith(c, fail('payload_too_large', { message })));
}

/** Reads the body once; later steps take it from the request's context. */
export function readBody({ file }: Pick<Route, 'file'>): Step {
  const newBody = file ? newFileBody : newRequestBody;
  return async function readBody(c, next) {
    c.env.body = newBody(await c.req.arrayBuffer());
    await next();
  };
}

/**
 * Rejects a body that is not uncompressed UTF-8 JSON, or on a route that takes a file not of its media types. An empty
 * one passes if the route takes no fields.
 */
function requireMediaType(route: Route): Step {
  const { file } = route;
  if (!file && route.body !== undefined && !route.isBodyOptional) return requireJson;
  if (!file) return (c, next) => (c.env.body.isEmpty ? next() : requireJson(c, next));
  const refusal = fail('unsupported_media_type', { message: messageOf(file) });
  return async function requireFile(c, next) {
    if (!isOneOf(file, c.req.header('content-type'))) return respondWith(c, refusal);
    return requireUncompressed(c, next);
  };
}

/** Rejects a body that is not uncompressed UTF-8 JSON. */
export const requireJson: Step = async function requireJson(c, next) {
  if (!isJson(c.req.header('content-type'))) return respondWith(c, fail('unsupported_media_type'));
  return requireUncompressed(c, next);
};

const requireUncompressed: Step = async function requireUncompressed(c, next) {
  const encoding = c.req.header('content-encoding')?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return next();
  const message = 'Compressed bodies are not accepted.';
  return respondWith(c, fail('unsupported_media_type', { message }));
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
