import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { GreedyCallers } from '../greedy-callers.ts';
import { type Case, casesOf, type Kind } from './cases.ts';
import { type Answered, type Bench, sendCase } from './service.ts';

/** Sends the cases of a kind many at a time: next to another partner, and all at once. */

const CONNECTIONS = 40;
const CONCURRENT = 50;
const QUIET_REQUESTS = 200;
const BUSY_MS = 10_000;
const BUSY_REQUESTS_MIN = 40;
const BUSY_REQUESTS_MAX = 400;
/** Where each request waits for seconds, fewer of them show it as well. */
const BUSY_MS_MAX = 45_000;
/** The other partner's requests, in turn. */
const USUAL = ['getAthlete', 'calculateNutrition', 'getPrescription'];

/** The wait of another partner next to forty connections. */
interface Fairness {
  readonly kind: Kind;
  readonly quietP95Ms: number;
  readonly busyP95Ms: number;
  readonly ratio: number;
  /** Counts of each status, for the other partner and for the connections. */
  readonly other: string;
  readonly connections: string;
}

/** The answers to fifty requests at once. */
interface Crowd {
  readonly kind: Kind;
  readonly statuses: string;
  readonly lost: number;
  /** Requests that were answered with an error of the service other than one to retry. */
  readonly failed: number;
}

/** Measures what another partner waits next to forty connections of one key that send the matched cases of a kind. */
export async function measureFairness(
  bench: Bench,
  kind: Kind,
  isMatched: (one: Case) => boolean,
): Promise<Fairness> {
  const { service, world, other } = bench;
  const usual = casesOf(other).filter(
    ({ operationId, name }) => name === 'the example' && USUAL.includes(operationId),
  );
  const send = async (isOver: (sent: number) => boolean) => {
    const answers: Answered[] = [];
    while (!isOver(answers.length)) answers.push(await sendCase(service, turn(usual, answers.length)));
    return answers;
  };
  const quiet = await send((sent) => sent >= QUIET_REQUESTS);
  const cases = casesOfKind(world, kind).filter(isMatched);
  const requests: GreedyCallers['requests'] = Array.from({ length: CONNECTIONS }, (_, index) => {
    const { method, path, headers, body } = turn(cases, index);
    return { url: service.baseUrl + path, method, headers, body };
  });
  // A thread of their own, so that what is measured is the isolate and not this one.
  const callers = new Worker(join(import.meta.dirname, '../greedy-callers.ts'), { workerData: { requests } });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const startedAt = performance.now();
  const busy = await send((sent) => {
    const passedMs = performance.now() - startedAt;
    if (sent >= BUSY_REQUESTS_MAX || passedMs > BUSY_MS_MAX) return true;
    return sent >= BUSY_REQUESTS_MIN && passedMs > BUSY_MS;
  });
  const over = once(callers, 'message');
  callers.postMessage('over');
  const [statuses]: number[][] = await over;
  await callers.terminate();
  const [quietP95Ms, busyP95Ms] = [p95Of(quiet), p95Of(busy)];
  return {
    kind,
    quietP95Ms,
    busyP95Ms,
    ratio: busyP95Ms / quietP95Ms,
    other: tally(busy.map(({ status }) => status)),
    connections: tally(statuses ?? []),
  };
}

/** Sends fifty requests with the cases of a kind at once. */
export async function sendCrowd({ service, world }: Bench, kind: Kind): Promise<Crowd> {
  const cases = casesOfKind(world, kind);
  const answers = await Promise.all(
    Array.from({ length: CONCURRENT }, (_, index) => sendCase(service, turn(cases, index))),
  );
  const statuses = answers.map(({ status }) => status);
  return {
    kind,
    statuses: tally(statuses),
    lost: statuses.filter((status) => status === 0).length,
    failed: statuses.filter((status) => status >= 500 && status !== 503).length,
  };
}

/** Returns whether the runtime still answers. */
export async function isAlive({ service }: Bench): Promise<boolean> {
  return (await fetch(`${service.baseUrl}/health`).catch(() => null))?.ok ?? false;
}

/** Leaves out the small bodies of a kind, whose requests would only thin out the rest. */
function casesOfKind(world: Bench['world'], kind: Kind): readonly Case[] {
  return casesOf(world).filter((one) => one.kind === kind && one.name !== 'the example');
}

function turn(cases: readonly Case[], index: number): Case {
  const one = cases[index % cases.length];
  if (!one) throw new Error('no case of this kind');
  return one;
}

function p95Of(answers: readonly Answered[]): number {
  const times = answers.map(({ ms }) => ms).sort((one, other) => one - other);
  return times[Math.floor(times.length * 0.95)] ?? Number.NaN;
}

function tally(statuses: readonly number[]): string {
  const counts = [...Map.groupBy(statuses, (status) => status)].sort(([one], [other]) => one - other);
  return counts.map(([status, all]) => `${all.length} × ${status === 0 ? 'lost' : status}`).join(', ');
}
