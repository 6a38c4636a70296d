import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { newLiveKey, newPartner, poster, sendTo } from '../support/connect-over-http.ts';
import { type InstalledService, installService, OPERATOR_TOKEN } from '../support/deployment.ts';
import { childrenOf, residentMemory } from '../support/processes.ts';

/**
 * `npm run bench:bodies`: what large, slow and hostile bodies do to an isolate with a heap of 128 MB, and to the live callers
 * next to them. Prints statuses, memory and times of the deployed bundle in one isolate. On a busy machine the last figure is
 * that of the machine's scheduler: run it alone, or with priority (`nice -n -12`). Exits 1 where the isolate ends, a
 * request is answered with another status than it may be, or live callers wait more than ten times as long as alone.
 */

process.env.MINIFLARE_WORKERD_V8_FLAGS = '--max-old-space-size=128';
const MIB = 1024 * 1024;
const LIVE_REQUESTS = 200;
const GREEDY_CONNECTIONS = 20;
const SLOWDOWN_MAX = 10;

const outDir = await mkdtemp(join(tmpdir(), 'musette-bodies-'));
await bundleWorker(outDir);
const service: InstalledService = await installService(outDir);
const { baseUrl } = service;
const workerdId = await processOfWorkerd();
let failures = 0;
try {
  const { sandboxKey, liveKey } = await makePartner();
  // Warms up first, because modules that the first requests load are not part of an idle request's memory.
  await courses(sandboxKey);
  await idleSockets();
  await hostileXml(sandboxKey);
  await batches(sandboxKey);
  await fairness(sandboxKey, liveKey);
} finally {
  await service.miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
}
process.exitCode = failures === 0 ? 0 : 1;

function check(isKept: boolean, what: string): void {
  console.log(`${isKept ? 'kept  ' : 'BROKEN'}  ${what}`);
  if (!isKept) failures += 1;
}

interface Sent {
  readonly status: number;
  readonly ms: number;
}

async function send(path: string, key: string, body: BodyInit | null, type = 'application/json') {
  const startedAt = performance.now();
  const headers = { authorization: `Bearer ${key}`, 'content-type': type };
  const method = body === null ? 'GET' : 'POST';
  const response = await fetch(baseUrl + path, { method, headers, body });
  const text = await response.text();
  return { status: response.status, text, ms: performance.now() - startedAt };
}

async function makePartner() {
  const operate = poster(sendTo(baseUrl), OPERATOR_TOKEN);
  const { id, key: sandboxKey } = await newPartner(operate);
  return { sandboxKey, liveKey: await newLiveKey(operate, id) };
}

async function isAlive(): Promise<boolean> {
  return (await fetch(`${baseUrl}/health`).catch(() => null))?.ok ?? false;
}

function tally(sent: readonly { readonly status: number }[]): string {
  const counts = Map.groupBy(sent, ({ status }) => status);
  return [...counts].map(([status, all]) => `${all.length} × ${status}`).join(', ');
}

async function processOfWorkerd(): Promise<number> {
  for (const id of await childrenOf(process.pid)) {
    if ((await readFile(`/proc/${id}/comm`, 'utf8')).startsWith('workerd')) return id;
  }
  throw new Error('workerd does not run');
}

/** Connections without a key that send nearly all of a body and then nothing. */
async function idleSockets(): Promise<void> {
  const before = await residentMemory(workerdId);
  let mostMb = before.nowMb;
  const watch = setInterval(async () => {
    mostMb = Math.max(mostMb, (await residentMemory(workerdId)).nowMb);
  }, 100);
  const sockets = await Promise.all(Array.from({ length: 80 }, (_, index) => idleSocket(index % 2 === 0)));
  clearInterval(watch);
  const grownMb = mostMb - before.nowMb;
  console.log(
    `\n80 idle sockets without a key, 624 MB: ${tally(sockets)}; the process grew by ${grownMb.toFixed(0)} MB`,
  );
  check(
    sockets.every(({ status }) => status === 401),
    'each is answered 401',
  );
  check(grownMb < 100, 'memory stays flat');
}

