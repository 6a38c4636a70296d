import * as z from 'zod/mini';
import { documented } from './openapi-metadata.ts';

/** Makes the schema of an answer of which a token may see only some members: the others are null. */
export function withheldSchema(
  schema: z.ZodMiniObject,
  alwaysShown: readonly string[],
  documentation: { readonly id: string; readonly description: string },
) {
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([name, member]) => [
      name,
      alwaysShown.includes(name) ? member : z.null(),
    ]),
  );
  return documented(z.object(shape), documentation);
}
