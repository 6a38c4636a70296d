import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs, promisify } from 'node:util';
import { allow, BrowserWalk, poster, sendTo } from '../support/connect-over-http.ts';
import { startSandbox } from '../support/sandbox.ts';

/**
 * Tries other people's clients on a local installation: OAuth libraries and assistants from discovery to revocation, clients
 * that are generated from the OpenAPI document, and libraries that verify webhooks. Installs them in a temporary folder, and
 * prints a table of what each does. Exits with 1 if one cannot do what it could before. Run it before a release: `npm run peers`.
 */

const PACKAGES = [
  ...['oauth4webapi@3.8.8', 'openid-client@6.9.0', 'simple-oauth2@5.1.0', '@badgateway/oauth2-client@3.3.1'],
  ...['passport-oauth2@1.8.0', 'client-oauth2@4.3.3', '@modelcontextprotocol/client@2.4.0'],
  ...['@modelcontextprotocol/sdk@1.32.2', 'svix@2.5.0', 'standardwebhooks@1.1.1'],
  ...['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0', 'openapi-zod-client@1.18.3'],
  ...['@zodios/core@10.9.6', 'axios@1.21.1'],
  // Generators that import the compiler need a version with its programming interface.
  ...['swagger-typescript-api@13.13.0', 'zod@4.6.7', 'typescript@5.9.3', 'esbuild@0.28.2'],
];
const REDIRECT_URI = 'http://127.0.0.1/callback';
const SCOPES = ['profile:read', 'activities:read', 'activities:write', 'prescriptions:read', 'products:read'];
const LIVE_ANSWERS = 40;
/** Small enough that an assistant meets its limit. */
const REQUESTS_PER_MIN = '120';

const { values } = parseArgs({
  options: {
    packages: { type: 'string' },
    only: { type: 'string', default: 'oauth,assistants,webhooks,generators' },
  },
});
const run = promisify(execFile);
const folder = await mkdtemp(join(tmpdir(), 'musette-peers-'));
const parts = values.only.split(',');

type Row = Readonly<Record<string, string>>;

/** What a row must say for its peer to work: a part of the text of each of these columns. */
const NEEDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  oauth: { discovery: '', consent: 'state', exchange: 'ok' },
  assistants: { discovery: 'ok', connect: 'ok', tools: 'tools', call: 'ok', refusal: 'Try again after' },
  webhooks: { 'plain headers': '', 'forged body': 'throws' },
  generators: { generate: 'ok' },
};

