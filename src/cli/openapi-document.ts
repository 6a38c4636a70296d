import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { errorsOf } from '../http/common-errors.ts';
import { ERRORS, type ErrorCode } from '../http/errors.ts';
import { described, documented } from '../http/openapi-metadata.ts';
import type { ResponseDocumentation, Route, Scope } from '../http/route.ts';
import { CLIENT_SECURITY_SCHEME, PROTOCOL_PATHS } from './protocol-operations.ts';

/** The OpenAPI 3.1 document of these routes. Runs at build time only: nothing of it is in the Worker. */
export function openApiDocument(routes: readonly Route[], description: string) {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Musette',
        version: '1.0.0',
        summary: 'In-activity nutrition with personal safety limits.',
        description,
        license: { name: 'Proprietary', url: 'https://musette.example/docs' },
      },
      servers: [{ url: '/', description: 'This installation. The key chooses sandbox or production.' }],
      tags: tagsOf(routes),
      security: [{ apiKey: [] }],
      paths: { ...pathsOf(routes), ...PROTOCOL_PATHS },
      components: { headers, securitySchemes },
    },
    // Answers may gain members: a client that refuses unknown ones would break on an addition.
    {
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
}

/** Tells what each scope opens. A member whose scope is missing is null, in reads and in the answers of writes. */
const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  'profile:read':
    'Read the athlete, what was learned and sweat tests; together with `activities:read` also feedback. Without it `PATCH` of the athlete and `POST` of a sweat test answer identifiers, tier and dates only.',
  'profile:write': 'Change the athlete, but for `email` and `external_id`; add and delete sweat tests.',
  'activities:read':
    'Read the own fields of activities: type, duration, intensity, weather. `prescription`, `safety`, `prescription_stale`, `products`, `coverage` and `feedback` need the scopes named here beside it.',
  'activities:write': 'Create, change and delete activities; attach and detach products.',
  'prescriptions:read':
    'See the numbers: `prescription`, `safety` and `prescription_stale` of activities, the envelope, and what `POST …/prescription` calculated.',
  'prescriptions:create': 'Calculate the prescription of an activity.',
  'feedback:write':
    'Give and delete feedback. Its content is shown with `activities:read` and `profile:read`.',
  'products:read':
    'Look up products. With `activities:read` also `products` of activities, with `prescriptions:read` fuel plans, with both also `coverage`.',
};

const securitySchemes = {
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'An API key: `sk_test_…` for the sandbox, `sk_live_…` for production.',
  },
  oauth: {
    type: 'oauth2',
    description: 'A token that one athlete granted to your application; it reaches only that athlete.',
    flows: {
      authorizationCode: {
        authorizationUrl: 'https://musette.example/oauth/authorize',
        tokenUrl: 'https://musette.example/oauth/token',
        scopes: SCOPE_TEXTS,
      },
    },
  },
  oauthClient: CLIENT_SECURITY_SCHEME,
  operator: { type: 'http', scheme: 'bearer', description: "The service operator's token." },
} as const;

const text = (description: string, example: string) => ({
  description,
  schema: { type: 'string' as const },
  example,
});

const headers = {
  'X-Request-Id': text(
    'Ours, unique to this answer. Quote it when you ask us.',
    'req_01kajz8w3t5v9c2b7n4m6q8r0s',
  ),
  'X-Service-Data-License': text('Data may be displayed to end users only.', 'display-only'),
  'X-Service-Data-Attribution': text('Whether the service must be named near the data.', 'optional'),
  'X-Service-Data-Training': text('Training models on response data is prohibited.', 'prohibited'),
  'RateLimit-Policy': text("The key's budget and its window in seconds.", '"standard";q=6000;w=60'),
  RateLimit: text('What is left of it, and the seconds until it is whole again.', '"standard";r=5999;t=1'),
  'Retry-After': text('Seconds to wait before trying again.', '2'),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  ETag: text('Identifies this state for `If-None-Match` and `If-Match`.', '"TfG1Yk2bSQmX0p3rV5wZ8A"'),
  'Idempotent-Replayed': text('`true` where this answer repeats that of an earlier request.', 'true'),
  Location: text('Where the new resource can be read.', 'https://musette.example/v1/…'),
};

