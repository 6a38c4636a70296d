import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
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

const port = Number(process.env.PORT ?? 8787);
const baseUrl = `http://127.0.0.1:${port}`;

await refuseTakenPort();
const operatorToken = await localSecret('OPERATOR_TOKEN', 'operator-token');
const signingSecret = await localSecret('SIGNING_SECRET', 'signing-secret');
await prepareAssets();
await migrateLocalState();
await loadCatalogue({ target: 'local', persistTo: STATE_DIR, report: (line) => console.log(line) });
console.log('Starting the Worker …');
const child = startWorker();
stopWithUs(child);
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
    'src/local.ts',
    '--ip=127.0.0.1',
    `--port=${port}`,
    '--inspector-port=0',
    `--persist-to=${STATE_DIR}`,
    '--log-level=log',
    '--show-interactive-dev-session=false',
    '--var',
    'ENVIRONMENT:local',
    `BASE_URL:${baseUrl}`,
    `CLOCK_OFFSET_S:${process.env.CLOCK_OFFSET_S ?? '0'}`,
    `OPERATOR_TOKEN:${operatorToken}`,
    `SIGNING_SECRET:${signingSecret}`,
    ...process.argv.slice(2),
  ]);
}

/** A port that is in use would otherwise show itself as a Worker that never gets ready, or as another one's answers. */
async function refuseTakenPort(): Promise<void> {
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  if (isFree) return;
  console.error(`Port ${port} is in use. Stop what listens there, or choose another: PORT=8788 npm start`);
  process.exit(1);
}

function stopWithUs(worker: ChildProcess): void {
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    worker.kill('SIGTERM');
    setTimeout(() => worker.kill('SIGKILL'), STOP_WITHIN_MS).unref();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  process.on('exit', () => worker.kill('SIGKILL'));
  // Whoever started us may be killed without a word; a sandbox that nobody can stop would keep its port.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), PARENT_CHECK_MS).unref();
  worker.once('exit', (code) => process.exit(isStopping ? 0 : (code ?? 1)));
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
  worker.once('exit', () => console.error(output.text()));
  while (Date.now() < deadline) {
    const response = await fetch(`${baseUrl}/health/ready`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  console.error(output.text());
  console.error(`The Worker did not get ready within ${READY_WITHIN_MS / 1000} s.`);
  process.exit(1);
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
