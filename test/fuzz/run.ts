import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { freePort } from '../support/free-port.ts';
import { brokenPromises } from './promises.ts';
import { fuzzRequest } from './request-arbitrary.ts';
import { populate, type Send, worldOf } from './world.ts';

/**
 * `npm run fuzz -- --runs N --seed S`: throws N generated requests at a sandbox of its own and holds every
 * answer to its promises. A failure is shrunk and printed with the seed that repeats it.
 */

const { values } = parseArgs({ options: { runs: { type: 'string' }, seed: { type: 'string' } } });
const runs = Number(values.runs ?? 2000);
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed);

const stateDir = await mkdtemp(join(tmpdir(), 'musette-fuzz-'));
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const sandbox = spawn(
  process.execPath,
  [join(import.meta.dirname, '../../src/cli/start.ts'), '--var', 'STANDARD_SANDBOX_PER_MIN:100000000'],
  { env: { ...process.env, PORT: String(port), STATE_DIR: stateDir }, stdio: ['ignore', 'pipe', 'inherit'] },
);

const send: Send = async ({ method, path, headers, body }) => {
  const response = await fetch(baseUrl + path, {
    method,
    headers,
    redirect: 'manual',
    ...(body === null ? {} : { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

try {
  const key = await untilReady();
  const operatorToken = (await readFile(join(stateDir, 'musette/operator-token'), 'utf8')).trim();
  const otherKey = await anotherPartner(operatorToken);
  const world = worldOf([key], null, await populate(send, key), [await populate(send, otherKey)]);
  await fuzz(world);
} finally {
  sandbox.kill('SIGTERM');
  await new Promise((resolve) => sandbox.once('exit', resolve));
  await rm(stateDir, { recursive: true, force: true });
}

async function fuzz(world: ReturnType<typeof worldOf>): Promise<void> {
  const seen = new Set<string>();
  const statuses = new Map<number, number>();
  let count = 0;
  const startedAt = performance.now();
  const result = await fc.check(
    fc.asyncProperty(fuzzRequest(world), async (request) => {
      const answer = await send(request);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      count += 1;
      if (count % 2000 === 0) console.log(`${count} requests …`);
      const broken = brokenPromises(world, request, answer, seen);
      if (broken.length > 0) throw new Error(broken.join('\n'));
    }),
    { numRuns: runs, seed },
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
  console.log(`${count} requests in ${seconds.toFixed(0)} s, seed ${seed}. ${counted.join(', ')}`);
  if (result.failed) {
    console.error(fc.defaultReportMessage(result));
    process.exitCode = 1;
  } else {
    console.log('No promise was broken.');
  }
}

async function anotherPartner(operatorToken: string): Promise<string> {
  const body = JSON.stringify({
    name: 'Other',
    use_case: 'fuzz',
    contact_email: 'other@example.test',
    default_tier: 'full',
  });
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' };
  const reply = await send({ method: 'POST', path: '/operator/v1/partners', headers, body });
  return String(JSON.parse(reply.text).sandbox_key.secret);
}

function untilReady(): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    sandbox.stdout.on('data', (chunk) => {
      output = (output + chunk).slice(-20_000);
      const key = /^Sandbox key: (\S+)$/m.exec(output)?.[1];
      if (key) resolve(key);
    });
    sandbox.once('exit', () => reject(new Error(`the sandbox ended:\n${output}`)));
  });
}