const ErrorSchema = documented(
  z.object({
    error: z.object({
      type: z.enum([...new Set(Object.values(ERRORS).map((entry) => entry.type))] as [string, ...string[]]),
      code: z.string(),
      message: z.string(),
      documentation_url: z.url(),
      request_id: z.string(),
      resource_id: z.optional(z.string()),
      errors: z.optional(
        z.array(
          z.object({
            pointer: described(z.string(), 'JSON Pointer into the body, or `?name` of a query parameter.'),
            code: z.string(),
            message: z.string(),
          }),
        ),
      ),
    }),
  }),
  { id: 'Error' },
);

const TAG_DESCRIPTIONS: Readonly<Record<string, string>> = {
  Athletes: 'The people you prescribe for. You are the controller of their data.',
  Activities: 'Training sessions and races.',
  Prescriptions: 'Carbohydrate, sodium and fluid, with personal safety limits.',
  'API keys': 'Create, rotate and revoke the keys of your servers.',
  Feedback: 'What the athlete took and how it felt; sweat tests; what was learned from both.',
  Products: 'The curated product database and plans that one can carry.',
  Inference: 'What kind of session a title describes.',
  Privacy: 'Export and erasure.',
  Sandbox: 'Something realistic to build against.',
  OAuth: 'Athletes connect their own accounts.',
  Operator: 'For the operator of the service.',
  Service: 'Whether the service is up.',
};

function tagsOf(routes: readonly Route[]) {
  return [...new Set(routes.map((route) => route.tag))].map((name) => ({
    name,
    description: TAG_DESCRIPTIONS[name] ?? name,
  }));
}

function pathsOf(routes: readonly Route[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    paths[route.path] = { ...item, [route.method.toLowerCase()]: operationOf(route) };
  }
  return paths;
}

function operationOf(route: Route): ZodOpenApiOperationObject {
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const requestHeaders = headerParameters(route);
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description: describe(route),
    security: securityOf(route),
    requestParams: {
      ...(names.length === 0
        ? {}
        : {
            path: z.object(
              Object.fromEntries(
                names.map((name) => [name, documented(z.string(), { example: exampleId(name) })]),
              ),
            ),
          }),
      ...(route.query instanceof z.ZodMiniObject ? { query: route.query } : {}),
      ...(requestHeaders ? { header: requestHeaders } : {}),
    },
    ...(route.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': {
                schema: route.body,
                ...(route.bodyExample === undefined ? {} : { example: route.bodyExample }),
              },
            },
          },
        }
      : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.responses).map(([status, spec]) => [
          status,
          successOf(route, Number(status), spec),
        ]),
      ),
      ...(hasEntityTag(route)
        ? { 304: { description: 'You already have this state.', headers: refs('ETag') } }
        : {}),
      ...errorResponses(route),
    },
  };
}

