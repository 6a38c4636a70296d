/** What a product costs in US dollars beyond the amounts that a plan includes. */
interface Price {
  readonly dollars: number;
  /** How many of the unit cost that. */
  readonly per: number;
  readonly unit: string;
  /** The page of the price list. */
  readonly source: string;
}

const MILLION = 1_000_000;
const DOCUMENTS = 'developers.cloudflare.com';

/** When the price lists were read. */
export const PRICES_READ_ON = '2026-11-20';

/** Cloudflare's list prices: the only place that holds one. */
export const PRICES = {
  request: { dollars: 0.3, per: MILLION, unit: 'requests', source: `${DOCUMENTS}/workers/platform/pricing` },
  cpuMs: { dollars: 0.02, per: MILLION, unit: 'ms of CPU', source: `${DOCUMENTS}/workers/platform/pricing` },
  logLine: {
    dollars: 0.6,
    per: MILLION,
    unit: 'log lines',
    source: `${DOCUMENTS}/workers/observability/logs/workers-logs`,
  },
  d1RowRead: { dollars: 0.001, per: MILLION, unit: 'rows read', source: `${DOCUMENTS}/d1/platform/pricing` },
  d1RowWritten: {
    dollars: 1,
    per: MILLION,
    unit: 'rows written',
    source: `${DOCUMENTS}/d1/platform/pricing`,
  },
  d1GbMonth: { dollars: 0.75, per: 1, unit: 'GB for a month', source: `${DOCUMENTS}/d1/platform/pricing` },
  objectRequest: {
    dollars: 0.15,
    per: MILLION,
    unit: 'requests',
    source: `${DOCUMENTS}/durable-objects/platform/pricing`,
  },
  objectGbS: {
    dollars: 12.5,
    per: MILLION,
    unit: 'GB-s',
    source: `${DOCUMENTS}/durable-objects/platform/pricing`,
  },
  objectRowWritten: {
    dollars: 1,
    per: MILLION,
    unit: 'rows written',
    source: `${DOCUMENTS}/durable-objects/platform/pricing`,
  },
  kvRead: { dollars: 0.5, per: MILLION, unit: 'reads', source: `${DOCUMENTS}/kv/platform/pricing` },
  kvWrite: { dollars: 5, per: MILLION, unit: 'writes', source: `${DOCUMENTS}/kv/platform/pricing` },
  queueOperation: {
    dollars: 0.4,
    per: MILLION,
    unit: 'operations',
    source: `${DOCUMENTS}/queues/platform/pricing`,
  },
} as const satisfies Readonly<Record<string, Price>>;

export type Product = keyof typeof PRICES;

/** What no command counts. */
export const ASSUMED = {
  /** CPU time of a request in ms, from the requests a second of `npm run bench:http`. */
  cpuMsOfRequest: 2,
  /** A Durable Object is billed for 128 MB while a message is at work in it. */
  objectGb: 0.128,
  objectMsOfRequest: 2,
  /** An isolate reads a key from KV once a minute; so many requests of a key come in between. */
  requestsPerKvRead: 60,
  /** A message is written, read and deleted. */
  operationsOfMessage: 3,
} as const;

/** Returns what so many of a product cost in US dollars. */
export function dollarsOf(product: Product, count: number): number {
  const { dollars, per } = PRICES[product];
  return (dollars * count) / per;
}
