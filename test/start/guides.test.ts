import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GUIDES } from '#delivery/site/documents.ts';
import { allow, BrowserWalk, sendTo } from '../support/connect-over-http.ts';
import { listen } from '../support/processes.ts';
import { type PartnerSandbox, sharedSandbox } from '../support/shared-sandbox.ts';

/**
 * The guides as a partner reads them: all code of a language, from top to bottom, is one program that runs, for a partner
 * of the full tier and for one of the teaser tier, which a request for access makes. The clients that they install are tried
 * against the same sandbox.
 */

const RUN_MS = 60_000;
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython)
  console.warn(
    'python3 is not there, so neither the Python of the guides nor the Python client was run. Install Python 3.10 or newer.',
  );

const SHELL = { fence: 'sh', file: 'guide.sh', command: 'bash', options: ['-euo', 'pipefail'] } as const;
const TYPESCRIPT = {
  fence: 'ts',
  file: 'guide.mts',
  command: process.execPath,
  options: ['--no-warnings'],
} as const;
const PYTHON = { fence: 'python', file: 'guide.py', command: 'python3', options: [] } as const;
const LANGUAGES = hasPython ? [SHELL, TYPESCRIPT, PYTHON] : [SHELL, TYPESCRIPT];
type Program = (typeof LANGUAGES)[number];

/** The expected output of a guide's programs, in every language. A guide without a line here has no code to run. */
const PRINTED: Readonly<Record<string, RegExp>> = {
  '/docs/guides/one-element': /pst_test_\S+/,
  '/docs/guides/quick-start':
    /^2027-05-16T07:00:00 in America\/Denver is 2027-05-16T13:00:00.000Z[\s\S]*never above [1-9]\d+ ml|"max_safe_fluid_ml_per_hr":[1-9]/,
  '/docs/guides/nightly-sync': /next_cursor|resume from \S+/,
  '/docs/guides/show-it-right': /never above [1-9]\d+ ml|"max_safe_fluid_ml_per_hr":[1-9]/,
  '/docs/guides/without-personal-data':
    /PREGNANCY[\s\S]*never above [1-9]\d+ ml|"max_safe_fluid_ml_per_hr":[1-9][\s\S]*PREGNANCY/,
  '/docs/guides/caching': /304/,
  '/docs/guides/teaching': /sweat [1-9]\d+ ±|"sweat_rate_ml_per_hr":[1-9]/,
  '/docs/guides/oauth': /\/oauth\/authorize\?\S*client_id=cli_\w+/,
  '/docs/guides/webhooks': /whsec_\S+\s[\s\S]*"status_code": ?204/,
  '/docs/guides/kitchen-mix': /54\.4/,
  '/docs/guides/devices': /[1-9]\d+\sml/,
  '/docs/guides/assistants': /Never exceed [1-9]\d+\sml/,
};
const WITH_CODE = GUIDES.filter(({ path }) => path in PRINTED);

/** Guides of a package, in its language alone; each has a test of its own. */
const OF_PACKAGES = ['/docs/guides/client', '/docs/guides/python', '/docs/guides/importing'];

/** The start and the sheets of a session in both unit systems, as the guides of packages print them. */
const LOCAL_START = /starts at 2027-05-16T18:30:00 in Europe\/Berlin, 2027-05-16T16:30:00.000Z/;
// Amounts for people have a no-break space.
const BOTH_UNITS = /Never exceed [1-9]\d+\sml[\s\S]*Never exceed [1-9]\d*\sfl\soz/;

/** The output of a program that relied on a field its tier does not have. */
const UNDEFINED = /\bundefined\b|\bNone\b|\bNaN\b/;

interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let sandbox: PartnerSandbox;
let teaserKey: string;
let directory: string;
/** The partner's side of webhooks, and what came there. */
let hook: Server;
let hookUrl: string;
const deliveries: Delivery[] = [];

beforeAll(async () => {
  sandbox = await sharedSandbox();
  teaserKey = (await sharedSandbox('teaser')).key;
  directory = await mkdtemp(join(tmpdir(), 'musette-guides-'));
  // Without this option curl calls an error's answer a success.
  await writeFile(join(directory, '.curlrc'), 'fail-with-body\n');
  hook = createServer(async (req, res) => {
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, `${value}`]),
    );
    deliveries.push({ headers, body: await text(req) });
    res.writeHead(204).end();
  });
  hookUrl = `http://127.0.0.1:${await listen(hook)}/hooks`;
}, 240_000);

afterAll(async () => {
  hook?.close();
  if (directory) await rm(directory, { recursive: true, force: true });
});

/** Returns all code of a language in a guide, as its Markdown has it. */
async function codeOf(path: string, fence: string): Promise<string> {
  const markdown = await (await fetch(`${sandbox.baseUrl}${path}.md`)).text();
  const blocks = [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)];
  return blocks.flatMap(([, language, code]) => (language === fence ? [code] : [])).join('\n');
}

