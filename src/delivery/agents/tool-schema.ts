import type { JSONObject } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import { toJSONSchema } from 'zod/v4/core';
import { described } from '#platform/http/openapi-metadata.ts';
import type { Route } from '#platform/http/route.ts';
import { text } from '#platform/http/wire-fields.ts';
import { isObject } from '#platform/members.ts';
import type { Tool } from './tools.ts';

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** A tool's arguments, grouped by their part of the request. */
interface ArgumentShapes {
  readonly params: Shape;
  readonly query: Shape;
  readonly body: Shape;
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  athlete_id: 'The identifier of the athlete.',
  activity_id: 'The identifier of the activity, from list_activities.',
};

/** Returns the path, query and body members of an operation's request. */
export function argumentShapes({ path, query, body }: Route): ArgumentShapes {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return {
    params: Object.fromEntries(names.map((name) => [name, pathMember(name)])),
    query: shapeOf(query),
    body: shapeOf(body),
  };
}

/** The tool argument that becomes the operation's `Idempotency-Key` header. */
export const IDEMPOTENCY_KEY = 'idempotency_key';

/** Returns the JSON Schema of a tool's arguments. A token implies the athlete. */
export function inputSchemaOf(tool: Tool, route: Route, isAthleteKnown: boolean) {
  const { params, query, body } = argumentShapes(route);
  // The token identifies the athlete, and may not send members reserved for keys.
  const keyMembers = (route.access === 'partner' ? route.keyMembers : null) ?? [];
  const ofToken = ['athlete_id', ...keyMembers];
  const hidden = [...Object.keys(tool.fixedQuery ?? {}), ...(isAthleteKnown ? ofToken : [])];
  const members = Object.entries({ ...params, ...query, ...body, ...keyMember(route) });
  const shown = members.filter(([name]) => !hidden.includes(name));
  return toJsonSchema(z.strictObject(Object.fromEntries(shown)), 'input');
}

/** Returns the JSON Schema of a tool's structured content, covering every success of its operation. */
export function outputSchemaOf(tool: Tool, route: Route) {
  if (tool.answers) return toJsonSchema(tool.answers, 'output');
  const [first, ...others] = Object.values(route.responses).flatMap(({ schema }) => (schema ? [schema] : []));
  if (!first) throw new Error(`${route.operationId} answers without content`);
  return toJsonSchema(z.union([first, ...others]), 'output');
}

function keyMember({ idempotent }: Route): Shape {
  if (idempotent !== true) return {};
  const description = 'A unique key for this request. Retrying with the same key takes effect only once.';
  return { [IDEMPOTENCY_KEY]: described(z.optional(text(255, 1)), description) };
}

function pathMember(name: string): z.ZodMiniType {
  return described(text(100, 1), DESCRIPTIONS[name] ?? '');
}

function shapeOf(schema: z.ZodMiniType | undefined): Shape {
  if (schema === undefined) return {};
  if (schema instanceof z.ZodMiniObject) return schema.shape;
  throw new Error('a tool takes the members of an object');
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JSONObject & { type: 'object' } {
  const json = toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { override } = z.globalRegistry.get(zodSchema) ?? {};
      if (isObject(override)) Object.assign(jsonSchema, override);
      delete jsonSchema.override;
      // Answers may gain members, so clients must not reject unknown ones.
      if (io === 'output' && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties;
    },
  });
  // Drops the methods of zod's schema.
  const plain: JSONObject = JSON.parse(JSON.stringify(json));
  delete plain.$schema;
  return { ...plain, type: 'object' };
}
