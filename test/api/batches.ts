import { expect } from 'vitest';
import { call } from '../support/client.ts';
import { withBatches } from '../support/faulty-databases.ts';
import { insteadOfEach } from '../support/shards.ts';

/** Batches of athletes and activities, and what they cost the athlete databases. */

export const ATHLETES = '/v1/athletes/batch';
export const ACTIVITIES = '/v1/activities/batch';

export interface Result {
  readonly status?: string;
  readonly error?: { readonly code: string; readonly resource_id?: string };
}

/** Makes bindings with counters for rows written to athlete databases, and for read and write batches. */
export function countedRows() {
  const made = { rowsWritten: 0, readBatches: 0, writeBatches: 0, queries: 0 };
  const bindings = insteadOfEach((database) =>
    withBatches(database, async (send) => {
      const results = await send();
      const written = results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      made.rowsWritten += written;
      made.queries += results.length;
      if (written === 0) made.readBatches += 1;
      else made.writeBatches += 1;
      return results;
    }),
  );
  return { bindings, made };
}

/** Lists what became of each item: its status, or the code of its error. */
export const statuses = (results: readonly Result[]) =>
  results.map(({ status, error }) => status ?? error?.code);

/** Sends a batch, which must be accepted, and returns the results of its items. */
export async function post(key: string, path: string, body: unknown, bindings: Partial<Cloudflare.Env> = {}) {
  const reply = await call('POST', path, { key, body, bindings });
  expect(reply.status, reply.text).toBe(200);
  return reply.json.results;
}
