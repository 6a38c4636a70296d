type Json = Record<string, unknown>;

/** Formats that say all that their pattern would, and that generators map to types of their own. */
const SPOKEN_FORMATS: ReadonlySet<unknown> = new Set(['date', 'date-time', 'email', 'uri']);

/**
 * Rewrites the schemas of a document, in place, in the forms that code generators understand: a known format without its
 * pattern, an integer without the bounds of JavaScript, and a nullable member as `type: [x, "null"]` in place of an `anyOf`.
 */
export function simplifySchemas<Document extends object>(document: Document): Document {
  visit(document);
  return document;
}

function visit(node: unknown): void {
  if (Array.isArray(node)) for (const each of node) visit(each);
  if (!isJson(node)) return;
  for (const [name, child] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples') visit(child);
  }
  if (typeof node.pattern === 'string' && SPOKEN_FORMATS.has(node.format)) delete node.pattern;
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

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
