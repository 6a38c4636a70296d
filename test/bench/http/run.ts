import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadCatalogue, migrate } from '../../support/deployment.ts';
import { bundleBesideHono, install, type RecordedOperation } from './installation.ts';
import { CONNECTIONS, load, median, type Sample } from './load.ts';
import { KEY_NAME, type Operation } from './operations.ts';
import { populate, request } from './populate.ts';

/**
 * `npm run bench:http`: requests per second and latencies of each operation, compared with the floor (the same storage
 * calls and a constant answer) and bare Hono, interleaved in the same run. Medians over the rounds; the load
 * comes from another process. Ratios hold on a noisy machine, absolute figures only on this one.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' }, only: { type: 'string' } },
});
const ROUNDS = Number(values.rounds ?? 5);
const SECONDS = Number(values.seconds ?? 2);

type Installation = Awaited<ReturnType<typeof install>>;

const outDir = await mkdtemp(join(tmpdir(), 'musette-bench-'));
console.log('Bundling …');
await bundleBesideHono(outDir);
const miniflare = await install(outDir);
try {
  await migrate(miniflare);
  await loadCatalogue(miniflare);
  await endKeysAtOnce(miniflare);
  const { key, keyId, operations } = await populate(await addressOf('musette'));
  const recorded = await record(key, keyId, operations);
  await fetch(await addressOf('floor'), { method: 'PUT', body: JSON.stringify(recorded) });
  await measure(
    key,
    operations.filter((operation) => pathOnFloor(operation) in recorded),
  );
} finally {
  await miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
}

async function addressOf(worker: string): Promise<string> {
  return String(await miniflare.unsafeGetDirectURL(worker));
}

/** Returns the storage calls of each operation that succeeds, by its path on the floor. */
async function record(key: string, guardId: string, operations: readonly Operation[]) {
  const [service, recorder] = [await addressOf('musette'), await addressOf('recorder')];
  const recorded: Record<string, RecordedOperation> = {};
  for (const operation of operations) {
    // Once for a warm key projection, twice to record: what only one recording holds, that request made.
    await request(service, key, operation);
    const repeat = async () => JSON.parse((await request(recorder, key, operation)).text);
    const [{ status, bytes, calls }, again] = [await repeat(), await repeat()];
    if (status >= 300) continue;
    recorded[pathOnFloor(operation)] = { calls, bytes, guardId, fresh: freshTexts(calls, again.calls) };
  }
  return recorded;
}

/** Returns the identifiers and hashes of the first calls that the second ones lack: a repetition has to make its own. */
function freshTexts(calls: unknown, again: unknown): string[] {
  const [first, second] = [calls, again].map(
    (of) => new Set(JSON.stringify(of).match(/\b[a-z]+_[0-9a-z]{16,}|\b[0-9a-f]{64}\b/g)),
  );
  return [...(first ?? [])].filter((text) => !second?.has(text));
}

function pathOnFloor(operation: Operation): string {
  return `/${operation.name.replace(/\W+/g, '-')}`;
}

/**
 * A partner may have 25 usable keys, and key creation is measured with thousands: each one ends as it is written,
 * in the service and on the floor alike.
 */
async function endKeysAtOnce(installation: Installation): Promise<void> {
  const registry = await installation.getD1Database('REGISTRY', 'musette');
  await registry
    .prepare(
      `CREATE TRIGGER end_keys_at_once AFTER INSERT ON api_keys WHEN NEW.name = '${KEY_NAME}'
       BEGIN UPDATE api_keys SET status = 'revoked' WHERE id = NEW.id; END`,
    )
    .run();
}

async function measure(key: string, operations: readonly Operation[]): Promise<void> {
  const [musette, floor, bare] = await Promise.all(['musette', 'floor', 'bare'].map(addressOf));
  console.log(
    `${ROUNDS} rounds of ${SECONDS} s, ${CONNECTIONS} connections, ${cpus().length} × ${cpus()[0]?.model}\n`,
  );
  console.log(
    '| operation | | req/s | p50 ms | p99 ms | to floor |\n| --- | --- | ---: | ---: | ---: | ---: |',
  );
  for (const operation of operations) {
    if (values.only && !operation.name.includes(values.only)) continue;
    const onFloor = { ...operation, path: pathOnFloor(operation) };
    const samples: Record<'bare Hono' | 'floor' | 'Musette', Sample[]> = {
      'bare Hono': [],
      floor: [],
      Musette: [],
    };
    for (let round = 0; round < ROUNDS; round++) {
      samples['bare Hono'].push(await load(bare ?? '', key, onFloor, SECONDS));
      samples.floor.push(await load(floor ?? '', key, onFloor, SECONDS));
      samples.Musette.push(await load(musette ?? '', key, operation, SECONDS));
    }
    const floorRate = median(samples.floor.map((sample) => sample.requestsPerS));
    for (const [name, taken] of Object.entries(samples)) {
      const rate = median(taken.map((sample) => sample.requestsPerS));
      const [p50, p99] = [
        median(taken.map((sample) => sample.p50Ms)),
        median(taken.map((sample) => sample.p99Ms)),
      ];
      console.log(
        `| ${operation.name} | ${name} | ${rate.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${(rate / floorRate).toFixed(2)} |`,
      );
    }
  }
}
