import type { RandomSource } from '@musette/basics/random-source';
import { type RemoteCall, roundsOf, type StoreRole } from '../../support/remote-calls.ts';

/**
 * Times of an operation from its recorded rounds: a round takes as long as the slowest of its calls, and a call its
 * round-trip time and its store's own. Rounds are recorded from the real Worker; the times are a model.
 */

const CALLERS = ['us-east', 'us-west', 'eu-west', 'Tokyo', 'Sydney', 'São Paulo'] as const;
type Caller = (typeof CALLERS)[number];
type Region = 'wnam' | 'enam' | 'weur' | 'apac' | 'oc';

/**
 * Median round-trip times in ms from the data centre next to the caller to a store in a region. Rounded from public
 * tables of inter-region latencies of large clouds; within a region, the store is seldom in the same building.
 */
const ROUND_TRIP_MS: Readonly<Record<Caller, Readonly<Record<Region, number>>>> = {
  'us-east': { wnam: 65, enam: 10, weur: 80, apac: 165, oc: 205 },
  'us-west': { wnam: 10, enam: 65, weur: 140, apac: 105, oc: 145 },
  'eu-west': { wnam: 140, enam: 80, weur: 10, apac: 225, oc: 260 },
  Tokyo: { wnam: 105, enam: 160, weur: 225, apac: 10, oc: 110 },
  Sydney: { wnam: 145, enam: 205, weur: 260, apac: 110, oc: 10 },
  'São Paulo': { wnam: 175, enam: 115, weur: 190, apac: 265, oc: 310 },
};

/** The nearest region with databases. */
const REGION_OF: Readonly<Record<Caller, Region>> = {
  'us-east': 'enam',
  'us-west': 'wnam',
  'eu-west': 'weur',
  Tokyo: 'apac',
  Sydney: 'oc',
  'São Paulo': 'enam',
};

/** Median times in ms that the stores themselves take: engineering assumptions, longer for a write that is durable. */
const STORE_MS: Readonly<Record<StoreRole, number>> = {
  kv: 5,
  registry: 3,
  shard: 3,
  guard: 2,
  limiter: 2,
  directory: 3,
};
const DURABLE_WRITE_MS = 5;
/** Time in ms that the Worker itself takes: calculation, JSON, headers, the log line. */
const WORKER_MS = 2;

/** The region of a peer's only server. */
const SERVER_REGION: Region = 'weur';

/** Spread of the logarithms: a round trip is steady, a store is not. */
const ROUND_TRIP_SPREAD = 0.1;
const STORE_SPREAD = 0.6;
const SAMPLES = 4000;

/** The locations of stores: all in one region, or guards, limiters, directory and shards near the caller. */
const PLACEMENTS = ['all in weur', 'near the caller'] as const;
type Placement = (typeof PLACEMENTS)[number];

export interface Times {
  readonly caller: Caller;
  readonly placement: Placement;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Returns the modelled times of one operation for every caller and placement. */
export function timesOf(calls: readonly RemoteCall[], random: RandomSource): Times[] {
  const waitedFor = calls.filter(({ isWaitedFor }) => isWaitedFor);
  const rounds = roundsOf(calls).map((_, index) => waitedFor.filter(({ round }) => round === index + 1));
  return timesEach((caller, placement) =>
    rounds.reduce(
      (total, round) => total + Math.max(...round.map((call) => sampleMs(call, caller, placement, random))),
      WORKER_MS,
    ),
  );
}

/**
 * Returns the modelled times of an operation on one server, which has its database next to it: one way there and back,
 * wherever the stores of others are. The server takes as long as the Worker.
 */
export function timesOnServer(random: RandomSource): Times[] {
  return timesEach((caller) => sampleTripMs(caller, SERVER_REGION, random) + WORKER_MS);
}

function timesEach(sample: (caller: Caller, placement: Placement) => number): Times[] {
  return PLACEMENTS.flatMap((placement) =>
    CALLERS.map((caller) => {
      const samples = Array.from({ length: SAMPLES }, () => sample(caller, placement)).sort((a, b) => a - b);
      return { caller, placement, p50Ms: at(samples, 0.5), p95Ms: at(samples, 0.95) };
    }),
  );
}

function sampleMs(call: RemoteCall, caller: Caller, placement: Placement, random: RandomSource): number {
  const storeMs = STORE_MS[call.role] + (call.rowsWritten > 0 ? DURABLE_WRITE_MS : 0);
  const ownMs = storeMs * Math.exp(STORE_SPREAD * random.normal());
  // KV answers from the caller's own location as long as a key is in use there.
  if (call.role === 'kv') return ownMs;
  // The registry stays where it is: an account has one.
  const isNear = placement === 'near the caller' && call.role !== 'registry';
  return sampleTripMs(caller, isNear ? REGION_OF[caller] : 'weur', random) + ownMs;
}

function sampleTripMs(caller: Caller, region: Region, random: RandomSource): number {
  return ROUND_TRIP_MS[caller][region] * Math.exp(ROUND_TRIP_SPREAD * random.normal());
}

function at(sorted: readonly number[], part: number): number {
  return sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
}
