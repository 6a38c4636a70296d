import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';

/** `npm run deploy`, started in another folder, against an API in Cloudflare's place. */

const DEPLOY = join(import.meta.dirname, '../../src/tools/cli/deploy.ts');

interface Run {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The API's answer to the question for the Worker's secrets. */
  readonly secrets?: readonly [status: number, body: unknown];
}

async function deploy({ args = [], env = {}, secrets = [500, null] }: Run) {
  const called: string[] = [];
  const api = createServer((req, res) => {
    called.push(`${req.method} ${req.url?.split('?')[0]}`);
    res.writeHead(secrets[0], { 'Content-Type': 'application/json' }).end(JSON.stringify(secrets[1]));
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  const address = api.address();
  const port = typeof address === 'object' ? address?.port : '';
  const child = spawn(process.execPath, ['--no-warnings', DEPLOY, ...args], {
    cwd: tmpdir(),
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'a token that only this test uses',
      CLOUDFLARE_ACCOUNT_ID: 'account',
      ...env,
    },
  });
  child.stdin.end();
  const [out, err, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  api.close();
  return { exitCode, out, err, called };
}

const SECRETS_OF_WORKER = 'GET /client/v4/accounts/account/workers/scripts/musette/secrets';
const PUTTING = 'openssl rand -hex 32 | npx wrangler secret put ';
const listOf = (...names: string[]) => {
  const result = names.map((name) => ({ name, type: 'secret_text' }));
  return [200, { success: true, errors: [], messages: [], result }] as const;
};
const NO_WORKER = [
  404,
  {
    success: false,
    errors: [{ code: 10_007, message: 'This Worker does not exist' }],
    messages: [],
    result: null,
  },
] as const;

test.each([
  ['a Worker that lacks one', listOf('SIGNING_SECRET', 'OPERATOR_TOKEN'), ['WEBHOOK_KEY', 'LOOKUP_KEY']],
  ['a Worker that does not exist yet', NO_WORKER, ['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY']],
])(
  'a deployment without a needed secret is refused, and says how to set it: %s',
  async (_, secrets, missing) => {
    const { exitCode, err, called } = await deploy({ secrets });
    expect(called).toEqual([SECRETS_OF_WORKER]);
    expect([exitCode, err]).toEqual([
      1,
      expect.stringMatching(/^Nothing was deployed\. A required secret is missing\. /),
    ]);
    expect(err.trimEnd().split('\n').slice(1)).toEqual(missing.map((name) => PUTTING + name));
  },
);

test('a deployment with its needed secrets goes on to upload, without OPERATOR_TOKEN too', async () => {
  const { called } = await deploy({ secrets: listOf('SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY') });
  expect(called[0]).toBe(SECRETS_OF_WORKER);
  expect(called.length).toBeGreaterThan(1);
});

test('a dry run of a deployment bundles and builds from any folder, and calls nothing', async () => {
  const { exitCode, out, called } = await deploy({ args: ['--dry-run'] });
  expect([exitCode, called]).toEqual([0, []]);
  expect(out).toContain('--dry-run: exiting now.');
});

test('a --dry-run that npm kept for itself deploys nothing', async () => {
  const { exitCode, err, called } = await deploy({ env: { npm_config_dry_run: 'true' } });
  expect([exitCode, called]).toEqual([1, []]);
  expect(err).toContain('npm run deploy -- --dry-run');
});

test.each([
  ['a bundle that fails', { env: { ESBUILD_BINARY_PATH: '/bin/false' } }, 'The service was stopped'],
  ['a list for the plan that is not there', { args: ['--plan', '--queues', '/nowhere'] }, "'/nowhere'"],
  ['an option of the plan that does not exist', { args: ['--plan', '--database', 'x'] }, "'--database'"],
])('%s deploys nothing, and the reason is not hidden in a stack', async (_, run, reason) => {
  const { exitCode, err, called } = await deploy(run);
  expect([exitCode, called]).toEqual([1, []]);
  expect(err).toMatch(/^Nothing was deployed\. /);
  expect(err).toContain(reason);
  expect(err).not.toMatch(/^ {4}at /m);
});
