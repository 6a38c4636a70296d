import { execFile, spawn } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packClient } from '#tools/cli/client-pack.ts';
import {
  type Mishap,
  refusal,
  unreliableService,
} from '../../src/packages/client/test/unreliable-service.ts';
import { module } from '../support/deployment.ts';
import { freePort, listen } from '../support/processes.ts';

const run = promisify(execFile);

const STRICT = {
  compilerOptions: {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    module: 'NodeNext',
    target: 'ES2022',
    lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'],
    types: [],
    noEmit: true,
  },
  files: ['narrows.ts'],
};

/** The expected report of the exercise, on every platform. */
const EXERCISED = {
  created: 12,
  synced: 130,
  refused: { isRateLimit: true, code: 'rate_limited' },
  forged: 'WebhookVerificationError',
};

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'musette-partner-'));
  const tarball = await packClient(folder);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'partner', type: 'module' }));
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: folder });
  await cp('test/node/client-exercise.mjs', join(folder, 'exercise.mjs'));
  await writeFile(
    join(folder, 'main.mjs'),
    `import * as client from '@musette/client';
import { exercise } from './exercise.mjs';
console.log(JSON.stringify({ node: process.version, ...(await exercise(client, process.argv[2])) }));\n`,
  );
}, 120_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test('the package has no dependency, and holds its licence and types', async () => {
  const manifest = JSON.parse(
    await readFile(join(folder, 'node_modules/@musette/client/package.json'), 'utf8'),
  );
  expect(manifest.dependencies).toBeUndefined();
  expect(await readdir(join(folder, 'node_modules'))).toEqual(['.bin', '.package-lock.json', '@musette']);
  const files = await readdir(join(folder, 'node_modules/@musette/client'));
  expect(files.toSorted()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
});

test('the assertions of types hold for the installed package, under strict options', async () => {
  const assertions = await readFile('src/packages/client/src/types.test-d.ts', 'utf8');
  await writeFile(join(folder, 'narrows.ts'), assertions.replace("'./index.ts'", "'@musette/client'"));
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT));
  const compiled = await run(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder]).catch(
    (error: { stdout: string }) => error,
  );
  expect(compiled.stdout).toBe('');
});

test('the command explains itself, checks a file of any encoding, keeps the source, and names the rows that it left out', async () => {
  const types = [{ type: 'bike', strava: ['Ride'], garmin_fit: [], training_peaks: [], polar: [] }];
  const server = createServer((_, outgoing) => {
    outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data: types }));
  });
  const port = await listen(server);
  const env = { ...process.env, MUSETTE_API_KEY: 'sk_test_x', MUSETTE_BASE_URL: `http://127.0.0.1:${port}` };
  const musette = (...args: string[]) =>
    run(join(folder, 'node_modules/.bin/musette'), args, { cwd: folder, env }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (err: { code: number; stdout: string; stderr: string }) => err,
    );
  try {
    expect(await musette('--help')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('check-import'),
    });
    const csv = 'athlete_external_id;external_id;type;duration_min\na;1;Ride;3600\na;2;Ride;\n';
    await writeFile(join(folder, 'sessions.csv'), Buffer.from(`\uFEFF${csv}`, 'utf16le'));
    const inPlace = await musette('check-import', 'sessions.csv', '--fix', './sessions.csv');
    expect(inPlace).toMatchObject({ code: 2, stderr: expect.stringContaining('another file') });
    const { code, stdout } = await musette('check-import', 'sessions.csv', '--fix', 'fixed.csv');
    expect([code, stdout.split('\n').slice(-5)]).toEqual([
      1,
      [
        'Type Ride, which is bike here: 2 rows (line 2, 3).',
        '1 row left out, to correct yourself:',
        '  line 3 (2): duration_min is missing',
        'Wrote fixed.csv with 1 row. Compare a few with the source before you import them.',
        '',
      ],
    ]);
    const fixed = await readFile(join(folder, 'fixed.csv'), 'utf8');
    expect(fixed).toBe('athlete_external_id,external_id,type,duration_min\na,1,bike,60\n');
    expect((await musette('check-import', 'fixed.csv')).code).toBe(0);
  } finally {
    server.close();
  }
});

test.each([20, 24])(
  'Node %i: no write is lost or doubled while the service is limited and killed',
  async (major) => {
    const node = await nodeOf(major);
    if (node === null) {
      console.warn(`No Node ${major} on this machine: set NODE_${major} to its path.`);
      return;
    }
    await withKilledService(async (baseUrl, athletes) => {
      const { stdout } = await run(node, ['main.mjs', baseUrl], { cwd: folder });
      const report = JSON.parse(stdout);
      expect(report.node).toMatch(new RegExp(`^v${major}\\.`));
      expect(report).toMatchObject(EXERCISED);
      expect(report.waits).toBeGreaterThan(0);
      expect(athletes).toHaveLength(130);
    });
  },
);