function idleSocket(isChunked: boolean): Promise<Sent> {
  const { hostname, port } = new URL(baseUrl);
  const bytes = Buffer.alloc(Math.floor(7.8 * MIB), 32);
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${8 * MIB}`;
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    const done = (status: number) => {
      resolve({ status, ms: performance.now() - startedAt });
      socket.destroy();
    };
    socket.setTimeout(60_000, () => done(0));
    socket.on('error', () => done(0));
    socket.on('close', () => done(0));
    socket.once('data', (data) => done(Number(/^HTTP\/1\.1 (\d+)/.exec(String(data))?.[1] ?? 0)));
    socket.write(
      `POST /v1/courses/parse HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/gpx+xml\r\n${length}\r\n\r\n`,
    );
    if (isChunked) socket.write(`${(8 * MIB).toString(16)}\r\n`);
    socket.write(bytes);
  });
}

async function hostileXml(key: string): Promise<void> {
  const half = 4 * MIB - 16;
  const files = {
    comment: `<gpx><!--${'- '.repeat(half)}`,
    CDATA: `<gpx><![CDATA[${']a'.repeat(half)}`,
    instruction: `<gpx><?x ${'?a'.repeat(half)}`,
    attribute: `<gpx a="${'\n'.repeat(2 * half)}`,
    'eight attributes': `<gpx ${Array.from({ length: 8 }, (_, index) => `a${index}="${'\n'.repeat(half / 4 - 8)}"`).join(' ')}>`,
    'a million names': `<gpx>${Array.from(
      { length: 900_000 },
      (_, index) => `<${String.fromCharCode(97 + (index % 26))}${index.toString(36)}/>`,
    )
      .join('')
      .slice(0, 2 * half)}`,
  };
  console.log('\nHostile XML of 8 MiB');
  for (const [name, text] of Object.entries(files)) {
    const sent = await Promise.all([1, 2, 3].map(() => sendOrDie(key, text)));
    check(
      sent.every(({ status }) => status === 422 || status === 503) && (await isAlive()),
      `${name}: ${tally(sent)}`,
    );
  }
}

function sendOrDie(
  key: string,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<{ readonly status: number; readonly ms: number }> {
  return send('/v1/courses/parse', key, text, 'application/gpx+xml').catch(() => ({ status: 0, ms: 0 }));
}

function courseFile(bytes: number): Uint8Array<ArrayBuffer> {
  const points: string[] = [];
  for (let size = 0, index = 0; size < bytes - 100; index++) {
    const point = `<trkpt lat="${(46 + index / 1e5).toFixed(6)}" lon="8.012345"><ele>${index % 900}</ele></trkpt>\n`;
    points.push(point);
    size += point.length;
  }
  return bytesOf(`<gpx><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`);
}

async function courses(key: string): Promise<void> {
  const file = courseFile(7.8 * MIB);
  const sent = await Promise.all(Array.from({ length: 80 }, () => sendOrDie(key, file)));
  console.log(`\n80 concurrent courses of 7.8 MB: ${tally(sent)}`);
  check(
    sent.every(({ status }) => status === 200 || status === 503) && (await isAlive()),
    'each is 200, or 503 to retry',
  );
  check(
    sent.some(({ status }) => status === 200),
    'some are read',
  );
  check((await sendOrDie(key, file)).status === 200, 'one more afterwards is read');
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text));
}

function batchOfScenarios(): string {
  const segments = Array.from({ length: 10 }, (_, leg) => ({
    type: leg % 2 ? 'run' : 'bike',
    duration_min: 30,
  }));
  const activity = { type: 'brick', duration_min: 300, thermal_stress_level: 6, segments };
  return JSON.stringify({ scenarios: Array.from({ length: 50 }, () => ({ activity })) });
}

async function batches(key: string): Promise<void> {
  const body = batchOfScenarios();
  const sent = await Promise.all(
    Array.from({ length: 80 }, () =>
      send('/v1/nutrition/calculate/batch', key, body).catch(() => ({ status: 0, ms: 0 })),
    ),
  );
  console.log(`\n80 concurrent batches of 50 ten-leg scenarios: ${tally(sent)}`);
  check(
    sent.every(({ status }) => status === 200 || status === 503) && (await isAlive()),
    'each is 200, or 503 to retry',
  );
}

async function fairness(sandboxKey: string, liveKey: string): Promise<void> {
  const made = JSON.parse((await send('/v1/athletes', liveKey, '{}')).text);
  const live = () => send(`/v1/athletes/${made.id}`, liveKey, null);
  for (let warm = 0; warm < 50; warm++) await live();
  const quiet = await measure(live);
  const headersOf = (type: string) => ({ authorization: `Bearer ${sandboxKey}`, 'content-type': type });
  const file = {
    url: `${baseUrl}/v1/courses/parse`,
    headers: headersOf('application/gpx+xml'),
    body: courseFile(8 * MIB - 200),
  };
  const body = bytesOf(batchOfScenarios());
  const batch = {
    url: `${baseUrl}/v1/nutrition/calculate/batch`,
    headers: headersOf('application/json'),
    body,
  };
  const requests = Array.from({ length: GREEDY_CONNECTIONS }, (_, index) => ({
    method: 'POST',
    ...(index % 2 ? file : batch),
  }));
  // A thread of their own, so that what is measured is the isolate and not this one.
  const callers = new Worker(join(import.meta.dirname, 'greedy-callers.ts'), { workerData: { requests } });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const busy = await measure(live);
  const over = once(callers, 'message');
  callers.postMessage('over');
  const [statuses]: number[][] = await over;
  const greedySent = (statuses ?? []).map((status) => ({ status }));
  const ratio = busy.p95 / quiet.p95;
  console.log(
    `\n${LIVE_REQUESTS} live requests, alone and next to ${GREEDY_CONNECTIONS} sandbox connections of batches and 8-MiB files (${tally(greedySent)})`,
  );
  console.log(
    `alone p50 ${quiet.p50.toFixed(1)} p95 ${quiet.p95.toFixed(1)} ms; next to them p50 ${busy.p50.toFixed(1)} p95 ${busy.p95.toFixed(1)} ms: ${ratio.toFixed(1)} times; ${busy.statuses}`,
  );
  check(ratio <= SLOWDOWN_MAX, `p95 is at most ${SLOWDOWN_MAX} times that of a quiet isolate`);
  check(busy.statuses === `${LIVE_REQUESTS} × 200`, 'each live request is answered');
}

async function measure(request: () => Promise<Sent>) {
  const sent: Sent[] = [];
  for (let count = 0; count < LIVE_REQUESTS; count++) sent.push(await request());
  const times = sent.map(({ ms }) => ms).sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p95: at(0.95), statuses: tally(sent) };
}
