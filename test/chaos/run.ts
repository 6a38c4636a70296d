import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { RandomSource } from '@musette/basics/random-source';
import { AthleteWriter } from './athlete-writer.ts';
import { BatchWriter } from './batch-writer.ts';
import { CROWD_REGIONS, Crowd } from './crowd.ts';
import { inspectFiles } from './inspect-files.ts';
import { Installation, ON_PLATFORM, URGENT_CRON } from './installation.ts';
import { KeyWriter } from './key-writer.ts';
import type { Problem, Writer } from './writer.ts';

/**
 * `npm run chaos -- --rounds N --seed S`: starts the service as `npm start` does, writes to it from several
 * sides at once, kills every process of it at a random moment, and starts it again. Each time everything that
 * was acknowledged must be there and whole, everything else done or undone, what was ended must stay ended, and
 * a write that got no answer must come to one result when it is repeated; the feed must tell each change of a batch once,
 * and each recalculation must end. Ends with 1 where that is not so.
 * The seed repeats the choices, not the speed of the machine. With `--platform` it runs on the simulator that says no.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, platform: { type: 'boolean' } },
});
const ROUNDS = Number(values.rounds ?? 20);
const SEED = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

const ATHLETE_WRITERS = 6;
const KEY_WRITERS = 2;
const BATCH_WRITERS = 2;
/** By which the clock moves on in each round: a worker of a recalculation has it to itself for ten minutes. */
const ROUND_S = 660;
/** Acknowledged writes of a round before its kill. */
const WRITES_MIN = 20;
const WRITES_MAX = 250;
/** Every so many rounds the installation is also killed while it starts. */
const KILLED_START_EVERY = 4;
const KILLED_START_WITHIN_MS = 9_000;

const random = new RandomSource(SEED);
const problems: Problem[] = [];
const installation = await Installation.prepare(values.platform ? ON_PLATFORM : []);
const crowd = new Crowd(installation, random);
let killedStarts = 0;
let recalculations = 0;
let interrupted = 0;

console.log(`${ROUNDS} rounds, seed ${SEED}`);
try {
  await installation.start();
  const { athletes, keys, batches } = await makeWriters();
  crowd.join([...athletes, ...keys, ...batches]);
  for (let round = 1; round <= ROUNDS; round++) {
    const written = await crowd.writeUntilKilled(
      WRITES_MIN + Math.floor(random.uniform() * (WRITES_MAX - WRITES_MIN)),
    );
    const left = await inspectFiles(installation.stateDir);
    const found: Problem[] = [...left.problems];
    interrupted += left.openRecalculations;
    if (round % KILLED_START_EVERY === 0) await killStart();
    installation.clockOffsetS += ROUND_S;
    await installation.start();
    await installation.runCron(URGENT_CRON);
    found.push(...(await crowd.settleDoubts()), ...(await crowd.verify(round < ROUNDS)));
    problems.push(...found);
    console.log(`round ${round}: ${written} writes acknowledged, ${found.length} problems`);
    for (const { kind, what } of found) console.error(`  ${kind}: ${what}`);
  }
  recalculations = batches.reduce((sum, writer) => sum + writer.recalculations, 0);
  await installation.stop();
} finally {
  await installation.kill();
  await rm(installation.stateDir, { recursive: true, force: true });
}
report();

/** Each has a separate partner, so that they do not interfere. */
async function makeWriters() {
  const make = <One extends Writer>(count: number, makeOne: (key: string) => One) =>
    Promise.all(Array.from({ length: count }, async () => makeOne(await crowd.makePartner())));
  const [athletes, keys, batches] = await Promise.all([
    make(ATHLETE_WRITERS, (key) => new AthleteWriter(key, { regions: CROWD_REGIONS })),
    make(KEY_WRITERS, (key) => new KeyWriter(key, CROWD_REGIONS)),
    make(BATCH_WRITERS, (key) => new BatchWriter(key, CROWD_REGIONS)),
  ]);
  return { athletes, keys, batches };
}

/** An interrupted start must leave a state from which the next start can continue. */
async function killStart(): Promise<void> {
  installation.launch();
  await new Promise((resolve) => setTimeout(resolve, random.uniform() * KILLED_START_WITHIN_MS));
  await installation.kill();
  killedStarts += 1;
}

function report(): void {
  problems.push(...crowd.unexpected);
  const count = (kind: Problem['kind']) => problems.filter((problem) => problem.kind === kind).length;
  console.log(
    `${ROUNDS} kills under load and ${killedStarts} while starting, seed ${SEED}: ` +
      `${crowd.acknowledged} writes acknowledged, ${recalculations} recalculations, ${interrupted} interrupted; ` +
      `${count('lost')} lost, ${count('torn')} torn, ` +
      `${count('revived')} revived, ${count('invented')} invented; ${crowd.withoutAnswer} without an answer, repeated; ` +
      `${count('unexpected')} unexpected answers.`,
  );
  if (problems.length > 0) process.exitCode = 1;
}
