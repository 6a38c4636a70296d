import type { BatchItem, BatchResponse } from 'drizzle-orm/batch';
import type { Database } from './database.ts';

type Items = readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]];

/** Sends any number of statements in one batch and returns their results. Sends nothing if there are none. */
export async function sendAll(
  db: Database,
  statements: readonly BatchItem<'sqlite'>[],
): Promise<readonly unknown[]> {
  const [first, ...others] = statements;
  return first ? db.batch([first, ...others]) : [];
}

/** Sends groups of equal queries in one batch, and returns the results group by group. */
export async function batchGroups<Queries extends Items>(
  db: Database,
  groups: readonly Queries[],
): Promise<readonly BatchResponse<Queries>[]> {
  const results = await sendAll(
    db,
    groups.flatMap((queries): BatchItem<'sqlite'>[] => [...queries]),
  );
  let at = 0;
  return groups.map(({ length }) => {
    at += length;
    return asResponse<Queries>(results.slice(at - length, at), length);
  });
}

/** Types the results of a batch by its queries. Throws if their counts differ (a bug). */
export function asResponse<Queries extends Items>(
  results: readonly unknown[],
  length: number,
): BatchResponse<Queries> {
  if (results.length !== length) throw new Error('a batch must return one result per query');
  return results as unknown as BatchResponse<Queries>;
}
