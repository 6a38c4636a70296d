import { GLOSSARY } from './glossary.ts';

type Json = Record<string, unknown>;

/**
 * Adds the glossary's description to every member without one, in place. The glossary has the descriptions that apply
 * wherever a name occurs. In the schemas they would be part of the Worker.
 */
export function describeMembers<Document extends object>(document: Document): Document {
  const missing = new Set<string>();
  visit(document, null, missing);
  if (missing.size > 0) {
    throw new Error(
      `Describe these members in src/tools/cli/glossary.ts: ${[...missing].toSorted().join(', ')}`,
    );
  }
  return document;
}

function visit(node: unknown, schema: string | null, missing: Set<string>): void {
  if (Array.isArray(node)) for (const each of node) visit(each, schema, missing);
  if (!isJson(node)) return;
  if (isJson(node.properties)) describeProperties(node.properties, schema, missing);
  for (const [name, child] of Object.entries(node)) {
    if (name === 'example' || name === 'examples') continue;
    if (name === 'schemas' && isJson(child)) {
      for (const [named, each] of Object.entries(child)) visit(each, named, missing);
    } else visit(child, schema, missing);
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
