import { type RequestContext, registryOf } from '../http/context.ts';
import type { ClientRow, partners } from '../storage/registry-schema.ts';
import type { Home } from './home.ts';
import { selectClient, selectPartnerOfClient } from './repository.ts';

/** Who asks an athlete for consent, and where the consent will live. */
export interface Asker {
  readonly client: ClientRow;
  readonly partner: typeof partners.$inferSelect;
  readonly home: Home;
}

/** A live client of an active partner, or null. */
export async function findClient(ctx: RequestContext, clientId: string): Promise<Asker | null> {
  const registry = registryOf(ctx);
  const [[client], [partner]] = await registry.batch([
    selectClient(registry, clientId),
    selectPartnerOfClient(registry, clientId),
  ]);
  if (!client || !partner) return null;
  const { environment } = client;
  const shard = environment === 'test' ? partner.testShard : partner.liveShard;
  return { client, partner, home: { environment, shard } };
}
