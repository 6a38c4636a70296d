/** The date on which these prices were compared with their source pages. */
export const PRICES_READ_ON = '2026-11-23';

/**
 * Cloudflare's list prices in US dollars beyond the included amounts, for a million of each: the only place that holds them.
 */
export const PRICE_PER_MILLION = {
  request: 0.3,
  cpuMs: 0.02,
  logLine: 0.6,
  d1RowRead: 0.001,
  d1RowWritten: 1,
  objectRequest: 0.15,
  objectGbS: 12.5,
  objectRowWritten: 1,
  kvRead: 0.5,
  kvWrite: 5,
  queueOperation: 0.4,
} as const;

/** The price of a GB that D1 stores for a month. */
export const D1_GB_MONTH = 0.75;

export type Product = keyof typeof PRICE_PER_MILLION;

/** The pages of developers.cloudflare.com that list them. */
export const PRICE_PAGES = [
  'workers/platform/pricing',
  'workers/observability/logs/workers-logs',
  'd1/platform/pricing',
  'durable-objects/platform/pricing',
  'kv/platform/pricing',
  'queues/platform/pricing',
] as const;

/** Quantities that no command counts. */
export const ASSUMED = {
  /** CPU time of a request in ms, from the requests a second of `npm run bench:http`. */
  cpuMs: 2,
  /** A Durable Object is billed for 128 MB while a message is at work in it. */
  objectGb: 0.128,
  objectMs: 2,
  /** An isolate reads a key from KV once a minute; so many requests of a key come in between. */
  requestsPerKvRead: 60,
  /** A message is written, read and deleted. */
  operationsOfMessage: 3,
} as const;

/** Returns what so many of a product cost in US dollars. */
export function dollarsOf(product: Product, count: number): number {
  return (PRICE_PER_MILLION[product] * count) / 1e6;
}
