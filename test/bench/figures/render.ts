import { pricePerMillion, pricePerMillionEvents } from '../edge/bill.ts';
import type { DispatchFigures, Figures } from './document.ts';
import { type EdgeFigures, type MeasuredOperation, SHOWN } from './edge.ts';
import {
  ACCOUNT_BYTES,
  type BillLine,
  billOf,
  eventsASecond,
  growthOf,
  includedIn,
  type MonthFigures,
  SHARD_CLOSES_BYTES,
  sizesOf,
  sum,
} from './month.ts';
import {
  ASSUMED,
  busyShare,
  dollarsOf,
  FLUSH_ROWS,
  LOGS_BY_SIZE,
  PLAN_DOLLARS,
  PRICE_OF_GB_MONTH,
  PRICE_PER_MILLION,
  PRICE_SOURCES,
} from './prices.ts';

/** A year of an athlete: activities with prescriptions, and feedback. */
const YEAR = { activities: 150, feedback: 50 } as const;
const ATHLETES = 1_000_000;
/** The capacity of a D1 database. */
const DATABASE_BYTES = 1e10;

/** Returns the section of the month: bytes, growth and bill, before and now. */
export function renderMonth({ month: { before, now }, edge, dispatch }: Figures): string {
  return [
    `Measured by \`npm run bench:growth -- --month\` through the service itself, bytes and bill with ${scaleOf(now)} athletes now, with ${scaleOf(before)} in version ${before.version} before; pages of 4 KB.`,
    sizes(before, now),
    growth(before, now),
    bill(before, now, dispatch),
    year(now, edge),
  ]
    .join('\n\n')
    .concat('\n');
}

function scaleOf({ scale, countScale }: MonthFigures): string {
  return scale === countScale ? `one of ${whole(scale)}` : `one of ${whole(scale)} and ${whole(countScale)}`;
}

function sizes(before: MonthFigures, now: MonthFigures): string {
  const earlier = new Map(sizesOf(before).map(({ what, bytes }) => [what, bytes]));
  const rows = sizesOf(now).map(({ what, bytes, target }, index) => {
    const was = earlier.get(what) ?? sizesOf(before)[index]?.bytes ?? 0;
    return [what, whole(was), whole(bytes), target === undefined ? '' : whole(target)];
  });
  return table(['bytes with indexes', 'before', 'now', 'target'], rows);
}

function growth(before: MonthFigures, now: MonthFigures): string {
  const [was, is] = [growthOf(before), growthOf(now)];
  const row = (what: string, value: (of: typeof is) => number, per = 1, digits = 0) => [
    what,
    (value(was) / per).toFixed(digits),
    (value(is) / per).toFixed(digits),
  ];
  return table(
    ['all of its athletes in one shard', 'before', 'now'],
    [
      row('MB a day in the first month', ({ inFirstMonth }) => inFirstMonth, 1e6),
      row('MB a day after it', ({ bytesADay }) => bytesADay, 1e6),
      row('days until it closes at 6 GB', ({ closesAfterDays }) => closesAfterDays),
      row('five million athletes: GB a day', ({ manyBytesADay }) => manyBytesADay, 1e9, 1),
      row('their events, kept for 30 days: GB', ({ manyEvents }) => manyEvents, 1e9),
      row("days until the account's 1 TB is full", ({ accountDays }) => accountDays),
    ],
  );
}

