import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { RandomSource } from '@musette/basics/random-source';
import { AthleteWriter } from './athlete-writer.ts';
import { CROWD_REGIONS, Crowd } from './crowd.ts';
import { EventFollower, type FeedEvent } from './event-follower.ts';
import { inspectFiles } from './inspect-files.ts';
import { Installation, ON_PLATFORM, URGENT_CRON } from './installation.ts';
import { Endpoint, failOneInThree, Receiver } from './receiver.ts';
import { countOvertaken, findInvented, findLost, listDelaysS } from './webhook-verdict.ts';
import type { Problem } from './writer.ts';

/**
 * `npm run chaos:webhooks -- --changes N --kills K --losses L --seed S`: a partner with three webhooks while every process of
 * the service is killed K times under N changes. One receiver fails one time in three, by refusing, redirecting, hanging, hanging
 * up or answering without end, before or after it has kept the event; one takes all; one answers 410 after a while. All of them
 * lose power L times. `standardwebhooks` verifies each delivery. At the end the clock is moved on, as the schedule of
 * repetitions asks, until nothing waits. Then each event of the feed must have arrived where it belongs at least once, with
 * the feed's own body and identifier, and nothing else; without kills at most one first arrival in a hundred may come after a
 * later event of its athlete. Prints a table, within 15 minutes, and ends with 1 if one of that is not so. With `--platform` it
 * runs on the simulator that says no.
 */

const { values } = parseArgs({
  options: {
    changes: { type: 'string' },
    kills: { type: 'string' },
    losses: { type: 'string' },
    seed: { type: 'string' },
    platform: { type: 'boolean' },
  },
});
const CHANGES = Number(values.changes ?? 1600);
const KILLS = Number(values.kills ?? 5);
const LOSSES = Number(values.losses ?? 60);
const SEED = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

const WRITERS = 6;
/** Deliveries that one receiver takes before it is gone. */
const TAKEN_BEFORE_GONE = 100;
const DARK_MS = 1500;
const POWER_LOST_EVERY_MS = 6000;
/** Attempts due within this time are waited for; for those after it the clock is moved. */
const SOON_MS = 70_000;
const POLL_MS = 1000;
/** Without an arrival for so long, what is due has been sent, or hangs. */
const QUIET_MS = 4000;
/** A delivery has ten attempts, and probes come in between; the receiver is repaired before. */
const MOVES_MAX = 12;
/** Moves of the clock after which the failing receiver is repaired, long before the tenth attempt. */
const REPAIRED_AFTER_MOVES = 3;
const ENDS_WITHIN_MS = 14 * 60_000;
const OVERTAKEN_MAX = 0.01;

const random = new RandomSource(SEED);
const problems: Problem[] = [];
const steady = new Endpoint('/steady', () => 'keeps');
const failing = new Endpoint('/failing', () => (isRepaired ? 'keeps' : failOneInThree(random)));
const gone: Endpoint = new Endpoint('/gone', () =>
  gone.kept.size < TAKEN_BEFORE_GONE ? 'keeps' : 'is gone',
);
const elsewhere = new Endpoint('/elsewhere', () => 'keeps');
const receiver = new Receiver([steady, failing, gone, elsewhere]);
const installation = await Installation.prepare(values.platform ? ON_PLATFORM : []);
const crowd = new Crowd(installation, random);
let powerLosses = 0;
let isOver = false;
let isRepaired = false;
let clockMovedAtMs = Number.POSITIVE_INFINITY;

console.log(`${CHANGES} changes, ${KILLS} kills, ${LOSSES} losses of power, seed ${SEED}`);
const startedAtMs = Date.now();
try {
  await receiver.start();
  await installation.start();
  await run();
} finally {
  isOver = true;
  await installation.kill();
  await receiver.losePower();
  await rm(installation.stateDir, { recursive: true, force: true });
}

async function run(): Promise<void> {
  const key = await crowd.makePartner();
  const follower = new EventFollower(crowd.send, key);
  const before = (await follower.follow()).length;
  const subscriptions = new Map<Endpoint, string>();
  for (const endpoint of [steady, failing, gone]) subscriptions.set(endpoint, await subscribe(key, endpoint));
  const isLate = new Promise<never>((_resolve, reject) => {
    setTimeout(
      () => reject(new Error(`no end within ${ENDS_WITHIN_MS / 60_000} minutes`)),
      ENDS_WITHIN_MS,
    ).unref();
  });
  const darkness = loseThePowerNowAndThen();
  // What arrived is judged even if a request hangs.
  await Promise.race([writeAndDeliver(key, follower, before, [...subscriptions.values()]), isLate]).catch(
    (cause: unknown) => problems.push({ kind: 'unexpected', what: String(cause) }),
  );
  isOver = true;
  await darkness;
  await follower.follow();
  await judge(key, follower.events.slice(before), subscriptions.get(gone) ?? '');
}

