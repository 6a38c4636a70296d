import type { Context, Hono, MiddlewareHandler } from 'hono';
import { validator } from 'hono/validator';
import * as z from 'zod/mini';
import type { VerifyAccessToken } from '../access/access-grant.ts';
import { admit, knownRefusal } from '../access/admit.ts';
import { authenticate } from '../access/authenticate.ts';
import { authenticateOperator } from '../access/operator.ts';
import { refuseOtherAthlete } from '../access/scopes.ts';
import type { Answer } from '../http/answer.ts';
import { limitBody } from '../http/body-limit.ts';
import { namesTag } from '../http/conditional.ts';
import { isPartnerContext, type PartnerContext, type RequestContext } from '../http/context.ts';
import { environmentMismatch } from '../http/environment.ts';
import { type Failure, fail, invalid, isFailure } from '../http/errors.ts';
import { readClaim } from '../http/idempotency.ts';
import { readJsonBody } from '../http/json-body.ts';
import type { Route } from '../http/route.ts';
import { respondWith, type ServiceEnv } from '../http/service.ts';
import { acceptsGzip, streamedBody } from '../http/streamed-body.ts';
import { problemsOf } from '../http/validation.ts';

type AppEnv = ServiceEnv;
type AppContext = Context<AppEnv>;

const BODY_LIMIT_BYTES = 64 * 1024;
const NO_FIELDS = z.strictObject({});

/** Adds every route to the app, each behind the checks of contract §2 in their fixed order. */
export function mountRoutes(app: Hono<AppEnv>, routes: readonly Route[]): void {
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    app.on(
      route.method,
      path,
      nameRoute(route),
      ...(route.method === 'GET' ? [] : [limitBodyOf(route), requireJson(route)]),
      identify(route),
      refuseRepeatedParameters,
      ...validators(route),
      (c) => run(route, c),
    );
  }
}

function nameRoute(route: Route): MiddlewareHandler<AppEnv> {
  return async function nameRoute(c, next) {
    c.env.log.route = `${route.method} ${route.path}`;
    await next();
  };
}

function limitBodyOf(route: Route): MiddlewareHandler<AppEnv> {
  const maxBytes = route.bodyLimitBytes ?? BODY_LIMIT_BYTES;
  return limitBody(maxBytes, (c: AppContext) =>
    respondWith(
      c,
      fail('payload_too_large', { message: `The body may have at most ${maxBytes / 1024} KiB.` }),
    ),
  );
}

/** A body must be uncompressed UTF-8 JSON. Where no body came, an absent media type is fine. */
function requireJson(route: Route): MiddlewareHandler<AppEnv> {
  return async function requireJson(c, next) {
    const mediaType = c.req.header('content-type');
    const isEmpty = c.req.raw.body === null || (await c.req.arrayBuffer()).byteLength === 0;
    if (mediaType === undefined && isEmpty) {
      return takesEmptyBody(route) ? next() : respondWith(c, fail('unsupported_media_type'));
    }
    const isJson = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(mediaType ?? '');
    const encoding = c.req.header('content-encoding');
    if (!isJson && !(isEmpty && takesEmptyBody(route))) return respondWith(c, fail('unsupported_media_type'));
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
      return respondWith(
        c,
        fail('unsupported_media_type', { message: 'Compressed bodies are not accepted.' }),
      );
    }
    await next();
  };
}

function takesEmptyBody(route: Route): boolean {
  return route.body === undefined || route.bodyOptional === true;
}

/** Verifies an athlete's token. The OAuth protocol is loaded with an isolate's first token. */
const verifyToken: VerifyAccessToken = async (ctx, token) => {
  const { verifyAccessToken } = await import('../oauth/verify-access-token.ts');
  return verifyAccessToken(ctx, token);
};

/** Who is calling, whether they may call now, and whether they are in the right environment. */
function identify(route: Route): MiddlewareHandler<AppEnv> {
  if (route.access !== 'partner') {
    if (route.access === 'public') return (_c, next) => next();
    return async function identifyOperator(c, next) {
      const failure = await authenticateOperator(
        c.env,
        c.req.header('authorization'),
        c.req.header('cf-connecting-ip'),
      );
      return failure ? respondWith(c, failure) : next();
    };
  }
  const alongside = route.method === 'GET' && !route.admitFirst;
  return async function identifyPartner(c, next) {
    const ctx = c.env;
    const credential = await authenticate(
      ctx,
      c.req.header('authorization'),
      c.req.header('cf-connecting-ip'),
      verifyToken,
    );
    if (isFailure(credential)) return respondWith(c, credential);
    const known = knownRefusal(ctx, credential);
    if (known) return respondWith(c, known);
    const admission = admit(ctx, credential, route);
    // It is awaited below in every case; until then a failing guard must not count as unhandled.
    admission.catch(() => undefined);
    if (!alongside) {
      const refusal = await admission;
      if (refusal) return respondWith(c, refusal);
    }
    const mismatch = await environmentMismatch(ctx, c.req);
    if (mismatch) {
      const refusal = await admission;
      return respondWith(c, refusal ?? mismatch);
    }
    await next();
    // A read may run while its admission is still being decided; its answer may not leave before.
    const refusal = alongside ? await admission : null;
    if (refusal) {
      // Hono would put the headers of what is replaced on what replaces it, and a refusal may show nothing of a read.
      c.res = undefined;
      c.res = respondWith(c, refusal);
    }
    return;
  };
}

