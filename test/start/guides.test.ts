import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUIDES } from '../../src/site/documents.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';

/** The guides as a partner reads them: all code of a language, from top to bottom, is one program that runs. */

const run = promisify(execFile);
const RUN_MS = 60_000;
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn('python3 is not there, so no Python of the guides was run. Install Python 3.9 or newer.');

const LANGUAGES = [
  { fence: 'sh', file: 'guide.sh', command: 'bash', options: ['-euo', 'pipefail'], isThere: true },
  { fence: 'ts', file: 'guide.mts', command: process.execPath, options: ['--no-warnings'], isThere: true },
  { fence: 'python', file: 'guide.py', command: 'python3', options: [], isThere: hasPython },
] as const;

/** What the programs of a guide print, in every language; a guide without a line here has no code to run. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  '/docs/guides/quick-start': /never above [1-9]\d+ ml|"max_safe_fluid_ml_per_hr":[1-9]/,
  '/docs/guides/nightly-sync': /next_cursor|continue at \S+/,
  '/docs/guides/show-it-right': /never above [1-9]\d+ ml|"max_safe_fluid_ml_per_hr":[1-9]/,
  '/docs/guides/caching': /304/,
  '/docs/guides/teaching': /sweat [1-9]\d+ ±|"sweat_rate_ml_per_hr":[1-9]/,
  '/docs/guides/oauth': /cli_\w+/,
  // Functions only: they are called below.
  '/docs/guides/webhooks': /^$/,
};

let sandbox: Sandbox;
let directory: string;

beforeAll(async () => {
  sandbox = await startSandbox();
  directory = await mkdtemp(join(tmpdir(), 'musette-guides-'));
  // Without this option curl calls an error's answer a success.
  await writeFile(join(directory, '.curlrc'), 'fail-with-body\n');
}, 240_000);

afterAll(async () => {
  await sandbox?.stop();
  if (directory) await rm(directory, { recursive: true, force: true });
});

/** Returns all code of a language in a guide, as its Markdown has it. */
async function codeOf(path: string, fence: string): Promise<string> {
  const markdown = await (await fetch(`${sandbox.baseUrl}${path}.md`)).text();
  const blocks = [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, language, code]) => (language === fence ? [code] : [])).join('\n');
}

async function runCode(language: (typeof LANGUAGES)[number], code: string): Promise<string> {
  const file = join(directory, language.file);
  await writeFile(file, code);
  const env = {
    ...process.env,
    CURL_HOME: directory,
    MUSETTE_API_KEY: sandbox.key,
    PYTHONIOENCODING: 'utf-8',
  };
  const { stdout } = await run(language.command, [...language.options, file], { env, timeout: RUN_MS });
  return stdout;
}

describe.each(GUIDES)('$path', ({ path }) => {
  test('has code exactly if a test runs it', async () => {
    const codes = await Promise.all(LANGUAGES.map(({ fence }) => codeOf(path, fence)));
    expect(codes.some((code) => code !== '')).toBe(path in PRINTED);
  });

  describe.runIf(path in PRINTED)('runs', () => {
    test.each(LANGUAGES.filter(({ isThere }) => isThere))(
      'in $fence',
      { timeout: 2 * RUN_MS },
      async (language) => {
        const code = await codeOf(path, language.fence);
        expect(await runCode(language, code)).toMatch(PRINTED[path] ?? /never/);
      },
    );
  });
});

describe('the verification of webhooks', () => {
  const [, typescript, python] = LANGUAGES;
  const signed = `const key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';`;

  test('in TypeScript takes a genuine delivery and refuses a changed one', async () => {
    const code = await codeOf('/docs/guides/webhooks', typescript.fence);
    const calls = `${signed}
      const at = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', Buffer.from(key.slice(6), 'base64')).update('msg_1.' + at + '.{}');
      const headers = new Headers({
        'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': 'v1,AAAA v1,' + signature.digest('base64'),
      });
      console.log(isGenuine(headers, '{}', key), isGenuine(headers, '{ }', key));`;
    expect(await runCode(typescript, `${code}\n${calls}`)).toBe('true false\n');
  });

  test.skipIf(!hasPython)('in Python takes a genuine delivery and refuses a changed one', async () => {
    const code = await codeOf('/docs/guides/webhooks', python.fence);
    const calls = `
key = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
at = str(int(time.time()))
digest = hmac.new(base64.b64decode(key[6:]), f'msg_1.{at}.{{}}'.encode(), hashlib.sha256).digest()
signature = 'v1,AAAA v1,' + base64.b64encode(digest).decode()
headers = {'webhook-id': 'msg_1', 'webhook-timestamp': at, 'webhook-signature': signature}
print(is_genuine(headers, '{}', key), is_genuine(headers, '{ }', key))`;
    expect(await runCode(python, `${code}\n${calls}`)).toBe('True False\n');
  });
});
