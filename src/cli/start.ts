import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { SECRET_CHARACTERS_MIN, WHOLE_NUMBER } from '../env.ts';
import { loadCatalogue } from './catalogue.ts';
import { demoKey } from './demo-partner.ts';
import { localSecret, STATE_DIR } from './local-state.ts';
import { migrateLocalState } from './migrate.ts';
import { prepareAssets } from './prepare-assets.ts';
import { spawnWrangler } from './wrangler.ts';

/**
 * `npm start`: the partner's local sandbox. Prepares local state, starts the Worker under `wrangler dev`,
 * makes the demo partner once, and prints what to do next. Ends everything it started when it is ended.
 *
 * Environment: PORT, STATE_DIR, OPERATOR_TOKEN, SIGNING_SECRET, CLOCK_OFFSET_S. Further arguments go to
 * `wrangler dev` as they are.
 */

const READY_WITHIN_MS = 120_000;
const POLL_MS = 200;
const STOP_WITHIN_MS = 8_000;
const PARENT_CHECK_MS = 1_000;

const port = Number(setting('PORT', '8787', isPort, 'a port, 1 to 65535'));
const clockOffsetS = setting(
  'CLOCK_OFFSET_S',
  '0',
  (text) => WHOLE_NUMBER.test(text),
  'a whole number of seconds',
);
const baseUrl = `http://127.0.0.1:${port}`;

await refuseTakenPort();
const operatorToken = longEnough('OPERATOR_TOKEN', await localSecret('OPERATOR_TOKEN', 'operator-token'));
const signingSecret = longEnough('SIGNING_SECRET', await localSecret('SIGNING_SECRET', 'signing-secret'));
await prepareAssets();
await migrateLocalState();
await loadCatalogue({ target: 'local', persistTo: STATE_DIR, report: (line) => console.log(line) });
console.log('Starting the Worker …');
const child = startWorker();
const stop = stopWithUs(child);
const output = collectOutput(child);
await untilReady(child, output);
const key = await demoKey(baseUrl, operatorToken);
console.log(`Musette is ready at ${baseUrl}`);
console.log(`Sandbox key: ${key}`);
console.log(firstCurl(key));
output.passThrough();

function startWorker(): ChildProcess {
  return spawnWrangler([
    'dev',
    '--ip=127.0.0.1',
    `--port=${port}`,
    '--inspector-port=0',
    `--persist-to=${STATE_DIR}`,
    '--log-level=log',
    '--show-interactive-dev-session=false',
    '--var',
    'ENVIRONMENT:local',
    `BASE_URL:${baseUrl}`,
    `CLOCK_OFFSET_S:${clockOffsetS}`,
    `OPERATOR_TOKEN:${operatorToken}`,
    `SIGNING_SECRET:${signingSecret}`,
    ...process.argv.slice(2),
  ]);
}

/** An environment variable of ours, or its default where it is not set; ends the start where it is not what it must be. */
function setting(name: string, preset: string, isValid: (text: string) => boolean, what: string): string {
  const text = process.env[name] || preset;
  if (!isValid(text)) refuse(`${name} must be ${what}; it is "${text}".`);
  return text;
}

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535;
}

function longEnough(name: string, secret: string): string {
  if (secret.length < SECRET_CHARACTERS_MIN) {
    refuse(`${name} must have ${SECRET_CHARACTERS_MIN} characters or more; it has ${secret.length}.`);
  }
  return secret;
}

function refuse(why: string): never {
  console.error(why);
  process.exit(1);
}

/** A port that is in use would otherwise show itself as a Worker that never gets ready, or as another one's answers. */
async function refuseTakenPort(): Promise<void> {
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  if (isFree) return;
  refuse(
    `Port ${port} is in use. Stop what listens there, or start another beside it, with a state of its own: PORT=8788 STATE_DIR=.wrangler/another npm start`,
  );
}

/** Ends the Worker when we are ended. What it returns ends both, and gives wrangler the time to end its own children. */
function stopWithUs(worker: ChildProcess): (exitCode: number) => void {
  let stopsWith: number | null = null;
  const stop = (exitCode: number) => {
    if (stopsWith !== null) return;
    stopsWith = exitCode;
    worker.kill('SIGTERM');
    setTimeout(() => worker.kill('SIGKILL'), STOP_WITHIN_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0));
  process.on('exit', () => worker.kill('SIGKILL'));
  // Whoever started us may be killed without a word; a sandbox that nobody can stop would keep its port.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(0), PARENT_CHECK_MS).unref();
  worker.once('exit', (code) => process.exit(stopsWith ?? code ?? 1));
  return stop;
}

/** Keeps what the Worker says until it is ready: it matters only where it never is. */
function collectOutput(worker: ChildProcess) {
  let held: string[] | null = [];
  const take = (chunk: Buffer) => (held ? held.push(String(chunk)) : process.stdout.write(chunk));
  worker.stdout?.on('data', take);
  worker.stderr?.on('data', take);
  return {
    passThrough: () => {
      held = null;
    },
    text: () => held?.join('') ?? '',
  };
}

async function untilReady(worker: ChildProcess, output: { text: () => string }): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  const tell = () => console.error(output.text());
  worker.once('exit', tell);
  while (Date.now() < deadline) {
    const response = await fetch(`${baseUrl}/health/ready`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  worker.off('exit', tell);
  tell();
  console.error(`The Worker did not get ready within ${READY_WITHIN_MS / 1000} s.`);
  stop(1);
  // The worker's end is ours.
  await new Promise(() => undefined);
}

function firstCurl(key: string): string {
  const scenario = {
    profile: { sex: 'female', birth_year: 1991, body_mass_kg: 58, fitness_level: 6 },
    activity: {
      type: 'run',
      duration_min: 210,
      intensity_level: 7,
      thermal_stress_level: 4,
      is_race_event: true,
    },
  };
  return `curl -s ${baseUrl}/v1/nutrition/calculate -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '${JSON.stringify(scenario)}'`;
}
