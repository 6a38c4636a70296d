import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RandomSource } from '@musette/basics/random-source';
import { build } from 'esbuild';
import { bundleWorker } from '#tools/cli/bundle.ts';
import {
  BrowserWalk,
  consent,
  exchangeForm,
  makeClientWith,
  newPartner,
  type SendRequest,
  tokensFor,
} from '../../support/connect-over-http.ts';
import { installWrapped, OPERATOR_TOKEN } from '../../support/deployment.ts';
import {
  EDGE_OPERATIONS,
  type EdgeRequest,
  type EdgeSetting,
  expectedWithLease,
  ROUNDS,
  RUN,
  refreshRequest,
  roundsInNewIsolate,
  TWO_DAYS,
} from '../../support/edge-operations.ts';
import { roundsOf } from '../../support/remote-calls.ts';
import { documentFigures } from '../figures/document.ts';
import { figuresOfEdge, type MeasuredOperation } from '../figures/edge.ts';
import { type Counted, countsOf, pricePerMillion } from './bill.ts';
import { measureDispatch } from './dispatch.ts';
import { type Times, timesOf, timesOnServer } from './model.ts';

/**
 * `npm run bench:edge`: sequential remote rounds of each operation, recorded from the deployed bundle in workerd; the
 * times that six callers would wait for them, by a model of regions; and the bill of a million requests from counted
 * rows, messages and KV operations. The key is in use, so that most requests are admitted by a lease; a revocation's wait
 * for the end of leases is not in its time. Exits with 1 where an operation waits for more rounds than it may. With
 * `-- --document` it writes `test/bench/figures/edge.json` and the section of FIGURES that is made of it. Last, what a million events to a webhook cost at two rates (`-- --dispatch`: only that; `-- --operations`: all but that). The last line of each table of times is the peer of `npm run bench:peer`.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    only: { type: 'string' },
    dispatch: { type: 'boolean' },
    operations: { type: 'boolean' },
    document: { type: 'boolean', default: false },
  },
});
const SEED = Number(values.seed ?? 1);
/** Recordings of each operation; the one with the fewest rounds counts, and costs are their mean. */
const RECORDINGS = 10;
/** Recordings of what is only counted in rounds. */
const FEW_RECORDINGS = 3;
/** The operations of `npm run bench:peer`, measured from far away. */
const ON_SERVER = 'five operations of the peer, one server in weur';

interface EdgeReply extends Counted {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const outDir = await mkdtemp(join(tmpdir(), 'musette-edge-'));
console.log('Bundling …');
const [wrapper] = await Promise.all([bundleWrapper(), bundleWorker(outDir)]);
const { miniflare, baseUrl } = await installWrapped(outDir, wrapper);
try {
  const random = new RandomSource(SEED);
  const setting = await prepare();
  if (!values.dispatch) {
    const measured = await measureAll(setting, random);
    const onServer = timesOnServer(random);
    printTables(measured, onServer);
    if (judgeRounds(measured) > 0) process.exitCode = 1;
    if (values.document) await documentFigures('edge', figuresOfEdge(SEED, measured));
  }
  if (!values.operations) await measureDispatch(baseUrl, (path, body) => postJson(path, setting.key, body));
} finally {
  await miniflare.dispose();
  await rm(outDir, { recursive: true, force: true });
}

async function bundleWrapper(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'edge-worker.js')],
    bundle: true,
    write: false,
    format: 'esm',
    external: ['./index.js'],
  });
  return outputFiles[0]?.text ?? '';
}

