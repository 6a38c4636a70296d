import { rm } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RandomSource } from '@musette/basics/random-source';
import { MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { Installation, URGENT_CRON } from '../chaos/installation.ts';
import { newAddress, senderTo } from '../chaos/send.ts';
import {
  BrowserWalk,
  consent,
  exchangeForm,
  makeClientWith,
  refreshForm,
  type SendRequest,
  sendTo,
  tokensFor,
} from '../support/connect-over-http.ts';
import { residentMib } from '../support/processes.ts';
import { nextGoodTimeMs } from './bad-times.ts';
import { Receiver } from './receiver.ts';
import { slopeOf } from './slope.ts';
import { Traffic } from './traffic.ts';

/**
 * `npm run soak -- --minutes N --seed S`: an installation as `npm start` makes one, at half of what it can do, for a long
 * time: reads and writes of several partners, sign-ins, two crons far more often than in production, and webhooks to a
 * receiver on this machine. One database turns slow and another fills, again and again (bad-times.ts). Reports the memory of
 * workerd and its slope after the first quarter, errors, whether everything that was acknowledged is there, and whether every
 * event of the feed was delivered. Ends with 1 after an error, a lost write or an event that was not delivered.
 */

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    // Overrides the rate where other work on the machine would make a measured half too small.
    'per-second': { type: 'string' },
  },
});
const DURATION_MS = Number(values.minutes ?? 120) * MINUTE_MS;
const SEED = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

const PARTNERS = 6;
const WARM_UP_MS = 10 * SECOND_MS;
const CAPACITY_MS = 20 * SECOND_MS;
const LOAD_SHARE = 0.5;
const SAMPLE_EVERY_MS = 10 * SECOND_MS;
const SIGN_IN_EVERY_MS = 10 * SECOND_MS;
const URGENT_CRON_EVERY_MS = 30 * SECOND_MS;
/** A little longer than `reapply-erasures` leaves a ledger row to its request. */
const ERASURES_IN_PROGRESS_MS = 70 * SECOND_MS;
const PURGING_CRON_EVERY_MS = 2 * MINUTE_MS;
/** A delivery that failed once is tried again a minute or more later. */
const DELIVERED_WITHIN_MS = 4 * MINUTE_MS;
const POLL_MS = 5 * SECOND_MS;
const PURGING_CRON = '53 * * * *';
/** Measures databases, which opens one that has room again. */
const MEASURING_CRON = '23 3 * * *';
const MEASURING_CRON_EVERY_MS = 5 * MINUTE_MS;
const WORKER = join(import.meta.dirname, 'worker.ts');

const installation = await Installation.prepare([`--script=${WORKER}`]);
const receiver = await Receiver.listen();
const send = senderTo(installation.baseUrl);
const sendPage: SendRequest = ({ headers, ...request }) =>
  sendTo(installation.baseUrl)({ ...request, headers: { ...headers, 'cf-connecting-ip': newAddress() } });
const errors: string[] = [];
const done = { signIns: 0, crons: 0 };
/** The memory of each process of the runtime: the service's, and those that `wrangler dev` has around it. */
const memory = new Map<number, [minute: number, mib: number][]>();

console.log(
  `${DURATION_MS / MINUTE_MS} minutes, seed ${SEED}, ${cpus().length} processors, load ${loadNow()}`,
);
try {
  await installation.start();
  await new Promise((resolve) => setTimeout(resolve, nextGoodTimeMs(Date.now()) - Date.now()));
  await soak();
  await installation.stop();
} finally {
  await installation.kill();
  await receiver.close();
  await rm(installation.stateDir, { recursive: true, force: true });
}
if (errors.length > 0) process.exitCode = 1;

async function soak(): Promise<void> {
  const traffic = await Traffic.prepare(send, new RandomSource(SEED), {
    operatorToken: await installation.operatorToken(),
    webhookUrl: receiver.url,
    count: PARTNERS,
  });
  await traffic.run(WARM_UP_MS, null);
  const { requests } = await traffic.run(CAPACITY_MS, null);
  const capacityPerS = requests / (CAPACITY_MS / SECOND_MS);
  const ratePerS = Number(values['per-second'] ?? capacityPerS * LOAD_SHARE);
  console.log(`answers ${capacityPerS.toFixed(0)} requests/s at most; goes on with ${ratePerS.toFixed(0)}`);
  const stopBeside = await startBeside(traffic);
  const report = await traffic.run(DURATION_MS, ratePerS);
  await stopBeside();
  errors.push(...traffic.errors);
  const perS = (report.requests / (DURATION_MS / SECOND_MS)).toFixed(0);
  console.log(`${report.requests} requests (${perS}/s); ${traffic.refused} refused by the full database`);
  reportLatencies('in good times', report.latenciesMs);
  reportLatencies('elsewhere, while one is slow or full', report.besideMs);
  reportLatencies('in the slow database', report.slowMs);
  console.log(`${done.signIns} sign-ins, ${done.crons} crons, load ${loadNow()}`);
  await reportDeliveries(traffic);
  await completeErasures(traffic);
  errors.push(...(await traffic.verify()));
  for (const samples of memory.values()) reportMemory(samples);
  console.log(`${errors.length} errors`);
  const byKind = Map.groupBy(errors, (what) => what.replace(/\b[a-z]+_[0-9a-z]{16,}/g, '…'));
  for (const [kind, of] of byKind) console.error(`  ${of.length} × ${kind}`);
}