function bill(before: MonthFigures, now: MonthFigures, dispatch: readonly DispatchFigures[] | null): string {
  const rate = dispatchRate(now, dispatch);
  const eventDollars = rate === null ? null : pricePerMillionEvents(rate, rate.events);
  const earlierDollars = before.deliveries?.dollarsPerMillion ?? null;
  const [was, is] = [billOf(before, earlierDollars), billOf(now, eventDollars)];
  const rows = is.map(({ what, count, unit, dollars: costs }) => {
    const earlier = was.find((line) => line.what === what);
    return [what, earlier ? dollars(earlier.dollars) : '', `${amount(count)} ${unit}`, dollars(costs)];
  });
  const total = (lines: readonly BillLine[]) => dollars(sum(lines.map((line) => line.dollars)));
  return [
    `The bill of that month, of ${amount(now.activities * now.scale)} activities and ${amount(now.events * now.scale)} events, by list prices:`,
    table(
      ['', 'US$ before', 'counted now', 'US$ now'],
      [...rows, ['**all**', `**${total(was)}**`, '', `**${total(is)}**`]],
    ),
    `The plan, Workers Paid, costs US$ ${PLAN_DOLLARS} a month. Its included amounts pay for US$ ${dollars(includedIn(is))} of these, if the account has no other partner: then the month costs US$ ${dollars(sum(is.map((line) => line.dollars)) - includedIn(is) + PLAN_DOLLARS)}.`,
    small(),
    rate === null
      ? 'What deliveries cost now is not in it: it was not measured.'
      : `An event costs dispatchers what it does at ${rate.perSecond} events a second (\`npm run bench:edge -- --dispatch\`); the month has ${eventsASecond(now).toFixed(1)}. Before, a queue delivered them, at US$ ${earlierDollars ?? '–'} a million in version ${before.deliveries?.version ?? '–'}.`,
    prices(),
    `Assumed: ${ASSUMED.objectMs} ms of an object for a request to it, one look-up of the key and one question to its guard a request. CPU is all that workerd used, its databases included. Product accesses are removed after 400 days, which is not in it.`,
  ].join('\n\n');
}

const SMALL = { partners: 1000, requestsPerS: 0.1, days: 30 } as const;
/** The time for which a visit kept a guard in memory when a timer stored its counts. */
const FORMER_TIMER_MS = 3000;

/** Returns what many small partners cost, with guards that store their counts by a timer, and without. */
function small(): string {
  const { partners, requestsPerS, days } = SMALL;
  const seconds = days * 86_400;
  const requests = partners * requestsPerS * seconds;
  const price = PRICE_PER_MILLION;
  // A lone request finds no lease: it asks the guard, whose stored arrival time covers three seconds.
  const rows = requests * Math.exp((-requestsPerS * FORMER_TIMER_MS) / 1000);
  const flushes = partners * (seconds / 60) * (1 - Math.exp(-60 * requestsPerS));
  const requestPrice =
    price.request +
    ASSUMED.cpuMs * price.cpuMs +
    price.logLine +
    price.kvRead * Math.min(1, 1 / (60 * requestsPerS));
  const timeOf = (timerMs: number) =>
    dollarsOf(
      'objectGbS',
      partners * seconds * ASSUMED.objectGb * busyShare(requestsPerS, { workMs: ASSUMED.objectMs, timerMs }),
    );
  const same = [
    { what: 'requests with CPU, log line and KV read', dollars: (requests * requestPrice) / 1e6 },
    { what: 'guards, requests and alarms', dollars: dollarsOf('objectRequest', requests + flushes) },
    { what: 'guards, rows of arrival times', dollars: dollarsOf('objectRowWritten', rows) },
    {
      what: 'guards, rows of a flush a minute',
      dollars: dollarsOf('objectRowWritten', flushes * FLUSH_ROWS.object),
    },
    {
      what: 'registry, rows of the flushes',
      dollars: dollarsOf('d1RowWritten', flushes * FLUSH_ROWS.registry),
    },
  ].map(({ what, dollars: each }) => ({ what, was: each, is: each }));
  const lines = [
    ...same,
    { what: 'guards, rows of counts by themselves', was: dollarsOf('objectRowWritten', rows), is: 0 },
    { what: 'guards, time in memory', was: timeOf(FORMER_TIMER_MS), is: timeOf(0) },
  ];
  return [
    `${whole(partners)} small partners with ${requestsPerS} requests a second each, at random moments, cost this in ${days} days. Before, a timer stored the counts of a guard three seconds after a visit, and kept it in memory until then:`,
    table(
      ['', 'US$ before', 'US$ now'],
      [
        ...lines.map(({ what, was, is }) => [what, dollars(was), dollars(is)]),
        [
          '**all**',
          `**${dollars(sum(lines.map(({ was }) => was)))}**`,
          `**${dollars(sum(lines.map(({ is }) => is)))}**`,
        ],
      ],
    ),
  ].join('\n\n');
}

