import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../support/processes.ts';
import { openDoors } from './listeners.ts';
import { copyProject } from './project-copy.ts';

/** Plain `npx wrangler dev` in a folder in which nothing was started before, through what `npm ci` makes `npx` run. */

const READY_WITHIN_MS = 200_000;
const OWN_TOKEN = 'an operator token that its user wrote into .dev.vars';

const LAUNCHER = 'src/tools/cli/wrangler.sh';

let project: Awaited<ReturnType<typeof copyProject>>;
let port: number;
let baseUrl: string;
let dev: ChildProcess;
let output = '';

function startDev(launcher = LAUNCHER): ChildProcess {
  return spawn(launcher, ['dev', '--port', String(port)], {
    cwd: project.folder,
    env: { ...process.env, FORCE_COLOR: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
}

beforeAll(async () => {
  project = await copyProject();
  port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  await writeFile(join(project.folder, '.dev.vars'), `OPERATOR_TOKEN="${OWN_TOKEN}"`);
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

test('wrangler dev --port N has links to that port, the footer too, and .dev.vars keeps no derived address', async () => {
  const { error } = (await (await fetch(`${baseUrl}/nowhere`)).json()) as {
    error: { documentation_url: string };
  };
  expect(error.documentation_url.startsWith(`${baseUrl}/docs/`)).toBe(true);
  const page = await (await fetch(`${baseUrl}/`)).text();
  const local = page.match(/http:\/\/(127\.0\.0\.1|localhost)[^"'<\s]*/g) ?? [];
  expect(local.filter((link) => !link.startsWith(baseUrl))).toEqual([]);
  expect(local).toContain(`${baseUrl}/docs/intended-use`);
  expect(await readFile(join(project.folder, '.dev.vars'), 'utf8')).not.toContain('127.0.0.1');
});

test('no printed line has the code of a link', async () => {
  await fetch(`${baseUrl}/a/s/a-code-that-is-secret`, { redirect: 'manual' });
  await expect.poll(() => output, { timeout: 20_000 }).toContain('/a/s/*');
  expect(output).not.toContain('a-code-that-is-secret');
});

test.skipIf(process.platform !== 'linux')(
  'its listeners show no inspector, explorer or debug port to another user or a page of another origin',
  async () => {
    expect(await openDoors(dev.pid ?? 0)).toEqual([]);
  },
);

test('npm ci makes npx run the launcher', async () => {
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(scripts.prepare).toBe(`ln -sf ../../${LAUNCHER} node_modules/.bin/wrangler`);
});

test('.dev.vars has mode 600, the secrets, local variables, and what its user wrote', async () => {
  const file = join(project.folder, '.dev.vars');
  const lines = await readFile(file, 'utf8');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(lines.startsWith(`OPERATOR_TOKEN="${OWN_TOKEN}"\n`)).toBe(true);
  const names = lines.match(/^\w+(?==)/gm);
  expect(names?.sort()).toEqual([
    'ATHLETES_PER_SHARD',
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
  const ended = once(second, 'exit');
  const printed = await outputOf(second);
  await ended;
  expect(printed).toMatch(/state is in use by process \d+\. Stop it,/);
  expect(printed).not.toMatch(/^\s+at |Error/m);
  expect((await fetch(`${baseUrl}/health/ready`)).status).toBe(200);
});

test('a wrangler without the preload is refused in one line, before it listens', {
  timeout: 60_000,
}, async () => {
  const printed = await outputOf(startDev('node_modules/wrangler/bin/wrangler.js'));
  expect(printed).toMatch(/This wrangler would open its inspector, .* Run `npm run prepare` once/);
  expect(printed).not.toMatch(/^\s+at |Ready on/m);
});

async function outputOf({ stdout, stderr }: ChildProcess): Promise<string> {
  if (!stdout || !stderr) throw new Error('it has no output');
  return (await Promise.all([text(stdout), text(stderr)])).join('');
}
