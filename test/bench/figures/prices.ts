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

/** A page of developers.cloudflare.com, as `cloudflare/cloudflare-docs` has it, and the prices that were read in it. */
interface PriceSource {
  readonly page: string;
  /** The commit of that repository. */
  readonly version: string;
  readonly readOn: string;
  readonly prices: readonly (Product | 'd1GbMonth')[];
}

/** The page that lists each price. A test checks that none is missing. */
export const PRICE_SOURCES: readonly PriceSource[] = [
  {
    page: 'workers/platform/pricing',
    version: '07acbb6',
    readOn: '2026-11-23',
    prices: ['request', 'cpuMs'],
  },
  {
    page: 'workers/observability/logs/workers-logs',
    version: '0ec9be2',
    readOn: '2026-11-23',
    prices: ['logLine'],
  },
  {
    page: 'd1/platform/pricing',
    version: '25a83ce',
    readOn: '2026-11-23',
    prices: ['d1RowRead', 'd1RowWritten', 'd1GbMonth'],
  },
  {
    page: 'durable-objects/platform/pricing',
    version: '07e200b',
    readOn: '2026-11-23',
    prices: ['objectRequest', 'objectGbS', 'objectRowWritten'],
  },
  {
    page: 'kv/platform/pricing',
    version: '16f657e',
    readOn: '2026-11-23',
    prices: ['kvRead', 'kvWrite'],
  },
  {
    page: 'queues/platform/pricing',
    version: '96996fd',
    readOn: '2026-11-23',
    prices: ['queueOperation'],
  },
];

/** The price of log lines from this day on, by size (`observability/pricing` of the same repository, version 0ec9be2). */
export const LOGS_BY_SIZE = {
  ...{ from: '2026-12-01', page: 'observability/pricing' },
  gbIngested: 0.25,
  gbMonth: 0.1,
  keptDays: 7,
} as const;

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