const PRICED: Readonly<Record<keyof typeof PRICE_PER_MILLION | keyof typeof PRICE_OF_GB_MONTH, string>> = {
  request: 'a million requests',
  cpuMs: 'a million ms of CPU',
  logLine: 'a million log lines',
  d1RowRead: 'D1, a million rows read',
  d1RowWritten: 'D1, a million rows written',
  d1GbMonth: 'D1, a GB for a month',
  objectRequest: 'Durable Objects, a million requests',
  objectGbS: 'Durable Objects, a million GB-s',
  objectRowWritten: 'Durable Objects, a million rows written',
  objectGbMonth: 'Durable Objects, a GB for a month',
  kvRead: 'KV, a million reads',
  kvWrite: 'KV, a million writes',
  queueOperation: 'queues, a million operations',
  email: 'a million emails',
};

function prices(): string {
  const price = { ...PRICE_PER_MILLION, ...PRICE_OF_GB_MONTH };
  const rows = PRICE_SOURCES.flatMap(({ page, version, readOn, prices: read }) =>
    read.map((name) => [PRICED[name], String(price[name]), `\`${page}\``, version, readOn]),
  );
  const { from, page: newPage, gbIngested, gbMonth, keptDays } = LOGS_BY_SIZE;
  const lineKb = PRICE_PER_MILLION.logLine / (gbIngested + (gbMonth * keptDays) / 30);
  return [
    'Each price is from this page of developers.cloudflare.com, in this version of the repository `cloudflare/cloudflare-docs`:',
    table(['list price', 'US$', 'page', 'version', 'read on'], rows),
    `From ${from}, logs cost US$ ${gbIngested} a GB and ${gbMonth} a GB-month instead (\`${newPage}\`). With ${keptDays} days of retention that is less, if a line with what the platform adds has under ${lineKb.toFixed(1)} KB.`,
  ].join('\n\n');
}

/** Returns the slowest measured rate at or below the month's, which costs more an event; else the slowest of all. */
function dispatchRate(
  month: MonthFigures,
  dispatch: readonly DispatchFigures[] | null,
): DispatchFigures | null {
  const slowestFirst = (dispatch ?? []).toSorted((a, b) => a.perSecond - b.perSecond);
  const wanted = eventsASecond(month);
  return slowestFirst.findLast(({ perSecond }) => perSecond <= wanted) ?? slowestFirst[0] ?? null;
}

