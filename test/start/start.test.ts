import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childrenOf, descendantsOf } from '../support/processes.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { openDoors } from './listeners.ts';

/** `npm start` as a partner has it: what one caller may do to it, and what it survives. */

const ANSWERS_WITHIN_MS = 100_000;
const WAITS = { timeout: ANSWERS_WITHIN_MS };
/** Contains each kind of character that shells, quotes and variables treat specially. */
const OPERATOR_TOKEN = `operator's "token" $HOME \${PATH} \\$x \\n #=:;&|<> 0123456789`;

let sandbox: Sandbox;
let athleteId: string;

beforeAll(async () => {
  sandbox = await startSandbox({ OPERATOR_TOKEN });
  athleteId = String((await post('/v1/athletes', { body_mass_kg: 70 })).json.id);
}, 240_000);

afterAll(() => sandbox?.stop());

interface Reply {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

async function send(method: string, path: string, body?: unknown): Promise<Reply> {
  const response = await fetch(sandbox.baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${sandbox.key}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: await response.json() };
}

const post = (path: string, body: unknown) => send('POST', path, body);

async function expectAnswers(): Promise<void> {
  expect((await send('GET', '/health/ready')).status).toBe(200);
  expect((await send('GET', `/v1/athletes/${athleteId}`)).json.id).toBe(athleteId);
  expect(sandbox.output(), 'the Worker was not started a second time').not.toContain('unexpectedly');
}

/** Sends a body in chunks, so that its length is announced nowhere. */
async function sendInChunks(totalBytes: number): Promise<Reply> {
  const chunk = new Uint8Array(10_000).fill(32);
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sentBytes >= totalBytes) return controller.close();
      sentBytes += chunk.length;
      controller.enqueue(chunk);
    },
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${sandbox.key}` };
  const init = { method: 'POST', body, duplex: 'half', headers };
  const response = await fetch(`${sandbox.baseUrl}/v1/athletes`, init as RequestInit);
  return { status: response.status, json: await response.json() };
}

/** Opens a connection, sends these bytes and breaks off as soon as they have left. */
function sendAndBreakOff(text: string): Promise<void> {
  const { hostname, port } = new URL(sandbox.baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => socket.write(text, () => socket.destroy()));
    socket.once('error', () => undefined);
    socket.once('close', () => resolve());
  });
}

describe('npm start is answered after', () => {
  test.each([70_000, 3_000_000])(
    'a chunked body of %i bytes, which is 413: the body limit',
    async (bytes) => {
      for (let time = 0; time < 3; time++) {
        const { status, json } = await sendInChunks(bytes);
        expect([status, json.error]).toMatchObject([413, { code: 'payload_too_large' }]);
        await expectAnswers();
      }
    },
  );

  test('1,000 simultaneous requests, each of which is answered', { timeout: 120_000 }, async () => {
    const path = `/v1/athletes/${athleteId}`;
    const replies = await Promise.all(Array.from({ length: 1_000 }, () => send('GET', path)));
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    await expectAnswers();
  });

  test('100 aborted requests, of half a body, or of an answer that nobody reads', async () => {
    const head = (method: string) =>
      `${method} /v1/athletes HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${sandbox.key}\r\n`;
    const halfABody = `${head('POST')}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"sex":`;
    const unread = `${head('GET')}\r\n`;
    await Promise.all(
      Array.from({ length: 100 }, (_, index) => sendAndBreakOff(index % 2 ? halfABody : unread)),
    );
    await expectAnswers();
  });

  test('100 mixed writes on one athlete, of which each acknowledged one is there', {
    timeout: 120_000,
  }, async () => {
    const path = `/v1/athletes/${athleteId}`;
    const run = { type: 'run', duration_min: 60, intensity_level: 6 };
    const weighed = {
      ...run,
      body_mass_before_kg: 70,
      body_mass_after_kg: 69.2,
      fluid_ml: 400,
      tested_at: new Date(Date.now() - 60_000).toISOString(),
    };
    const { json: activity } = await post(`${path}/activities`, run);
    let drunkMl = 400;
    const kinds = [
      () => post(`${path}/activities`, run),
      () => send('PATCH', path, { body_mass_kg: 71 }),
      // The same figures at the same time would be the same test.
      () => post(`${path}/sweat-tests`, { ...weighed, fluid_ml: drunkMl++ }),
      () => post(`${path}/activities/${activity.id}/prescription`, {}),
    ];
    const rounds = Array.from({ length: 25 }, () => kinds.map((write) => write()));
    const replies = await Promise.all(rounds.flat());
    expect(replies.filter(({ status }) => status >= 300)).toEqual([]);
    await expectAnswers();

    const listed = await send('GET', `${path}/activities?limit=100`);
    expect(listed.json.data).toHaveLength(26);
    expect((await send('GET', `${path}/sweat-tests?limit=100`)).json.data).toHaveLength(25);
    expect((await send('GET', path)).json.body_mass_kg).toBe(71);
  });
});

describe('the smoke test', () => {
  test('npm run smoke walks through npm start, and names what fails with a key that does not exist', async () => {
    const smoke = (key: string) => {
      const args = ['--no-warnings', 'src/tools/cli/smoke.ts', '--url', sandbox.baseUrl];
      // The key is not in the arguments, which other processes can read.
      return spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...process.env, MUSETTE_SMOKE_KEY: key },
      });
    };
    const works = smoke(sandbox.key);
    expect([works.status, works.stderr]).toEqual([0, '']);
    expect(
      works.stdout
        .trim()
        .split('\n')
        .map((line) => line.slice(0, 8)),
    ).toEqual(Array(11).fill('ok      '));
    const refused = smoke('sk_test_gone');
    expect(refused.status).toBe(1);
    expect(refused.stderr).toContain('failed  create an athlete: POST answered 401 invalid_api_key');
  });
});

describe('secrets', () => {
  test('the operator token reaches the Worker as it is, whatever characters it has', async () => {
    const headers = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    expect((await fetch(`${sandbox.baseUrl}/operator/v1/partners`, { headers })).status).toBe(200);
  });

  test.skipIf(process.platform !== 'linux')('no secret stands in the arguments of a process', async () => {
    const processes = [sandbox.pid, ...(await descendantsOf(sandbox.pid))];
    expect(processes.length).toBeGreaterThan(2);
    const kept = join(sandbox.stateDir, 'musette');
    const read = async (name: string) => (await readFile(join(kept, name), 'utf8')).trim();
    const secrets = [
      OPERATOR_TOKEN,
      await read('signing-secret'),
      await read('webhook-key'),
      await read('lookup-key'),
    ];
    for (const pid of processes) {
      const argumentsOf = await readFile(`/proc/${pid}/cmdline`, 'utf8');
      for (const secret of secrets) expect(argumentsOf).not.toContain(secret);
    }
    expect((await stat(join(kept, 'secrets.env'))).mode & 0o777).toBe(0o600);
  });
});

describe.skipIf(process.platform !== 'linux')('the listeners of npm start', () => {
  test('show no inspector, explorer or debug port to another user or a page of another origin', async () => {
    expect(await openDoors(sandbox.pid)).toEqual([]);
  });
});

describe.skipIf(process.platform !== 'linux')('when its processes are killed', () => {
  test('npm start restarts a killed wrangler, says so in one line, and keeps the state', {
    timeout: 180_000,
  }, async () => {
    const [wrangler = 0] = await childrenOf(sandbox.pid);
    const orphans = await descendantsOf(wrangler);
    process.kill(wrangler, 'SIGKILL');
    const successor = async () => (await childrenOf(sandbox.pid))[0] ?? wrangler;
    await expect.poll(successor, WAITS).not.toBe(wrangler);
    const readiness = async () => (await send('GET', '/health/ready').catch(() => null))?.status;
    await expect.poll(readiness, WAITS).toBe(200);

    expect((await send('GET', `/v1/athletes/${athleteId}`)).json.id).toBe(athleteId);
    expect((await post('/v1/athletes', { body_mass_kg: 60 })).status).toBe(201);
    expect(sandbox.output().match(/exited unexpectedly/g)).toHaveLength(1);
    await expectGone(orphans);
  });

  test('npm start answers again within two minutes, whichever child of wrangler is killed, and no line shows a link', {
    timeout: 300_000,
  }, async () => {
    const [wrangler = 0] = await childrenOf(sandbox.pid);
    const children = await descendantsOf(wrangler);
    expect(children.length).toBeGreaterThan(1);
    for (const child of children) {
      // A restart of wrangler has already replaced the others.
      if (!(await runs(child))) continue;
      process.kill(child, 'SIGKILL');
      await expectGone([child]);
      const readiness = async () => (await send('GET', '/health/ready').catch(() => null))?.status;
      await expect.poll(readiness, { timeout: 120_000, interval: 500 }).toBe(200);
    }
    expect((await send('GET', `/v1/athletes/${athleteId}`)).json.id).toBe(athleteId);
    await send('GET', '/a/s/a-code-that-is-secret').catch(() => null);
    await expect.poll(() => sandbox.output(), WAITS).toContain('/a/s/*');
    expect(sandbox.output()).not.toContain('a-code-that-is-secret');
  });

  test('npm start that is killed leaves no Worker behind', { timeout: 60_000 }, async () => {
    const left = await descendantsOf(sandbox.pid);
    expect(left.length).toBeGreaterThan(1);
    process.kill(sandbox.pid, 'SIGKILL');
    await expectGone(left);
  });
});

/** Waits until these processes have ended. */
const expectGone = (pids: readonly number[]) =>
  expect.poll(async () => (await Promise.all(pids.map(runs))).some(Boolean), WAITS).toBe(false);

/** Whether a process runs; one that ended and was not yet asked for its exit code does not. */
async function runs(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return status !== null && !/\) Z /.test(status);
}