/** A parameter that is sent twice has no one meaning; guessing could change a filter unseen. */
const refuseRepeatedParameters: MiddlewareHandler<AppEnv> = async (c, next) => {
  if (!c.req.raw.url.includes('?')) return next();
  const repeated = Object.entries(c.req.queries()).filter(([, values]) => values.length > 1);
  if (repeated.length === 0) return next();
  return respondWith(
    c,
    invalid(
      ...repeated.map(([name]) => ({
        pointer: `?${name}`,
        code: 'duplicate_parameter',
        message: 'was sent more than once',
      })),
    ),
  );
};

function validators(route: Route): MiddlewareHandler<AppEnv>[] {
  const query = validateQuery(route.query ?? NO_FIELDS);
  const queryOrNothing: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (route.query !== undefined || c.req.raw.url.includes('?')) return query(c, next);
    c.req.addValidatedData('query', {});
    return next();
  };
  if (route.method === 'GET') return [queryOrNothing];
  const body = validateBody(route.body ?? NO_FIELDS);
  const bodyOrNothing: MiddlewareHandler<AppEnv> = async (c, next) => {
    if (!(await sentNothing(route, c))) return body(c, next);
    c.req.addValidatedData('json', {});
    return next();
  };
  return [bodyOrNothing, queryOrNothing];
}

/** No schema of ours waits for anything, so none is asked to: that would cost a promise for every member. */
function validateQuery(schema: z.ZodMiniType): MiddlewareHandler<AppEnv> {
  return validator('query', (value, c: AppContext) => {
    const result = schema.safeParse(value);
    if (result.success) return result.data;
    return respondWith(c, invalid(...problemsOf(result.error, 'query')));
  });
}

/** Reads the body itself: Hono's validator takes duplicate members and broken UTF-8 for something, and throws. */
function validateBody(schema: z.ZodMiniType): MiddlewareHandler<AppEnv> {
  return async function validateBody(c, next) {
    const body = readJsonBody(await c.req.arrayBuffer());
    if (isFailure(body)) return respondWith(c, body);
    const result = schema.safeParse(body.value);
    if (!result.success) return respondWith(c, invalid(...problemsOf(result.error, 'body')));
    c.req.addValidatedData('json', result.data ?? {});
    return next();
  };
}

/** An empty body, where that stands for an empty object. */
async function sentNothing(route: Route, c: AppContext): Promise<boolean> {
  return takesEmptyBody(route) && (await c.req.arrayBuffer()).byteLength === 0;
}

async function run(route: Route, c: AppContext): Promise<Response> {
  const ctx = c.env;
  const unreachable = ctx.principal && (await refuseOtherAthlete(ctx.principal, c.req));
  if (unreachable) return respondWith(c, unreachable);
  const input = {
    params: c.req.param(),
    query: c.req.valid('query' as never),
    body: route.method === 'GET' ? {} : c.req.valid('json' as never),
    headers: c.req.raw.headers,
    path: c.req.path,
    claim: null,
  };
  const outcome = await (route.access === 'partner'
    ? isPartnerContext(ctx)
      ? runForPartner(route, ctx, input)
      : fail('missing_authorization')
    : route.handler(ctx, input));
  if (isFailure(outcome)) return respondWith(c, outcome);
  return toResponse(route, c, outcome);
}

type PartnerRoute = Extract<Route, { access: 'partner' }>;

async function runForPartner(
  route: PartnerRoute,
  ctx: PartnerContext,
  input: Parameters<PartnerRoute['handler']>[1],
): Promise<Answer | Failure> {
  if (route.idempotent !== true) return route.handler(ctx, input);
  const claim = await readClaim(ctx, { method: route.method, ...input });
  return isFailure(claim) ? claim : route.handler(ctx, { ...input, claim });
}

/** Puts the caching rules of contract §1 on a success, and answers 304 where the caller already has it. */
function toResponse(route: Route, c: AppContext, answer: Answer): Response {
  const headers = new Headers(answer.headers);
  headers.set('X-Service-Data-Attribution', attribution(c.env, answer));
  if (answer.entityTag !== undefined) {
    headers.set('ETag', answer.entityTag);
    // Only a read may be kept; a change carries the tag to go on from.
    headers.set('Cache-Control', route.method === 'GET' ? 'private, no-cache' : 'no-store');
    const ifNoneMatch = c.req.header('if-none-match');
    if (route.method === 'GET' && ifNoneMatch !== undefined && namesTag(ifNoneMatch, answer.entityTag)) {
      return new Response(null, { status: 304, headers });
    }
  } else if (!headers.has('Cache-Control')) {
    headers.set('Cache-Control', 'no-store');
  }
  if (answer.status === 204) return new Response(null, { status: 204, headers });
  headers.set('Content-Type', answer.content?.type ?? 'application/json; charset=utf-8');
  if (answer.pieces) return streamedResponse(c, answer.status, headers, answer.pieces);
  return new Response(answer.content?.text ?? JSON.stringify(answer.body), {
    status: answer.status,
    headers,
  });
}

/** An answer that is made while it is sent; the platform compresses it where the header says so. */
function streamedResponse(
  c: AppContext,
  status: number,
  headers: Headers,
  pieces: NonNullable<Answer['pieces']>,
): Response {
  headers.append('Vary', 'Accept-Encoding');
  if (acceptsGzip(c.req.raw)) headers.set('Content-Encoding', 'gzip');
  return new Response(streamedBody(c.env, pieces), { status, headers });
}

/** Naming the service is optional only where all athlete data shown is full-tier (contract §1). */
function attribution(ctx: RequestContext, answer: Answer): 'optional' | 'required' {
  if (!ctx.principal) return 'required';
  const tiers = answer.tiers?.length ? answer.tiers : [ctx.principal.defaultTier];
  return tiers.every((tier) => tier === 'full') ? 'optional' : 'required';
}
