import * as z from 'zod/mini';

/**
 * The same schema, with what the OpenAPI document says of it left in zod's registry. zod's own `z.describe()` and
 * `z.meta()` copy the schema first, which every start would pay for.
 */
export function documented<Schema extends z.ZodMiniType>(
  schema: Schema,
  documentation: z.core.GlobalMeta,
): Schema {
  z.globalRegistry.add(schema, documentation);
  return schema;
}

/** The same schema, described in the OpenAPI document. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return documented(schema, { description });
}

/** A described copy of what several members share (`instant`, `level`): described itself, one's words would be all's. */
export function describedCopy<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return described(z.clone(schema), description);
}
