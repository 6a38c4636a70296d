import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { RandomSource } from '#partner/sandbox/random-source.ts';
import { AthleteWriter } from './athlete-writer.ts';
import { CROWD_REGIONS, Crowd } from './crowd.ts';
import { EventFollower, type FeedEvent } from './event-follower.ts';
import { inspectFiles } from './inspect-files.ts';
import { Installation, URGENT_CRON } from './installation.ts';
import { Endpoint, failOneInThree, Receiver } from './receiver.ts';
import { countOvertaken, findInvented, findLost, listDelaysS } from './webhook-verdict.ts';
import type { Problem } from './writer.ts';

/**
 * `npm run chaos:webhooks -- --changes N --kills K --seed S`: a partner with three webhooks while every process of the
 * service is killed K times under N changes. One receiver fails one time in three, by refusing, redirecting, hanging, hanging up or
 * answering without end, before or after it has kept the event; one takes all; one answers 410 after a while. All of them lose
 * power now and then. `standardwebhooks` verifies each delivery. At the end the clock is moved on, as the schedule of
 * repetitions asks, until nothing waits. Then each event of the feed must have arrived where it belongs at least once, with
 * the feed's own body and identifier, and nothing else. Ends with 1 where that is not so.
 */

const { values } = parseArgs({
  options: { changes: { type: 'string' }, kills: { type: 'string' }, seed: { type: 'string' } },
});
const CHANGES = Number(values.changes ?? 2000);
const KILLS = Number(values.kills ?? 5);
const SEED = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

const WRITERS = 6;
/** Deliveries that one receiver takes before it is gone. */
const TAKEN_BEFORE_GONE = 100;
const DARK_MS = 1500;
const POWER_LOST_EVERY_MS = 8000;
/** Attempts due within this time are waited for; for those after it the clock is moved. */
const SOON_MS = 70_000;
const POLL_MS = 1000;
/** Between two runs of the cron, which finds what lost its message. */
const CRON_EVERY_MS = 20_000;
/** A delivery has ten attempts, and probes come in between; the receiver is repaired before. */
const MOVES_MAX = 12;
/** Moves of the clock after which the failing receiver is repaired, long before the tenth attempt. */
const REPAIRED_AFTER_MOVES = 4;

const random = new RandomSource(SEED);
const problems: Problem[] = [];
const steady = new Endpoint('/steady', () => 'keeps');
const failing = new Endpoint('/failing', () => (isRepaired ? 'keeps' : failOneInThree(random)));
const gone: Endpoint = new Endpoint('/gone', () =>
  gone.kept.size < TAKEN_BEFORE_GONE ? 'keeps' : 'is gone',
);
const elsewhere = new Endpoint('/elsewhere', () => 'keeps');
const receiver = new Receiver([steady, failing, gone, elsewhere]);
const installation = await Installation.prepare();
const crowd = new Crowd(installation, random);
let powerLosses = 0;
let hasPowerLosses = true;
let isRepaired = false;
let clockMovedAtMs = Number.POSITIVE_INFINITY;

console.log(`${CHANGES} changes, ${KILLS} kills, seed ${SEED}`);
try {
  await receiver.start();
  await installation.start();
  await run();
  await installation.stop();
} finally {
  hasPowerLosses = false;
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
  // An erasure deletes events, and what is gone cannot be compared.
  const habits = { regions: CROWD_REGIONS, erasures: 0 };
  crowd.join(Array.from({ length: WRITERS }, () => new AthleteWriter(key, habits)));
  const darkness = loseThePowerNowAndThen();
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
  await deliverAll(key, [...subscriptions.values()]);
  hasPowerLosses = false;
  await darkness;
  await follower.follow();
  await judge(key, follower.events.slice(before), subscriptions.get(gone) ?? '');
}

async function subscribe(key: string, endpoint: Endpoint): Promise<string> {
  const body = { url: receiver.urlOf(endpoint), events: ['*'] };
  const reply = await crowd.send({ method: 'POST', path: '/v1/webhooks', key, body });
  if (reply?.status !== 201) throw new Error(`no webhook could be made: ${JSON.stringify(reply)}`);
  endpoint.expectSignaturesOf(reply.json.secret);
  return reply.json.id;
}

async function loseThePowerNowAndThen(): Promise<void> {
  for (let at = Date.now(); hasPowerLosses; ) {
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
async function deliverAll(key: string, webhookIds: readonly string[]): Promise<void> {
  for (let move = 0; move < MOVES_MAX; move++) {
    const waiting = await settle(key, webhookIds);
    if (waiting.length === 0) return;
    clockMovedAtMs = Math.min(clockMovedAtMs, Date.now());
    isRepaired = move >= REPAIRED_AFTER_MOVES;
    await installation.stop();
    // All of them are due then.
    installation.clockOffsetS = Math.ceil((Math.max(...waiting) - Date.now()) / 1000) + 1;
    await installation.start();
    console.log(`${waiting.length} deliveries wait: the clock is ${installation.clockOffsetS} s ahead`);
  }
  problems.push({ kind: 'lost', what: `deliveries wait after ${MOVES_MAX} moves of the clock` });
}

/** Lets the service deliver what is due soon, with its cron. Returns when the others are due. */
async function settle(key: string, webhookIds: readonly string[]): Promise<readonly number[]> {
  for (;;) {
    await installation.runCron(URGENT_CRON);
    let waiting: readonly number[] = [];
    let attempts = -1;
    // Still while nothing arrives and nothing is due.
    for (let waitedMs = 0; waitedMs < CRON_EVERY_MS; waitedMs += POLL_MS) {
      await pause(POLL_MS);
      const arrived = steady.attempts + failing.attempts + gone.attempts;
      if (arrived !== attempts) waitedMs = 0;
      attempts = arrived;
    }
    waiting = (await Promise.all(webhookIds.map((id) => listWaiting(key, id)))).flat();
    const soon = Date.now() + installation.clockOffsetS * 1000 + SOON_MS;
    if (waiting.every((at) => at > soon)) return waiting;
  }
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
  console.log(
    `${crowd.acknowledged} changes acknowledged, ${KILLS} kills, ${powerLosses} losses of power, seed ${SEED}: ${feed.length} events`,
  );
  for (const endpoint of [steady, failing, gone]) print(endpoint, feed);
  const count = (kind: Problem['kind']) => problems.filter((problem) => problem.kind === kind).length;
  console.log(
    `${count('lost')} lost, ${count('invented')} invented, ${count('torn')} torn, ${count('unexpected')} unexpected`,
  );
  for (const { kind, what } of problems) console.error(`  ${kind}: ${what}`);
  if (problems.length > 0) process.exitCode = 1;
}

function print(endpoint: Endpoint, feed: readonly FeedEvent[]): void {
  const { path, kept, attempts, duplicates, did } = endpoint;
  const { overtaken, arrived } = countOvertaken(endpoint, feed);
  const share = ((100 * overtaken) / Math.max(1, arrived)).toFixed(1);
  const delays = listDelaysS(endpoint, feed, clockMovedAtMs);
  const delayAt = (portion: number) => (delays[Math.floor(portion * delays.length)] ?? 0).toFixed(1);
  const behaviours = [...did].map(([behaviour, times]) => `${behaviour} ${times}`).join(', ');
  console.log(
    `${path}: ${attempts} deliveries (${behaviours}), ${kept.size} events, ${duplicates} duplicates; ` +
      `${overtaken} of ${arrived} (${share} %) first arrived after a later event of the same athlete; ` +
      `half of those before the clock was moved came within ${delayAt(0.5)} s, 95 % within ${delayAt(0.95)} s`,
  );
}

function pause(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}
