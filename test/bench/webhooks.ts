import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { parseAthleteId } from '#platform/storage/ids.ts';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { newPartner } from '../support/connect-over-http.ts';
import { installService, OPERATOR_TOKEN } from '../support/deployment.ts';

/**
 * `npm run bench:webhooks -- --seconds 600 --per-second 100`: a partner with athletes in eight stores changes so many of them
 * a second, by batches, and one webhook gets an event of each at a receiver that takes 100 ms. Prints how long events took
 * to arrive, how many were under way at most, and whether each came once and in the order of its athlete. Ends with 1 if
 * 95 % took more than five seconds, or one was lost.
 */

const { values } = parseArgs({
  options: { seconds: { type: 'string' }, 'per-second': { type: 'string' }, 'answer-ms': { type: 'string' } },
});
const SECONDS = Number(values.seconds ?? 600);
const PER_SECOND = Number(values['per-second'] ?? 100);
const ANSWER_MS = Number(values['answer-ms'] ?? 100);
const STORES = 8;
const ATHLETES = 400;
const BATCH = 50;
const P95_MAX_MS = 5000;
const DRAINED_WITHIN_MS = 60_000;

interface Arrival {
  readonly id: string;
  readonly athlete: string;
  readonly delayMs: number;
}

const arrivals: Arrival[] = [];
const receiver = createServer(async (request, response) => {
  const event = JSON.parse(await text(request));
  const delayMs = Date.now() - Date.parse(event.created_at);
  arrivals.push({ id: event.id, athlete: event.data.athlete_id, delayMs });
  setTimeout(() => response.writeHead(204).end(), ANSWER_MS);
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const { port } = receiver.address() as AddressInfo;

const outDir = await mkdtemp(join(tmpdir(), 'musette-webhooks-'));
await bundleWorker(outDir);
const moreShards = Array.from({ length: STORES - 2 }, (_, index) => `ATHLETES_TEST_WEUR_${index + 2}`);
const vars = { ATHLETES_PER_SHARD: String(ATHLETES / STORES) };
const { miniflare, baseUrl } = await installService(outDir, { moreShards, vars });
try {
  await run();
} finally {
  await miniflare.dispose();
  receiver.closeAllConnections();
  receiver.close();
  await rm(outDir, { recursive: true, force: true });
}

async function send(path: string, key: string, body: unknown) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const answer = await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const json = JSON.parse(await answer.text());
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

async function run(): Promise<void> {
  const { key } = await newPartner((path, body) => send(path, OPERATOR_TOKEN, body));
  const stores = await createAthletes(key);
  await send('/v1/webhooks', key, { url: `http://127.0.0.1:${port}/hook`, events: ['athlete.updated'] });
  console.log(`${ATHLETES} athletes in ${stores} stores; ${PER_SECOND} changes a second for ${SECONDS} s`);
  let changed = 0;
  let mostUnderWay = 0;
  const startedAt = Date.now();
  for (let second = 0; second < SECONDS; second++) {
    for (let done = 0; done < PER_SECOND; done += BATCH) {
      const items = Array.from({ length: Math.min(BATCH, PER_SECOND - done) }, (_, index) => ({
        external_id: `rider-${(second * PER_SECOND + done + index) % ATHLETES}`,
        body_mass_kg: 50 + (Math.floor((second * PER_SECOND + done + index) / ATHLETES) % 50),
      }));
      const { results } = await send('/v1/athletes/batch', key, { athletes: items });
      changed += results.filter(({ status }: { status: string }) => status === 'updated').length;
    }
    mostUnderWay = Math.max(mostUnderWay, changed - arrivals.length);
    const nextAt = startedAt + (second + 1) * 1000;
    if (nextAt > Date.now()) await pause(nextAt - Date.now());
  }
  const tookS = (Date.now() - startedAt) / 1000;
  const drainFrom = Date.now();
  while (arrivals.length < changed && Date.now() - drainFrom < DRAINED_WITHIN_MS) await pause(100);
  report(changed, tookS, mostUnderWay, (Date.now() - drainFrom) / 1000);
}

async function createAthletes(key: string): Promise<number> {
  const stores = new Set<string | undefined>();
  // A partner moves on to the next store once one is full, so a few more at a time than one holds.
  for (let first = 0; first < ATHLETES; first += 10) {
    const items = Array.from({ length: 10 }, (_, index) => ({ external_id: `rider-${first + index}` }));
    const { results } = await send('/v1/athletes/batch', key, { athletes: items });
    for (const { athlete } of results) stores.add(parseAthleteId(athlete.id)?.shard);
  }
  return stores.size;
}

function report(changed: number, tookS: number, mostUnderWay: number, drainedS: number): void {
  const delays = arrivals.map(({ delayMs }) => delayMs).sort((one, other) => one - other);
  const at = (part: number) => delays[Math.floor(delays.length * part)] ?? Number.NaN;
  const latest = new Map<string, string>();
  let overtaken = 0;
  for (const { id, athlete } of arrivals) {
    if ((latest.get(athlete) ?? '') > id) overtaken += 1;
    else latest.set(athlete, id);
  }
  const distinct = new Set(arrivals.map(({ id }) => id)).size;
  console.log(`${changed} events in ${tookS.toFixed(0)} s, ${(changed / tookS).toFixed(0)} a second`);
  console.log(`arrived after ${at(0.5)} ms (half), ${at(0.95)} ms (95 %), ${delays.at(-1)} ms (all)`);
  console.log(
    `under way at most ${mostUnderWay}; the last came ${drainedS.toFixed(1)} s after the last change`,
  );
  console.log(
    `${changed - distinct} lost, ${arrivals.length - distinct} twice, ${overtaken} after a later one`,
  );
  if (distinct < changed || at(0.95) > P95_MAX_MS) process.exitCode = 1;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
