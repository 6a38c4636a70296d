import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { RandomSource } from '../../src/sandbox/random-source.ts';
import { AthleteWriter } from './athlete-writer.ts';
import { inspectFiles } from './inspect-files.ts';
import { Installation } from './installation.ts';
import { KeyWriter } from './key-writer.ts';
import { newPartnerKey, senderTo } from './send.ts';
import type { Problem, Reply, Step, Writer } from './writer.ts';

/**
 * `npm run chaos -- --rounds N --seed S`: starts the service as `npm start` does, writes to it from several
 * sides at once, kills every process of it at a random moment, and starts it again. Each time everything that
 * was acknowledged must be there and whole, everything else done or undone, what was ended must stay ended, and
 * a write that got no answer must come to one result when it is repeated. Ends with 1 where that is not so.
 * The seed repeats what is chosen, not how fast the machine was.
 */

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } });
const ROUNDS = Number(values.rounds ?? 20);
const SEED = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

const ATHLETE_WRITERS = 6;
const KEY_WRITERS = 2;
/** Acknowledged writes of a round before its kill, and the time after the last of them. */
const WRITES_MIN = 20;
const WRITES_MAX = 250;
const KILL_WITHIN_MS = 40;
/** Every so many rounds the installation is also killed while it starts. */
const KILLED_START_EVERY = 4;
const KILLED_START_WITHIN_MS = 9_000;

const random = new RandomSource(SEED);
const totals = { acknowledged: 0, withoutAnswer: 0, killedStarts: 0 };
const problems: Problem[] = [];
const installation = await Installation.prepare();
const send = senderTo(installation.baseUrl);
const doubts = new Map<Writer, Step>();

console.log(`${ROUNDS} rounds, seed ${SEED}`);
try {
  await installation.start();
  const writers = await makeWriters();
  for (let round = 1; round <= ROUNDS; round++) {
    const written = await writeUntilKilled(writers);
    const found = [...(await inspectFiles(installation.stateDir))];
    if (round % KILLED_START_EVERY === 0) await killStart();
    await installation.start();
    found.push(...(await settleDoubts()), ...(await verifyAll(writers, round < ROUNDS)));
    problems.push(...found);
    console.log(`round ${round}: ${written} writes acknowledged, ${found.length} problems`);
    for (const { kind, what } of found) console.error(`  ${kind}: ${what}`);
  }
  await installation.stop();
} finally {
  await installation.kill();
  await rm(installation.stateDir, { recursive: true, force: true });
}
report();

/** Each with a partner of its own, so that nobody is in another's way. */
async function makeWriters(): Promise<readonly Writer[]> {
  const operatorToken = await installation.operatorToken();
  const makeOne = async (index: number): Promise<Writer> => {
    const secret = await newPartnerKey(send, operatorToken, 'Chaos');
    return index < ATHLETE_WRITERS ? new AthleteWriter(secret) : new KeyWriter(secret);
  };
  return Promise.all(Array.from({ length: ATHLETE_WRITERS + KEY_WRITERS }, (_, index) => makeOne(index)));
}

/** Lets all write until so many writes were acknowledged, then kills in the middle of what is under way. */
async function writeUntilKilled(writers: readonly Writer[]): Promise<number> {
  const target = WRITES_MIN + Math.floor(random.uniform() * (WRITES_MAX - WRITES_MIN));
  const waitMs = random.uniform() * KILL_WITHIN_MS;
  let acknowledged = 0;
  let killed: Promise<void> | null = null;
  let isKilled = false;
  const kill = async () => {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    isKilled = true;
    await installation.kill();
  };
  const writeOn = async (writer: Writer) => {
    for (;;) {
      const step = writer.nextStep(random);
      const reply = await send(step.request);
      if (reply === null) {
        doubts.set(writer, step);
        if (!isKilled)
          unexpected(`no answer to ${step.request.method} ${step.request.path}, and nobody killed`);
        return;
      }
      take(step, reply, false);
      acknowledged += 1;
      if (acknowledged >= target) killed ??= kill();
    }
  };
  await Promise.all(writers.map(writeOn));
  await (killed ?? kill());
  totals.acknowledged += acknowledged;
  return acknowledged;
}

/** A start that is cut off must leave what the next start can go on from. */
async function killStart(): Promise<void> {
  installation.launch();
  await new Promise((resolve) => setTimeout(resolve, random.uniform() * KILLED_START_WITHIN_MS));
  await installation.kill();
  totals.killedStarts += 1;
}

/** What every write without an answer left, and its repetition. */
async function settleDoubts(): Promise<readonly Problem[]> {
  const found: Problem[] = [];
  for (const step of doubts.values()) {
    totals.withoutAnswer += 1;
    found.push(...(await step.inspect(send)));
    const reply = await send(step.request);
    if (reply === null) throw new Error(`no answer to ${step.request.method} ${step.request.path}`);
    take(step, reply, true);
  }
  doubts.clear();
  return found;
}

async function verifyAll(writers: readonly Writer[], onlyRecent: boolean): Promise<readonly Problem[]> {
  return (await Promise.all(writers.map((writer) => writer.verify(send, onlyRecent)))).flat();
}

function take(step: Step, reply: Reply, isRepeated: boolean): void {
  try {
    step.accept(reply, isRepeated);
  } catch (cause) {
    unexpected(cause instanceof Error ? cause.message : String(cause));
  }
}

function unexpected(what: string): void {
  console.error(`  unexpected: ${what}`);
  problems.push({ kind: 'unexpected', what });
}

function report(): void {
  const count = (kind: Problem['kind']) => problems.filter((problem) => problem.kind === kind).length;
  console.log(
    `${ROUNDS} kills under load and ${totals.killedStarts} while starting, seed ${SEED}: ` +
      `${totals.acknowledged} writes acknowledged, ${count('lost')} lost, ${count('torn')} torn, ` +
      `${count('revived')} revived; ${totals.withoutAnswer} without an answer, repeated; ` +
      `${count('unexpected')} unexpected answers.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