try {
  await install();
  const sandbox = await startSandbox({}, { STANDARD_SANDBOX_PER_MIN: REQUESTS_PER_MIN });
  try {
    const isFine = await tryPeers(sandbox.baseUrl, sandbox.key);
    process.exitCode = isFine ? 0 : 1;
  } finally {
    await sandbox.stop();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Installs the packages, or links a folder that has them. */
async function install(): Promise<void> {
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  if (values.packages === undefined)
    // Some ask for older versions of zod next to them than others.
    await run('npm', ['install', '--silent', '--no-audit', '--no-fund', '--legacy-peer-deps', ...PACKAGES], {
      cwd: folder,
    });
  else await symlink(values.packages, join(folder, 'node_modules'));
  const scripts = parts.map((part) =>
    cp(join(import.meta.dirname, `${part}.mjs`), join(folder, `${part}.mjs`)),
  );
  await Promise.all(scripts);
}

async function tryPeers(baseUrl: string, key: string): Promise<boolean> {
  const send = sendTo(baseUrl);
  const post = poster(send, key);
  const makeClient = (more: object) =>
    post('/v1/oauth/clients', {
      name: 'Peer',
      redirect_uris: [REDIRECT_URI],
      allowed_scopes: SCOPES,
      ...more,
    });
  const [confidential, assistant] = [await makeClient({}), await makeClient({ public: true })];
  const browser = await serveConsents(baseUrl);
  const env: Record<string, string> = {
    BASE_URL: baseUrl,
    REDIRECT_URI,
    CONSENT_URL: addressOf(browser),
    CLIENT_ID: confidential.client_id,
    CLIENT_SECRET: confidential.client_secret,
    PUBLIC_CLIENT_ID: assistant.client_id,
  };
  let isFine = true;
  try {
    if (parts.includes('webhooks')) Object.assign(env, await receiveDelivery(baseUrl, key));
    if (parts.includes('generators')) await keepAnswers(baseUrl, key);
    for (const part of parts) {
      const rows = await runPart(part, env);
      print(part, rows);
      for (const row of rows) {
        const missing = Object.entries(NEEDED[part] ?? {}).filter(
          ([column, said]) =>
            row[column] === undefined || !row[column].includes(said) || isThrown(column, row),
        );
        for (const [column] of missing)
          console.log(`✕ ${row.peer}: ${column}: ${row[column] ?? 'not reached'}`);
        isFine &&= missing.length === 0;
      }
    }
  } finally {
    browser.close();
  }
  return isFine;
}

function isThrown(column: string, row: Row): boolean {
  return column !== 'forged body' && row[column]?.startsWith('throws') === true;
}

async function runPart(part: string, env: Readonly<Record<string, string>>): Promise<readonly Row[]> {
  const options = { cwd: folder, env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
  const running = run(process.execPath, ['--no-warnings', `${part}.mjs`], options);
  running.child.stderr?.pipe(process.stderr);
  const { stdout } = await running;
  return stdout.split('\n').flatMap((line) => (line.startsWith('{"peer"') ? [JSON.parse(line)] : []));
}

function print(part: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  console.log(`\n## ${part}\n\n| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
  for (const row of rows)
    console.log(`| ${columns.map((column) => (row[column] ?? '').replaceAll('|', '\\|')).join(' | ')} |`);
  console.log('');
}

/** Serves the part of the athlete's browser: signs in, allows everything, and answers with the address it was sent back to. */
async function serveConsents(baseUrl: string): Promise<Server> {
  let athletes = 0;
  const server = createServer(async (req, res) => {
    athletes += 1;
    const query = new URL(await text(req)).search.slice(1);
    const walk = new BrowserWalk(sendTo(baseUrl));
    await allow(walk, query, `peer-${athletes}@athlete.example`).then(
      (callback) => res.end(callback.href),
      (err: unknown) => res.writeHead(502).end(String(err)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function addressOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Creates a webhook, sends it a test and returns the delivery. */
async function receiveDelivery(baseUrl: string, key: string): Promise<Record<string, string>> {
  const received = Promise.withResolvers<Record<string, string>>();
  const server = createServer(async (req, res) => {
    const headers = Object.fromEntries(
      Object.entries(req.headers).map(([name, value]) => [name, String(value)]),
    );
    received.resolve({ DELIVERY_HEADERS: JSON.stringify(headers), DELIVERY_BODY: await text(req) });
    res.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const post = poster(sendTo(baseUrl), key);
    const webhook = await post('/v1/webhooks', { url: `${addressOf(server)}/hook`, events: ['*'] });
    await post(`/v1/webhooks/${webhook.id}/test`, { type: 'athlete.created' });
    return { ...(await received.promise), WEBHOOK_SECRET: webhook.secret };
  } finally {
    server.close();
  }
}

/** Keeps the document, and live answers of reads that need no more than the first athlete and session of the sandbox. */
async function keepAnswers(baseUrl: string, key: string): Promise<void> {
  const read = async (path: string) => {
    const answer = await fetch(baseUrl + path, { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, value: JSON.parse(await answer.text()) };
  };
  const { value: document } = await read('/openapi.json');
  const { value: athletes } = await read('/v1/athletes?limit=8');
  const paths = Object.entries<{ get?: { operationId: string } }>(document.paths);
  const answers: { operationId: string; value: unknown }[] = [];
  for (const athlete of athletes.data) {
    const { value: listed } = await read(`/v1/athletes/${athlete.id}/activities?limit=1`);
    const ids: Record<string, string> = { athlete_id: athlete.id, activity_id: listed.data[0]?.id ?? '' };
    for (const [path, { get }] of paths) {
      const named = path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => ids[name] ?? whole);
      if (get === undefined || !path.startsWith('/v1/athletes/') || named.includes('{')) continue;
      const { status, value } = await read(named);
      if (status === 200) answers.push({ operationId: get.operationId, value });
    }
    if (answers.length >= LIVE_ANSWERS) break;
  }
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(document));
  await writeFile(join(folder, 'answers.json'), JSON.stringify(answers.slice(0, LIVE_ANSWERS)));
}
