import { drizzle } from 'drizzle-orm/d1';
import { connections, oauthRecords } from '#platform/storage/athlete-schema.ts';
import { newId } from '#platform/storage/ids.ts';
import type { Identifiers } from './route-calls.ts';
import { TEST_HOME } from './shards.ts';

/**
 * An athlete's consent to a client with a grant and a token, written as the protocol leaves them but without its
 * dozen requests: for tests that make hundreds. The token's secret exists nowhere.
 */
export async function connectDirectly(ids: Identifiers, scopes: readonly string[]): Promise<string> {
  const { athlete_id: athleteId = '', partner_id: partnerId = '', client_id: clientId = '' } = ids;
  const now = Date.now();
  const db = drizzle(TEST_HOME);
  const id = newId('con', now);
  const dates = { createdAt: now, connectedAt: now };
  await db.batch([
    db
      .insert(connections)
      .values({ id, athleteId, partnerId, clientId, scopes: [...scopes], grantId: 'grant', ...dates }),
    db.insert(oauthRecords).values({ key: `grant:${athleteId}:grant`, value: '{}', athleteId }),
    db.insert(oauthRecords).values({ key: `token:${athleteId}:grant:token`, value: '{}', athleteId }),
  ]);
  return id;
}