async function writeAndDeliver(
  key: string,
  follower: EventFollower,
  before: number,
  webhookIds: readonly string[],
): Promise<void> {
  // An erasure deletes events, and what is gone cannot be compared.
  const habits = { regions: CROWD_REGIONS, erasures: 0 };
  crowd.join(Array.from({ length: WRITERS }, () => new AthleteWriter(key, habits)));
  for (let kill = 1; kill <= KILLS; kill++) {
    const written = await crowd.writeUntilKilled(Math.round(CHANGES / (KILLS + 1)));
    problems.push(...(await inspectFiles(installation.stateDir)).problems);
    await installation.start();
    problems.push(...(await crowd.settleDoubts()), ...(await crowd.verify(true)));
    await installation.runCron(URGENT_CRON);
    await follower.follow();
    console.log(
      `kill ${kill}: ${written} changes acknowledged; of ${follower.events.length - before} events ${steady.kept.size} have reached the steady receiver, ${failing.kept.size} the failing one`,
    );
  }
  await crowd.write(CHANGES - crowd.acknowledged);
  problems.push(...(await crowd.verify(false)));
  await follower.follow();
  await deliverAll(key, webhookIds, follower.events.slice(before));
}

async function subscribe(key: string, endpoint: Endpoint): Promise<string> {
  const body = { url: receiver.urlOf(endpoint), events: ['*'] };
  const reply = await crowd.send({ method: 'POST', path: '/v1/webhooks', key, body });
  if (reply?.status !== 201) throw new Error(`no webhook could be made: ${JSON.stringify(reply)}`);
  endpoint.expectSignaturesOf(reply.json.secret);
  return reply.json.id;
}

async function loseThePowerNowAndThen(): Promise<void> {
  for (let at = Date.now(); !isOver && powerLosses < LOSSES; ) {
    await pause(POLL_MS);
    if (Date.now() - at < POWER_LOST_EVERY_MS) continue;
    at = Date.now();
    powerLosses += 1;
    await receiver.losePower();
    await pause(DARK_MS);
    await receiver.start();
  }
}

/** Moves the clock on until no delivery waits any more. */
async function deliverAll(
  key: string,
  webhookIds: readonly string[],
  feed: readonly FeedEvent[],
): Promise<void> {
  for (let move = 0; move < MOVES_MAX; move++) {
    const waiting = await settle(key, webhookIds, feed);
    if (waiting.length === 0) return;
    clockMovedAtMs = Math.min(clockMovedAtMs, Date.now());
    isRepaired = move + 1 >= REPAIRED_AFTER_MOVES;
    await installation.stop();
    // All of them are due then.
    installation.clockOffsetS = Math.ceil((Math.max(...waiting) - Date.now()) / 1000) + 1;
    await installation.start();
    console.log(`${waiting.length} deliveries wait: the clock is ${installation.clockOffsetS} s ahead`);
  }
  problems.push({ kind: 'lost', what: `deliveries wait after ${MOVES_MAX} moves of the clock` });
}

/** Lets the service deliver what is due soon. Returns when the others are due: none if all have arrived. */
async function settle(
  key: string,
  webhookIds: readonly string[],
  feed: readonly FeedEvent[],
): Promise<readonly number[]> {
  const lacks = ({ id }: FeedEvent) => !steady.kept.has(id) || !failing.kept.has(id);
  while (!isOver) {
    await installation.runCron(URGENT_CRON);
    let attempts = -1;
    for (let quietMs = 0; quietMs < QUIET_MS; quietMs += POLL_MS) {
      await pause(POLL_MS);
      const arrived = steady.attempts + failing.attempts + gone.attempts;
      if (arrived !== attempts) quietMs = 0;
      attempts = arrived;
    }
    const waiting = (await Promise.all(webhookIds.map((id) => listWaiting(key, id)))).flat();
    const soon = Date.now() + installation.clockOffsetS * 1000 + SOON_MS;
    const isDone = waiting.length > 0 || !feed.some(lacks);
    if (isDone && waiting.every((at) => at > soon)) return waiting;
  }
  return [];
}

