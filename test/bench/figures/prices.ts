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
  email: 350,
} as const;

/** The price of a GB that is stored for a month, by D1 and by Durable Objects. */
export const PRICE_OF_GB_MONTH = { d1GbMonth: 0.75, objectGbMonth: 0.2 } as const;

/** The price of the plan, Workers Paid, for a month. */
export const PLAN_DOLLARS = 5;

export type Product = keyof typeof PRICE_PER_MILLION;
export type Storage = keyof typeof PRICE_OF_GB_MONTH;

/** What the plan pays for in a month. */
export const INCLUDED: Readonly<Record<Product | Storage, number>> = {
  request: 10e6,
  cpuMs: 30e6,
  logLine: 20e6,
  d1RowRead: 25e9,
  d1RowWritten: 50e6,
  d1GbMonth: 5,
  objectRequest: 1e6,
  objectGbS: 400_000,
  objectRowWritten: 50e6,
  objectGbMonth: 5,
  kvRead: 10e6,
  kvWrite: 1e6,
  queueOperation: 1e6,
  email: 3000,
};

/** A page of developers.cloudflare.com, as `cloudflare/cloudflare-docs` has it, and the prices that were read in it. */
interface PriceSource {
  readonly page: string;
  /** The commit of that repository. */
  readonly version: string;
  readonly readOn: string;
  readonly prices: readonly (Product | Storage)[];
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
    prices: ['objectRequest', 'objectGbS', 'objectRowWritten', 'objectGbMonth'],
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
  {
    page: 'email-service/platform/pricing',
    version: '2d809e0',
    readOn: '2026-11-26',
    prices: ['email'],
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
  /** An object's storage: an empty SQLite database and a row or two. */
  objectBytes: 16_384,
  /** Activities of one message of a recalculation, and the days ahead that a new engine recalculates. */
  activitiesOfMessage: 500,
  daysRecalculated: 14,
} as const;

/** Rows that a guard's flush writes, once a minute in use: its alarm and its row twice; in the registry. A test counts them. */
export const FLUSH_ROWS = { object: 3, registry: 4 } as const;

/**
 * Returns the part of the time in which an object is billed that is visited so often, at random moments: the union of the
 * intervals in which it cannot hibernate. A pending timer keeps it in memory after a visit.
 */
export function busyShare(
  visitsPerS: number,
  { workMs, timerMs = 0 }: { workMs: number; timerMs?: number },
): number {
  return 1 - Math.exp((-visitsPerS * Math.max(workMs, timerMs)) / 1000);
}

/** Returns what so many of a product cost in US dollars. */
export function dollarsOf(product: Product, count: number): number {
  return (PRICE_PER_MILLION[product] * count) / 1e6;
}
