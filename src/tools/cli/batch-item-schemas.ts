import * as z from 'zod/mini';
import { documentedItem } from '#platform/http/batch.ts';
import { documented } from '#platform/http/openapi-metadata.ts';
import type { Route } from '#platform/http/route.ts';

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
