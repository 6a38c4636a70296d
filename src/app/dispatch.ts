import type { Hono, MiddlewareHandler } from 'hono';
import { limitBody } from '../http/body-limit.ts';
import { fail } from '../http/errors.ts';
import { newRequestBody } from '../http/json-body.ts';
import type { Route } from '../http/route.ts';
import { respondWith, type ServiceEnv } from '../http/service.ts';
import { answer } from './answer.ts';
import { identify, refuseForeignEnvironment } from './identify.ts';
import { refuseRepeatedParameters, validateBody, validateQuery } from './validate.ts';

type Step = MiddlewareHandler<ServiceEnv>;

const BODY_LIMIT_BYTES = 64 * 1024;

/**
 * Adds every route to the app, each behind the checks of CONTRACT §2 in their fixed order: route and method, size and
 * media type, authentication and admission, environment, shape. Existence and stored state are left to the verb.
 */
export function mountRoutes(app: Hono<ServiceEnv>, routes: readonly Route[]): void {
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    const hasBody = route.method !== 'GET';
    app.on(
      route.method,
      path,
      nameInLog(route),
      ...(hasBody ? [limitSize(route), readBody, requireJson(route)] : []),
      identify(route),
      refuseForeignEnvironment,
      refuseRepeatedParameters,
      ...(hasBody ? validateBody(route) : []),
      validateQuery(route),
      (c) => answer(route, c),
    );
  }
}

function nameInLog(route: Route): Step {
  return async function nameInLog(c, next) {
    c.env.log.route = `${route.method} ${route.path}`;
    await next();
  };
}

function limitSize(route: Route): Step {
  const maxBytes = route.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  const message = `The body may have at most ${maxBytes / 1024} KiB.`;
  return limitBody<ServiceEnv>(maxBytes, (c) => respondWith(c, fail('payload_too_large', { message })));
}

/** Reads the body, once: every later step uses it from the request's context. */
const readBody: Step = async function readBody(c, next) {
  c.env.body = newRequestBody(await c.req.arrayBuffer());
  await next();
};

/** Rejects a body that is not uncompressed UTF-8 JSON. An empty one passes if the route takes no fields. */
function requireJson(route: Route): Step {
  return async function requireJson(c, next) {
    if (c.env.body.isEmpty && route.body === undefined) return next();
    if (!isJson(c.req.header('content-type'))) return respondWith(c, fail('unsupported_media_type'));
    const encoding = c.req.header('content-encoding')?.toLowerCase() ?? 'identity';
    if (encoding === 'identity') return next();
    const message = 'Compressed bodies are not accepted.';
    return respondWith(c, fail('unsupported_media_type', { message }));
  };
}

function isJson(mediaType: string | undefined): boolean {
  return /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(mediaType ?? '');
}
