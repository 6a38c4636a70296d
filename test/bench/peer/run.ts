import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { installService, SIGNING_SECRET } from '../../support/deployment.ts';
import { keepOnCore, processorTimeMs, programsBelow } from '../../support/processes.ts';
import { CONNECTIONS, load, median, type Sample } from '../http/load.ts';
import type { Operation } from '../http/operations.ts';
import { populate } from '../http/populate.ts';
import { copyRows } from './copy-rows.ts';
import { ofPeer } from './measured.ts';

/**
 * `npm run bench:peer`: five operations of the service in workerd, and of the peer (`server.ts`), which is what one would
 * build instead on one server. Both hold the same rows, share one processor and are loaded in turn from another;
 * medians over the rounds. CPU is the processor time of all threads of the server, divided by the requests answered.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' }, only: { type: 'string' } },
});
const ROUNDS = Number(values.rounds ?? 8);
const SECONDS = Number(values.seconds ?? 2);
/** The first half of a second of an operation finds cold code. */
const WARM_UP_SECONDS = 1;
const SERVER_CORE = 0;
const LOAD_CORE = Math.min(1, cpus().length - 1);

/** A server under measurement. */
interface Server {
  readonly name: string;
  readonly baseUrl: string;
  readonly pids: readonly number[];
}

interface Measured extends Sample {
  readonly cpuMs: number;
}

const directory = await mkdtemp(join(tmpdir(), 'musette-peer-'));
console.log('Bundling …');
await bundleWorker(directory);
const service = await installService(directory);
let peer: ChildProcess | null = null;
try {
  const { key, operations } = await populate(service.baseUrl);
  await copyRows(service.miniflare, directory);
  peer = startPeer();
  const servers: readonly Server[] = [
    { name: 'Musette', baseUrl: service.baseUrl, pids: await programsBelow(process.pid, 'workerd') },
    { name: 'peer', baseUrl: await addressOf(peer), pids: [peer.pid ?? 0] },
  ];
  for (const pid of servers.flatMap(({ pids }) => pids)) await keepOnCore(pid, SERVER_CORE);
  await measureAll(servers, key, ofPeer(operations));
} finally {
  await end(peer);
  await service.miniflare.dispose();
  await rm(directory, { recursive: true, force: true });
}

function startPeer(): ChildProcess {
  return spawn(process.execPath, ['--no-warnings', join(import.meta.dirname, 'main.ts')], {
    env: { ...process.env, PEER_DIRECTORY: directory, PEER_SIGNING_SECRET: SIGNING_SECRET },
    // Its log lines go nowhere, as those of the service do.
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const address = /^Listening at (\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', () => reject(new Error(`the peer ended:\n${output}`)));
  });
}

async function end(child: ChildProcess | null): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

async function measureAll(servers: readonly Server[], key: string, operations: readonly Operation[]) {
  const machine = `${cpus().length} × ${cpus()[0]?.model}`;
  console.log(`${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, ${machine}`);
  console.log(
    `servers on processor ${SERVER_CORE}, load on ${LOAD_CORE}; load average ${loadNow()} before\n`,
  );
  console.log('| operation | | req/s | p50 ms | p99 ms | CPU ms a request | to the peer |');
  console.log('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  for (const operation of operations) {
    if (values.only && !operation.name.includes(values.only)) continue;
    for (const { baseUrl } of servers) await load(baseUrl, key, operation, WARM_UP_SECONDS, LOAD_CORE);
    const samples = new Map<string, Measured[]>(servers.map(({ name }) => [name, []]));
    for (let round = 0; round < ROUNDS; round++) {
      // Each goes first every other round.
      for (const server of round % 2 === 0 ? servers : servers.toReversed()) {
        samples.get(server.name)?.push(await measure(server, key, operation));
      }
    }
    print(operation, samples);
  }
  console.log(`\nload average ${loadNow()} after`);
}

async function measure({ baseUrl, pids }: Server, key: string, operation: Operation): Promise<Measured> {
  const beforeMs = await processorTimeMs(pids);
  const sample = await load(baseUrl, key, operation, SECONDS, LOAD_CORE);
  return { ...sample, cpuMs: ((await processorTimeMs(pids)) - beforeMs) / sample.requests };
}

function print({ name: operation }: Operation, samples: ReadonlyMap<string, readonly Measured[]>): void {
  const rateOf = (taken: readonly Measured[]) => median(taken.map(({ requestsPerS }) => requestsPerS));
  const peerRate = rateOf(samples.get('peer') ?? []);
  for (const [name, taken] of samples) {
    const shown = [
      rateOf(taken).toFixed(0),
      median(taken.map(({ p50Ms }) => p50Ms)).toFixed(1),
      median(taken.map(({ p99Ms }) => p99Ms)).toFixed(1),
      median(taken.map(({ cpuMs }) => cpuMs)).toFixed(2),
      (rateOf(taken) / peerRate).toFixed(2),
    ];
    console.log(`| ${operation} | ${name} | ${shown.join(' | ')} |`);
  }
}

function loadNow(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
