import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { MINUTE_MS, SECOND_MS } from '../clock.ts';
import { SECRET_CHARACTERS_MIN, WHOLE_NUMBER } from '../env.ts';
import { loadCatalogue } from './catalogue.ts';
import { demoKey } from './demo-partner.ts';
import { keepRunning } from './keep-running.ts';
import { keepSecrets, localSecret, protectState, STATE_DIR } from './local-state.ts';
import { migrateLocalState } from './migrate.ts';
import { prepareAssets } from './prepare-assets.ts';
import { spawnWrangler } from './wrangler.ts';

/**
 * `npm start`: the partner's local sandbox. Prepares local state, starts the Worker under `wrangler dev`,
 * creates the demo partner once, and prints what to do next. Restarts the Worker if it exits unexpectedly,
 * and stops everything it started when it is stopped.
 *
 * Environment: PORT, STATE_DIR, OPERATOR_TOKEN, SIGNING_SECRET, WEBHOOK_KEY, LOOKUP_KEY,
 * CLOCK_OFFSET_S. Further arguments go to `wrangler dev` as they are.
 */

const READY_WITHIN_MS = 2 * MINUTE_MS;
const PARENT_CHECK_MS = SECOND_MS;

const port = Number(setting('PORT', '8787', isPort, 'a port, 1 to 65535'));
const clockOffsetS = setting(
  'CLOCK_OFFSET_S',
  '0',
  (text) => WHOLE_NUMBER.test(text),
  'a whole number of seconds',
);
const baseUrl = `http://127.0.0.1:${port}`;

await refuseTakenPort();
await protectState();
const operatorToken = longEnough('OPERATOR_TOKEN', await localSecret('OPERATOR_TOKEN', 'operator-token'));
const signingSecret = longEnough('SIGNING_SECRET', await localSecret('SIGNING_SECRET', 'signing-secret'));
const webhookKey = longEnough('WEBHOOK_KEY', await localSecret('WEBHOOK_KEY', 'webhook-key'));
const lookupKey = longEnough('LOOKUP_KEY', await localSecret('LOOKUP_KEY', 'lookup-key'));
const secretsFile = await keepSecrets({
  OPERATOR_TOKEN: operatorToken,
  SIGNING_SECRET: signingSecret,
  WEBHOOK_KEY: webhookKey,
  LOOKUP_KEY: lookupKey,
}).catch((cause: Error) => refuse(cause.message));
await prepareAssets();
await migrateLocalState();
await loadCatalogue('local', (line) => console.log(line));
console.log('Starting the Worker …');
const worker = keepRunning({
  start: startWorker,
  isReady: async () => (await fetch(`${baseUrl}/health/ready`).catch(() => null))?.ok ?? false,
  readyWithinMs: READY_WITHIN_MS,
  report: (line) => console.error(line),
});
stopTogether();
await worker.ready;
const key = await demoKey(baseUrl, operatorToken);
console.log(`Musette is ready at ${baseUrl}`);
console.log(`Sandbox key: ${key}`);
console.log(firstCurl(key));
worker.passOutputOn();

/** Starts wrangler as leader of its own process group, which ends with this process or soon after. */
function startWorker(): ChildProcess {
  const args = [
    'dev',
    '--ip=127.0.0.1',
    `--port=${port}`,
    '--inspector-port=0',
    `--persist-to=${STATE_DIR}`,
    '--log-level=log',
    '--show-interactive-dev-session=false',
    // Arguments are visible to everybody on the machine.
    `--env-file=${secretsFile}`,
    '--var',
    'ENVIRONMENT:local',
    `BASE_URL:${baseUrl}`,
    `CLOCK_OFFSET_S:${clockOffsetS}`,
    // So few that a handful of athletes fills a shard.
    'ATHLETES_PER_SHARD:4',
    ...process.argv.slice(2),
  ];
  return spawnWrangler(args, { detached: true, env: { MUSETTE_STARTER: String(process.pid) } }, [
    `--import=${new URL('end-with-starter.ts', import.meta.url)}`,
  ]);
}

/** Reads an environment variable, or its default if it is not set; ends the start if the value is invalid. */
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

/**
 * Rejects a port in use: the Worker would never become ready, or another service would answer in its place.
 */
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

/** Stops the Worker when this process is stopped, and this process when the Worker has ended for good. */
function stopTogether(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => worker.stop(0));
  process.on('exit', () => worker.kill());
  // The process that started this one may be killed without a signal; an orphaned sandbox would keep its
  // port.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && worker.stop(0), PARENT_CHECK_MS).unref();
  void worker.ended.then((code) => process.exit(code));
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