async function sendRecorded(
  { method, path, key, body, headers = {} }: Partial<EdgeRequest> & Pick<EdgeRequest, 'method' | 'path'>,
  isolate = 'warm',
  lease: 'lent' | 'none' = 'lent',
): Promise<EdgeReply> {
  const response = await fetch(baseUrl + path, {
    method,
    headers: {
      'x-edge-isolate': isolate,
      'x-edge-lease': lease,
      ...(key != null && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && typeof body !== 'string' && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const recorded = JSON.parse(await response.text());
  return { ...recorded, headers: new Headers(recorded.headers), text: recorded.body };
}

async function postJson(path: string, key: string, body?: unknown) {
  const { status, text } = await sendRecorded({ method: 'POST', path, key, body });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return JSON.parse(text);
}

async function prepare(): Promise<EdgeSetting> {
  const { key } = await newPartner((path, body) => postJson(path, OPERATOR_TOKEN, body));
  const athlete = await postJson('/v1/athletes', key, { body_mass_kg: 70, sex: 'male', birth_year: 1990 });
  const path = `/v1/athletes/${athlete.id}/activities`;
  const activity = await postJson(path, key, RUN);
  await postJson(`${path}/${activity.id}/prescription`, key);
  const long = await postJson(path, key, TWO_DAYS);
  await postJson(`${path}/${long.id}/prescription`, key);
  const learner = await postJson('/v1/athletes', key, { body_mass_kg: 70 });
  const learnerActivity = await postJson(`/v1/athletes/${learner.id}/activities`, key, RUN);
  const send: SendRequest = ({ body, ...request }) =>
    sendRecorded({ ...request, ...(body === null ? {} : { body }) });
  const client = await makeClientWith(send, key);
  const code = await consent(new BrowserWalk(send), client, 'edge@athletes.example');
  const { accessToken: token } = await tokensFor(send, exchangeForm(client, code));
  const me = JSON.parse((await sendRecorded({ method: 'GET', path: '/v1/me', key: token })).text);
  const own = await postJson(`/v1/athletes/${me.id}/activities`, token, RUN);
  const page = await sendRecorded({ method: 'GET', path: `/v1/products?athlete_id=${athlete.id}`, key });
  return {
    key,
    token,
    athleteId: athlete.id,
    activityId: activity.id,
    longActivityId: long.id,
    learnerId: learner.id,
    learnerActivityId: learnerActivity.id,
    tokenActivityPath: `/v1/athletes/${me.id}/activities/${own.id}`,
    productId: JSON.parse(page.text).data[0].id,
    newRefresh: async () => {
      const another = await consent(
        new BrowserWalk(send),
        client,
        `edge-${crypto.randomUUID()}@athletes.example`,
      );
      const { refreshToken } = await tokensFor(send, exchangeForm(client, another));
      return refreshRequest(client, refreshToken);
    },
    newPageToken: async () => {
      const session = { pages: ['plan'], activity_id: activity.id };
      return (await postJson(`/v1/athletes/${athlete.id}/sessions`, key, session)).token;
    },
    newKeyId: async () => (await postJson('/v1/partner/api-keys', key, { name: 'Edge, to end' })).id,
  };
}

/** Returns the rounds of the quickest of some recordings: a busy machine only adds some. */
async function fewestRounds(name: string, send: (time: number) => Promise<EdgeReply>): Promise<number> {
  const counts: number[] = [];
  for (let time = 1; time <= FEW_RECORDINGS; time++) {
    const reply = await send(time);
    if (reply.status >= 300) throw new Error(`${name}: ${reply.status} ${reply.text}`);
    counts.push(roundsOf(reply.calls).length);
  }
  return Math.min(...counts);
}

async function measureAll(setting: EdgeSetting, random: RandomSource): Promise<MeasuredOperation[]> {
  const measured: MeasuredOperation[] = [];
  const wanted = EDGE_OPERATIONS.filter(({ name }) => name.includes(values.only ?? ''));
  for (const { name, request } of wanted) {
    const recorded: EdgeReply[] = [];
    for (let time = 0; time <= RECORDINGS; time++) {
      const made = await request(setting, time);
      const reply = await sendRecorded(made);
      if (reply.status >= 300) throw new Error(`${name}: ${reply.status} ${reply.text}`);
      // The first one warms the isolate.
      if (time > 0) recorded.push(reply);
      if (name.startsWith('key ')) await endKeys(setting.key);
    }
    // A lone caller: the isolate knows the key, and has no lease. Then a caller who is the first in an isolate.
    const alone = await fewestRounds(name, async (time) =>
      sendRecorded(await request(setting, time), 'warm', 'none'),
    );
    const first = await fewestRounds(name, async (time) =>
      sendRecorded(await request(setting, time), `${name}, new ${time}`),
    );
    if (name.startsWith('key ')) await endKeys(setting.key);
    measured.push({ ...measurement(name, recorded, random), alone, first });
  }
  const cold: EdgeReply[] = [];
  for (let index = 0; index < RECORDINGS; index++) {
    const read = { method: 'GET', path: `/v1/athletes/${setting.athleteId}`, key: setting.key };
    cold.push(await sendRecorded(read, `cold-${index}`));
  }
  measured.push(measurement('GET athlete, first in its isolate', cold, random));
  return measured;
}

function measurement(name: string, recorded: readonly EdgeReply[], random: RandomSource): MeasuredOperation {
  const [fewest] = [...recorded].sort((a, b) => roundsOf(a.calls).length - roundsOf(b.calls).length);
  if (!fewest) throw new Error(`${name} was not recorded`);
  return {
    name,
    rounds: roundsOf(fewest.calls),
    times: timesOf(fewest.calls, random),
    counts: countsOf(recorded),
  };
}

/** Ends the keys that a measurement created: a partner may have 25. */
async function endKeys(key: string): Promise<void> {
  const list = await sendRecorded({ method: 'GET', path: '/v1/partner/api-keys', key });
  const keys: { id: string; name: string; status: string }[] = JSON.parse(list.text).data;
  for (const { id } of keys.filter(({ name, status }) => name.startsWith('Edge') && status === 'active')) {
    await sendRecorded({ method: 'DELETE', path: `/v1/partner/api-keys/${id}`, key });
  }
}

/** Prints what waits for more rounds than it may: with a lease, alone, or first in an isolate. Returns how many do. */
function judgeRounds(measured: readonly MeasuredOperation[]): number {
  const above = EDGE_OPERATIONS.flatMap(({ name }) => {
    const found = measured.find((each) => each.name === name);
    if (!found) return [];
    const budgets = [
      { caller: 'with a lease', rounds: found.rounds.length, most: expectedWithLease(name).length },
      { caller: 'alone', rounds: found.alone ?? 0, most: ROUNDS[name].length },
      { caller: 'in a new isolate', rounds: found.first ?? 0, most: roundsInNewIsolate(name) },
    ];
    return budgets
      .filter(({ rounds, most }) => rounds > most)
      .map(({ caller, rounds, most }) => `${name}, ${caller}: ${rounds} rounds, ${most} allowed`);
  });
  for (const line of above) console.error(line);
  return above.length;
}

function printTables(measured: readonly MeasuredOperation[], onServer: readonly Times[]): void {
  const shown = [...measured, { name: ON_SERVER, rounds: ['server'], times: onServer }];
  const placements = new Set(measured.flatMap(({ times }) => times.map(({ placement }) => placement)));
  for (const placement of placements) {
    const callers = measured[0]?.times
      .filter((time) => time.placement === placement)
      .map(({ caller }) => caller);
    console.log(`\nStores ${placement}: p50 / p95 in ms above the caller's way to its edge (seed ${SEED})\n`);
    console.log(`| operation | rounds | ${callers?.join(' | ')} |`);
    console.log(`| --- | ---: |${callers?.map(() => ' ---: |').join('')}`);
    for (const { name, rounds, times } of shown) {
      const cells = times
        .filter((time) => time.placement === placement)
        .map(({ p50Ms, p95Ms }) => `${p50Ms.toFixed(0)} / ${p95Ms.toFixed(0)}`);
      console.log(`| ${name} | ${rounds.length} | ${cells.join(' | ')} |`);
    }
  }
  console.log(
    '\n| operation | stores, round by round | rounds alone | in a new isolate | US$ per million |\n| --- | --- | ---: | ---: | ---: |',
  );
  for (const { name, rounds, alone = '', first = '', counts } of measured) {
    console.log(
      `| ${name} | ${rounds.join(' → ')} | ${alone} | ${first} | ${pricePerMillion(counts).toFixed(2)} |`,
    );
  }
}
