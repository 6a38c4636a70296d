import * as z from 'zod/mini';
import { documentedItem } from '#platform/http/batch.ts';
import { documented } from '#platform/http/openapi-metadata.ts';
import type { Route } from '#platform/http/route.ts';
import { GLOSSARY } from './glossary.ts';

type Json = Record<string, unknown>;

/**
 * Adds the glossary's description to every member without one, in place. The glossary has the descriptions that apply
 * wherever a name occurs. In the schemas they would be part of the Worker.
 */
export function describeMembers<Document extends object>(document: Document): Document {
  const missing = new Set<string>();
  visitMembers(document, null, missing);
  if (missing.size > 0) {
    throw new Error(
      `Describe these members in src/tools/cli/glossary.ts: ${[...missing].toSorted().join(', ')}`,
    );
  }
  return document;
}

function visitMembers(node: unknown, schema: string | null, missing: Set<string>): void {
  if (Array.isArray(node)) for (const each of node) visitMembers(each, schema, missing);
  if (!isJson(node)) return;
  if (isJson(node.properties)) describeProperties(node.properties, schema, missing);
  for (const [name, child] of Object.entries(node)) {
    if (name === 'example' || name === 'examples') continue;
    if (name === 'schemas' && isJson(child)) {
      for (const [named, each] of Object.entries(child)) visitMembers(each, named, missing);
    } else visitMembers(child, schema, missing);
  }
}

function describeProperties(properties: Json, schema: string | null, missing: Set<string>): void {
  for (const [name, property] of Object.entries(properties)) {
    if (!isJson(property) || property.description !== undefined) continue;
    const description =
      GLOSSARY[`${schema}.${name}`] ?? GLOSSARY[`${familyOf(schema)}.${name}`] ?? GLOSSARY[name];
    if (description === undefined) missing.add(`${schema}.${name}`);
    else property.description = description;
  }
}

/** Returns the schema whose descriptions hold for a schema of each type of event, and for one with a secret. */
function familyOf(schema: string | null): string | undefined {
  return schema?.replace(/^\w+Event$/, 'Event').replace(/WithSecret$/, '');
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Formats that say all that their pattern would, and that generators map to types of their own. */
const SPOKEN_FORMATS: ReadonlySet<unknown> = new Set(['date', 'date-time', 'email', 'uri']);

/**
 * Rewrites the schemas of a document, in place, in the forms that code generators understand: a known format and an integer
 * without their pattern, an integer without the bounds of JavaScript, one possible text as an `enum`, also where it tells the
 * kinds of a union apart, and a nullable member as `type: [x, "null"]` in place of an `anyOf`.
 */
export function simplifySchemas<Document extends object>(document: Document): Document {
  visitSchemas(document);
  return document;
}

function visitSchemas(node: unknown): void {
  if (Array.isArray(node)) for (const each of node) visitSchemas(each);
  if (!isJson(node)) return;
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples') visitSchemas(child);
  }
  if (typeof node.pattern === 'string' && (SPOKEN_FORMATS.has(node.format) || node.type === 'integer')) {
    delete node.pattern;
  }
  if (typeof node.const === 'string') {
    node.enum = [node.const];
    delete node.const;
  }
  if (node.minimum === Number.MIN_SAFE_INTEGER) delete node.minimum;
  if (node.maximum === Number.MAX_SAFE_INTEGER) delete node.maximum;
  foldNull(node);
}

/** Folds `anyOf: [x, null]` into x, unless x is a reference or a union, which have no type of their own. */
function foldNull(node: Json): void {
  if (!Array.isArray(node.anyOf) || node.anyOf.length !== 2) return;
  const [schema, nothing]: unknown[] = node.anyOf;
  if (!isJson(schema) || !isJson(nothing) || nothing.type !== 'null') return;
  if (typeof schema.type !== 'string' || 'const' in schema) return;
  const { anyOf: _, ...outer } = node;
  for (const name of Object.keys(node)) delete node[name];
  Object.assign(node, schema, outer, { type: [schema.type, 'null'] });
  if (Array.isArray(schema.enum)) node.enum = [...schema.enum, null];
}

/**
 * Returns the named schemas of all batch items, and the name of the schema that stands in for an unparsed
 * item.
 */
export function batchItemSchemas(routes: readonly Route[]) {
  const schemas: Record<string, z.ZodMiniType> = {};
  for (const { body } of routes) {
    if (!(body instanceof z.ZodMiniObject)) continue;
    for (const list of Object.values(body.shape)) {
      const item = list instanceof z.ZodMiniArray ? documentedItem(list.def.element) : undefined;
      const name = item && nameOf(item);
      if (item && name)
        schemas[name] = documented(item, { ...z.globalRegistry.get(item), unusedIO: 'input' });
    }
  }
  return {
    schemas,
    nameOf(schema: z.core.$ZodType): string | undefined {
      const item = documentedItem(schema);
      return item && nameOf(item);
    },
  };
}

function nameOf(schema: z.ZodMiniType): string | undefined {
  return z.globalRegistry.get(schema)?.id;
}
