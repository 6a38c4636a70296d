import * as z from 'zod/mini';
import { described, documented } from './openapi-metadata.ts';

const withheld = described(z.null(), 'Null, because the token lacks the required scope.');

/** Creates the schema of a response in which a token may see only some members and the rest are null. */
export function withheldSchema<Shape extends z.core.$ZodShape, Shown extends string>(
  schema: z.ZodMiniObject<Shape>,
  alwaysShown: readonly Shown[],
  documentation: { readonly id: string; readonly description: string },
) {
  const isShown = (name: string) => alwaysShown.some((shown) => shown === name);
  const shape = Object.fromEntries(
    Object.entries(schema.shape).map(([name, member]) => [name, isShown(name) ? member : withheld]),
  ) as { [Name in keyof Shape]: Name extends Shown ? Shape[Name] : typeof withheld };
  return documented(z.object(shape), documentation);
}
