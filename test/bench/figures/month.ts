import {
  ASSUMED,
  dollarsOf,
  INCLUDED,
  PRICE_OF_GB_MONTH,
  PRICE_PER_MILLION,
  type Product,
  type Storage,
} from './prices.ts';

/** The month of a partner as `npm run bench:growth -- --month` measured it, and all that follows from it. */

/** The partner whose month is measured. */
export const PARTNER = { athletes: 50_000, days: 30 } as const;
/** A shard closes to new athletes at this size, and D1's account holds this much. */
export const SHARD_CLOSES_BYTES = 6e9;
export const ACCOUNT_BYTES = 1e12;
const MANY_ATHLETES = 5_000_000;
/** Days after which rows of a month have left, but for product accesses, which stay for 400. */
export const REMOVED_AFTER_DAYS = 91;

/** Billed quantities. */
export interface Counts {
  readonly requests: number;
  readonly cronRuns: number;
  readonly d1RowsRead: number;
  readonly d1RowsWritten: number;
  readonly kvReads: number;
  readonly kvWrites: number;
  readonly objectRequests: number;
  readonly objectRowsWritten: number;
  readonly queueMessages: number;
}

/** A table or an index. */
export interface Stored {
  readonly table: string;
  readonly name: string;
  readonly rows: number;
  readonly bytes: number;
}

/** One run of a cron over all databases of the bench. */
export interface CronCounts {
  readonly cron: string;
  readonly runsAMonth: number;
  readonly counts: Counts;
}

export interface MonthFigures {
  readonly version: string;
  /** One of so many athletes was written. */
  readonly scale: number;
  readonly activities: number;
  readonly events: number;
  readonly stored: readonly Stored[];
  /** Bytes of single prescriptions, including the overhead that all rows have. */
  readonly prescriptionP99: number;
  readonly largestTriathlon: number;
  /** Scales the counts below to all athletes: counts may be of a shorter run than bytes. */
  readonly countScale: number;
  readonly month: Counts;
  /** CPU time of workerd, its databases included: more than is billed. */
  readonly cpuMs: number;
  readonly crons: readonly CronCounts[];
  /** The counts of crons, run by run, that removed rows older than `REMOVED_AFTER_DAYS`. */
  readonly removal: readonly Counts[];
  /** The cost of a million events to one webhook, and the version it was measured on, from before dispatchers. */
  readonly deliveries?: { readonly version: string; readonly dollarsPerMillion: number };
}

export interface BothMonths {
  readonly before: MonthFigures;
  readonly now: MonthFigures;
}

interface Size {
  readonly what: string;
  readonly bytes: number;
  /** Bytes that the design allows. */
  readonly target?: number;
}

/** Returns the bytes of rows with their part of the indexes. */
export function sizesOf(month: MonthFigures): readonly Size[] {
  const { prescriptionP99, largestTriathlon } = month;
  const aRow = (table: string) => bytesOf(month, [table]) / Math.max(1, rowsOf(month, table));
  return [
    { what: 'activity', bytes: aRow('activities'), target: 520 },
    { what: 'prescription', bytes: aRow('prescriptions'), target: 700 },
    { what: 'prescription, 99th percentile', bytes: prescriptionP99, target: 900 },
    { what: 'prescription of a triathlon, the largest', bytes: largestTriathlon, target: 1200 },
    { what: 'feedback', bytes: aRow('feedback'), target: 700 },
    { what: 'event', bytes: aRow('events'), target: 330 },
    {
      what: `an activity with all of these, ${(month.events / month.activities).toFixed(1)} events among them`,
      bytes: anActivity(month, [...LASTING, ...PASSING]),
      target: 2150,
    },
    { what: 'products, an activity', bytes: anActivity(month, PRODUCTS) },
    { what: 'athlete with learned state', bytes: aRow('athletes') + aRow('learned_states') },
  ];
}

const LASTING = ['activities', 'prescriptions', 'feedback', 'sweat_tests'];
/** Gone after thirty days. */
const PASSING = ['events', 'deliveries'];
const PRODUCTS = ['product_access_log', 'products_seen', 'activity_products'];

function bytesOf({ stored }: MonthFigures, tables: readonly string[]): number {
  return sum(stored.filter(({ table }) => tables.includes(table)).map(({ bytes }) => bytes));
}

function rowsOf({ stored }: MonthFigures, table: string): number {
  return stored.find((each) => each.table === table)?.rows ?? 0;
}

function anActivity(month: MonthFigures, tables: readonly string[]): number {
  return bytesOf(month, tables) / month.activities;
}

/** Returns how the databases grow, in bytes and days. */
export function growthOf(month: MonthFigures) {
  const activitiesADay = (month.activities * month.scale) / PARTNER.days;
  const bytesADay = activitiesADay * anActivity(month, [...LASTING, ...PRODUCTS]);
  const passing = activitiesADay * PARTNER.days * anActivity(month, PASSING);
  const inFirstMonth = bytesADay + passing / PARTNER.days;
  const daysOfFirst = SHARD_CLOSES_BYTES / inFirstMonth;
  const many = MANY_ATHLETES / PARTNER.athletes;
  return {
    bytesADay,
    inFirstMonth,
    closesAfterDays: daysOfFirst <= PARTNER.days ? daysOfFirst : (SHARD_CLOSES_BYTES - passing) / bytesADay,
    manyBytesADay: many * bytesADay,
    manyEvents: many * passing,
    accountDays: (ACCOUNT_BYTES - many * passing) / (many * bytesADay),
  };
}

