import * as z from 'zod/mini';
import { described, documented } from './openapi-metadata.ts';

const withheld = described(z.null(), 'Null: the token lacks the scope that shows it.');

/** Makes the schema of an answer in which a token may see only some members and the others are null. */
export function withheldSchema(
  schema: z.ZodMiniObject,
  alwaysShown: readonly string[],
  documentation: { readonly id: string; readonly description: string },
) {
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([name, member]) => [
      name,
      alwaysShown.includes(name) ? member : withheld,
    ]),
  );
  return documented(z.object(shape), documentation);
}