function year(month: MonthFigures, edge: EdgeFigures | null): string {
  const bytes = (what: string) => sizesOf(month).find((size) => size.what === what)?.bytes ?? 0;
  const perActivity = bytes('activity') + bytes('prescription');
  const perYear =
    YEAR.activities * perActivity + YEAR.feedback * bytes('feedback') + bytes('athlete with learned state');
  const priceOf = (name: string) => {
    const found = edge?.operations.find((operation) => operation.name === name);
    return found ? pricePerMillion(found.counts) : Number.NaN;
  };
  const created = priceOf('create activity');
  const calculated = priceOf('POST prescription');
  const told = priceOf('feedback');
  const requests = YEAR.activities * (created + calculated) + YEAR.feedback * told;
  return [
    `A year of an athlete, by assumption ${YEAR.activities} activities, each calculated, and feedback on ${YEAR.feedback}, is ${YEAR.activities} × ${whole(perActivity)} + ${YEAR.feedback} × ${whole(bytes('feedback'))} + ${whole(bytes('athlete with learned state'))} = ${amount(perYear)} bytes; prescriptions lose their inputs after 90 days, which is not counted. A database holds ${amount(SHARD_CLOSES_BYTES / perYear)} such years when it closes at 6 GB, and ${amount(DATABASE_BYTES / perYear)} in its 10 GB. A million athletes fill ${whole((perYear * ATHLETES) / DATABASE_BYTES)} databases a year; the account's 1 TB is ${(ACCOUNT_BYTES / (perYear * ATHLETES)).toFixed(1)} such years.`,
    ...(edge === null
      ? []
      : [
          `Their ${2 * YEAR.activities + YEAR.feedback} requests an athlete and year cost ${YEAR.activities} × (${dollars(created)} + ${dollars(calculated)}) + ${YEAR.feedback} × ${dollars(told)} = US$ ${amount((requests * ATHLETES) / 1e6)}.`,
        ]),
    `Each of their years stored costs US$ ${amount(((perYear * ATHLETES) / 1e9) * PRICE_OF_GB_MONTH.d1GbMonth)} a month.`,
  ].join('\n\n');
}

/** Returns the section of operations: rounds, modelled times and prices. */
export function renderEdge({ seed, operations }: EdgeFigures): string {
  const rows = operations.map(({ name, rounds, alone, first, times, counts }) => [
    name,
    [rounds.length, alone ?? '–', first ?? '–'].join(', '),
    ...SHOWN.map(({ caller, placement }) => {
      const time = times.find((each) => each.caller === caller && each.placement === placement);
      return time ? `${time.p50Ms} / ${time.p95Ms}` : '';
    }),
    pricePerMillion(counts).toFixed(2),
  ]);
  const headings = [
    'operation',
    'rounds: with a lease, alone, in a new isolate',
    ...SHOWN.map(({ heading }) => heading),
    'US$ a million',
  ];
  return [
    table(headings, rows),
    `Printed by \`npm run bench:edge -- --document\` (seed ${seed}). A request has ${ASSUMED.cpuMs} ms of CPU by assumption, a log line, and a key read from KV once in ${ASSUMED.requestsPerKvRead} requests.`,
    ...operations.filter(({ name }) => name === 'products page').map(productsPage),
  ]
    .join('\n\n')
    .concat('\n');
}

function productsPage({ counts }: MeasuredOperation): string {
  const nothing = { kvWrites: 0, objectRequests: 0, objectRowsWritten: 0, rowsRead: 0, rowsWritten: 0 };
  const request = pricePerMillion(nothing);
  const message = pricePerMillion({ ...nothing, objectRequests: counts.objectRequests }) - request;
  const written = dollarsOf('d1RowWritten', counts.rowsWritten * 1e6);
  return `Of the US$ ${dollars(pricePerMillion(counts))} of a products page, ${dollars(written)} are ${counts.rowsWritten} rows of the access log: the row, in a table ordered by partner and identifier, and its entry in the index by athlete. The request with its CPU time, log line and KV read is ${dollars(request)}, the limiter's message ${dollars(message)}. The nightly purge looks up each partner's old rows and needs no index by time.`;
}

/** Breaks the lines of paragraphs, not of tables, as the rest of the document has them. */
export function wrapped(text: string): string {
  return text
    .split('\n')
    .flatMap((line) => (line.startsWith('|') ? [line] : brokenLines(line)))
    .join('\n');
}

const LINE_CHARACTERS = 124;

function brokenLines(line: string): string[] {
  const lines = [''];
  for (const word of line.split(' ')) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && last.length + 1 + word.length > LINE_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = headings.map((_, index) => (index === 0 ? '---' : '---:'));
  return [headings, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

function amount(value: number): string {
  return value >= 100 ? whole(value) : value.toLocaleString('en', { maximumFractionDigits: 1 });
}

function dollars(value: number): string {
  return value.toFixed(2);
}
