/** The maximum number of items in a batch and their maximum total bytes. */
const BATCH_ITEMS_MAX = 100;
const BATCH_BYTES_MAX = 500 * 1024;
/** The maximum number of retries for a temporarily unavailable item. */
const RESENDS = 3;

/** An item and its result. */
export interface Synced<Item, Result> {
  readonly item: Item;
  readonly result: Result;
}

/**
 * Sends items in batches and yields each with its result, in order. Repeating a batch is safe: stored items come back as
 * `unchanged`. Retries items that were `temporarily_unavailable`.
 */
export async function* syncInBatches<Item, Result extends object>(
  items: Iterable<Item> | AsyncIterable<Item>,
  send: (batch: Item[]) => Promise<{ readonly results: readonly Result[] }>,
): AsyncGenerator<Synced<Item, Result>, void, undefined> {
  for await (const batch of inBatches(items)) {
    const results = await sendUntilAvailable(batch, send);
    for (const [at, item] of batch.entries()) {
      const result = results[at];
      if (result === undefined) throw new Error('the service returned too few results');
      yield { item, result };
    }
  }
}

async function sendUntilAvailable<Item, Result extends object>(
  batch: readonly Item[],
  send: (batch: Item[]) => Promise<{ readonly results: readonly Result[] }>,
): Promise<Result[]> {
  const finished: Result[] = [];
  let open = batch.map((item, at) => ({ item, at }));
  for (let round = 0; round <= RESENDS && open.length > 0; round++) {
    const { results } = await send(open.map(({ item }) => item));
    for (const [index, { at }] of open.entries()) {
      const result = results[index];
      if (result !== undefined) finished[at] = result;
    }
    open = open.filter((_, index) => isUnavailable(results[index]));
  }
  return finished;
}

function isUnavailable(result: object | undefined): boolean {
  if (result === undefined || !('error' in result)) return false;
  const { error } = result;
  return (
    typeof error === 'object' && error !== null && 'code' in error && error.code === 'temporarily_unavailable'
  );
}

async function* inBatches<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item[]> {
  const encoder = new TextEncoder();
  let batch: Item[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = encoder.encode(JSON.stringify(item)).length + 1;
    if (batch.length === BATCH_ITEMS_MAX || (batch.length > 0 && bytes + size > BATCH_BYTES_MAX)) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(item);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