function describe(route: Route): string {
  if (route.access !== 'partner') return route.description;
  if (route.tokensOnly) {
    return `${route.description}\n\nAthletes' tokens with the scope \`${route.scope}\` only; an API key is refused.`;
  }
  const credentials =
    route.scope === null
      ? 'API keys only.'
      : `Also open to an athlete's token with the scope ${scopesOf(route)
          .map((scope) => `\`${scope}\``)
          .join(' and ')}.`;
  return `${route.description}\n\n${credentials}`;
}

function securityOf(route: Route): Record<string, string[]>[] {
  if (route.access !== 'partner') return route.access === 'public' ? [] : [{ operator: [] }];
  if (route.tokensOnly) return [{ oauth: route.scope === null ? [] : [route.scope] }];
  return route.scope === null ? [{ apiKey: [] }] : [{ apiKey: [] }, { oauth: scopesOf(route) }];
}

function scopesOf(route: Extract<Route, { access: 'partner' }>): Scope[] {
  return [...(route.scope === null ? [] : [route.scope]), ...(route.furtherScopes ?? [])];
}

/** Reads of one athlete, activity or prescription carry a tag. */
function hasEntityTag(route: Route): boolean {
  return route.method === 'GET' && /If-None-Match/.test(route.description);
}

function headerParameters(route: Route) {
  const shape: Record<string, z.ZodMiniType> = {};
  if (route.ifMatch) shape['If-Match'] = described(z.optional(z.string()), 'Act only on this state.');
  if (route.idempotent) {
    shape['Idempotency-Key'] = described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[\x21-\x7e]+$/))),
      'Makes the request safe to repeat for 24 hours: the same method, path and body get the first answer again, with `Idempotent-Replayed: true`. A secret is never repeated (409 `secret_already_shown`). A key counts for its partner and environment, whatever it makes: sent with another request it is refused (422 `idempotency_key_reused`).',
    );
  }
  if (hasEntityTag(route)) {
    shape['If-None-Match'] = described(z.optional(z.string()), 'Answer 304 if this is still the state.');
  }
  return Object.keys(shape).length === 0 ? null : z.object(shape);
}

function successOf(route: Route, status: number, spec: ResponseDocumentation) {
  const names = [
    ...COMMON_HEADERS,
    ...(route.access === 'partner' ? RATE_HEADERS : []),
    ...(hasEntityTag(route) ? ['ETag'] : []),
    ...(status === 201 ? ['Location'] : []),
    ...(route.idempotent ? ['Idempotent-Replayed'] : []),
  ];
  const documented = Object.fromEntries(
    Object.entries(spec.headers ?? {}).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  );
  return {
    description: spec.description,
    headers: { ...refs(...names), ...documented },
    ...(spec.schema
      ? {
          content: {
            'application/json': {
              schema: spec.schema,
              ...(spec.example === undefined ? {} : { example: spec.example }),
            },
            ...otherContent(spec),
          },
        }
      : {}),
  };
}

function otherContent(spec: ResponseDocumentation) {
  return Object.fromEntries(
    Object.entries(spec.otherContent ?? {}).map(([type, description]) => [
      type,
      { schema: { type: 'string' as const, description } },
    ]),
  );
}

const COMMON_HEADERS = [
  'X-Request-Id',
  'X-Service-Data-License',
  'X-Service-Data-Attribution',
  'X-Service-Data-Training',
];
const RATE_HEADERS = ['RateLimit-Policy', 'RateLimit'];

function refs(...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function errorResponses(route: Route) {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorsOf(route)) {
    const { status } = ERRORS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return Object.fromEntries([...byStatus].map(([status, codes]) => [status, errorResponse(status, codes)]));
}

const sharedErrorResponses = new Map<string, ReturnType<typeof newErrorResponse>>();

/** Operations that can fail in the same ways share one component. */
function errorResponse(status: number, codes: readonly ErrorCode[]) {
  const id = `${status}-${codes.join('-')}`;
  const shared = sharedErrorResponses.get(id) ?? newErrorResponse(id, status, codes);
  sharedErrorResponses.set(id, shared);
  return shared;
}

function newErrorResponse(id: string, status: number, codes: readonly ErrorCode[]) {
  const names = [
    ...COMMON_HEADERS,
    ...(status === 401 ? ['WWW-Authenticate'] : []),
    ...(status === 429 || status === 503 ? ['Retry-After'] : []),
  ];
  return {
    id,
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    headers: refs(...names),
    content: {
      'application/json': {
        schema: ErrorSchema,
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorExample(code) }])),
      },
    },
  };
}

function errorExample(code: ErrorCode) {
  const { type, message } = ERRORS[code];
  const problems = [{ pointer: '/duration_min', code: 'too_big', message: 'must be at most 2880' }];
  return {
    error: {
      type,
      code,
      message: code === 'validation_failed' ? '/duration_min: must be at most 2880' : message,
      documentation_url: `https://musette.example/docs/errors#${code}`,
      request_id: 'req_01kajz8w3t5v9c2b7n4m6q8r0s',
      ...(code === 'validation_failed' ? { errors: problems } : {}),
    },
  };
}

const ID_EXAMPLES: Readonly<Record<string, string>> = {
  athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  activity_id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s',
  key_id: 'key_01kajz8w3t5v9c2b7n4m6q8r0s',
};

function exampleId(parameter: string): string {
  return ID_EXAMPLES[parameter] ?? `${parameter.slice(0, 3)}_01kajz8w3t5v9c2b7n4m6q8r0s`;
}
