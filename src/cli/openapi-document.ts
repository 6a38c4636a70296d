import * as z from 'zod/mini';
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from 'zod-openapi';
import { described, documented } from '../http/openapi-metadata.ts';
import type { ResponseDocumentation, Route, Scope } from '../http/route.ts';
import { COMMON_HEADERS, errorResponses, refs } from './openapi-errors.ts';
import { CLIENT_SECURITY_SCHEME, PROTOCOL_PATHS } from './protocol-operations.ts';
import { readGuide } from './read-guide.ts';

/** Writes the OpenAPI 3.1 document of these routes. Runs at build time only: the Worker does not include it. */
export function openApiDocument(routes: readonly Route[]) {
  return createDocument(
    {
      openapi: '3.1.0',
      info: {
        title: 'Musette',
        version: '1.0.0',
        summary: 'In-activity nutrition with personal safety limits.',
        description: readGuide('introduction'),
        license: { name: 'Proprietary', url: 'https://musette.example/docs' },
      },
      servers: [{ url: '/', description: 'This installation. The key chooses sandbox or production.' }],
      tags: tagsOf(routes),
      security: [{ apiKey: [] }],
      paths: { ...pathsOf(routes), ...PROTOCOL_PATHS },
      components: { headers, securitySchemes },
    },
    // Answers may gain members: a client that rejects unknown ones would break on an addition.
    {
      override: ({ jsonSchema, io }) => {
        if (io === 'output' && jsonSchema.additionalProperties === false)
          delete jsonSchema.additionalProperties;
      },
    },
  );
}

/** Descriptions of scopes. A member whose scope is missing is null, in reads and in the answers of writes. */
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
    'Unique to this answer. Quote it when you contact support.',
    'req_01kajz8w3t5v9c2b7n4m6q8r0s',
  ),
  'X-Service-Data-License': text('Data may be displayed to end users only.', 'display-only'),
  'X-Service-Data-Attribution': text('Whether the service must be named near the data.', 'optional'),
  'X-Service-Data-Training': text('Training models on response data is prohibited.', 'prohibited'),
  'RateLimit-Policy': text("The key's budget and its window in seconds.", '"standard";q=6000;w=60'),
  RateLimit: text('The remaining budget, and the seconds until it is full.', '"standard";r=5999;t=1'),
  'Retry-After': text('Seconds to wait before a retry.', '2'),
  'WWW-Authenticate': text('How to authenticate.', 'Bearer'),
  ETag: text('Identifies this state for `If-None-Match` and `If-Match`.', '"TfG1Yk2bSQmX0p3rV5wZ8A"'),
  'Idempotent-Replayed': text('`true` if this answer replays that of an earlier request.', 'true'),
  Location: text('The address of the new resource.', 'https://musette.example/v1/…'),
};

function tagsOf(routes: readonly Route[]) {
  return [...new Set(routes.map((route) => route.tag))].map((name) => ({
    name,
    description: readGuide(name.toLowerCase().replaceAll(' ', '-')),
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
        ? { 304: { description: 'Unchanged: you already have this state.', headers: refs('ETag') } }
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

/** Tells whether the answer carries an ETag: reads of one athlete, activity or prescription do. */
function hasEntityTag(route: Route): boolean {
  return route.method === 'GET' && /If-None-Match/.test(route.description);
}

function headerParameters(route: Route) {
  const shape: Record<string, z.ZodMiniType> = {};
  if (route.ifMatch) shape['If-Match'] = described(z.optional(z.string()), 'Act only on this state.');
  if (route.idempotent) {
    shape['Idempotency-Key'] = described(
      z.optional(z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[\x21-\x7e]+$/))),
      'Makes the request safe to repeat for 24 hours: the same method, path and body replay the first answer, with `Idempotent-Replayed: true`. A secret is never replayed (409 `secret_already_shown`). A key is valid for its partner and environment, whatever it creates: with another request it is rejected (422 `idempotency_key_reused`).',
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

const RATE_HEADERS = ['RateLimit-Policy', 'RateLimit'];

function otherContent(spec: ResponseDocumentation) {
  return Object.fromEntries(
    Object.entries(spec.otherContent ?? {}).map(([type, description]) => [
      type,
      { schema: { type: 'string' as const, description } },
    ]),
  );
}

const ID_EXAMPLES: Readonly<Record<string, string>> = {
  athlete_id: 'ath_t001jcc9q0x8v5n3m1t7k2b6h4dz',
  activity_id: 'act_01kajz8w3t5v9c2b7n4m6q8r0s',
  key_id: 'key_01kajz8w3t5v9c2b7n4m6q8r0s',
};

function exampleId(parameter: string): string {
  return ID_EXAMPLES[parameter] ?? `${parameter.slice(0, 3)}_01kajz8w3t5v9c2b7n4m6q8r0s`;
}
