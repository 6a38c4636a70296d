import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { type DurableObject, env } from 'cloudflare:workers';

/**
 * Objects that an earlier file of tests made. Each was emptied, and stays in the lists of the runtime as an empty one. No
 * later file makes it again: its name is the identifier of a key, an athlete or a partner.
 */
const emptied = new Set<string>();

/** Lists the Durable Objects that this file of tests has made. */
export async function objectsOf<Kind extends DurableObject>(
  objects: DurableObjectNamespace<Kind>,
): Promise<readonly DurableObjectId[]> {
  return (await listDurableObjectIds(objects)).filter((id) => !emptied.has(id.toString()));
}

/** Empties every Durable Object, so that neither a row nor an alarm of one file of tests reaches the next. */
export async function emptyObjects(): Promise<void> {
  await Promise.all([empty(env.PRODUCT_LIMITER), empty(env.KEY_GUARD), empty(env.DIRECTORY)]);
  await emptyDispatchers();
}

/** Empties the dispatchers of webhooks. */
export function emptyDispatchers(): Promise<void> {
  return empty(env.DISPATCHER);
}

async function empty<Kind extends DurableObject>(objects: DurableObjectNamespace<Kind>): Promise<void> {
  for (const id of await objectsOf(objects)) {
    emptied.add(id.toString());
    await runInDurableObject(objects.get(id), async (_object, { storage }) => {
      await storage.deleteAlarm();
      await storage.deleteAll();
    });
  }
}
