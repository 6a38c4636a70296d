import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { copyProject } from '../support/project-copy.ts';

/** Plain `wrangler dev` in a folder in which nothing was started before. */

const READY_WITHIN_MS = 200_000;
const OWN_TOKEN = 'an operator token that its user wrote into .dev.vars';

let project: Awaited<ReturnType<typeof copyProject>>;
let baseUrl: string;
let dev: ChildProcess;
let output = '';

function startDev(): ChildProcess {
  return spawn(process.execPath, ['node_modules/wrangler/bin/wrangler.js', 'dev', '--inspector-port=0'], {
    cwd: project.folder,
    env: {
      ...process.env,
      FORCE_COLOR: '0',
      WRANGLER_SEND_METRICS: 'false',
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

beforeAll(async () => {
  project = await copyProject();
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  const config = join(project.folder, 'wrangler.toml');
  await writeFile(config, (await readFile(config, 'utf8')).replace('port = 8787', `port = ${port}`));
  await writeFile(join(project.folder, '.dev.vars'), `OPERATOR_TOKEN="${OWN_TOKEN}"\nBASE_URL=${baseUrl}`);
  dev = startDev();
  for (const stream of [dev.stdout, dev.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!(await fetch(`${baseUrl}/health/ready`).catch(() => null))?.ok) {
    if (Date.now() > deadline || dev.exitCode !== null) throw new Error(`not ready:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}, READY_WITHIN_MS + 20_000);

afterAll(async () => {
  if (dev?.pid !== undefined && dev.exitCode === null) {
    process.kill(-dev.pid, 'SIGTERM');
    await once(dev, 'exit');
  }
  await project?.remove();
});

const printedKey = () => /Sandbox key: (sk_test_\w+)/.exec(output)?.[1] ?? '';

test('wrangler dev prints a sandbox key and a curl that answers a prescription', async () => {
  const curl = /curl -s http.*$/m.exec(output)?.[0] ?? '';
  expect(curl).toContain(`curl -s ${baseUrl}/v1/nutrition/calculate`);
  expect(curl).toContain(printedKey());
  const answer = await text(spawn('sh', ['-c', curl]).stdout);
  expect(JSON.parse(answer).prescription.fluid_ml_per_hr).toBeGreaterThan(0);
  const headers = { authorization: `Bearer ${printedKey()}` };
  const athletes = await (await fetch(`${baseUrl}/v1/athletes`, { headers })).json();
  expect(JSON.stringify(athletes)).toContain('ath_t');
});

test('.dev.vars has mode 600, the secrets, and what its user wrote', async () => {
  const file = join(project.folder, '.dev.vars');
  const lines = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(lines.startsWith(`OPERATOR_TOKEN="${OWN_TOKEN}"\nBASE_URL=${baseUrl}\n`)).toBe(true);
  const names = lines.match(/^\w+(?==)/gm);
  expect(names?.sort()).toEqual([
    'ATHLETES_PER_SHARD',
    'BASE_URL',
    'ENVIRONMENT',
    'LOOKUP_KEY',
    'OPERATOR_TOKEN',
    'SIGNING_SECRET',
    'WEBHOOK_KEY',
  ]);
  const headers = { authorization: `Bearer ${OWN_TOKEN}` };
  expect((await fetch(`${baseUrl}/operator/v1/partners`, { headers })).status).toBe(200);
});

test('a second wrangler dev is refused in one line without a stack', { timeout: 60_000 }, async () => {
  const second = startDev();
  const { stdout, stderr } = second;
  if (!stdout || !stderr) throw new Error('it has no output');
  const printed = (await Promise.all([text(stdout), text(stderr)])).join('');
  expect(printed).toMatch(/state is in use by process \d+\. Stop it,/);
  expect(printed).not.toMatch(/^\s+at |Error/m);
  expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
});
