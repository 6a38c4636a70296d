import type * as z from 'zod/mini';
import type { Route } from './route.ts';

/** What one status of an operation means and holds. */
export interface ResponseDocumentation {
  readonly description: string;
  readonly schema?: z.ZodMiniType;
  readonly example?: unknown;
  /** Media types beside JSON that `Accept` can ask for, with what they hold. */
  readonly otherContent?: Readonly<Record<string, string>>;
  /** Response headers worth documenting, beyond those that every answer has. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * What the OpenAPI document says of an operation beyond what its route does. The tests hold every answer to
 * `responses` and call every route with its `bodyExample`. Nothing of it runs in either Worker, so none of it
 * is in one: `npm run boundaries` refuses a path from there to here.
 */
export interface OperationDocumentation {
  readonly tag: string;
  readonly summary: string;
  /** A GET whose answer carries an entity tag says `If-None-Match` here, and gets that header and its 304. */
  readonly description: string;
  readonly bodyExample?: unknown;
  /** The successes, by status. Failures are the route's own `errors`. */
  readonly responses: Readonly<Record<number, ResponseDocumentation>>;
}

/** The documentation of a room's operations, by operationId. */
export type DocumentationByOperation = Readonly<Record<string, OperationDocumentation>>;

export type DocumentedRoute = Route & OperationDocumentation;

/**
 * Every route together with its documentation, in the order of the routes. Throws where a route has none,
 * where documentation has no route, and where two rooms document the same operation.
 */
export function documentRoutes(
  routes: readonly Route[],
  rooms: readonly DocumentationByOperation[],
): readonly DocumentedRoute[] {
  const operationIds = new Set(routes.map(({ operationId }) => operationId));
  const documentation = new Map<string, OperationDocumentation>();
  for (const [operationId, ofOperation] of rooms.flatMap((room) => Object.entries(room))) {
    if (documentation.has(operationId)) throw new Error(`${operationId} is documented twice`);
    if (!operationIds.has(operationId)) throw new Error(`${operationId} is documented but has no route`);
    documentation.set(operationId, ofOperation);
  }
  return routes.map((route) => {
    const ofRoute = documentation.get(route.operationId);
    if (!ofRoute) throw new Error(`${route.operationId} is not documented`);
    return { ...route, ...ofRoute };
  });
}
