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
}

async function deploy({ args = [], env = {} }: Run) {
  const called: string[] = [];
  const api = createServer((req, res) => {
    called.push(`${req.method} ${req.url?.split('?')[0]}`);
    res.writeHead(500).end();
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

test.each([[[]], [['--dry-run']]])(
  'a deployment of the repository as it is, with %j, is refused, calls nothing and says what to set',
  async (args) => {
    const { exitCode, err, called } = await deploy({ args });
    expect([exitCode, called]).toEqual([1, []]);
    expect(err).toMatch(/^failed {2}route: .*\[vars\].*\n/);
    for (const name of ['BASE_URL', 'MAIL_FROM', 'API_KEYS', 'REGISTRY']) expect(err).toContain(name);
    expect(err).toMatch(/Nothing was deployed\.\n$/);
  },
);

test('a --dry-run that npm kept for itself deploys nothing', async () => {
  const { exitCode, err, called } = await deploy({ env: { npm_config_dry_run: 'true' } });
  expect([exitCode, called]).toEqual([1, []]);
  expect(err).toContain('npm run deploy -- --dry-run');
});

test.each([
  ['a list for the plan that is not there', { args: ['--plan', '--queues', '/nowhere'] }, "'/nowhere'"],
  ['an option of the plan that does not exist', { args: ['--plan', '--database', 'x'] }, "'--database'"],
])('%s deploys nothing, and the reason is not hidden in a stack', async (_, run, reason) => {
  const { exitCode, err, called } = await deploy(run);
  expect([exitCode, called]).toEqual([1, []]);
  expect(err).toMatch(/^Nothing was deployed\. /);
  expect(err).toContain(reason);
  expect(err).not.toMatch(/^ {4}at /m);
});