export interface BillLine {
  readonly what: string;
  /** Null for a line that is made of several. */
  readonly product: Product | Storage | null;
  readonly count: number;
  readonly unit: string;
  readonly dollars: number;
}

/**
 * Returns the bill of the month, line by line.
 *
 * @param eventDollars price of a million events to one webhook; null where it was not measured
 */
export function billOf(month: MonthFigures, eventDollars: number | null): readonly BillLine[] {
  const { scale, countScale, crons } = month;
  const ofMonth = (name: keyof Counts) => month.month[name] * countScale;
  const ofCrons = (name: keyof Counts) =>
    sum(crons.map(({ runsAMonth, counts }) => runsAMonth * counts[name]));
  const ofRemoval = (name: keyof Counts) => sum(month.removal.map((counts) => counts[name])) * countScale;
  // Quiet isolates know nothing of a key: each request may look it up and ask its guard.
  const requests = ofMonth('requests');
  const objectRequests = Math.max(ofMonth('objectRequests'), requests);
  const objectGbS = (objectRequests * ASSUMED.objectGb * ASSUMED.objectMs) / 1000;
  const invocations = requests + ofCrons('cronRuns') + ofCrons('queueMessages');
  const storedGb = (sum(month.stored.map(({ bytes }) => bytes)) * scale) / 1e9;
  const events = month.events * scale;
  const line = (what: string, product: Product, count: number, unit: string): BillLine => ({
    ...{ what, product, count, unit, dollars: dollarsOf(product, count) },
  });
  const stored = (what: string, product: Storage, count: number): BillLine => ({
    ...{ what, product, count, unit: 'GB', dollars: count * PRICE_OF_GB_MONTH[product] },
  });
  const recalculated = ((month.activities * scale) / PARTNER.days) * ASSUMED.daysRecalculated;
  return [
    line('requests, crons, messages', 'request', invocations, 'invocations'),
    line('CPU of workerd, databases included', 'cpuMs', month.cpuMs * countScale, 'ms'),
    line('log lines', 'logLine', invocations, 'lines'),
    line('D1, rows written by requests', 'd1RowWritten', ofMonth('d1RowsWritten'), 'rows'),
    line('D1, rows written when they are removed', 'd1RowWritten', ofRemoval('d1RowsWritten'), 'rows'),
    line('D1, rows written by crons that find nothing', 'd1RowWritten', ofCrons('d1RowsWritten'), 'rows'),
    line(
      'D1, rows read',
      'd1RowRead',
      ofMonth('d1RowsRead') + ofRemoval('d1RowsRead') + ofCrons('d1RowsRead'),
      'rows',
    ),
    stored('D1, storage at the end of the month', 'd1GbMonth', storedGb),
    line('KV, reads', 'kvRead', Math.max(ofMonth('kvReads'), requests), 'reads'),
    line('KV, writes', 'kvWrite', ofMonth('kvWrites'), 'writes'),
    line('Durable Objects but dispatchers, requests', 'objectRequest', objectRequests, 'requests'),
    line('the same, duration', 'objectGbS', objectGbS, 'GB-s'),
    line('the same, rows written', 'objectRowWritten', ofMonth('objectRowsWritten'), 'rows'),
    line(
      'queue',
      'queueOperation',
      (ofMonth('queueMessages') + ofCrons('queueMessages')) * ASSUMED.operationsOfMessage,
      'operations',
    ),
    line(
      'queue, one recalculation of the next two weeks',
      'queueOperation',
      Math.ceil(recalculated / ASSUMED.activitiesOfMessage) * ASSUMED.operationsOfMessage,
      'operations',
    ),
    line('emails, if every athlete signs in once', 'email', PARTNER.athletes, 'emails'),
    stored(
      'Durable Objects, storage, a limiter for each athlete',
      'objectGbMonth',
      (PARTNER.athletes * ASSUMED.objectBytes) / 1e9,
    ),
    ...(eventDollars === null
      ? []
      : [
          {
            what: 'deliveries to one webhook',
            product: null,
            count: events,
            unit: 'events',
            dollars: (events / 1e6) * eventDollars,
          },
        ]),
  ];
}

/** Returns the US dollars of a bill that the included amounts of the plan pay for, if the account has no other. */
export function includedIn(lines: readonly BillLine[]): number {
  const priceOf = { ...PRICE_PER_MILLION, ...PRICE_OF_GB_MONTH };
  const counts = Map.groupBy(lines, ({ product }) => product);
  return sum(
    [...counts].map(([product, ofProduct]) => {
      if (product === null) return 0;
      const perUnit = product in PRICE_OF_GB_MONTH ? priceOf[product] : priceOf[product] / 1e6;
      return Math.min(sum(ofProduct.map(({ count }) => count)), INCLUDED[product]) * perUnit;
    }),
  );
}

/** Returns the events of the month a second. */
export function eventsASecond({ events, scale }: MonthFigures): number {
  return (events * scale) / (PARTNER.days * 86_400);
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
