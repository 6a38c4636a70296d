import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { ROUTES } from '#delivery/app/routes.ts';
import { bundleWorker } from '#tools/cli/bundle.ts';
import { bundlePlatform, PLATFORM_FLAGS } from '../platform/bundle.ts';
import { newLiveKey, newPartner, poster } from '../support/connect-over-http.ts';
import { installService, installWrapped, OPERATOR_TOKEN } from '../support/deployment.ts';
import { brokenPromises } from './promises.ts';
import { bytesOf, type FuzzRequest, fuzzRequest } from './request-arbitrary.ts';
import { makeWorld, type PartnerKeys, type Send } from './world.ts';

/**
 * `npm run fuzz -- --runs N --seed S`: throws N generated requests at the built Worker and holds every answer to its
 * promises. They come in rounds, each with a seed of its own and a fresh world, because requests delete what others
 * need. A failure is shrunk and printed with the seed that repeats it. With `--platform` the Worker runs on the simulator that
 * says no.
 */

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, platform: { type: 'boolean' } },
});
const runs = Number(values.runs ?? 2000);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);
const ROUND_RUNS = 5000;
/** From here on every operation must have succeeded at least once. */
const RUNS_THAT_REACH_ALL = 20_000;
/**
 * The first needs a delivery, and nothing consumes the queue here (`test/api/webhook-deliveries.test.ts` redelivers). The second
 * needs `TERMS_URL` (`test/api/console-live-access.test.ts` approves).
 */
const NEVER_REACHED: ReadonlySet<string> = new Set(['redeliverWebhookDelivery', 'approveLiveAccess']);
/** An export or a catalogue page in a failure's report would hide the failure. */
const REPORT_CHARACTERS_MAX = 4000;

const outDir = await mkdtemp(join(tmpdir(), 'musette-fuzz-'));
await bundleWorker(outDir);
const { miniflare, baseUrl } = values.platform
  ? await installWrapped(outDir, await bundlePlatform(), { compatibilityFlags: PLATFORM_FLAGS })
  : await installService(outDir);

const send: Send = async (request) => {
  const body = bytesOf({ operationId: null, ...request });
  const response = await fetch(baseUrl + request.path, {
    method: request.method,
    headers: request.headers,
    redirect: 'manual',
    ...(body === null ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const seenRequestIds = new Set<string>();
const statuses = new Map<number, number>();
const byOperation = new Map<string, Map<number, number>>();
let count = 0;
const startedAt = performance.now();
try {
  for (let round = 0; count < runs; round++) {
    const isWhole = await fuzz(seed + round, Math.min(ROUND_RUNS, runs - count));
    if (!isWhole) break;
    console.log(`${count} requests, ${(count / elapsedS()).toFixed(0)} a second …`);
  }
  report();
} finally {
  await miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
}

async function fuzz(roundSeed: number, roundRuns: number): Promise<boolean> {
  const partners = {
    own: await makePartner(),
    foreign: await makePartner(),
    spare: await makePartner(),
    resettable: await makePartner(),
  };
  const world = await makeWorld(send, OPERATOR_TOKEN, partners);
  const property = fc.asyncProperty(fuzzRequest(world), async (request) => {
    const answer = await send(request);
    note(request, answer.status);
    const broken = brokenPromises(world, request, answer, seenRequestIds);
    if (broken.length > 0) throw new Error(broken.join('\n').slice(0, REPORT_CHARACTERS_MAX));
  });
  const result = await fc.check(property, { numRuns: roundRuns, seed: roundSeed });
  if (!result.failed) return true;
  const [request] = result.counterexample ?? [];
  console.error(`A promise was broken. Again: npm run fuzz -- --runs ${roundRuns} --seed ${roundSeed}`);
  console.error(JSON.stringify(request).slice(0, REPORT_CHARACTERS_MAX));
  console.error(String(result.errorInstance).slice(0, REPORT_CHARACTERS_MAX));
  process.exitCode = 1;
  return false;
}

function note({ operationId }: FuzzRequest, status: number): void {
  count += 1;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (operationId === null) return;
  const own = byOperation.get(operationId) ?? new Map<number, number>();
  own.set(status, (own.get(status) ?? 0) + 1);
  byOperation.set(operationId, own);
}

function report(): void {
  const seconds = elapsedS();
  console.log(
    `${count} requests in ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)} a second, from seed ${seed}.`,
  );
  console.log(`By status: ${listOf(statuses)}`);
  const never: string[] = [];
  for (const { operationId } of ROUTES) {
    const own = byOperation.get(operationId) ?? new Map<number, number>();
    console.log(`  ${operationId}: ${listOf(own)}`);
    const isReached = [...own.keys()].some((status) => status < 300);
    if (!isReached && !NEVER_REACHED.has(operationId)) never.push(operationId);
  }
  if (never.length > 0) console.log(`Never with success: ${never.join(', ')}`);
  if (never.length > 0 && count >= RUNS_THAT_REACH_ALL) process.exitCode = 1;
  if (process.exitCode !== 1) console.log('No promise was broken.');
}

function listOf(counts: ReadonlyMap<number, number>): string {
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([status, number]) => `${status}: ${number}`)
    .join(', ');
}

function elapsedS(): number {
  return (performance.now() - startedAt) / 1000;
}

async function makePartner(): Promise<PartnerKeys> {
  const operate = poster(send, OPERATOR_TOKEN);
  const { id: partnerId, key: testKey } = await newPartner(operate);
  return { partnerId, testKey, liveKey: await newLiveKey(operate, partnerId) };
}
