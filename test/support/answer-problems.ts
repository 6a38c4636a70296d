import * as z from 'zod/mini';
import { ROUTES } from '#delivery/app/routes.ts';
import { ERRORS, type ErrorCode } from '#platform/http/error-codes.ts';
import { errorsOf, type Route } from '#platform/http/route.ts';

/** An answer as it came over the wire, and what it answers. */
export interface SeenAnswer {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

const REQUEST_ID = /^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
const PAGES = [
  '/docs',
  '/index.md',
  '/access.md',
  '/docs.md',
  '/brand.md',
  '/llms.txt',
  '/openapi.json',
  '/.well-known',
  '/brand',
  '/subscribe',
  '/assets',
  '/oauth',
  '/account',
  '/dev',
];

const ErrorBody = z.strictObject({
  error: z.strictObject({
    type: z.string(),
    code: z.string(),
    message: z.string().check(z.minLength(1), z.maxLength(300)),
    documentation_url: z.url(),
    request_id: z.string().check(z.regex(REQUEST_ID)),
    resource_id: z.optional(z.string()),
    subscribe_url: z.optional(z.string()),
    errors: z.optional(
      z
        .array(
          z.strictObject({
            pointer: z.string().check(z.regex(/^(\?|\/|$)/), z.maxLength(200)),
            code: z.string(),
            message: z.string().check(z.maxLength(300)),
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
    ),
    more_errors: z.optional(z.int().check(z.minimum(1))),
  }),
});

const PROTOCOL = /^\/oauth\/(token|revoke)$/;
const OAuthError = z.strictObject({
  error: z.string().check(z.minLength(1)),
  error_description: z.optional(z.string()),
});

/**
 * Returns the broken promises of an answer: the data headers, a request id, and the schema that its operation documents
 * for its status, without undocumented members.
 */
export function answerProblems(answer: SeenAnswer): string[] {
  const { method, path, status, headers, body } = answer;
  const problems = headerProblems(answer, PROTOCOL.test(path) ? /^Basic/ : /^Bearer/);
  const isPage = path === '/' || PAGES.some((page) => path === page || path.startsWith(`${page}/`));
  if (isPage && !headers.get('content-type')?.startsWith('application/json')) return problems;
  if (isPage && status < 400) return problems;
  const isWebPath = !/^\/(v1|operator)(\/|$)/.test(path);
  if (isWebPath && headers.get('content-type')?.startsWith('text/html')) return problems;
  if (status === 204 || status === 304 || method === 'HEAD') {
    return body === '' ? problems : [...problems, `a ${status} to ${method} has a body`];
  }
  const route = routeOf(method, path);
  const json = parseJson(body);
  if (PROTOCOL.test(path) && status >= 400) {
    // RFC 6749 §5.2 says how these two refuse, whatever the reason.
    return OAuthError.safeParse(json).success
      ? problems
      : [...problems, 'the refusal is not in the form of the protocol'];
  }
  if (json === undefined) {
    const isOther =
      route !== undefined && status < 400 && !headers.get('content-type')?.startsWith('application/json');
    return isOther ? problems : [...problems, 'the body is not JSON'];
  }
  return [
    ...problems,
    ...(status >= 400 ? errorProblems(json, answer, route) : successProblems(json, answer, route)),
  ];
}

function headerProblems({ headers, status, body }: SeenAnswer, challenge: RegExp): string[] {
  const problems: string[] = [];
  const expectHeader = (name: string, pattern: RegExp) => {
    if (!pattern.test(headers.get(name) ?? '')) problems.push(`${name} is ${headers.get(name)}`);
  };
  expectHeader('X-Service-Data-License', /^display-only$/);
  expectHeader('X-Service-Data-Training', /^prohibited$/);
  expectHeader('X-Service-Data-Attribution', /^(required|optional)$/);
  expectHeader('X-Request-Id', REQUEST_ID);
  expectHeader('Cache-Control', status >= 400 ? /^no-store$/ : /./);
  if (status >= 400 && headers.has('ETag')) problems.push('a refusal has the tag of what it refuses');
  if (status === 401) expectHeader('WWW-Authenticate', challenge);
  // A full database is not less full within seconds.
  const isFull = body.includes('"code":"storage_full"');
  if (isFull && headers.has('Retry-After')) problems.push('storage_full says when to retry');
  if ((status === 429 || status === 503) && !isFull) expectHeader('Retry-After', /^[1-9]\d*$/);
  return problems;
}

function errorProblems(json: unknown, answer: SeenAnswer, route: Route | undefined): string[] {
  const parsed = ErrorBody.safeParse(json);
  if (!parsed.success) return [`the error body is not of its shape: ${parsed.error.message}`];
  const { error } = parsed.data;
  const entry = ERRORS[error.code as ErrorCode];
  if (!entry) return [`the error code ${error.code} is not documented`];
  const problems = error.code === 'environment_mismatch' ? [] : callerProblems(answer);
  if (entry.type !== error.type) problems.push(`${error.code} has the type ${error.type}`);
  if (entry.status !== answer.status) problems.push(`${error.code} came with ${answer.status}`);
  if (error.request_id !== answer.headers.get('X-Request-Id'))
    problems.push('request_id is not that of the header');
  if (route && !errorsOf(route).has(error.code as ErrorCode)) {
    problems.push(`${route.operationId} does not document ${error.code}`);
  }
  return problems;
}

/** Returns what an answer to nobody that the service knows says of a partner: whose caller is one is authenticated. */
function callerProblems({ status, headers }: SeenAnswer): string[] {
  if (status !== 401) return [];
  const problems = ['RateLimit', 'RateLimit-Policy', 'Server-Timing']
    .filter((name) => headers.has(name))
    .map((name) => `an unauthenticated answer has ${name}`);
  const attribution = headers.get('X-Service-Data-Attribution');
  return attribution === 'required' ? problems : [...problems, `its attribution is ${attribution}`];
}

function successProblems(json: unknown, answer: SeenAnswer, route: Route | undefined): string[] {
  if (!route) return [`${answer.method} ${answer.path} is no documented operation`];
  const schema = route.responses[answer.status]?.schema;
  if (!schema) return [`${route.operationId} does not document ${answer.status}`];
  const parsed = schema.safeParse(json);
  if (!parsed.success) return [`${route.operationId} ${answer.status}: ${parsed.error.message}`];
  // A schema drops what it does not know, so a difference is a member that the document leaves out.
  const documented = JSON.stringify(sorted(parsed.data));
  const sent = JSON.stringify(sorted(json));
  return documented === sent
    ? []
    : [`${route.operationId} sent undocumented members: ${sent} ≠ ${documented}`];
}

/** The paths of all routes as patterns, made once: every answer of the suite is looked up here. */
const PATTERNS = ROUTES.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replace(/[.]/g, '\\.').replace(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Finds the operation of a path; literal segments take precedence over parameters. */
export function routeOf(method: string, path: string): Route | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const fits = PATTERNS.flatMap(({ route, pattern }) => (pattern.test(path) ? [route] : []));
  // A fixed path takes precedence over one with a parameter, whatever the method.
  const parametersMin = Math.min(...fits.map((route) => route.path.split('{').length));
  return fits.find((route) => route.method === wanted && route.path.split('{').length === parametersMin);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, sorted(member)]),
  );
}
