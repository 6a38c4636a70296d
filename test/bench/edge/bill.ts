import type { RemoteCall } from '../../support/remote-calls.ts';

/**
 * Cloudflare's list prices in US dollars beyond the included amounts, for a million of each: developers.cloudflare.com,
 * pages `workers/platform/pricing`, `d1/platform/pricing`, `durable-objects/platform/pricing`, `kv/platform/pricing`
 * and `workers/observability/logs/workers-logs`.
 */
const PRICE_PER_MILLION = {
  request: 0.3,
  cpuMs: 0.02,
  d1RowRead: 0.001,
  d1RowWritten: 1,
  objectRequest: 0.15,
  objectGbS: 12.5,
  objectRowWritten: 1,
  kvRead: 0.5,
  kvWrite: 5,
  logLine: 0.6,
} as const;

/** CPU time of a request in ms: an assumption, from the requests a second of `npm run bench:http`. */
const CPU_MS = 2;
/** A Durable Object is billed for 128 MB while a message is at work in it: an assumption of 2 ms each. */
const OBJECT_GB_S = 0.128 * 0.002;
/** An isolate reads a key from KV once a minute; so many requests of a key come in between, by assumption. */
const REQUESTS_PER_KV_READ = 60;

const OBJECT_ROLES = ['guard', 'limiter', 'directory'];

export interface Counted {
  readonly calls: readonly RemoteCall[];
  readonly objectRowsWritten: number;
}

/** Returns the price in US dollars of a million requests that count this. */
export function pricePerMillion({ calls, objectRowsWritten }: Counted): number {
  const objectRequests = calls.filter(({ role }) => OBJECT_ROLES.includes(role)).length;
  const kvWrites = calls.filter(({ role, method }) => role === 'kv' && method !== 'get').length;
  const price = PRICE_PER_MILLION;
  return (
    price.request +
    CPU_MS * price.cpuMs +
    price.logLine +
    price.kvRead / REQUESTS_PER_KV_READ +
    kvWrites * price.kvWrite +
    objectRequests * (price.objectRequest + OBJECT_GB_S * price.objectGbS) +
    objectRowsWritten * price.objectRowWritten +
    sum(calls.map(({ rowsRead }) => rowsRead)) * price.d1RowRead +
    sum(calls.map(({ rowsWritten }) => rowsWritten)) * price.d1RowWritten
  );
}

/** What dispatchers did: their wakes and alarms, the time that these took, and rows of theirs and of databases. */
export interface DispatchCosts {
  readonly wakes: number;
  readonly alarms: number;
  readonly ms: number;
  readonly objectRowsWritten: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
}

/**
 * Returns the price in US dollars of a million events whose dispatchers did this. An object of 128 MB is billed while it
 * works. Each event counts as a wake: a change that is a request of its own makes one, those of a batch share it.
 */
export function pricePerMillionEvents(costs: DispatchCosts, events: number): number {
  const price = PRICE_PER_MILLION;
  const total =
    (Math.max(costs.wakes, events) + costs.alarms) * price.objectRequest +
    (costs.ms / 1000) * 0.128 * price.objectGbS +
    costs.objectRowsWritten * price.objectRowWritten +
    costs.rowsRead * price.d1RowRead +
    costs.rowsWritten * price.d1RowWritten;
  return total / events;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