async function start(language: Program, code: string, key = sandbox.key) {
  const file = join(directory, language.file);
  await writeFile(file, code);
  const env = {
    ...process.env,
    CURL_HOME: directory,
    MUSETTE_API_KEY: key,
    HOOK_URL: hookUrl,
    PYTHONIOENCODING: 'utf-8',
  };
  const options = { env, cwd: directory, timeout: RUN_MS };
  return spawn(language.command, [...language.options, file], options);
}

/** Runs a program to its end, and returns what it printed; one that fails throws what it said. */
async function runCode(language: Program, code: string, key = sandbox.key): Promise<string> {
  const child = await start(language, code, key);
  child.stdin.end();
  return printedBy(child);
}

async function printedBy(child: Awaited<ReturnType<typeof start>>): Promise<string> {
  const [printed, problems, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  if (exitCode !== 0) throw new Error(`the program ended with ${exitCode}:\n${printed}\n${problems}`);
  return printed;
}

describe.each(GUIDES.filter(({ path }) => !OF_PACKAGES.includes(path)))('$path', ({ path }) => {
  test('has code in every language exactly if a test runs it', async () => {
    const fences = [SHELL, TYPESCRIPT, PYTHON].map(({ fence }) => fence);
    const codes = await Promise.all(fences.map((fence) => codeOf(path, fence)));
    expect(codes.map((code) => code !== '')).toEqual(fences.map(() => path in PRINTED));
  });
});

describe.each(WITH_CODE)('$path runs', ({ path }) => {
  test.each(LANGUAGES)('in $fence', { timeout: 2 * RUN_MS }, async (language) => {
    const code = await codeOf(path, language.fence);
    const printed = await runCode(language, code);
    expect(printed).toMatch(PRINTED[path] ?? /never/);
    expect(printed).not.toMatch(UNDEFINED);
    expect(await runCode(language, code, teaserKey)).not.toMatch(UNDEFINED);
  });
});

test.each(LANGUAGES)(
  'the nightly sync names the error of an item and continues, in $fence',
  async (language) => {
    const code = await codeOf('/docs/guides/nightly-sync', language.fence);
    const printed = await runCode(language, code.replace(/(type['"]?: ?['"])run/, '$1ride'));
    expect(printed).toMatch(/validation_failed[\s\S]*(next_cursor|resume from)/);
    expect(printed).not.toMatch(UNDEFINED);
  },
);

test(
  'the guide of the client installs the packed tarball, syncs 30 athletes and draws a plan',
  async () => {
    const [install, program] = await Promise.all(
      ['console', 'ts'].map((fence) => codeOf('/docs/guides/client', fence)),
    );
    await writeFile(join(directory, 'package.json'), '{}');
    await runCode(SHELL, install ?? '');
    for (const key of [sandbox.key, teaserKey]) {
      const printed = await runCode(TYPESCRIPT, program ?? '', key);
      expect(printed).toMatch(/^210 sessions calculated\n.* ml per hour\nmax [1-9]\d+ ml/);
      expect(printed).toMatch(LOCAL_START);
      expect(printed).toMatch(BOTH_UNITS);
      expect(printed).not.toMatch(UNDEFINED);
      expect(await readFile(join(directory, 'plan.svg'), 'utf8')).toMatch(/^<svg/);
    }
  },
  2 * RUN_MS,
);

test.runIf(hasPython)(
  'the guide of the Python client downloads its file, syncs 30 athletes and draws a plan',
  async () => {
    const [install, program] = await Promise.all(
      ['console', 'python'].map((fence) => codeOf('/docs/guides/python', fence)),
    );
    await runCode(SHELL, install ?? '');
    for (const key of [sandbox.key, teaserKey]) {
      const printed = await runCode(PYTHON, program ?? '', key);
      expect(printed).toMatch(/^210 sessions calculated\n.* ml per hour\nmax [1-9]\d+ ml/);
      expect(printed).toMatch(LOCAL_START);
      expect(printed).toMatch(BOTH_UNITS);
      expect(printed).toMatch(/\d+ athletes\n[\s\S]*resume from \S+/);
      expect(printed).not.toMatch(UNDEFINED);
      expect(await readFile(join(directory, 'plan.svg'), 'utf8')).toMatch(/^<svg/);
    }
  },
  2 * RUN_MS,
);

test('the Python client is one file of at most 400 lines, its list of event types included', async () => {
  const lines = (await readFile('src/packages/client/python/musette.py', 'utf8')).split('\n');
  expect(lines.length - 1).toBeLessThanOrEqual(400);
});

test.runIf(hasPython)(
  'the Python client syncs under injected 429 and 503, pages, follows events and verifies webhooks',
  async () => {
    const env = { ...process.env, MUSETTE_BASE_URL: sandbox.baseUrl, MUSETTE_API_KEY: sandbox.key };
    const args = ['-m', 'unittest', 'discover', '-s', 'src/packages/client/test'];
    const { stderr } = await promisify(execFile)('python3', args, { env });
    expect(stderr).toMatch(/Ran \d+ tests[\s\S]*\nOK\n$/);
  },
);

describe('the verification of webhooks takes a genuine delivery and refuses a changed, unsigned or malformed one', () => {
  /** Continues the guide's program: it verifies what came to the partner's address, and forgeries of it. */
  const CONTINUED: Readonly<Record<string, (delivery: Delivery) => string>> = {
    ts: ({ headers, body }) => `
      const came = new Headers(${JSON.stringify(headers)});
      const secret = process.env.HOOK_SECRET ?? '';
      const changed = (name: string, value: string) => new Headers({ ...${JSON.stringify(headers)}, [name]: value });
      console.log(
        isGenuine(came, ${JSON.stringify(body)}, secret),
        isGenuine(came, '{}', secret),
        isGenuine(new Headers(), '{}', secret),
        isGenuine(changed('webhook-timestamp', 'NaN'), '{}', secret),
        isGenuine(changed('webhook-signature', 'v1,é'), '{}', secret),
      );`,
    python: ({ headers, body }) => `
came, secret = ${JSON.stringify(headers)}, os.environ['HOOK_SECRET']
print(
    is_genuine(came, ${JSON.stringify(body)}.encode(), secret),
    is_genuine(came, b'{}', secret),
    is_genuine({}, b'{}', secret),
    is_genuine({**came, 'webhook-timestamp': 'NaN'}, b'{}', secret),
    is_genuine({**came, 'webhook-signature': 'v1,é'}, b'{}', secret),
)`,
  };

  test.each(LANGUAGES.filter(({ fence }) => fence in CONTINUED))('in $fence', async (language) => {
    const before = deliveries.length;
    const code = await codeOf('/docs/guides/webhooks', language.fence);
    const secret = /whsec_\S+/.exec(await runCode(language, code))?.[0] ?? '';
    const delivery = deliveries.slice(before).find(({ body }) => body.includes('"test":true'));
    if (!delivery) throw new Error('no test event came');
    process.env.HOOK_SECRET = secret;
    const printed = await runCode(language, code + (CONTINUED[language.fence]?.(delivery) ?? ''));
    expect(printed.trimEnd().split('\n').at(-1)).toMatch(/^true(?: false){4}$/i);
  });
});

describe('an athlete who allows is connected: code exchange with PKCE, and refresh', () => {
  /** Continues the guide's program with the address that the athlete came back to, which it is given. */
  const CONTINUED: Readonly<Record<string, string>> = {
    sh: `
FIRST=$(exchange "$(cat)")
SECOND=$(refresh "$(echo "$FIRST" | grep -o 'ort_[^"]*')")
ATHLETE=$(echo "$FIRST" | grep -o 'ath_[^"]*')
curl -s $API/v1/athletes/$ATHLETE/activities -H "Authorization: Bearer $(echo "$SECOND" | grep -o 'oat_[^"]*')"`,
    ts: `
const { text } = await import('node:stream/consumers');
const first = await exchange(new URL(await text(process.stdin)));
const second = await refresh(first.refresh_token);
const path = '/v1/athletes/' + first.athlete_id + '/activities';
const list = await fetch(api + path, { headers: { Authorization: 'Bearer ' + second.access_token } });
console.log(await list.text());`,
    python: `
import sys
first = exchange(sys.stdin.read())
second = refresh(first['refresh_token'])
path = '/v1/athletes/' + first['athlete_id'] + '/activities'
headers = {'Authorization': 'Bearer ' + second['access_token']}
print(urllib.request.urlopen(urllib.request.Request(API + path, headers=headers)).read().decode())`,
  };

  test.each(LANGUAGES)('in $fence', { timeout: 2 * RUN_MS }, async (language) => {
    const code = await codeOf('/docs/guides/oauth', language.fence);
    const child = await start(language, code + CONTINUED[language.fence]);
    const printed = printedBy(child);
    const [first] = await once(child.stdout, 'data');
    const query = /\/oauth\/authorize\?(\S+)/.exec(String(first))?.[1] ?? '';
    const email = `${language.fence}@athletes.example`;
    child.stdin.end(String(await allow(new BrowserWalk(sendTo(sandbox.baseUrl)), query, email)));
    const answer = (await printed).trimEnd().split('\n').at(-1) ?? '';
    expect(JSON.parse(answer)).toEqual({ data: [], has_more: false, next_cursor: null });
  });
});