test('the receiver of the README stores what is signed, and refuses what is forged, unsigned or replayed', async () => {
  const node = (await nodeOf(24)) ?? process.execPath;
  const readme = await readFile(join(folder, 'node_modules/@musette/client/README.md'), 'utf8');
  const receiver = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].find(([, code]) =>
    code?.includes('createServer'),
  );
  await writeFile(join(folder, 'receiver.ts'), receiver?.[1] ?? '');
  const port = await freePort();
  const child = spawn(node, ['--no-warnings', 'receiver.ts'], {
    cwd: folder,
    env: { ...process.env, PORT: String(port), MUSETTE_WEBHOOK_SECRET: HOOK_SECRET },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let stored = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stored += chunk.toString();
  });
  const ended = once(child, 'exit');
  const deliver = async (body: string, headers: Record<string, string>) => {
    const url = `http://127.0.0.1:${port}/`;
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(url, { method: 'POST', body, headers }).catch(() => null);
      if (response !== null) return response.status;
      if (attempt > 200 || child.exitCode !== null) return null;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  try {
    const body = JSON.stringify({
      id: 'evt_1',
      type: 'prescription.stale',
      data: { athlete_id: 'ath_1', reason: 'x' },
    });
    const nowS = Math.floor(Date.now() / 1000);
    expect(await deliver(body, {})).toBe(401);
    expect(await deliver(body, signed(body, nowS, 'whsec_Zm9yZ2Vk'))).toBe(401);
    expect(await deliver(body.replace('ath_1', 'ath_2'), signed(body, nowS, HOOK_SECRET))).toBe(401);
    expect(await deliver(body, signed(body, nowS - 301, HOOK_SECRET))).toBe(401);
    expect(await deliver(`\uFEFF${body}`, signed(body, nowS, HOOK_SECRET))).toBe(401);
    expect(stored).toBe('');
    expect(await deliver(body, signed(body, nowS, HOOK_SECRET))).toBe(204);
    expect(await deliver(body, signed(body, nowS, HOOK_SECRET))).toBe(204);
    expect(stored).toBe('evt_1 ath_1 x\n');
  } finally {
    child.kill();
    await ended;
  }
});

const HOOK_SECRET = 'whsec_c2VjcmV0IG9mIGEgdGVzdA==';

/** Returns the headers of a delivery that was signed with a secret (Standard Webhooks 1.0.0). */
function signed(body: string, atS: number, secret: string): Record<string, string> {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', key).update(`evt_1.${atS}.${body}`).digest('base64');
  return { 'webhook-id': 'evt_1', 'webhook-timestamp': String(atS), 'webhook-signature': `v1,${signature}` };
}

test('workerd: no write is lost or doubled while the service is limited and killed', async () => {
  const dist = join(folder, 'node_modules/@musette/client/dist');
  const files = (await readdir(dist)).filter((file) => file.endsWith('.js'));
  const modules = await Promise.all(
    files.map(async (file) => module(`client/${file}`, await readFile(join(dist, file), 'utf8'))),
  );
  const main = `import * as client from './client/index.js';
import { exercise } from './exercise.mjs';
export default { fetch: async (request) => Response.json(await exercise(client, new URL(request.url).searchParams.get('at'))) };`;
  const exercise = await readFile('test/node/client-exercise.mjs', 'utf8');
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      name: 'partner',
      compatibilityDate: '2026-11-02',
      modules: [module('main.mjs', main), module('exercise.mjs', exercise), ...modules],
    }),
  );
  try {
    await withKilledService(async (baseUrl, athletes) => {
      const answer = await worker.dispatchFetch(`http://worker/?at=${encodeURIComponent(baseUrl)}`);
      expect(await answer.json()).toMatchObject(EXERCISED);
      expect(athletes).toHaveLength(130);
    });
  } finally {
    await worker.dispose();
  }
});

/** Returns the path of a Node of this major version: the one that runs the tests, of PATH, or of `NODE_<major>`. */
async function nodeOf(major: number): Promise<string | null> {
  const inPath = (process.env.PATH ?? '').split(':').map((directory) => join(directory, 'node'));
  for (const candidate of [process.env[`NODE_${major}`], process.execPath, ...inPath]) {
    if (candidate === undefined) continue;
    const version = await run(candidate, ['--version']).catch(() => null);
    if (version?.stdout.startsWith(`v${major}.`)) return candidate;
  }
  return null;
}

/** Runs with a service whose connections break before and after it acted, and that limits and is unavailable in between. */
async function withKilledService(
  work: (baseUrl: string, athletes: readonly unknown[]) => Promise<void>,
): Promise<void> {
  const cycle: readonly Mishap[] = ['none', 'lost after', 'limited', 'lost before', 'none', 'unavailable'];
  let requests = 0;
  const service = unreliableService(() => cycle[requests++ % cycle.length] ?? 'none');
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const { method = 'GET', url = '/' } = incoming;
    const headers = new Headers({ 'idempotency-key': String(incoming.headers['idempotency-key'] ?? '') });
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) };
    const limited = url.endsWith('/limited') ? refusal(429, 'rate_limited', { 'Retry-After': '2' }) : null;
    const answer =
      limited ??
      (await service.fetch(`http://service${url}`, { method, headers, ...body }).catch(() => null));
    if (answer === null) return void incoming.socket.destroy();
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
    outgoing.end(Buffer.from(await answer.arrayBuffer()));
  });
  const port = await listen(server);
  try {
    await work(`http://127.0.0.1:${port}`, service.athletes);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
