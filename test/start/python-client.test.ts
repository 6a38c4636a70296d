import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';

const run = promisify(execFile);
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn('python3 is missing, so the Python client was not tested. Install Python 3.10 or newer.');

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
}, 240_000);

afterAll(() => sandbox?.stop());

test('the Python client is one file of at most 400 lines', async () => {
  const lines = (await readFile('src/python/musette.py', 'utf8')).split('\n');
  expect(lines.length - 1).toBeLessThanOrEqual(400);
});

test.runIf(hasPython)(
  'the Python client syncs under injected 429 and 503, pages, follows events and verifies webhooks',
  async () => {
    const env = { ...process.env, MUSETTE_BASE_URL: sandbox.baseUrl, MUSETTE_API_KEY: sandbox.key };
    const { stderr } = await run('python3', ['-m', 'unittest', 'discover', '-s', 'test/python'], { env });
    expect(stderr).toMatch(/Ran \d+ tests[\s\S]*\nOK\n$/);
  },
);
