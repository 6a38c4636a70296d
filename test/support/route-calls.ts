import * as z from 'zod/mini';
import type { Route } from '#platform/http/route.ts';
import type { CallOptions } from './client.ts';

/** Identifiers to put into a route's path, query and body, by parameter name. */
export type Identifiers = Readonly<Record<string, string>>;

const SOME_ULID = '01kajz8w3t5v9c2b7n4m6q8r0s';

export interface RouteCall {
  readonly path: string;
  readonly options: CallOptions;
}

/**
 * A well-formed call of any route, made from the route's own value and its documented example, so that a new
 * route is covered by the tables that walk over all of them. Throws for a route that it cannot call: give it
 * a body example.
 */
export function callOf(route: Route, ids: Identifiers): RouteCall {
  const path = route.path.replace(
    /\{(\w+)\}/g,
    (_, name: string) => ids[name] ?? `${name.slice(0, 3)}_${SOME_ULID}`,
  );
  const query = hasAthleteId(route.query) ? `?athlete_id=${ids.athlete_id}` : '';
  if (route.file) {
    const { mediaType, text } = route.file.example;
    return { path, options: { rawBody: text, headers: { 'content-type': mediaType } } };
  }
  if (route.body === undefined) return { path: path + query, options: {} };
  if (route.bodyExample === undefined) {
    throw new Error(`${route.operationId} takes a body but shows no example of one`);
  }
  const example = typeof route.bodyExample === 'object' ? route.bodyExample : {};
  const body = hasAthleteId(route.body) ? { ...example, athlete_id: ids.athlete_id } : example;
  return { path: path + query, options: { body } };
}

/** Whether a call of this route names something that belongs to one environment: all that a partner's paths name, but products. */
export function namesEnvironment(route: Route): boolean {
  return namesOwned(route) || namesAthlete(route);
}

/** Whether a call of this route names an athlete, in its path, query or body. */
export function namesAthlete(route: Route): boolean {
  return route.path.includes('{athlete_id}') || hasAthleteId(route.query) || hasAthleteId(route.body);
}

/** Whether the path of this route names something that belongs to one partner. */
export function namesOwned(route: Route): boolean {
  return /\{(?!product_id\})\w+\}/.test(route.path);
}

function hasAthleteId(schema: z.ZodMiniType | undefined): boolean {
  return schema instanceof z.ZodMiniObject && 'athlete_id' in schema.shape;
}