/** Starts the background work that runs alongside the traffic. Returns a function that ends it. */
async function startBeside(traffic: Traffic): Promise<() => Promise<void>> {
  const client = await makeClientWith(sendPage, traffic.platforms[0]?.key ?? '');
  const startedAt = performance.now();
  const pids = await installation.runtimePids();
  const ends = [
    every(SAMPLE_EVERY_MS, async () => {
      const minute = (performance.now() - startedAt) / MINUTE_MS;
      for (const pid of pids) {
        memory.set(pid, [...(memory.get(pid) ?? []), [minute, await residentMib([pid])]]);
      }
    }),
    every(SIGN_IN_EVERY_MS, async () => {
      await signIn(client);
      done.signIns += 1;
    }),
    every(URGENT_CRON_EVERY_MS, () => runCron(URGENT_CRON)),
    every(PURGING_CRON_EVERY_MS, () => runCron(PURGING_CRON)),
    every(MEASURING_CRON_EVERY_MS, () => runCron(MEASURING_CRON)),
  ];
  return async () => {
    await Promise.all(ends.map((end) => end()));
  };
}

/** Does something immediately and then repeatedly, one run after another. Returns a function that stops it. */
function every(periodMs: number, act: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  const start = () => {
    underWay ??= act()
      .catch((cause: unknown) => void errors.push(cause instanceof Error ? cause.message : String(cause)))
      .finally(() => {
        underWay = null;
      });
  };
  start();
  const timer = setInterval(start, periodMs);
  return async () => {
    clearInterval(timer);
    await underWay;
  };
}

/** A new athlete signs in, allows an application everything, and the application refreshes its tokens and reads. */
async function signIn(client: Parameters<typeof consent>[1]): Promise<void> {
  const code = await consent(new BrowserWalk(sendPage), client, `soak-${done.signIns}@athletes.example`);
  const { refreshToken } = await tokensFor(sendPage, exchangeForm(client, code));
  const { accessToken } = await tokensFor(sendPage, refreshForm(client, refreshToken));
  const reply = await send({ method: 'GET', path: '/v1/me', key: accessToken });
  if (reply?.status !== 200) throw new Error(`a token was answered with ${JSON.stringify(reply)}`);
}

async function runCron(cron: string): Promise<void> {
  await installation.runCron(cron);
  done.crons += 1;
}

/** Completes the erasures that wait for the full database. The cron leaves those of the last minute, which may be in progress. */
async function completeErasures({ erasurePostponedAtMs }: Traffic): Promise<void> {
  const waitMs = erasurePostponedAtMs + ERASURES_IN_PROGRESS_MS - Date.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
  await runCron(URGENT_CRON);
}

/** Compares the feeds since the webhooks began with the received events, after all writing has stopped. */
async function reportDeliveries({ platforms }: Traffic): Promise<void> {
  const events = (await Promise.all(platforms.map(({ feed }) => feed.follow()))).flat();
  const missing = () => events.filter(({ id }) => !receiver.has(id));
  const deadline = Date.now() + DELIVERED_WITHIN_MS;
  while (missing().length > 0 && Date.now() < deadline) {
    // This cron retries failed deliveries and those whose message was lost.
    await runCron(URGENT_CRON);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const lost = missing();
  console.log(
    `${events.length} events: ${events.length - lost.length} delivered, ${receiver.repeated} deliveries more`,
  );
  errors.push(...lost.map(({ id, type }) => `${type} ${id} was not delivered`));
}

function reportLatencies(where: string, latenciesMs: readonly number[]): void {
  const [p50, p99] = [quantile(latenciesMs, 0.5), quantile(latenciesMs, 0.99)];
  console.log(`${where}: ${latenciesMs.length} requests, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms`);
}

function reportMemory(samples: readonly (readonly [minute: number, mib: number])[]): void {
  const settled = samples.slice(Math.floor(samples.length / 4));
  const [first, last] = [samples.at(0)?.[1], samples.at(-1)?.[1]];
  const highest = Math.max(...samples.map(([, mib]) => mib));
  const mib = (value: number | undefined) => value?.toFixed(0) ?? '?';
  const eachMinute = samples.filter(
    ([minute], at) => Math.floor(minute) !== Math.floor(samples[at - 1]?.[0] ?? -1),
  );
  console.log(`workerd, MiB minute by minute: ${eachMinute.map(([, size]) => mib(size)).join(' ')}`);
  console.log(`workerd: ${mib(first)} MiB at first, ${mib(last)} at last, ${mib(highest)} at most`);
  const slope = slopeOf(settled);
  if (slope === null) {
    console.log('too few samples for a slope');
    return;
  }
  const [perHour, margin] = [slope.perX * 60, slope.marginPerX * 60];
  console.log(
    `after the first quarter ${perHour.toFixed(1)} ± ${margin.toFixed(1)} MiB an hour (95 %, ${settled.length} samples)`,
  );
}

function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}

function loadNow(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
