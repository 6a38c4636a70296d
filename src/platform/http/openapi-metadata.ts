import * as z from 'zod/mini';
import { exampleIdOf } from '../storage/ids.ts';

/** Placeholder for `BASE_URL` in the committed OpenAPI documents, replaced when they are served. */
export const DOCUMENT_ORIGIN = 'https://musette.example';

/** Identifiers in examples. The reference page replaces them with those of the reader's own sandbox. */
export const EXAMPLE_ATHLETE_ID = 'ath_tc00001jcc9q0x8v5n3m1t7k2b6h4dz';
export const EXAMPLE_ACTIVITY_ID = exampleIdOf('act');

/**
 * Registers a schema's OpenAPI metadata with zod, and returns the same schema. zod's own `z.describe()` and `z.meta()`
 * copy the schema first, which would slow down every start.
 */
export function documented<Schema extends z.ZodMiniType>(
  schema: Schema,
  documentation: z.core.GlobalMeta,
): Schema {
  z.globalRegistry.add(schema, documentation);
  return schema;
}

/** Registers a schema's description for the OpenAPI document, and returns the same schema. */
export function described<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return documented(schema, { description });
}

/** Copies and describes a schema that several members share (`instant`, `level`), so that each has its own description. */
export function describedCopy<Schema extends z.ZodMiniType>(schema: Schema, description: string): Schema {
  return described(z.clone(schema), description);
}

/** Inserts this installation's address into the text of an OpenAPI document. */
export function withOwnAddress(document: string, baseUrl: string): string {
  return document.replaceAll(DOCUMENT_ORIGIN, baseUrl);
}