/** Returns when the pending deliveries of a webhook are due. */
async function listWaiting(key: string, webhookId: string): Promise<readonly number[]> {
  const due: number[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const path = `/v1/webhooks/${webhookId}/deliveries?status=pending&limit=100${query}`;
    const reply = await crowd.send({ method: 'GET', path, key });
    if (reply?.status !== 200) throw new Error(`deliveries answered ${JSON.stringify(reply)}`);
    for (const { next_attempt_at: at } of reply.json.data) due.push(Date.parse(at));
    cursor = reply.json.next_cursor ?? null;
  }
  return due;
}

/** Compares what arrived with the feed, prints it, and counts each difference as a problem. */
async function judge(key: string, feed: readonly FeedEvent[], goneId: string): Promise<void> {
  const whole = new EventFollower(crowd.send, key);
  await whole.follow();
  const reread = whole.events.slice(-feed.length);
  if (JSON.stringify(reread) !== JSON.stringify(feed))
    problems.push({ kind: 'torn', what: 'the feed, read at once, differs from the feed as it was followed' });
  const disabled = feed.filter(({ type, data }) => type === 'webhook.disabled' && data.webhook_id === goneId);
  // With few changes it never comes to that.
  const isGone = gone.did.has('is gone');
  if (disabled.length !== (isGone ? 1 : 0))
    problems.push({ kind: 'unexpected', what: `${disabled.length} times webhook.disabled` });
  for (const endpoint of [steady, failing, gone]) {
    problems.push(
      ...findInvented(endpoint, feed),
      ...(endpoint === gone && isGone ? [] : findLost(endpoint, feed)),
    );
  }
  for (const { path, faults } of [steady, failing, gone, elsewhere]) {
    problems.push(...faults.map((fault) => ({ kind: 'unexpected', what: `${path}: ${fault}` }) as const));
  }
  problems.push(...crowd.unexpected);
  const counts = [steady, failing, gone].map((endpoint) => countOvertaken(endpoint, feed));
  const overtaken = counts.reduce((sum, one) => sum + one.overtaken, 0);
  const share = overtaken / counts.reduce((sum, one) => sum + one.arrived, 1);
  if (KILLS === 0 && share > OVERTAKEN_MAX)
    problems.push({ kind: 'unexpected', what: `${(100 * share).toFixed(1)} % arrived after a later event` });
  print(feed);
  if (problems.length > 0) process.exitCode = 1;
}

function print(feed: readonly FeedEvent[]): void {
  const minutes = ((Date.now() - startedAtMs) / 60_000).toFixed(1);
  console.log(
    `${crowd.acknowledged} changes acknowledged, ${KILLS} kills, ${powerLosses} losses of power, seed ${SEED}: ${feed.length} events in ${minutes} minutes`,
  );
  console.table(
    Object.fromEntries([steady, failing, gone].map((endpoint) => [endpoint.path, rowOf(endpoint, feed)])),
  );
  for (const { path, did } of [steady, failing, gone]) {
    console.log(`${path}: ${[...did].map(([behaviour, times]) => `${behaviour} ${times}`).join(', ')}`);
  }
  const count = (kind: Problem['kind']) => problems.filter((problem) => problem.kind === kind).length;
  console.log(
    `${problems.length === 0 ? 'passed' : 'FAILED'}: ${count('lost')} lost, ${count('invented')} invented, ${count('torn')} torn, ${count('unexpected')} unexpected`,
  );
  for (const { kind, what } of problems) console.error(`  ${kind}: ${what}`);
}

/** Returns a row of the table. Delays are those before the clock was moved. */
function rowOf(endpoint: Endpoint, feed: readonly FeedEvent[]) {
  const { overtaken, arrived } = countOvertaken(endpoint, feed);
  const delays = listDelaysS(endpoint, feed, clockMovedAtMs);
  const delayAt = (portion: number) => Number((delays[Math.floor(portion * delays.length)] ?? 0).toFixed(1));
  return {
    attempts: endpoint.attempts,
    events: endpoint.kept.size,
    duplicates: endpoint.duplicates,
    'after a later one': overtaken,
    '%': Number(((100 * overtaken) / Math.max(1, arrived)).toFixed(1)),
    'half, s': delayAt(0.5),
    '95 %, s': delayAt(0.95),
  };
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
