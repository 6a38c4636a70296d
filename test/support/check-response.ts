import { expect } from 'vitest';
import * as z from 'zod';
import { errorsOf } from '../../src/http/common-errors.ts';
import { ERRORS, type ErrorCode } from '../../src/http/errors.ts';
import type { Route } from '../../src/http/route.ts';
import { ROUTES } from '../../src/routes.ts';

const ErrorBody = z.strictObject({
  error: z.strictObject({
    type: z.string(),
    code: z.string(),
    message: z.string().min(1),
    documentation_url: z.url(),
    request_id: z.string().regex(/^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
    resource_id: z.string().optional(),
    errors: z
      .array(
        z.strictObject({ pointer: z.string().regex(/^(\?|\/|$)/), code: z.string(), message: z.string() }),
      )
      .min(1)
      .optional(),
  }),
});

const PAGES = [
  '/',
  '/docs',
  '/docs/errors',
  '/openapi.json',
  '/.well-known/security.txt',
  '/brand',
  '/subscribe',
];

/**
 * Holds every answer of the suite to what is promised of all answers: the data headers, a request id, and
 * the schema that the OpenAPI document gives for its operation and status, without undocumented members.
 */
export function checkResponse(request: Request, response: Response, body: string): void {
  const { headers, status } = response;
  expect(headers.get('X-Service-Data-License')).toBe('display-only');
  expect(headers.get('X-Service-Data-Training')).toBe('prohibited');
  expect(headers.get('X-Service-Data-Attribution')).toMatch(/^(required|optional)$/);
  expect(headers.get('X-Request-Id')).toMatch(/^req_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  expect(headers.get('Cache-Control')).not.toBeNull();
  const url = new URL(request.url);
  const isPage = PAGES.some(
    (page) => url.pathname === page || url.pathname.startsWith(`${page}/`) || url.pathname.includes('.'),
  );
  if (isPage && (status < 400 || headers.get('content-type')?.startsWith('text/html'))) return;
  const route = routeOf(request.method, url.pathname);
  if (status === 204 || status === 304 || request.method === 'HEAD') {
    expect(body).toBe('');
    return;
  }
  const type = headers.get('content-type')?.split(';')[0] ?? '';
  if (status < 400 && type !== 'application/json') {
    expect(
      Object.keys(route?.responses[status]?.otherContent ?? {}),
      `${route?.operationId} documents ${type}`,
    ).toContain(type);
    return;
  }
  const json: unknown = JSON.parse(body);
  if (status >= 400) {
    const { error } = ErrorBody.parse(json);
    const entry = ERRORS[error.code as ErrorCode];
    expect({ type: error.type, status }).toEqual({ type: entry.type, status: entry.status });
    expect(error.request_id).toBe(headers.get('X-Request-Id'));
    if (status === 401) expect(headers.get('WWW-Authenticate')).toBe('Bearer');
    if (status === 503 || status === 429) expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0);
    if (route)
      expect([...errorsOf(route)], `${route.operationId} documents ${error.code}`).toContain(error.code);
    return;
  }
  expect(route, `${request.method} ${url.pathname} is an operation of the OpenAPI document`).toBeDefined();
  const schema = route?.responses[status]?.schema;
  expect(schema, `${route?.operationId} documents ${status}`).toBeDefined();
  // A schema drops what it does not know, so equality finds members that the document leaves out.
  if (schema) expect(schema.parse(json)).toEqual(json);
}

export function routeOf(method: string, path: string): Route | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  return ROUTES.find((route) => {
    const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, '[^/]+')}$`);
    return route.method === wanted && pattern.test(path);
  });
}
