import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { listen } from '../support/processes.ts';
import { runTool } from '../support/tools.ts';

/** `npm run deploy` and `npm run secrets`, started in another folder, with wrangler against an API in Cloudflare's place. */

interface Run {
  readonly tool?: string;
  readonly args?: readonly string[];
  readonly answer?: (call: string, body: string) => readonly [status: number, body: unknown];
  readonly env?: Readonly<Record<string, string>>;
}

async function start({ tool = 'deploy.ts', args = [], env = {}, answer = () => [500, null] }: Run) {
  const called: string[] = [];
  const api = createServer(async (req, res) => {
    const call = `${req.method} ${req.url?.split('?')[0]}`;
    called.push(call);
    const [status, body] = answer(call, await text(req));
    res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
  const port = await listen(api);
  const printed = await runTool(tool, args, {
    cwd: tmpdir(),
    env: {
      ...process.env,
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'a token that only this test uses',
      CLOUDFLARE_ACCOUNT_ID: 'account',
      ...env,
    },
  });
  api.close();
  return { ...printed, called };
}

test.each([[[]], [['--dry-run']]])(
  'a deployment of the repository as it is, with %j, is refused, calls nothing and says what to set',
  async (args) => {
    const { exitCode, err, called } = await start({ args });
    expect([exitCode, called]).toEqual([1, []]);
    expect(err).toMatch(/^failed {2}route: .*\[vars\].*\n/);
    for (const name of ['BASE_URL', 'MAIL_FROM', 'API_KEYS', 'REGISTRY']) expect(err).toContain(name);
    expect(err).toMatch(/Nothing was deployed\.\n$/);
  },
);

test('a --dry-run that npm kept for itself deploys nothing', async () => {
  const { exitCode, err, called } = await start({ env: { npm_config_dry_run: 'true' } });
  expect([exitCode, called]).toEqual([1, []]);
  expect(err).toContain('npm run deploy -- --dry-run');
});

test.each([
  ['a list for the plan that is not there', { args: ['--plan', '--queues', '/nowhere'] }, "'/nowhere'"],
  ['an option of the plan that does not exist', { args: ['--plan', '--database', 'x'] }, "'--database'"],
])('%s deploys nothing, and the reason is not hidden in a stack', async (_, run, reason) => {
  const { exitCode, err, called } = await start(run);
  expect([exitCode, called]).toEqual([1, []]);
  expect(err).toMatch(/^Nothing was deployed\. /);
  expect(err).toContain(reason);
  expect(err).not.toMatch(/^ {4}at /m);
});

test.each([[true], [false]])(
  'secrets are sent to the API in one call, on the standard input of wrangler; the Worker exists: %s',
  async (exists) => {
    const success = (result: unknown) => [200, { success: true, errors: [], messages: [], result }] as const;
    const errors = [{ code: 10_007, message: 'This Worker does not exist' }];
    const missing = [404, { success: false, errors, messages: [], result: null }] as const;
    const sent: string[] = [];
    let isThere = exists;
    const { exitCode, out, err, called } = await start({
      tool: 'secrets.ts',
      answer: (call, body) => {
        if (call.endsWith('/secrets-bulk') && isThere) sent.push(body);
        if (call === 'PUT /client/v4/accounts/account/workers/scripts/musette') isThere = true;
        return isThere ? success([]) : missing;
      },
    });
    expect([exitCode, err, sent.length], called.join('\n')).toEqual([0, '', 1]);
    const { secrets } = JSON.parse(sent[0] ?? '{}');
    expect(Object.keys(secrets)).toEqual(['SIGNING_SECRET', 'WEBHOOK_KEY', 'LOOKUP_KEY', 'OPERATOR_TOKEN']);
    const shown = out.trimEnd().split('\n').slice(1);
    expect(shown).toEqual(
      Object.entries(secrets).map(([name, secret]) => `${name}=${Reflect.get(Object(secret), 'text')}`),
    );
  },
);

test('the reason why wrangler fails is printed without its colours', async () => {
  const errors = [{ code: 10_000, message: 'Authentication error' }];
  const { exitCode, err } = await start({
    tool: 'secrets.ts',
    answer: () => [403, { success: false, errors, messages: [], result: null }],
  });
  expect(exitCode).toBe(1);
  expect(err).toContain('✘ [ERROR] ');
  expect(err).toContain('Authentication error');
  expect(err).not.toMatch(/u001b|\[0m/);
});
